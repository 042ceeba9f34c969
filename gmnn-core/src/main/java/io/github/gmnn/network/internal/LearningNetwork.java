package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * p<sub>φ</sub>: predicts the label of a node from the labels around it, and from the attributes
 * around it if it is given them (section 4.2.2 of the paper).
 *
 * <p>The paper's p<sub>φ</sub>(y<sub>n</sub> | y<sub>NB(n)</sub>) does not look at y<sub>n</sub>.
 * The released code's does, and so do the default layers here: graph convolutions have self-loops,
 * and two of them come back to a node from its neighbours. Dropout on the annotations keeps p from
 * learning to copy. Layers that see the neighbours' labels alone are {@code
 * GraphConvLayer.builder().selfLoops(false)} first and {@code LinearLayer}s after it; {@code
 * GmnnTrainer.Builder.ownLabelInLearning(false)} chooses them.
 */
public final class LearningNetwork extends GraphNetwork {
  private final DenseMatrix distributions;
  private final DenseMatrix logSum;
  private final @Nullable CsrMatrix attributes;
  private List<SparseInput> annotations = List.of();

  /**
   * Attaches p to a graph.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param attributes the attributes of the nodes if p shall see them beside the labels, else null
   * @param classes the number of classes
   * @param workers the threads to use
   */
  public LearningNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      @Nullable CsrMatrix attributes,
      int classes,
      Workers workers) {
    super(
        definition,
        adjacency,
        classes + (attributes == null ? 0 : attributes.columns()),
        classes,
        workers);
    this.attributes = attributes;
    this.distributions = DenseMatrix.zeros(adjacency.nodes(), classes);
    this.logSum = DenseMatrix.zeros(adjacency.nodes(), classes);
  }

  /**
   * Makes annotations of all nodes p's input until the next call.
   *
   * @param samples one or more annotations: a distribution over the classes per node, one-hot where
   *     labels were drawn
   */
  public void annotate(List<DenseMatrix> samples) {
    annotations = samples.stream().map(s -> new SparseInput(input(s, attributes))).toList();
  }

  /**
   * Returns what p sees: the rows of an annotation, zeros left out, with those of the attributes
   * after them.
   *
   * @param annotation a distribution over the classes per node
   * @param attributes the attributes of the nodes, or null
   */
  public static CsrMatrix input(DenseMatrix annotation, @Nullable CsrMatrix attributes) {
    CsrMatrix labels = CsrMatrix.of(annotation);
    return attributes == null ? labels : labels.beside(attributes);
  }

  /**
   * Trains one epoch: towards the annotation of every node, from the annotations around it (Eq.
   * 14).
   *
   * @param objectives the objective that belongs to each annotation
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of this epoch
   * @return the loss before the update, the mean over the annotations
   */
  public double train(List<Objective> objectives, int epoch, RandomStream random) {
    return step(annotations, objectives, epoch, random);
  }

  /**
   * Returns scores whose order within each row is that of {@link #distributions()}, at a lower
   * cost: what is needed to tell the likeliest labels. Overwritten by the next pass.
   *
   * @param nodes the nodes whose labels are asked for
   * @return a row per node of the graph, of which only those of {@code nodes} mean something
   */
  public DenseMatrix scores(RowSet nodes) {
    return annotations.size() == 1 ? evaluate(annotations.get(0), nodes) : distributions();
  }

  /**
   * Returns p<sub>φ</sub>(y<sub>n</sub> | ŷ<sub>NB(n)</sub>) of every node. With several
   * annotations it is the normalised exponential of the mean of log p, as Eq. 10 asks for.
   * Overwritten by the next call.
   */
  public DenseMatrix distributions() {
    SampleMean.distributions(
        annotations.size(), sample -> evaluate(annotations.get(sample)), logSum, distributions);
    return distributions;
  }
}

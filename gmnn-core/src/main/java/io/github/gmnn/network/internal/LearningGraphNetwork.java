package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@link LearningNetwork} that fits train. */
public final class LearningGraphNetwork extends GraphNetwork implements LearningNetwork {
  private final DenseMatrix distributions;

  /** Where several annotations are summed up; of no size with one. */
  private DenseMatrix logSum = DenseMatrix.zeros(0, 1);

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
  public LearningGraphNetwork(
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
  }

  @Override
  public void annotate(List<DenseMatrix> samples) {
    annotations = samples.stream().map(s -> new SparseInput(input(s, attributes))).toList();
    if (samples.size() > 1 && logSum.rows() == 0) {
      logSum = DenseMatrix.zeros(distributions.rows(), distributions.columns());
    }
  }

  /** Returns what p sees of each annotation that it was given. */
  public List<CsrMatrix> inputsOfSamples() {
    return annotations.stream().map(SparseInput::matrix).toList();
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

  @Override
  public double train(List<Objective> objectives, int epoch, RandomStream random) {
    return step(annotations, objectives, epoch, random);
  }

  @Override
  public DenseMatrix scores(RowSet nodes) {
    return annotations.size() == 1 ? evaluate(annotations.get(0), nodes) : distributions();
  }

  @Override
  public DenseMatrix distributions() {
    SampleMean.distributions(
        annotations.size(), sample -> evaluate(annotations.get(sample)), logSum, distributions);
    return distributions;
  }
}

package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.NeighborSampling;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;

/**
 * Trains a network by steps on a sample of the graph: some targets, and of what is around them so
 * many neighbours of each node (Hamilton et al., "Inductive Representation Learning on Large
 * Graphs", NeurIPS 2017). Targets and neighbours are drawn anew for each step. A step costs what
 * the sample costs, in time and in memory, however large the graph is.
 *
 * <p>With all targets and all neighbours it is the step on the whole graph.
 */
public final class SampledSteps {
  private final GraphNetwork network;
  private final GraphRows rows;
  private final int[] labelled;
  private final int hops;
  private final int batchSize;
  private final int maxNeighbors;
  private final Workers workers;

  /**
   * Prepares the steps of a network.
   *
   * @param network the network, on the whole graph
   * @param graph the graph
   * @param batchSize how many targets a step has at most; 0 for all
   * @param maxNeighbors how many neighbours of a node it sees at most; 0 for all
   * @param workers the threads to use
   */
  public SampledSteps(
      GraphNetwork network, Graph<?> graph, int batchSize, int maxNeighbors, Workers workers) {
    this.network = network;
    this.rows = GraphRows.of(graph);
    this.labelled = graph.trainingNodes();
    this.hops = HopCounter.of(graph).hops(network);
    this.batchSize = batchSize;
    this.maxNeighbors = maxNeighbors;
    this.workers = workers;
  }

  /** Returns how many hops around its targets a step sees. */
  public int hops() {
    return hops;
  }

  /**
   * The steps towards something.
   *
   * @see LearningGraphNetwork#train
   */
  public final class Stage {
    private final List<CsrMatrix> inputs;
    private final List<Targets> targets;
    private final Objective.Factory objectives;
    private final TargetSample sample;

    private Stage(List<CsrMatrix> inputs, List<Targets> targets, Objective.Factory objectives) {
      this.inputs = inputs;
      this.targets = targets;
      this.objectives = objectives;
      this.sample = new TargetSample(targets.get(0).nodes(), labelled, batchSize);
    }

    /**
     * Makes one step.
     *
     * @param epoch the epoch within its phase, from 1
     * @param random the randomness of this step
     * @return the mean loss before the update, without penalties
     */
    public double step(int epoch, RandomStream random) {
      network.stepStarts();
      TargetSample.Drawn drawn = sample.draw(random.derive("targets"));
      ReceptiveField field =
          ReceptiveField.of(
              rows,
              drawn.nodes(),
              hops,
              new NeighborSampling(maxNeighbors, random.derive("neighbours").key()));
      GraphNetwork onField = network.on(field.adjacency(), workers);
      RandomStream ofRows = random.forRows(field.nodes());
      Gradient sum = new Gradient(network.parameterCount());
      for (int i = 0; i < inputs.size(); i++) {
        SparseInput input = new SparseInput(field.rowsOf(inputs.get(i)));
        Objective objective = objectives.of(cut(targets.get(i), drawn, field));
        onField.addGradient(input, objective, epoch, ofRows.derive(i), sum);
      }
      network.apply(sum);
      return sum.meanLoss();
    }
  }

  /**
   * Returns steps towards targets.
   *
   * @param inputs the input, a row per node of the graph; several samples of it if there are
   * @param targets what each of them is trained towards; all of the same nodes
   * @param objectives what to minimise
   */
  public Stage towards(
      List<CsrMatrix> inputs, List<Targets> targets, Objective.Factory objectives) {
    return new Stage(inputs, targets, objectives);
  }

  /** The drawn targets as rows of the field, each counting for those that it stands for. */
  private static Targets cut(Targets all, TargetSample.Drawn drawn, ReceptiveField field) {
    int classes = all.distributions().columns();
    DenseMatrix distributions = DenseMatrix.zeros(field.size(), classes);
    int[] nodes = new int[drawn.places().length];
    float[] weights = new float[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      int place = drawn.places()[i];
      nodes[i] = field.indexOf(all.nodes()[place]);
      weights[i] = all.weights()[place] * drawn.standFor()[i];
      System.arraycopy(
          all.distributions().data(),
          all.nodes()[place] * classes,
          distributions.data(),
          nodes[i] * classes,
          classes);
    }
    return Targets.summed(distributions, nodes, weights, all.totalWeight());
  }
}

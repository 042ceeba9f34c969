package io.github.gmnn.baseline.relational;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pairwise conditional random field over labels: RMN or MLN by its potential. The local
 * potentials come from the attributes, those of pairs from the pseudolikelihood, the marginals from
 * belief propagation.
 */
final class MarkovField implements Dependency {
  private static final Logger LOG = LoggerFactory.getLogger(MarkovField.class);

  private final AttributeModel attributes;
  private final PairPotentials potential;
  private final PropagationSettings settings;
  private final Neighbors neighbors;
  private final int[] known;
  private final int[] starts;
  private final int[] ways;

  @SuppressWarnings("NullAway.Init") // attributesChanged() comes first
  private DenseMatrix local;

  @SuppressWarnings("NullAway.Init") // attributesChanged() comes first
  private double[] heldOutLocal;

  @SuppressWarnings("NullAway.Init") // attributesChanged() comes first
  private double[] neighborLabels;

  MarkovField(AttributeModel attributes, PairPotential form, PropagationSettings settings) {
    this.attributes = attributes;
    this.settings = settings;
    Graph<?> graph = attributes.graph();
    if (graph.adjacency().isOneWay()) {
      throw new IllegalArgumentException(
          graph
              + " has edges that count one way alone, and the potential of a pair counts both: use"
              + " prm()");
    }
    List<Relation> relations = Relation.of(graph.adjacency());
    this.neighbors = Neighbors.of(relations);
    this.potential =
        new PairPotentials(form, attributes.classes(), relations, neighbors.relations());
    this.known = Dependency.knownLabels(graph);
    int[] nodes = attributes.nodes();
    this.starts = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      starts[i + 1] = starts[i] + neighbors.starts()[nodes[i] + 1] - neighbors.starts()[nodes[i]];
    }
    this.ways = new int[starts[nodes.length]];
    for (int i = 0; i < nodes.length; i++) {
      int first = neighbors.starts()[nodes[i]];
      System.arraycopy(neighbors.ways(), first, ways, starts[i], starts[i + 1] - starts[i]);
    }
  }

  @Override
  public void attributesChanged(double penalty) {
    AttributeModel.HeldOut heldOut = attributes.heldOut();
    int classes = attributes.classes();
    int[] nodes = attributes.nodes();
    local = attributes.logits();
    heldOutLocal = new double[nodes.length * classes];
    neighborLabels = new double[starts[nodes.length] * classes];
    for (int i = 0; i < nodes.length; i++) {
      for (int c = 0; c < classes; c++) {
        heldOutLocal[i * classes + c] = heldOut.logit(i, nodes[i], c);
      }
      int first = neighbors.starts()[nodes[i]];
      for (int e = starts[i]; e < starts[i + 1]; e++) {
        int neighbor = neighbors.nodes()[first + e - starts[i]];
        for (int c = 0; c < classes; c++) {
          neighborLabels[e * classes + c] = heldOut.label(i, neighbor, c);
        }
      }
    }
  }

  @Override
  public Fitted fit(double penalty) {
    Pseudolikelihood objective =
        new Pseudolikelihood(
            potential,
            penalty,
            attributes.examples().labels(),
            heldOutLocal,
            starts,
            ways,
            neighborLabels);
    double[] parameters = Lbfgs.minimize(objective, new double[objective.size()]);
    double[] tables = new double[potential.tablesLength()];
    potential.fill(parameters, tables);
    BeliefPropagation propagation =
        new BeliefPropagation(
            neighbors, known, local, potential.form(), tables, settings, attributes.workers());
    long start = System.nanoTime();
    Convergence convergence = propagation.run();
    LOG.debug(
        "belief propagation over {} links: {} sweeps in {} s",
        neighbors.nodes().length / 2,
        convergence.sweeps(),
        (System.nanoTime() - start) / 1e9);
    return new Fitted(propagation.marginals(), potential.weights(parameters), convergence);
  }
}

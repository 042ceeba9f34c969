package io.github.gmnn.relational;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
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
  private final PairPotential potential;
  private final PropagationSettings settings;
  private final Neighbors neighbors;
  private final int[] known;
  private final int[] starts;
  private DenseMatrix local;
  private double[] heldOutLocal;
  private double[] neighborLabels;

  MarkovField(AttributeModel attributes, PairPotential potential, PropagationSettings settings) {
    this.attributes = attributes;
    this.potential = potential;
    this.settings = settings;
    Graph<?> graph = attributes.graph();
    this.neighbors = Neighbors.of(graph.adjacency().matrix());
    this.known = Dependency.knownLabels(graph);
    int[] nodes = attributes.nodes();
    this.starts = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      starts[i + 1] = starts[i] + neighbors.starts()[nodes[i] + 1] - neighbors.starts()[nodes[i]];
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
    int classes = attributes.classes();
    Pseudolikelihood objective =
        new Pseudolikelihood(
            potential,
            classes,
            penalty,
            attributes.examples().labels(),
            heldOutLocal,
            starts,
            neighborLabels);
    double[] parameters = Lbfgs.minimize(objective, new double[objective.size()]);
    double[] table = new double[classes * classes];
    potential.fill(parameters, classes, table);
    BeliefPropagation propagation =
        new BeliefPropagation(
            neighbors, known, local, potential, table, settings, attributes.workers());
    long start = System.nanoTime();
    Convergence convergence = propagation.run();
    LOG.debug(
        "belief propagation over {} links: {} sweeps in {} s",
        neighbors.nodes().length / 2,
        convergence.sweeps(),
        (System.nanoTime() - start) / 1e9);
    return new Fitted(propagation.marginals(), table, convergence);
  }
}

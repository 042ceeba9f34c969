package io.github.gmnn.network;

import io.github.gmnn.internal.Checks;

/**
 * The objective of Feng et al. (GRAND, NeurIPS 2020): several stochastic passes over the graph
 * shall meet the targets, and agree with each other on all nodes. With q<sub>sn</sub> the
 * distribution of node n in pass s of S and q̄<sub>n</sub> their mean, it is the mean over passes
 * of the cross-entropy, and beside it
 *
 * <p>λ / (S N) Σ<sub>s</sub> Σ<sub>n</sub> ‖q<sub>sn</sub> - sharpen(q̄<sub>n</sub>)‖², with
 * sharpen(q)<sub>c</sub> ∝ (q<sub>c</sub> r<sub>c</sub>)<sup>1/T</sup>, held fixed in the gradient.
 *
 * <p>r is 1 unless labels are few. Sharpening makes what is likely likelier: with five labels a
 * class the one that is a little ahead takes in node after node, until all passes agree on it.
 * There r leads the classes' shares among all nodes, which are the mean m of q̄, back to those
 * among the labelled ones, l: r<sub>c</sub> = (l<sub>c</sub> / m<sub>c</sub>)<sup>a</sup>, after
 * ReMixMatch (Berthelot et al. 2020). With more labels the shares that q finds are the better ones.
 *
 * <p>Meant for networks whose passes differ by more than a dropout of units, such as {@code
 * RandomPropagationLayer}'s. A step costs as much as S of one pass.
 *
 * @param passes S, at least 2
 * @param weight λ
 * @param rampEpochs over how many epochs λ grows to its full weight; 0 or 1 for none. Where every
 *     node has a target, as in an E-step, the network has learned already and λ is whole from the
 *     start.
 * @param temperature T, in (0, 1]: the lower, the sharper
 * @param confidence how many times as likely as by chance the likeliest class must be in the mean
 *     for a node to count; 0 for all nodes
 * @param alignedLabels up to how many labels a class shares are led back in full, a = 1; from twice
 *     as many on they are not, and a falls in between. 0 for never. Nor are they where every node
 *     has a target.
 */
public record Consistency(
    int passes,
    double weight,
    int rampEpochs,
    double temperature,
    double confidence,
    double alignedLabels)
    implements Objective.Factory {
  /** Checks the settings. */
  public Consistency {
    Checks.atLeast(2, passes, "passes");
    Checks.notNegative(weight, "weight");
    Checks.atLeast(0, rampEpochs, "rampEpochs");
    Checks.argument(temperature > 0 && temperature <= 1, "temperature", "in (0, 1]", temperature);
    Checks.notNegative(confidence, "confidence");
    Checks.notNegative(alignedLabels, "alignedLabels");
  }

  @Override
  public Objective of(Targets targets) {
    return new ConsistencyObjective(this, targets);
  }

  /** Returns λ in an epoch. */
  double weight(int epoch, boolean everyNodeHasATarget) {
    return everyNodeHasATarget || epoch >= rampEpochs ? weight : weight * epoch / rampEpochs;
  }

  /** Returns a, how far shares are led back to those among the labels. */
  double alignment(double labelsPerClass, boolean everyNodeHasATarget) {
    return everyNodeHasATarget || alignedLabels == 0
        ? 0
        : Math.max(0, Math.min(1, 2 - labelsPerClass / alignedLabels));
  }
}

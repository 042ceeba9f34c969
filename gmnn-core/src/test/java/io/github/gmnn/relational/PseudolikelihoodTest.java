package io.github.gmnn.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PseudolikelihoodTest {
  private static final int CLASSES = 3;
  private static final int[] LABELS = {0, 2, 1, 1};
  private static final int[] STARTS = {0, 2, 2, 5, 6};

  private static double[] random(int length, RandomStream stream) {
    double[] values = new double[length];
    Arrays.setAll(values, i -> 2 * stream.nextDouble() - 1);
    return values;
  }

  private static Pseudolikelihood objective(PairPotential potential, double penalty) {
    RandomStream stream = RandomStream.of(1);
    double[] neighborLabels = random(6 * CLASSES, stream);
    for (int e = 0; e < 6; e++) {
      Distribution.softmax(neighborLabels, e * CLASSES, (e + 1) * CLASSES);
    }
    System.arraycopy(new double[] {0, 1, 0}, 0, neighborLabels, 0, CLASSES); // one is known
    return new Pseudolikelihood(
        potential,
        CLASSES,
        penalty,
        LABELS,
        random(LABELS.length * CLASSES, stream),
        STARTS,
        neighborLabels);
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void gradientsAreThoseOfFiniteDifferences(PairPotential potential) {
    SmoothFunction objective = objective(potential, 0.7);
    FiniteDifferences.check(objective, random(objective.size(), RandomStream.of(2)));
  }

  @Test
  void knownNeighborsGiveTheLikelihoodOfTheLabelGivenThem() {
    // One node of label 0 with two neighbours of labels 0 and 1, and nothing known by attributes.
    Pseudolikelihood objective =
        new Pseudolikelihood(
            PairPotential.SAME_LABEL,
            CLASSES,
            0,
            new int[] {0},
            new double[CLASSES],
            new int[] {0, 2},
            new double[] {1, 0, 0, 0, 1, 0});
    double w = 0.8;
    double probability = Math.exp(w) / (2 * Math.exp(w) + 1);
    assertThat(objective.evaluate(new double[] {w}, new double[1]))
        .isCloseTo(-Math.log(probability), within(1e-12));
  }

  @Test
  void aTableHasOneParameterForEachPairOfLabels() {
    double[] table = new double[9];
    PairPotential.TABLE.fill(new double[] {1, 2, 3, 4, 5, 6}, 3, table);
    assertThat(table).containsExactly(1, 2, 4, 2, 3, 5, 4, 5, 6);
  }
}

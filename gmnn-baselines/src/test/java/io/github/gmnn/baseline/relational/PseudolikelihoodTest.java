package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PseudolikelihoodTest {
  private static final int CLASSES = 3;
  private static final int[] LABELS = {0, 2, 1, 1};
  private static final int[] STARTS = {0, 2, 2, 5, 6};
  private static final List<Relation> UNTYPED = Relation.of(TextGraphs.parse("a-b").adjacency());
  private static final List<Relation> TYPED =
      Relation.of(
          Graph.<String>builder()
              .addMissingNodes()
              .undirectedTypes("knows")
              .addEdge("a", "b", "cites")
              .addEdge("a", "b", "knows")
              .build()
              .adjacency());

  private static double[] random(int length, RandomStream stream) {
    double[] values = new double[length];
    Arrays.setAll(values, i -> 2 * stream.nextDouble() - 1);
    return values;
  }

  private static Pseudolikelihood objective(PairPotentials potentials, int[] ways, double penalty) {
    RandomStream stream = RandomStream.of(1);
    double[] neighborLabels = random(6 * CLASSES, stream);
    for (int e = 0; e < 6; e++) {
      Distribution.softmax(neighborLabels, e * CLASSES, (e + 1) * CLASSES);
    }
    System.arraycopy(new double[] {0, 1, 0}, 0, neighborLabels, 0, CLASSES); // one is known
    return new Pseudolikelihood(
        potentials,
        penalty,
        LABELS,
        random(LABELS.length * CLASSES, stream),
        STARTS,
        ways,
        neighborLabels);
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void gradientsAreThoseOfFiniteDifferences(PairPotential form) {
    PairPotentials potentials = new PairPotentials(form, CLASSES, UNTYPED, new int[][] {{0}});
    SmoothFunction objective = objective(potentials, new int[6], 0.7);
    FiniteDifferences.check(objective, random(objective.size(), RandomStream.of(2)));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void gradientsOfSeveralTypesAreThoseOfFiniteDifferences(PairPotential form) {
    // Along "cites", by "knows", against "cites", and by all of them.
    int[][] sets = {{0}, {1}, {2}, {0, 1, 2}};
    PairPotentials potentials = new PairPotentials(form, CLASSES, TYPED, sets);
    assertThat(potentials.size()).isEqualTo(form == PairPotential.TABLE ? 9 + 6 : 2);
    SmoothFunction objective = objective(potentials, new int[] {0, 1, 2, 3, 3, 0}, 0.7);
    FiniteDifferences.check(objective, random(objective.size(), RandomStream.of(2)));
  }

  @Test
  void knownNeighborsGiveTheLikelihoodOfTheLabelGivenThem() {
    // One node of label 0 with two neighbours of labels 0 and 1, and nothing known by attributes.
    Pseudolikelihood objective =
        new Pseudolikelihood(
            new PairPotentials(PairPotential.SAME_LABEL, CLASSES, UNTYPED, new int[][] {{0}}),
            0,
            new int[] {0},
            new double[CLASSES],
            new int[] {0, 2},
            new int[2],
            new double[] {1, 0, 0, 0, 1, 0});
    double w = 0.8;
    double probability = Math.exp(w) / (2 * Math.exp(w) + 1);
    assertThat(objective.evaluate(new double[] {w}, new double[1]))
        .isCloseTo(-Math.log(probability), within(1e-12));
  }

  @Test
  void aTableHasOneParameterForEachPairOfLabels() {
    double[] table = new double[9];
    new PairPotentials(PairPotential.TABLE, 3, UNTYPED, new int[][] {{0}})
        .fill(new double[] {1, 2, 3, 4, 5, 6}, table);
    assertThat(table).containsExactly(1, 2, 4, 2, 3, 5, 4, 5, 6);
  }

  @Test
  void aTypeWithDirectionIsReadFromEitherEnd() {
    PairPotentials potentials =
        new PairPotentials(PairPotential.TABLE, 2, TYPED, new int[][] {{0}, {2}, {0, 1}});
    double[] parameters = {1, 2, 3, 4, 10, 20, 30}; // "cites" by source and target, then "knows"
    double[] tables = new double[12];
    potentials.fill(parameters, tables);
    assertThat(tables).containsExactly(1, 2, 3, 4, 1, 3, 2, 4, 11, 22, 23, 34);
    assertThat(potentials.weights(parameters).get("cites")).containsExactly(1, 3, 2, 4);
    assertThat(potentials.weights(parameters).get("cites inverse")).containsExactly(1, 2, 3, 4);
    assertThat(potentials.weights(parameters).get("knows")).containsExactly(10, 20, 20, 30);
  }
}

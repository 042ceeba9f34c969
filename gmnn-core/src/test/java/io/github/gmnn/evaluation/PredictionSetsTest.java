package io.github.gmnn.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionSetsTest {
  private static final List<String> CLASSES = List.of("a", "b", "c");

  /** Nodes of class a with these probabilities of it, the rest of which is b's. */
  private static PredictionSets ofA(double... probabilities) {
    DenseMatrix rows = DenseMatrix.zeros(probabilities.length, 3);
    for (int i = 0; i < probabilities.length; i++) {
      rows.set(i, 0, (float) probabilities[i]);
      rows.set(i, 1, (float) (1 - probabilities[i]));
    }
    return PredictionSets.of(CLASSES, new int[probabilities.length], rows);
  }

  @Test
  void aSetHasTheLabelsThatAreLikelyEnough() {
    // nine nodes, level 0.8: the eighth largest of 0.1 to 0.9 is 0.2
    PredictionSets sets = ofA(0.5, 0.1, 0.9, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6);
    assertThat(sets.of(new float[] {0.2f, 0.65f, 0.15f}, 0.8)).containsExactly("b", "a");
    assertThat(sets.of(new float[] {0.15f, 0.85f, 0}, 0.8)).containsExactly("b");
    assertThat(sets.of(new float[] {0.3f, 0.4f, 0.3f}, 0.8)).containsExactly("b", "a", "c");
    assertThat(sets.of(new float[] {0.85f, 0.1f, 0.05f}, 0.9)).containsExactly("a", "b");
    assertThat(sets).hasToString("PredictionSets(9 held nodes)");
  }

  @Test
  void anEmptySetGetsTheLikeliestLabel() {
    PredictionSets sets = ofA(0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9);
    assertThat(sets.of(new float[] {0.3f, 0.4f, 0.3f}, 0.9)).containsExactly("b");
  }

  @Test
  void aLevelNeedsSoManyNodes() {
    assertThat(PredictionSets.needed(0.5)).isEqualTo(1);
    assertThat(PredictionSets.needed(0.9)).isEqualTo(9);
    assertThat(PredictionSets.needed(0.95)).isEqualTo(19);
    assertThat(PredictionSets.needed(0.99)).isEqualTo(99);
    assertThat(PredictionSets.needed(0.9999)).isEqualTo(9999);
    for (int n = 1; n < 300; n++) { // the definition itself, with levels that are hard to round
      double level = (double) n / (n + 1);
      assertThat(PredictionSets.needed(level)).isEqualTo(n);
    }
    PredictionSets sets = ofA(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
    assertThat(sets.reach(0.9)).isTrue();
    assertThat(sets.reach(0.91)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sets.of(new float[] {1, 0, 0}, 0.95))
        .withMessage(
            "prediction sets of level 0.95 need at least 19 validation nodes, the model was fitted"
                + " with 9: hold more labels for validation, or ask for at most 0.900");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sets.of(new float[] {1, 0, 0}, 1))
        .withMessageContaining("level");
  }

  @Test
  void byClassEachClassHasALeastProbabilityOfItsOwn() {
    int[] labels = new int[18];
    DenseMatrix rows = DenseMatrix.zeros(18, 2);
    for (int i = 0; i < 18; i++) {
      labels[i] = i / 9;
      float own = labels[i] == 0 ? 0.9f : 0.3f;
      rows.set(i, labels[i], own);
      rows.set(i, 1 - labels[i], 1 - own);
    }
    PredictionSets sets = PredictionSets.of(List.of("a", "b"), labels, rows);
    float[] doubtful = {0.6f, 0.4f};
    assertThat(sets.of(doubtful, 0.9)).containsExactly("a", "b"); // 0.3 is enough for both
    assertThat(sets.byClass().of(doubtful, 0.9)).containsExactly("b"); // a would need 0.9
    assertThat(sets.byClass().reach(0.95)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sets.byClass().of(doubtful, 0.95))
        .withMessageContaining("at least 19 validation nodes of class 'a'");
  }

  @Test
  void setsContainTheTruthAsOftenAsAsked() {
    // scores that say little: the level holds whatever the model
    RandomStream random = RandomStream.of(5);
    int draws = 400;
    double[] covered = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      DenseMatrix rows = DenseMatrix.zeros(150, 3);
      int[] labels = new int[150];
      for (int i = 0; i < 150; i++) {
        double a = random.nextDouble();
        double b = (1 - a) * random.nextDouble();
        rows.set(i, 0, (float) a);
        rows.set(i, 1, (float) b);
        rows.set(i, 2, (float) (1 - a - b));
        labels[i] = random.nextDouble() < 0.5 * a ? 0 : 1 + random.nextInt(2);
      }
      PredictionSets sets =
          PredictionSets.of(
              CLASSES,
              Arrays.copyOf(labels, 50),
              DenseMatrix.wrap(50, 3, Arrays.copyOf(rows.data(), 150)));
      int in = 0;
      for (int i = 50; i < 150; i++) {
        float[] row = Arrays.copyOfRange(rows.data(), 3 * i, 3 * i + 3);
        in += sets.of(row, 0.8).contains(CLASSES.get(labels[i])) ? 1 : 0;
      }
      covered[draw] = in / 100.0;
    }
    // ⌈51 * 0.8⌉ / 51 = 0.804; the standard deviation of a draw is 0.07
    assertThat(Arrays.stream(covered).average().orElseThrow()).isCloseTo(0.804, offset(0.012));
  }
}

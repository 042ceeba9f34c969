package io.github.gmnn.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.github.gmnn.compute.RandomStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
  private static final List<String> CLASSES = List.of("fine", "fraud");

  /** Two classes by the probability of the second. */
  private static float[][] rows(double... ofSecond) {
    float[][] rows = new float[ofSecond.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {(float) (1 - ofSecond[i]), (float) ofSecond[i]};
    }
    return rows;
  }

  private static String decided(Thresholds thresholds, double ofSecond) {
    return CLASSES.get(thresholds.decide(rows(ofSecond)[0]));
  }

  @Test
  void aRecallIsThatOfOneMoreNode() {
    // nine frauds: for a recall of 0.8 eight of them are to be found, so that 0.2 is enough
    float[][] rows = rows(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.15, 0.05);
    int[] truth = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
    Thresholds thresholds =
        Thresholds.choose(CLASSES, truth, rows, DecisionRule.recall("fraud", 0.8));
    assertThat(thresholds.byClass().get("fraud")).isCloseTo(0.2, offset(1e-4));
    assertThat(decided(thresholds, 0.2)).isEqualTo("fraud");
    assertThat(decided(thresholds, 0.199)).isEqualTo("fine");
    assertThat(thresholds.warnings())
        .singleElement()
        .asString()
        .contains("recall of 0.8 for class 'fraud' was chosen on 9 validation nodes of it")
        .contains("off by 0.24");
  }

  @Test
  void tooFewNodesOfAClassAreSaidWithHowManyItNeeds() {
    Thresholds few =
        Thresholds.choose(
            CLASSES, new int[] {1, 1, 0}, rows(0.4, 0.6, 0.1), DecisionRule.recall("fraud", 0.9));
    assertThat(decided(few, 0.4)).isEqualTo("fraud");
    assertThat(few.warnings())
        .singleElement()
        .asString()
        .contains("fewer than the 9 that it needs");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Thresholds.choose(
                    CLASSES, new int[] {0}, rows(0.4), DecisionRule.recall("fraud", 0.9)))
        .withMessageContaining("no validation node is of class 'fraud'");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Thresholds.choose(
                    CLASSES, new int[] {0}, rows(0.4), DecisionRule.recall("theft", 0.9)))
        .withMessageContaining("unknown class 'theft'");
  }

  @Test
  void manyNodesOfAClassAreNoReasonToWarn() {
    int[] truth = IntStream.range(0, 400).map(i -> i % 2).toArray();
    float[][] rows = rows(IntStream.range(0, 400).mapToDouble(i -> (i + 1) / 402.0).toArray());
    assertThat(
            Thresholds.choose(CLASSES, truth, rows, DecisionRule.recall("fraud", 0.9)).warnings())
        .isEmpty();
  }

  @Test
  void aPrecisionHoldsWithOneMoreWrong() {
    // from the top: 9 right, 1 wrong, 2 right, 4 wrong
    int[] truth = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0};
    float[][] rows = rows(IntStream.range(0, 16).mapToDouble(i -> 0.9 - 0.05 * i).toArray());
    // at 0.25 it is 11 of 14, of 15 with one more wrong: 0.73
    Thresholds thresholds =
        Thresholds.choose(CLASSES, truth, rows, DecisionRule.precision("fraud", 0.7));
    assertThat(thresholds.byClass().get("fraud")).isCloseTo(0.25, offset(1e-4));
    // 11 of 12, of 13 with one more wrong: 0.85
    thresholds = Thresholds.choose(CLASSES, truth, rows, DecisionRule.precision("fraud", 0.8));
    assertThat(thresholds.byClass().get("fraud")).isCloseTo(0.35, offset(1e-4));
    assertThat(thresholds.warnings()).singleElement().asString().contains("on 12 decisions for it");
    // the nine at the top would do for 0.9, but they are fewer than ten
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Thresholds.choose(CLASSES, truth, rows, DecisionRule.precision("fraud", 0.9)))
        .withMessageContaining(
            "it takes at least 10 decisions, and the highest of that many is 0.846");
  }

  @Test
  void costsAreTheLeastOnTheExamples() {
    RandomStream random = RandomStream.of(3);
    int n = 400;
    int[] truth = new int[n];
    double[] ofFraud = new double[n];
    for (int i = 0; i < n; i++) {
      ofFraud[i] = random.nextDouble();
      truth[i] = random.nextDouble() < ofFraud[i] ? 1 : 0; // as calibrated as can be
    }
    DecisionRule.Costs costs =
        new DecisionRule.Costs(Map.of("fraud", Map.of("fine", 9.0), "fine", Map.of("fraud", 1.0)));
    Thresholds thresholds = Thresholds.choose(CLASSES, truth, rows(ofFraud), costs);
    assertThat(thresholds.byClass().get("fraud")).isBetween(0.03, 0.2); // 1 / (1 + 9)
    double chosen =
        Evaluation.of("nodes", CLASSES, truth, rows(ofFraud), thresholds).meanCost(costs);
    for (double t = 0.01; t < 1; t += 0.01) {
      Map<String, Double> byHand = new LinkedHashMap<>();
      byHand.put("fine", 1 - t);
      byHand.put("fraud", t);
      Evaluation other =
          Evaluation.of("nodes", CLASSES, truth, rows(ofFraud), Thresholds.of(byHand));
      assertThat(other.meanCost(costs)).isGreaterThanOrEqualTo(chosen - 1e-12);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Thresholds.choose(
                    CLASSES,
                    truth,
                    rows(ofFraud),
                    DecisionRule.costs(Map.of("theft", Map.of("fine", 1.0)))))
        .withMessageContaining("theft");
  }

  @Test
  void thresholdsOfYourOwnAreScaledToASumOfOne() {
    Map<String, Double> byHand = new LinkedHashMap<>();
    byHand.put("fine", 6.0);
    byHand.put("fraud", 2.0);
    Thresholds thresholds = Thresholds.of(byHand);
    assertThat(thresholds).hasToString("Thresholds(fine 0.750, fraud 0.250)");
    assertThat(decided(thresholds, 0.26)).isEqualTo("fraud");
    byHand.put("fraud", 0.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Thresholds.of(byHand))
        .withMessageContaining("threshold of class fraud");
  }

  @Test
  void aRecallOfOneOfSeveralClassesIsHeldAgainstItsLikeliestRival() {
    List<String> three = List.of("a", "b", "c");
    float[][] rows = {{0.5f, 0.3f, 0.2f}, {0.6f, 0.2f, 0.2f}, {0.1f, 0.1f, 0.8f}};
    Thresholds thresholds =
        Thresholds.choose(three, new int[] {1, 1, 2}, rows, DecisionRule.recall("b", 0.5));
    // the second largest of 0.6 and 0.333 is reached by both
    assertThat(thresholds.decide(rows[0])).isEqualTo(1);
    assertThat(thresholds.decide(rows[1])).isEqualTo(1);
    assertThat(thresholds.decide(rows[2])).isEqualTo(2);
  }
}

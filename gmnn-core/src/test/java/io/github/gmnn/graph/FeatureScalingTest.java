package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureScalingTest {
  private final CsrMatrix features =
      CsrMatrix.of(3, 3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1}, new float[] {-1, 3, 0.5f});

  private static CsrMatrix withValues(float... values) {
    return CsrMatrix.of(3, 3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1}, values);
  }

  @Test
  void noneLeavesFeaturesAlone() {
    assertThat(FeatureScaling.NONE.apply(features)).isSameAs(features);
  }

  @Test
  void leftOutFeaturesAreEmptyRowsOfTheSameColumns() {
    CsrMatrix left = FeatureScaling.LEFT_OUT.apply(features);
    assertThat(left).isEqualTo(CsrMatrix.ofOnes(3, 3, new int[4], new int[0]));
    FeatureScaling.Fitted again =
        FeatureScaling.Fitted.of(FeatureScaling.LEFT_OUT, new float[0], new float[0]);
    assertThat(again.apply(withValues(1, 2, 3))).isEqualTo(left);
  }

  @Test
  void rowsAreDividedByTheSumOfTheirAbsoluteValues() {
    assertThat(FeatureScaling.ROW.apply(features)).isEqualTo(withValues(-0.25f, 0.75f, 1));
  }

  @Test
  void binaryRowsCountNonZeros() {
    assertThat(FeatureScaling.BINARY_ROW.apply(features)).isEqualTo(withValues(0.5f, 0.5f, 1));
  }

  @Test
  void unitScalingDividesByTheLengthOfTheRow() {
    assertThat(FeatureScaling.UNIT.apply(withValues(-3, 4, 7)))
        .isEqualTo(withValues(-0.6f, 0.8f, 1));
    assertThat(FeatureScaling.UNIT.apply(withValues(0, 0, 2))).isEqualTo(withValues(0, 0, 1));
  }

  private static CsrMatrix table(float[]... rows) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < rows.length; i++) {
      builder.addNode(i, rows[i]);
    }
    return builder.build().features();
  }

  @Test
  void standardColumnsHaveTheMeanAndTheDeviationOfTheTrainingGraph() {
    CsrMatrix training = table(row(1, 1000, 7), row(3, 1004, 7), row(2, 1002, 7), row(2, 1002, 7));
    FeatureScaling.Fitted scaler = FeatureScaling.STANDARD.fit(training);
    assertThat(scaler.means()).containsExactly(2, 1002, 7);
    float root = (float) Math.sqrt(0.5);
    assertThat(scaler.deviations()).containsExactly(root, 2 * root, 0);
    CsrMatrix scaled = scaler.apply(table(row(2, 1002, 9), row(4, 1000, 9)));
    assertThat(scaled)
        .isEqualTo(
            CsrMatrix.of(
                2,
                3,
                new int[] {0, 2, 4},
                new int[] {0, 1, 0, 1},
                new float[] {0, 0, 2 / root, -1 / root}));
  }

  @Test
  void zerosCountInMeanAndDeviation() {
    FeatureScaling.Fitted scaler =
        FeatureScaling.STANDARD.fit(
            CsrMatrix.of(4, 1, new int[] {0, 1, 1, 1, 1}, new int[] {0}, new float[] {4}));
    assertThat(scaler.means()).containsExactly(1);
    assertThat(scaler.deviations()).containsExactly((float) Math.sqrt(3));
  }

  @Test
  void wordsAreScaledToRowsOfLengthOneAndRealColumnsAreStandardised() {
    assertThat(chosen(table(row(1, 0, 1), row(1, 1, 1)))).isEqualTo(FeatureScaling.UNIT);
    assertThat(chosen(table(row(2, 0, 0), row(0, 0, 5)))).isEqualTo(FeatureScaling.UNIT);
    assertThat(chosen(table(row(2, 0, 0.5f), row(0, 1, 5)))).isEqualTo(FeatureScaling.STANDARD);
    assertThat(chosen(table(row(0, 0, -1), row(0, 1, 0)))).isEqualTo(FeatureScaling.STANDARD);
    assertThat(chosen(CsrMatrix.identity(5))).isEqualTo(FeatureScaling.UNIT);
  }

  @Test
  void fewNumbersBesideManyCategoriesAreATable() {
    // age, income, and two categories of three values each
    assertThat(
            chosen(
                table(
                    row(43, 52_000, 1, 0, 0, 0, 1, 0),
                    row(21, 18_000, 0, 1, 0, 0, 0, 1),
                    row(67, 0, 0, 0, 1, 1, 0, 0))))
        .isEqualTo(FeatureScaling.STANDARD);
    // a word that all documents have, beside many that few have
    assertThat(
            chosen(
                table(
                    row(2, 1, 1, 0, 0, 0, 0, 1),
                    row(1, 0, 0, 1, 1, 1, 0, 0),
                    row(2, 0, 0, 0, 1, 0, 1, 1))))
        .isEqualTo(FeatureScaling.UNIT);
  }

  private static FeatureScaling chosen(CsrMatrix features) {
    return FeatureScaling.AUTOMATIC.fit(features).scaling();
  }

  private static float[] row(float... values) {
    return values;
  }

  @Test
  void numbersThatAReaderScaledAreLeftAlone() {
    assertThat(chosenOfTable(row(-1, 0, 1), row(1, 1, 0))).isEqualTo(FeatureScaling.NONE);
    assertThat(chosenOfTable(row(0.5f, 0, 1), row(1, 0.25f, 0))).isEqualTo(FeatureScaling.UNIT);
  }

  private static FeatureScaling chosenOfTable(float[]... rows) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < rows.length; i++) {
      builder.addNode(i, rows[i]);
    }
    builder.featureSchema(
        FeatureSchema.ofTable(
            List.of(
                Feature.number("age", 40, 10),
                Feature.number("visits", 0, 8),
                Feature.category("city", "Rome"))));
    return FeatureScaling.AUTOMATIC.fit(builder.build()).scaling();
  }

  @Test
  void partsOfFeaturesAreChosenForTogether() {
    FeatureScaling.Automatic all = new FeatureScaling.Automatic(3, 2, false);
    FeatureScaling.Automatic part = new FeatureScaling.Automatic(3, 2, false);
    all.add(0, 43);
    all.add(1, 1);
    part.add(0, 21);
    assertThat(part.choice()).isEqualTo(FeatureScaling.UNIT); // one of three nodes has a number
    all.add(part);
    assertThat(all.choice()).isEqualTo(FeatureScaling.STANDARD_LOG);
    FeatureScaling.Automatic negative = new FeatureScaling.Automatic(3, 2, false);
    negative.add(1, -1);
    part.add(negative);
    assertThat(part.choice()).isEqualTo(FeatureScaling.STANDARD_LOG);
  }

  @Test
  void columnsWithLongTailsGoThroughALogarithmThatKeepsZerosAndSigns() {
    // beside the mean of 25 the mean square is 2550, more than twice 625
    CsrMatrix training = table(row(1, 1), row(-1, 2), row(0, 3), row(-97, 4), row(1, 5));
    FeatureScaling.Fitted scaler = FeatureScaling.AUTOMATIC.fit(training);
    assertThat(scaler.scaling()).isEqualTo(FeatureScaling.STANDARD_LOG);
    assertThat(scaler.logScales()).containsExactly(4, 0);
    double one = Math.log(4 + Math.sqrt(17));
    double huge = Math.log(388 + Math.sqrt(388 * 388 + 1));
    double mean = (one - huge) / 5;
    double variance = (3 * one * one + huge * huge) / 5 - mean * mean;
    assertThat(scaler.means()[0]).isCloseTo((float) mean, within(1e-6f));
    assertThat(scaler.deviations()[0]).isCloseTo((float) Math.sqrt(variance), within(1e-5f));
    assertThat(scaler.means()[1]).isEqualTo(3);

    CsrMatrix scaled = scaler.apply(table(row(-97, 3), row(0, 3), row(1, 3)));
    double[] shortened = {-huge, 0, one};
    for (int node = 0; node < 3; node++) {
      double expected = (shortened[node] - mean) / Math.sqrt(variance);
      assertThat(scaled.value(scaled.rowStart(node))).isCloseTo((float) expected, within(1e-5f));
    }
  }

  @Test
  void withoutLongTailsNothingGoesThroughALogarithm() {
    CsrMatrix even = table(row(1, 0, -1), row(3, 1, 1), row(2, 1, 0), row(2, 0, 3));
    FeatureScaling.Fitted scaler = FeatureScaling.STANDARD_LOG.fit(even);
    assertThat(scaler.scaling()).isEqualTo(FeatureScaling.STANDARD);
    assertThat(scaler.logScales()).isEmpty();
    assertThat(scaler.apply(even)).isEqualTo(FeatureScaling.STANDARD.apply(even));
  }

  @Test
  void aMatrixThatIsMostlyZeroIsNotMadeDense() {
    CsrMatrix wide =
        CsrMatrix.of(1, 200_000_000, new int[] {0, 1}, new int[] {3}, new float[] {-2});
    assertThat(chosen(wide)).isEqualTo(FeatureScaling.UNIT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureScaling.STANDARD.fit(wide))
        .withMessageContaining("use UNIT");
  }

  @Test
  void aScalerIsWhatItTells() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                FeatureScaling.Fitted.of(
                    FeatureScaling.STANDARD, new float[] {1}, new float[] {-1}))
        .withMessageContaining("deviation -1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> FeatureScaling.Fitted.of(FeatureScaling.ROW, new float[] {1}, new float[] {1}))
        .withMessageContaining("with ROW");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> FeatureScaling.Fitted.of(FeatureScaling.AUTOMATIC, new float[0], new float[0]))
        .withMessageContaining("AUTOMATIC");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureScaling.STANDARD.fit(table(row(1, 2))).apply(table(row(1, 2, 3))))
        .withMessageContaining("2 columns");
  }

  @Test
  void rowsOfStoredZerosStayZero() {
    assertThat(FeatureScaling.ROW.apply(withValues(0, 0, 2))).isEqualTo(withValues(0, 0, 1));
    assertThat(FeatureScaling.BINARY_ROW.apply(withValues(0, 4, 0))).isEqualTo(withValues(0, 1, 0));
  }
}

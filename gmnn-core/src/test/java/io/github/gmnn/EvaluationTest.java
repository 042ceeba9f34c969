package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.training.ValidationMetric;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.nd4j.evaluation.classification.ROC;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class EvaluationTest {
  private static final List<String> CLASSES = List.of("a", "b", "c");

  @Test
  void countsByHandGiveTheMetrics() {
    Evaluation evaluation =
        Evaluation.of(
            "links",
            CLASSES,
            new int[] {0, 0, 1, 1},
            new float[][] {{0.6f, 0.4f, 0}, {0.1f, 0.9f, 0}, {0.2f, 0.8f, 0}, {0, 1, 0}},
            null);
    assertThat(evaluation.precision("a")).isEqualTo(1);
    assertThat(evaluation.recall("a")).isEqualTo(0.5);
    assertThat(evaluation.precision("b")).isEqualTo(2.0 / 3);
    assertThat(evaluation.recall("b")).isEqualTo(1);
    assertThat(evaluation.precision("c")).isZero();
    assertThat(evaluation.recall("c")).isZero();
    assertThat(evaluation.macroPrecision()).isEqualTo((1 + 2.0 / 3) / 3);
    assertThat(evaluation.macroRecall()).isEqualTo(0.5);
    assertThat(evaluation.count("b")).isEqualTo(2);
    assertThat(evaluation.brier()).isCloseTo((0.32 + 1.62 + 0.08 + 0) / 4, offset(1e-6));
    assertThat(evaluation.balancedAccuracy()).as("nothing is of c").isEqualTo(0.75);
    // of a: .6 and .1 before .2 and 0 in three of four pairs; of b: .8 and 1 before .4 and .9
    assertThat(evaluation.rocAuc()).hasValue(0.75);
    // of a: 1 for .6, 2/3 for .1; of b: 1 for 1, 2/3 for .8
    assertThat(evaluation.averagePrecision().getAsDouble()).isCloseTo(5.0 / 6, offset(1e-12));
    assertThat(evaluation.metric(ValidationMetric.ACCURACY)).isEqualTo(0.75);
    assertThat(evaluation.metric(ValidationMetric.BALANCED_ACCURACY)).isEqualTo(0.75);
    assertThat(evaluation.metric(ValidationMetric.ROC_AUC)).isEqualTo(0.75);
    // certain of one, then of .9 (wrong), .8, .6
    assertThat(evaluation.coverage(0.85)).isEqualTo(0.5);
    assertThat(evaluation.accuracy(0.85)).hasValue(0.5);
    assertThat(evaluation.accuracy(1.5)).isEmpty();
    assertThat(evaluation.confidenceFor(1)).hasValue(1);
    assertThat(evaluation.confidenceFor(0.75).getAsDouble()).isCloseTo(0.6, offset(1e-6));
    assertThat(evaluation.confidenceFor(0.7).getAsDouble()).isCloseTo(0.6, offset(1e-6));
    assertThat(evaluation)
        .hasToString(
            """
            accuracy 0.7500, balanced accuracy 0.7500, macro-F1 0.4889, log-loss 0.7591, Brier \
            score 0.5050, calibration error 0.3750, ROC-AUC 0.7500, average precision 0.8333 over \
            4 links

            class       precision  recall      F1  links
            a              1.0000  0.5000  0.6667      2
            b              0.6667  1.0000  0.8000      2
            c              0.0000  0.0000  0.0000      0
            macro mean     0.5556  0.5000  0.4889      4

            true \\ predicted  a  b  c
            a                 1  1  0
            b                 0  2  0
            c                 0  0  0
            """);
    assertThat(evaluation.accuracy()).isEqualTo(0.75);
    assertThat(evaluation.microF1()).isEqualTo(0.75);
    assertThat(evaluation.f1("a")).isEqualTo(2.0 / 3);
    assertThat(evaluation.f1("b")).isEqualTo(0.8);
    assertThat(evaluation.f1("c")).isZero();
    assertThat(evaluation.macroF1()).isEqualTo((2.0 / 3 + 0.8) / 3);
    assertThat(evaluation.confusion("a", "b")).isEqualTo(1);
    assertThat(evaluation.logLoss())
        .isCloseTo(-(Math.log(0.6) + Math.log(0.1) + Math.log(0.8)) / 4, offset(1e-6));
    // bins of 1/15: .6 right; .9 wrong; .8 right; 1 right: gaps .4, .9, .2, 0 in separate bins
    assertThat(evaluation.calibrationError()).isCloseTo((0.4 + 0.9 + 0.2) / 4, offset(1e-6));
  }

  @Test
  void agreesWithNd4jOnRandomPredictions() {
    RandomStream random = RandomStream.of(1);
    int n = 500;
    int[] truth = new int[n];
    float[][] distributions = new float[n][3];
    INDArray labels = Nd4j.zeros(n, 3);
    INDArray predictions = Nd4j.zeros(n, 3);
    for (int i = 0; i < n; i++) {
      truth[i] = random.nextInt(3);
      labels.putScalar(i, truth[i], 1);
      float sum = 0;
      for (int c = 0; c < 3; c++) {
        distributions[i][c] = (float) random.nextDouble() + (truth[i] == c ? 0.4f : 0);
        sum += distributions[i][c];
      }
      for (int c = 0; c < 3; c++) {
        distributions[i][c] /= sum;
        predictions.putScalar(i, c, distributions[i][c]);
      }
    }
    var nd4j = new org.nd4j.evaluation.classification.Evaluation(3);
    nd4j.eval(labels, predictions);
    Evaluation ours = Evaluation.of("nodes", CLASSES, truth, distributions, null);
    assertThat(ours.accuracy()).isCloseTo(nd4j.accuracy(), offset(1e-9));
    for (int c = 0; c < 3; c++) {
      assertThat(ours.f1(CLASSES.get(c))).isCloseTo(nd4j.f1(c), offset(1e-9));
      ROC roc = new ROC(0);
      roc.eval(labels.getColumn(c, true), predictions.getColumn(c, true));
      assertThat(ours.rocAuc(CLASSES.get(c)).getAsDouble())
          .isCloseTo(roc.calculateAUC(), offset(1e-6));
      // ND4J joins the points by straight lines, average precision by steps
      assertThat(ours.prAuc(CLASSES.get(c)).getAsDouble())
          .isCloseTo(roc.calculateAUCPR(), offset(0.01));
    }
  }

  @Test
  void tiedScoresCountHalfInTheRocArea() {
    float[][] equal = {{0.5f, 0.5f, 0}, {0.5f, 0.5f, 0}, {0.5f, 0.5f, 0}};
    Evaluation evaluation = Evaluation.of("nodes", CLASSES, new int[] {0, 1, 1}, equal, null);
    assertThat(evaluation.rocAuc("a")).hasValue(0.5);
    assertThat(evaluation.prAuc("b").getAsDouble()).isCloseTo(2.0 / 3, offset(1e-9));
    assertThat(evaluation.rocAuc("c")).isEmpty();
    assertThat(evaluation.prAuc("c")).isEmpty();
  }

  @Test
  void unknownNodesAndClassesAreNamed() {
    GmnnModel<Integer> model =
        SmallCitations.trainer().emIterations(0).fit(SmallCitations.DATA.graph());
    Integer key = model.keys().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.evaluate(Map.of(key, "no such class")))
        .withMessageContaining("no such class");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.evaluate(Map.of(-7, model.classes().get(0))))
        .withMessageContaining("'-7'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.evaluate(Map.of()))
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(key).probability("no such class"))
        .withMessageContaining("no such class");
  }
}

package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Score;
import org.junit.jupiter.api.Test;

class ValidationTest {
  private static final Graph<String> GRAPH =
      TextGraphs.parse("a[X] b[Y] v[X]? w[Y]? u[Y]? a-v b-w a-u");

  private static DenseMatrix logits(float... values) {
    return DenseMatrix.wrap(5, 2, values);
  }

  @Test
  void logitsAreRankedByTheProbabilityTheyMean() {
    // v has the smallest logit of its own class, and the highest probability of it
    DenseMatrix logits = logits(0, 0, 0, 0, -3, -9, 5, 6, 4, 8);
    Score score = validation(ValidationMetric.ROC_AUC).of(rows -> logits, true);
    assertThat(score.metric()).isEqualTo(1);
    double loss = Math.log1p(Math.exp(-6)) + Math.log1p(Math.exp(-1)) + Math.log1p(Math.exp(-4));
    assertThat(score.loss()).isCloseTo(loss / 3, offset(1e-6));
    assertThat(validation(ValidationMetric.AVERAGE_PRECISION).of(rows -> logits, false).metric())
        .isEqualTo(1);
  }

  @Test
  void ranksTellApartWhatLabelsDoNot() {
    // all are called Y, and v, the one X, is the least sure
    DenseMatrix logits = logits(0, 0, 0, 0, 1, 2, 0, 2, 0, 3);
    assertThat(validation(ValidationMetric.ACCURACY).of(rows -> logits, false).metric())
        .isCloseTo(2.0 / 3, offset(1e-12));
    assertThat(validation(ValidationMetric.BALANCED_ACCURACY).of(rows -> logits, false).metric())
        .isEqualTo(0.5);
    assertThat(validation(ValidationMetric.ROC_AUC).of(rows -> logits, false).metric())
        .isEqualTo(1);
  }

  @Test
  void distributionsAreRankedAsTheyAre() {
    DenseMatrix rows = logits(1, 0, 1, 0, 0.3f, 0.7f, 0.4f, 0.6f, 0.2f, 0.8f);
    assertThat(validation(ValidationMetric.ROC_AUC).metric(rows)).isEqualTo(0.5);
  }

  @Test
  void withoutValidationNodesThereIsNoScore() {
    Validation none = new Validation(TextGraphs.parse("a[X] b[Y] a-b"), ValidationMetric.ROC_AUC);
    assertThat(none.of(rows -> logits(), true)).isNull();
    assertThat(none.metric(DenseMatrix.zeros(2, 2))).isNaN();
  }

  private static Validation validation(ValidationMetric metric) {
    return new Validation(GRAPH, metric);
  }
}

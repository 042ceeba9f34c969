package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SoftmaxTest {
  private static final int NODES = 6;
  private static final int CLASSES = 4;
  private final DenseMatrix logits = Naive.matrix(NODES, CLASSES, 1);

  @Test
  void softmaxIsTheShareOfTheExponentials() {
    DenseMatrix thirds = DenseMatrix.wrap(2, 2, new float[] {0f, (float) Math.log(2), 7f, 7f});
    Dense.softmax(thirds, 1, thirds);
    assertThat(thirds.data())
        .containsExactly(new float[] {1 / 3f, 2 / 3f, 0.5f, 0.5f}, within(1e-6f));
  }

  @Test
  void logitsBeyondTheRangeOfExponentialsStayFinite() {
    DenseMatrix extreme = DenseMatrix.wrap(1, 3, new float[] {1000f, 0f, -1000f});
    DenseMatrix out = DenseMatrix.zeros(1, 3);
    Dense.softmax(extreme, 1, out);
    assertThat(out.data()).containsExactly(1f, 0f, 0f);
    Dense.logSoftmax(extreme, out);
    assertThat(out.data()).containsExactly(0f, -1000f, -2000f);
  }

  @Test
  void softmaxAndItsLogarithmAgreeAndSumToOne() {
    DenseMatrix probabilities = DenseMatrix.zeros(NODES, CLASSES);
    DenseMatrix logarithms = DenseMatrix.zeros(NODES, CLASSES);
    Dense.softmax(logits, 1, probabilities);
    Dense.logSoftmax(logits, logarithms);
    for (int row = 0; row < NODES; row++) {
      double sum = 0;
      for (int c = 0; c < CLASSES; c++) {
        sum += probabilities.get(row, c);
        assertThat(Math.log(probabilities.get(row, c)))
            .isCloseTo(logarithms.get(row, c), within(1e-5));
      }
      assertThat(sum).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void lowTemperatureSharpensTheSoftmax() {
    DenseMatrix cold = DenseMatrix.zeros(NODES, CLASSES);
    DenseMatrix scaled = logits.copy();
    Dense.softmax(logits, 0.1, cold);
    for (int i = 0; i < scaled.data().length; i++) {
      scaled.data()[i] *= 10;
    }
    Dense.softmax(scaled, 1, scaled);
    for (int i = 0; i < cold.data().length; i++) {
      assertThat(cold.data()[i]).isCloseTo(scaled.data()[i], within(1e-5f));
    }
  }
}

package io.github.gmnn.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ApproximationStrategy} must hold to. A strategy of your own is checked by five
 * lines:
 *
 * <pre>{@code
 * class MyStrategyTest extends ApproximationStrategyContract {
 *   @Override
 *   protected ApproximationStrategy strategy() {
 *     return new MyStrategy();
 *   }
 * }
 * }</pre>
 */
public abstract class ApproximationStrategyContract {
  private static final int NODES = 200;
  private static final int CLASSES = 5;

  /** For subclasses. */
  protected ApproximationStrategyContract() {}

  /** Returns the strategy to check. */
  protected abstract ApproximationStrategy strategy();

  @Test
  void everyRowOfEveryAnnotationIsADistributionOverTheClasses() {
    List<DenseMatrix> annotations = strategy().annotate(logits(), RandomStream.of(7));
    assertThat(annotations).isNotEmpty();
    for (DenseMatrix annotation : annotations) {
      assertThat(annotation.rows()).isEqualTo(NODES);
      assertThat(annotation.columns()).isEqualTo(CLASSES);
      for (int row = 0; row < NODES; row++) {
        float sum = 0;
        for (int c = 0; c < CLASSES; c++) {
          assertThat(annotation.get(row, c)).isBetween(0f, 1f);
          sum += annotation.get(row, c);
        }
        assertThat(sum).isCloseTo(1f, offset(1e-5f));
      }
    }
  }

  @Test
  void equalRandomnessGivesEqualAnnotations() {
    List<DenseMatrix> once = strategy().annotate(logits(), RandomStream.of(7));
    List<DenseMatrix> again = strategy().annotate(logits(), RandomStream.of(7));
    assertThat(again).hasSameSizeAs(once);
    for (int s = 0; s < once.size(); s++) {
      assertThat(again.get(s).data()).isEqualTo(once.get(s).data());
    }
  }

  @Test
  void theLogitsAreLeftAsTheyWere() {
    DenseMatrix logits = logits();
    strategy().annotate(logits, RandomStream.of(7));
    assertThat(logits.data()).isEqualTo(logits().data());
  }

  @Test
  void aLabelThatQIsSureOfIsTheAnnotation() {
    DenseMatrix sure = DenseMatrix.zeros(NODES, CLASSES);
    for (int row = 0; row < NODES; row++) {
      sure.set(row, row % CLASSES, 60f);
    }
    for (DenseMatrix annotation : strategy().annotate(sure, RandomStream.of(7))) {
      for (int row = 0; row < NODES; row++) {
        assertThat(annotation.get(row, row % CLASSES)).isGreaterThan(0.99f);
      }
    }
  }

  @Test
  void extremeLogitsStayFinite() {
    DenseMatrix extreme = DenseMatrix.zeros(2, 3);
    extreme.set(0, 0, 1e30f);
    extreme.set(1, 2, -1e30f);
    for (DenseMatrix annotation : strategy().annotate(extreme, RandomStream.of(7))) {
      for (float value : annotation.data()) {
        assertThat(value).isFinite();
      }
    }
  }

  private static DenseMatrix logits() {
    DenseMatrix logits = DenseMatrix.zeros(NODES, CLASSES);
    RandomStream random = RandomStream.of(3);
    for (int i = 0; i < logits.data().length; i++) {
      logits.data()[i] = (float) (6 * random.nextDouble() - 3);
    }
    return logits;
  }
}

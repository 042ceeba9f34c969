package io.github.gmnn.approximation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.testing.ApproximationStrategyContract;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ApproximationsTest {
  @Nested
  class SingleSample extends ApproximationStrategyContract {
    @Override
    protected ApproximationStrategy strategy() {
      return Approximations.singleSample();
    }

    @Test
    void labelsAreDrawnAsOftenAsTheyAreLikely() {
      assertThat(shareOfSecondClass(strategy())).isCloseTo(0.75, offset(0.01));
    }

    @Test
    void everyOneOfThreeLabelsIsDrawnAsOftenAsItIsLikely() {
      int nodes = 20_000;
      DenseMatrix logits = DenseMatrix.zeros(nodes, 3);
      for (int row = 0; row < nodes; row++) {
        logits.set(row, 0, (float) Math.log(2)); // 1/2, 1/4, 1/4
      }
      DenseMatrix labels = strategy().annotate(logits, RandomStream.of(5)).get(0);
      double[] shares = new double[3];
      for (int i = 0; i < labels.data().length; i++) {
        shares[i % 3] += labels.data()[i] / nodes;
      }
      assertThat(shares).containsExactly(new double[] {0.5, 0.25, 0.25}, offset(0.01));
    }
  }

  @Nested
  class MultiSample extends ApproximationStrategyContract {
    @Override
    protected ApproximationStrategy strategy() {
      return Approximations.multiSample(10);
    }

    @Test
    void asManyDifferentAnnotationsAreDrawnAsAskedFor() {
      List<DenseMatrix> samples = strategy().annotate(unsure(100), RandomStream.of(1));
      assertThat(samples).hasSize(10);
      assertThat(samples.get(0).data()).isNotEqualTo(samples.get(1).data());
    }
  }

  @Nested
  class Annealing extends ApproximationStrategyContract {
    @Override
    protected ApproximationStrategy strategy() {
      return Approximations.annealing(0.1);
    }

    @Test
    void aLowTemperatureDrawsTheLikeliestLabelFarMoreOften() {
      // odds of 3 : 1 become 3^10 : 1
      assertThat(shareOfSecondClass(strategy())).isGreaterThan(0.9999);
    }
  }

  @Nested
  class MaxPooling extends ApproximationStrategyContract {
    @Override
    protected ApproximationStrategy strategy() {
      return Approximations.maxPooling();
    }

    @Test
    void theLikeliestLabelIsTaken() {
      assertThat(shareOfSecondClass(strategy())).isEqualTo(1);
    }

    @Test
    void theLikeliestLabelOfEachNodeIsTaken() {
      DenseMatrix logits = DenseMatrix.wrap(3, 2, new float[] {0, 1, 5, 2, -3, -2});
      assertThat(strategy().annotate(logits, RandomStream.of(1)).get(0).data())
          .containsExactly(0, 1, 1, 0, 0, 1);
    }
  }

  @Nested
  class MeanPooling extends ApproximationStrategyContract {
    @Override
    protected ApproximationStrategy strategy() {
      return Approximations.meanPooling();
    }

    @Test
    void theDistributionItselfIsTheAnnotation() {
      DenseMatrix annotation = strategy().annotate(unsure(1), RandomStream.of(1)).get(0);
      assertThat(annotation.get(0, 0)).isCloseTo(0.25f, offset(1e-6f));
      assertThat(annotation.get(0, 1)).isCloseTo(0.75f, offset(1e-6f));
    }

    @Test
    void aLowTemperatureSharpensIt() {
      // odds of 3 : 1 become 3^2 : 1
      DenseMatrix annotation =
          Approximations.meanPooling(0.5).annotate(unsure(1), RandomStream.of(1)).get(0);
      assertThat(annotation.get(0, 0)).isCloseTo(0.1f, offset(1e-6f));
      assertThat(annotation.get(0, 1)).isCloseTo(0.9f, offset(1e-6f));
    }
  }

  @Test
  void impossibleSettingsAreRefusedWithTheirValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Approximations.annealing(0))
        .withMessageContaining("temperature")
        .withMessageContaining("0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Approximations.meanPooling(Double.NaN))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Approximations.multiSample(0))
        .withMessageContaining("at least 1, got 0");
  }

  /** Two classes with probabilities 1/4 and 3/4. */
  private static DenseMatrix unsure(int nodes) {
    DenseMatrix logits = DenseMatrix.zeros(nodes, 2);
    for (int row = 0; row < nodes; row++) {
      logits.set(row, 1, (float) Math.log(3));
    }
    return logits;
  }

  private static double shareOfSecondClass(ApproximationStrategy strategy) {
    int nodes = 20_000;
    DenseMatrix annotation = strategy.annotate(unsure(nodes), RandomStream.of(5)).get(0);
    double sum = 0;
    for (int row = 0; row < nodes; row++) {
      sum += annotation.get(row, 1);
    }
    return sum / nodes;
  }
}

package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.StepMean;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;

class StepMeanTest {
  @Test
  void itIsTheMeanOfTheStepsWhateverBufferTheInputIsIn() {
    Adjacency edges = RandomInputs.graph(12, 2, RandomStream.of(1));
    for (int steps = 0; steps < 4; steps++) {
      StepMean mean = new StepMean(edges, steps, 2, Workers.sequential());
      RandomStream random = RandomStream.of(2);
      for (int i = 0; i < 24; i++) {
        mean.input().data()[i] = (float) random.nextDouble();
      }
      DenseMatrix expected = naive(edges, steps, naive(edges, steps, mean.input().copy()));
      DenseMatrix twice = mean.mean(mean.mean(mean.input()));
      for (int i = 0; i < 24; i++) {
        assertThat(twice.data()[i]).isCloseTo(expected.data()[i], within(1e-6f));
      }
    }
  }

  private static DenseMatrix naive(Adjacency edges, int steps, DenseMatrix in) {
    DenseMatrix sum = in.copy();
    DenseMatrix power = in;
    for (int k = 0; k < steps; k++) {
      DenseMatrix next = DenseMatrix.zeros(in.rows(), in.columns());
      edges.normalized().apply(power, next, Workers.sequential());
      power = next;
      for (int i = 0; i < sum.data().length; i++) {
        sum.data()[i] += power.data()[i];
      }
    }
    for (int i = 0; i < sum.data().length; i++) {
      sum.data()[i] /= steps + 1;
    }
    return sum;
  }

  @Test
  void manyColumnsGoInBlocks() {
    Adjacency edges = RandomInputs.graph(12, 2, RandomStream.of(1));
    assertThat(new StepMean(edges, 1, 100, Workers.sequential()).block()).isEqualTo(64);
    assertThat(new StepMean(edges, 1, 7, Workers.sequential()).block()).isEqualTo(7);
  }

  @Test
  void meansAreThoseOfTheFirstColumns() {
    DenseMatrix matrix = DenseMatrix.wrap(2, 3, new float[] {1, 2, 3, 5, 4, 9});
    assertThat(StepMean.columnMeans(matrix, 2)).containsExactly(3, 3);
  }
}

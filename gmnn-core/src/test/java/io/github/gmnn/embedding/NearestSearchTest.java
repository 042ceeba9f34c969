package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.testing.RandomInputs;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestSearchTest {
  /** More than two blocks, with many rows that point in nearly the same direction. */
  private static DenseMatrix vectors() {
    DenseMatrix vectors = RandomInputs.dense(20_000, 7, -1, 1, RandomStream.of(1));
    for (int row = 0; row < vectors.rows(); row += 3) {
      for (int j = 0; j < 7; j++) {
        vectors.set(row, j, 1 + 1e-6f * vectors.get(row, j));
      }
    }
    for (int j = 0; j < 7; j++) {
      vectors.set(500, j, 0f);
      vectors.set(9_001, j, vectors.get(9_000, j)); // of equal ones the first comes first
    }
    return vectors;
  }

  /** Naive twin: every cosine in double, sorted. */
  private static List<NearestSearch.Candidate> naive(DenseMatrix vectors, float[] query, int but) {
    return IntStream.range(0, vectors.rows())
        .filter(row -> row != but)
        .mapToObj(
            row -> {
              double product = 0;
              double left = 0;
              double right = 0;
              for (int j = 0; j < query.length; j++) {
                product += (double) query[j] * vectors.get(row, j);
                left += (double) query[j] * query[j];
                right += (double) vectors.get(row, j) * vectors.get(row, j);
              }
              double length = Math.sqrt(left) * Math.sqrt(right);
              return new NearestSearch.Candidate(row, length == 0 ? 0 : product / length);
            })
        .sorted(
            Comparator.comparingDouble(NearestSearch.Candidate::similarity)
                .reversed()
                .thenComparing(NearestSearch.Candidate::row))
        .toList();
  }

  @Test
  void itFindsWhatComparingAllInDoublePrecisionFinds() {
    DenseMatrix vectors = vectors();
    NearestSearch search = new NearestSearch(vectors);
    for (int row : new int[] {0, 1, 9_000, 500, 19_999}) {
      float[] query = new float[7];
      System.arraycopy(vectors.data(), 7 * row, query, 0, 7);
      List<NearestSearch.Candidate> expected = naive(vectors, query, row);
      for (int threads : new int[] {1, 3}) {
        assertThat(search.find(query, 50, row, Workers.of(threads)))
            .isEqualTo(expected.subList(0, 50));
      }
    }
  }

  @Test
  void numbersTooLargeForSinglePrecisionAreComparedAllTheSame() {
    DenseMatrix vectors = DenseMatrix.wrap(3, 2, new float[] {3e38f, 3e38f, -3e38f, 1, 3e38f, 1});
    List<NearestSearch.Candidate> found =
        new NearestSearch(vectors).find(new float[] {3e38f, 1}, 1, -1, Workers.sequential());
    assertThat(found).extracting(NearestSearch.Candidate::row).containsExactly(2);
  }
}

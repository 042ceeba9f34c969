package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlaneMapTest {
  private static final RandomStream RANDOM = RandomStream.of(1);

  /** Groups of vectors around directions that have nothing in common. */
  private static DenseMatrix groups(int groups, int size, int width) {
    DenseMatrix vectors = RandomInputs.dense(groups * size, width, -1, 1, RandomStream.of(5));
    for (int i = 0; i < vectors.rows(); i++) {
      vectors.set(i, i % groups, 6 + vectors.get(i, i % groups));
    }
    return vectors;
  }

  /** The share of points whose nearest point on the map is of their group. */
  private static double agreement(DenseMatrix map, int groups) {
    int agree = 0;
    for (int i = 0; i < map.rows(); i += 7) {
      int nearest = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < map.rows(); j++) {
        double distance = Math.hypot(map.get(i, 0) - map.get(j, 0), map.get(i, 1) - map.get(j, 1));
        if (j != i && distance < least) {
          least = distance;
          nearest = j;
        }
      }
      agree += nearest % groups == i % groups ? 1 : 0;
    }
    return agree / Math.ceil(map.rows() / 7.0);
  }

  @Test
  void groupsOfVectorsAreGroupsOnTheMap() {
    DenseMatrix map = PlaneMap.of(groups(5, 80, 40), RANDOM, Workers.sequential());
    assertThat(map.columns()).isEqualTo(2);
    assertThat(agreement(map, 5)).isGreaterThan(0.98);
  }

  @Test
  void aLargeMapComparesCellsAlone() {
    DenseMatrix vectors = groups(10, PlaneMap.EXACT_UP_TO / 10 + 1, 12);
    DenseMatrix map = PlaneMap.of(vectors, RANDOM, Workers.of(2));
    assertThat(agreement(map, 10)).isGreaterThan(0.95);
  }

  @Test
  void theSameSeedGivesTheSameMapWhateverTheThreads() {
    DenseMatrix vectors = groups(3, 200, 40);
    float[] once = PlaneMap.of(vectors, RANDOM, Workers.sequential()).data();
    assertThat(PlaneMap.of(vectors, RANDOM, Workers.of(3)).data()).isEqualTo(once);
    assertThat(PlaneMap.of(vectors, RandomStream.of(2), Workers.of(3)).data()).isNotEqualTo(once);
  }

  @Test
  void fewOrEqualVectorsHaveAMapToo() {
    for (int count = 1; count < 6; count++) {
      DenseMatrix zeros = DenseMatrix.zeros(count, 3);
      for (float value : PlaneMap.of(zeros, RANDOM, Workers.sequential()).data()) {
        assertThat(value).isFinite();
      }
    }
  }

  @Test
  void embeddingsGiveTheirKeysToTheMap() {
    DenseMatrix vectors = groups(3, 20, 5);
    List<Integer> keys = IntStream.range(100, 160).boxed().toList();
    NodeEmbeddings<Integer> map = NodeEmbeddings.of(keys, vectors).toPlane(4);
    assertThat(map.keys()).isEqualTo(keys);
    assertThat(map.dimensions()).isEqualTo(2);
    assertThat(map.matrix().data())
        .isEqualTo(NodeEmbeddings.of(keys, vectors).toPlane(4).matrix().data());
  }
}

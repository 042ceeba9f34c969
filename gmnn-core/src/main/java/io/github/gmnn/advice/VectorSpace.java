package io.github.gmnn.advice;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes' vectors, centred and of unit length, and what can be known of them before any label:
 * how dense each node's surroundings are, and what each would cover. Immutable.
 *
 * <p>Costs nodes · {@link #MOST_COMPARED} · dimensions multiply-adds and nodes · {@link
 * #MOST_COVERED} floats; both sizes fall with more than some 20,000 and 40,000 nodes.
 */
final class VectorSpace {
  /** Nodes whose cover counts. */
  static final int MOST_COVERED = 1_500;

  /** Nodes among which the nearest are looked for. */
  static final int MOST_COMPARED = 4_096;

  private static final int NEAREST = 20;
  private static final int BLOCK = 64;
  private static final long MOST_COVER_VALUES = 1L << 26;
  private static final long MOST_COMPARISONS = 100_000_000;
  private static final int FEWEST = 64;

  private final DenseMatrix vectors;
  private final int covered;
  private final float[] cover;
  private final float[] density;

  private VectorSpace(DenseMatrix vectors, int covered) {
    this.vectors = vectors;
    this.covered = covered;
    this.cover = new float[vectors.rows() * covered];
    this.density = new float[vectors.rows()];
  }

  /**
   * Looks at vectors.
   *
   * @param vectors a row for each node; taken over and changed
   * @param random draws the nodes that stand for all
   */
  static VectorSpace of(DenseMatrix vectors, RandomStream random, Workers workers) {
    unitRows(vectors);
    int nodes = vectors.rows();
    int compared = (int) sample(nodes, MOST_COMPARED, MOST_COMPARISONS);
    int covered = (int) Math.min(compared, sample(nodes, MOST_COVERED, MOST_COVER_VALUES));
    VectorSpace space = new VectorSpace(vectors, covered);
    int[] targets = Arrays.copyOf(shuffled(nodes, random), compared);
    space.compare(targets, workers);
    return space;
  }

  /** Centres vectors and scales them to unit length, in place. */
  static DenseMatrix unitRows(DenseMatrix vectors) {
    centre(vectors);
    scaleToUnitLength(vectors);
    return vectors;
  }

  private static long sample(int nodes, int most, long product) {
    return Math.min(nodes, Math.max(FEWEST, Math.min(most, product / nodes)));
  }

  private static int[] shuffled(int count, RandomStream random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  static void centre(DenseMatrix vectors) {
    int columns = vectors.columns();
    double[] mean = new double[columns];
    for (int i = 0; i < vectors.rows(); i++) {
      for (int j = 0; j < columns; j++) {
        mean[j] += vectors.get(i, j);
      }
    }
    for (int i = 0; i < vectors.rows(); i++) {
      for (int j = 0; j < columns; j++) {
        vectors.set(i, j, (float) (vectors.get(i, j) - mean[j] / vectors.rows()));
      }
    }
  }

  private static void scaleToUnitLength(DenseMatrix vectors) {
    for (int i = 0; i < vectors.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < vectors.columns(); j++) {
        sum += (double) vectors.get(i, j) * vectors.get(i, j);
      }
      float scale = sum > 0 ? (float) (1 / Math.sqrt(sum)) : 0;
      for (int j = 0; j < vectors.columns(); j++) {
        vectors.set(i, j, vectors.get(i, j) * scale);
      }
    }
  }

  private void compare(int[] targets, Workers workers) {
    DenseMatrix of = rows(targets, 0, targets.length);
    int[] targetOf = new int[nodes()];
    Arrays.fill(targetOf, -1);
    for (int t = 0; t < targets.length; t++) {
      targetOf[targets[t]] = t;
    }
    int blocks = (nodes() + BLOCK - 1) / BLOCK;
    workers.forRows(
        blocks,
        (long) BLOCK * targets.length * vectors.columns(),
        (from, to) -> {
          for (int block = from; block < to; block++) {
            compareBlock(block * BLOCK, Math.min(nodes(), (block + 1) * BLOCK), of, targetOf);
          }
        });
  }

  private void compareBlock(int from, int to, DenseMatrix targets, int[] targetOf) {
    DenseMatrix cosines = DenseMatrix.zeros(to - from, targets.rows());
    Dense.multiplyTransposedRight(rows(null, from, to), targets, cosines, Workers.sequential());
    float[] nearest = new float[NEAREST];
    for (int node = from; node < to; node++) {
      int start = (node - from) * targets.rows();
      for (int t = 0; t < covered; t++) {
        float positive = Math.max(0, cosines.data()[start + t]);
        cover[node * covered + t] = positive * positive;
      }
      density[node] = meanOfNearest(cosines.data(), start, targets.rows(), targetOf[node], nearest);
    }
  }

  /** The mean of the largest, the node's own left out; {@code largest} is kept ascending. */
  private static float meanOfNearest(
      float[] cosines, int start, int count, int own, float[] largest) {
    int kept = 0;
    for (int t = 0; t < count; t++) {
      float value = cosines[start + t];
      if (t == own || kept == largest.length && value <= largest[0]) {
        continue;
      }
      int place;
      if (kept < largest.length) {
        for (place = kept++; place > 0 && largest[place - 1] > value; place--) {
          largest[place] = largest[place - 1];
        }
      } else {
        for (place = 0; place + 1 < kept && largest[place + 1] < value; place++) {
          largest[place] = largest[place + 1];
        }
      }
      largest[place] = value;
    }
    double sum = 0;
    for (int i = 0; i < kept; i++) {
      sum += largest[i];
    }
    return kept == 0 ? 0 : (float) (sum / kept);
  }

  /** A copy of some rows: those listed, or a range of all where there is no list. */
  private DenseMatrix rows(int @Nullable [] listed, int from, int to) {
    int columns = vectors.columns();
    DenseMatrix copy = DenseMatrix.zeros(to - from, columns);
    for (int i = from; i < to; i++) {
      int row = listed == null ? i : listed[i];
      System.arraycopy(vectors.data(), row * columns, copy.data(), (i - from) * columns, columns);
    }
    return copy;
  }

  int nodes() {
    return vectors.rows();
  }

  /** How many nodes the cover is counted on. */
  int covered() {
    return covered;
  }

  /** The mean cosine to the nearest nodes. */
  double density(int node) {
    return density[node];
  }

  double cosine(int node, int other) {
    int columns = vectors.columns();
    float[] data = vectors.data();
    float sum = 0;
    for (int j = 0; j < columns; j++) {
      sum += data[node * columns + j] * data[other * columns + j];
    }
    return sum;
  }

  /** Raises each node's highest cosine to a labelled node by those to one more. */
  void raise(float[] highest, int labelled) {
    DenseMatrix column = DenseMatrix.zeros(nodes(), 1);
    Dense.multiplyTransposedRight(
        vectors, rows(null, labelled, labelled + 1), column, Workers.sequential());
    for (int node = 0; node < highest.length; node++) {
      highest[node] = Math.max(highest[node], column.data()[node]);
    }
  }

  /** Raises how well each of the nodes that count is covered by what one more node covers. */
  void cover(float[] best, int labelled) {
    for (int t = 0; t < covered; t++) {
      best[t] = Math.max(best[t], cover[labelled * covered + t]);
    }
  }

  /** How much better all are covered with one more node. */
  double gain(float[] best, int node) {
    int start = node * covered;
    float sum = 0;
    for (int t = 0; t < covered; t++) {
      sum += Math.max(0, cover[start + t] - best[t]);
    }
    return sum;
  }
}

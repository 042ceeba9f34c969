package io.github.gmnn.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;

/**
 * A map of vectors in the plane that keeps who is near whom, after McInnes et al., "UMAP" (2018):
 * vectors are taken to their principal components, each is joined with its nearest ones, and points
 * are drawn along these joints and pushed away from random others. Forces are those of t-SNE's
 * kernel, 1 / (1 + d²), which needs no powers.
 *
 * <p>The nearest vectors are found exactly up to {@value #EXACT_UP_TO}; above, among those of the
 * nearest cells. The same vectors and seed give the same map, whatever the threads: points are
 * moved by one thread, one joint after the other.
 */
final class PlaneMap {
  static final int EXACT_UP_TO = 25_000;

  private static final int COMPONENTS = 32;
  private static final int ROUNDS = 12;
  private static final int NEIGHBORS = 15;
  private static final int NEGATIVES = 5;
  private static final int EPOCHS = 200;
  private static final int EPOCHS_OF_FEW = 500;
  private static final int FEW = 5_000;
  private static final float SPREAD = 10f;
  private static final float LONGEST_STEP = 4f;
  private static final int ROWS_PER_BLOCK = 256;
  private static final int CELL = 1_000;
  private static final int CELLS_SEARCHED = 6;

  private final int count;
  private final int neighbors;
  private final DenseMatrix components;
  private final RandomStream random;
  private final Workers workers;
  private final int[] nearest;
  private final float[] distances;

  private PlaneMap(DenseMatrix vectors, RandomStream random, Workers workers) {
    this.count = vectors.rows();
    this.neighbors = Math.min(NEIGHBORS, count - 1);
    this.random = random;
    this.workers = workers;
    this.components = components(centered(vectors), random.derive("components"), workers);
    this.nearest = new int[count * neighbors];
    this.distances = new float[count * neighbors];
  }

  /**
   * Maps the rows of a matrix.
   *
   * @param vectors a row for each point
   * @return a row of two coordinates for each
   */
  static DenseMatrix of(DenseMatrix vectors, RandomStream random, Workers workers) {
    if (vectors.rows() < 3) {
      DenseMatrix few = DenseMatrix.zeros(vectors.rows(), 2);
      few.data()[few.data().length - 1] = vectors.rows() - 1f;
      return few;
    }
    PlaneMap map = new PlaneMap(vectors, random, workers);
    if (map.count <= EXACT_UP_TO) {
      map.findNearest();
    } else {
      map.findNearestInCells();
    }
    return map.lay();
  }

  /** Rows of length one, so that distances are those of directions, less their mean. */
  private static DenseMatrix centered(DenseMatrix vectors) {
    DenseMatrix result = vectors.copy();
    float[] data = result.data();
    int width = result.columns();
    double[] means = new double[width];
    for (int start = 0; start < data.length; start += width) {
      double sum = 0;
      for (int j = start; j < start + width; j++) {
        sum += (double) data[j] * data[j];
      }
      float scale = sum == 0 ? 0f : (float) (1 / Math.sqrt(sum));
      for (int j = 0; j < width; j++) {
        data[start + j] *= scale;
        means[j] += data[start + j];
      }
    }
    for (int i = 0; i < data.length; i++) {
      data[i] -= (float) (means[i % width] / result.rows());
    }
    return result;
  }

  /** The first principal components, by orthogonal iteration on the covariance. */
  private static DenseMatrix components(DenseMatrix rows, RandomStream random, Workers workers) {
    int width = rows.columns();
    int kept = Math.min(COMPONENTS, width);
    DenseMatrix covariance = DenseMatrix.zeros(width, width);
    Dense.multiplyTransposedLeft(rows, rows, covariance, workers);
    DenseMatrix basis = DenseMatrix.zeros(width, kept);
    for (int i = 0; i < basis.data().length; i++) {
      basis.data()[i] = (float) (random.nextDouble() - 0.5);
    }
    DenseMatrix product = DenseMatrix.zeros(width, kept);
    Dense.orthonormalize(basis);
    for (int round = 0; round < ROUNDS; round++) {
      Dense.multiply(covariance, basis, product, workers);
      System.arraycopy(product.data(), 0, basis.data(), 0, product.data().length);
      Dense.orthonormalize(basis);
    }
    DenseMatrix result = DenseMatrix.zeros(rows.rows(), kept);
    Dense.multiply(rows, basis, result, workers);
    return result;
  }

  private static float[] squares(DenseMatrix rows) {
    float[] squares = new float[rows.rows()];
    for (int i = 0; i < rows.data().length; i++) {
      squares[i / rows.columns()] += rows.data()[i] * rows.data()[i];
    }
    return squares;
  }

  /**
   * Compares points with those of the cells around them. A cell is a random point with all to which
   * no other such point is nearer.
   */
  private void findNearestInCells() {
    int cells = (count + CELL - 1) / CELL;
    DenseMatrix centers = DenseMatrix.zeros(cells, components.columns());
    RandomStream drawn = random.derive("cells");
    for (int cell = 0; cell < cells; cell++) {
      copyRow(components, drawn.nextInt(count), centers, cell);
    }
    float[] squares = squares(centers);
    int searched = Math.min(CELLS_SEARCHED, cells);
    int[] ofPoints = new int[count * searched];
    workers.forRows(
        count,
        (long) cells * components.columns(),
        (from, to) -> {
          Nearest best = new Nearest(searched);
          for (int point = from; point < to; point++) {
            best.clear();
            for (int cell = 0; cell < cells; cell++) {
              best.offer(cell, squares[cell] - 2 * product(point, centers, cell));
            }
            System.arraycopy(best.who, 0, ofPoints, point * searched, searched);
          }
        });
    findInCells(ofPoints, searched, cells);
  }

  private float product(int point, DenseMatrix others, int other) {
    int width = components.columns();
    float[] left = components.data();
    float[] right = others.data();
    float sum = 0;
    for (int j = 0; j < width; j++) {
      sum += left[point * width + j] * right[other * width + j];
    }
    return sum;
  }

  private static void copyRow(DenseMatrix from, int row, DenseMatrix to, int target) {
    System.arraycopy(
        from.data(), row * from.columns(), to.data(), target * to.columns(), to.columns());
  }

  /** The members of each cell are compared with the members of the cells that are near it. */
  private void findInCells(int[] cellsOfPoints, int searched, int cells) {
    int[] starts = new int[cells + 1];
    for (int point = 0; point < count; point++) {
      starts[cellsOfPoints[point * searched] + 1]++;
    }
    for (int cell = 0; cell < cells; cell++) {
      starts[cell + 1] += starts[cell];
    }
    int[] members = new int[count];
    int[] next = Arrays.copyOf(starts, cells);
    for (int point = 0; point < count; point++) {
      members[next[cellsOfPoints[point * searched]]++] = point;
    }
    float[] squares = squares(components);
    workers.forRows(
        count,
        (long) searched * CELL * components.columns(),
        (from, to) -> {
          Nearest best = new Nearest(neighbors);
          for (int point = from; point < to; point++) {
            best.clear();
            for (int s = 0; s < searched; s++) {
              int cell = cellsOfPoints[point * searched + s];
              for (int m = starts[cell]; m < starts[cell + 1]; m++) {
                int other = members[m];
                if (other != point) {
                  best.offer(other, squares[other] - 2 * product(point, components, other));
                }
              }
            }
            best.fill(point, count);
            keep(point, best, squares[point]);
          }
        });
  }

  /** Compares all with all, some rows at a time. */
  private void findNearest() {
    int width = components.columns();
    float[] squares = squares(components);
    DenseMatrix block = DenseMatrix.zeros(Math.min(count, ROWS_PER_BLOCK), width);
    DenseMatrix products = DenseMatrix.zeros(block.rows(), count);
    for (int start = 0; start < count; start += block.rows()) {
      int first = start;
      int size = Math.min(block.rows(), count - first);
      System.arraycopy(components.data(), first * width, block.data(), 0, size * width);
      Dense.multiplyTransposedRight(block, components, products, workers);
      workers.forRows(
          size,
          count,
          (from, to) -> {
            Nearest best = new Nearest(neighbors);
            for (int i = from; i < to; i++) {
              best.clear();
              for (int other = 0; other < count; other++) {
                if (other != first + i) {
                  best.offer(other, squares[other] - 2 * products.data()[i * count + other]);
                }
              }
              keep(first + i, best, squares[first + i]);
            }
          });
    }
  }

  private void keep(int point, Nearest best, float square) {
    for (int i = 0; i < neighbors; i++) {
      nearest[point * neighbors + i] = best.who[i];
      distances[point * neighbors + i] = (float) Math.sqrt(Math.max(0, best.values[i] + square));
    }
  }

  /** The smallest of many numbers, ascending, with who has them; the first of equal ones. */
  private static final class Nearest {
    private final int[] who;
    private final float[] values;
    private int size;

    Nearest(int most) {
      who = new int[most];
      values = new float[most];
    }

    void clear() {
      size = 0;
    }

    void offer(int candidate, float value) {
      if (size == who.length && value >= values[size - 1]) {
        return;
      }
      int place = size < who.length ? size++ : size - 1;
      for (; place > 0 && values[place - 1] > value; place--) {
        values[place] = values[place - 1];
        who[place] = who[place - 1];
      }
      values[place] = value;
      who[place] = candidate;
    }

    /** Adds some points where there were too few to choose from. */
    void fill(int point, int count) {
      for (int other = (point + 1) % count; size < who.length; other = (other + 1) % count) {
        who[size] = other;
        values[size] = size == 0 ? 0f : values[size - 1];
        size++;
      }
    }
  }

  /**
   * How strongly a point is joined with each of its nearest: 1 for the first, and less for others,
   * so that they sum to log₂ of their number.
   */
  private float[] strengths() {
    float[] strengths = new float[distances.length];
    double target = Math.log(Math.max(2, neighbors)) / Math.log(2);
    for (int point = 0; point < count; point++) {
      int start = point * neighbors;
      double low = 0;
      double high = Double.POSITIVE_INFINITY;
      double width = 1;
      for (int step = 0; step < 40; step++) {
        double sum = 0;
        for (int e = start; e < start + neighbors; e++) {
          sum += Math.exp(-(distances[e] - distances[start]) / width);
        }
        if (sum > target) {
          high = width;
          width = (low + width) / 2;
        } else {
          low = width;
          width = high == Double.POSITIVE_INFINITY ? 2 * width : (width + high) / 2;
        }
      }
      for (int e = start; e < start + neighbors; e++) {
        strengths[e] = (float) Math.exp(-(distances[e] - distances[start]) / width);
      }
    }
    return strengths;
  }

  private DenseMatrix lay() {
    float[] strengths = strengths();
    DenseMatrix points = start();
    float[] at = points.data();
    int epochs = count <= FEW ? EPOCHS_OF_FEW : EPOCHS;
    float[] due = new float[strengths.length]; // a joint acts as often as it is strong
    RandomStream drawn = random.derive("negatives");
    for (int epoch = 0; epoch < epochs; epoch++) {
      float rate = 1f - (float) epoch / epochs;
      for (int e = 0; e < strengths.length; e++) {
        due[e] += strengths[e];
        if (due[e] >= 1f) {
          due[e] -= 1f;
          int point = e / neighbors;
          attract(at, point, nearest[e], rate);
          for (int n = 0; n < NEGATIVES; n++) {
            repel(at, point, drawn.nextInt(count), rate);
          }
        }
      }
    }
    return points;
  }

  /** The first two components, in a square of the size that the forces suit. */
  private DenseMatrix start() {
    DenseMatrix points = DenseMatrix.zeros(count, 2);
    float largest = 1e-12f;
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < Math.min(2, components.columns()); c++) {
        points.set(i, c, components.get(i, c));
        largest = Math.max(largest, Math.abs(components.get(i, c)));
      }
    }
    RandomStream noise = random.derive("start");
    for (int i = 0; i < points.data().length; i++) {
      points.data()[i] =
          points.data()[i] * SPREAD / largest + 0.01f * (float) (noise.nextDouble() - 0.5);
    }
    return points;
  }

  private static void attract(float[] at, int point, int other, float rate) {
    float dx = at[2 * point] - at[2 * other];
    float dy = at[2 * point + 1] - at[2 * other + 1];
    float pull = 2f / (1f + dx * dx + dy * dy);
    float stepX = rate * bounded(pull * dx);
    float stepY = rate * bounded(pull * dy);
    at[2 * point] -= stepX;
    at[2 * point + 1] -= stepY;
    at[2 * other] += stepX;
    at[2 * other + 1] += stepY;
  }

  private static void repel(float[] at, int point, int other, float rate) {
    if (other == point) {
      return;
    }
    float dx = at[2 * point] - at[2 * other];
    float dy = at[2 * point + 1] - at[2 * other + 1];
    float squared = dx * dx + dy * dy;
    float push = 2f / ((0.001f + squared) * (1f + squared));
    at[2 * point] += rate * bounded(push * dx);
    at[2 * point + 1] += rate * bounded(push * dy);
  }

  private static float bounded(float step) {
    return Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
  }
}

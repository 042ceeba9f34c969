package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.SparseKernels;
import io.github.gmnn.kernel.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds the rows of a matrix that point in the direction most similar to a vector's: exact, by
 * going through all of them in blocks. Products in single precision, on the kernels, sort out what
 * cannot be among the nearest; what is left is compared in double precision. Immutable.
 */
final class NearestSearch {
  private static final SparseKernels KERNELS = SparseKernels.BEST;
  private static final int BLOCK = 8_192;

  /** How far a cosine from single precision can be off, for each dimension and as a whole. */
  private static final double ERROR_PER_DIMENSION = 2.5e-7;

  private static final double LEAST_ERROR = 1e-5;

  private static final Comparator<Candidate> WORST_FIRST =
      Comparator.comparingDouble(Candidate::similarity)
          .thenComparing(Candidate::row, Comparator.reverseOrder());

  /** A row, and the cosine of the angle between it and the vector. */
  record Candidate(int row, double similarity) {}

  private final DenseMatrix vectors;
  private final double[] norms;

  /** Prepares the rows of a matrix, which is not copied. */
  NearestSearch(DenseMatrix vectors) {
    this.vectors = vectors;
    this.norms = new double[vectors.rows()];
    for (int row = 0; row < norms.length; row++) {
      norms[row] = norm(vectors.data(), row * vectors.columns(), vectors.columns());
    }
  }

  private static double norm(float[] values, int start, int width) {
    double sum = 0;
    for (int j = start; j < start + width; j++) {
      sum += (double) values[j] * values[j];
    }
    return Math.sqrt(sum);
  }

  /**
   * Finds rows, the most similar first; of equally similar ones, those that come first.
   *
   * @param vector as long as the rows
   * @param count how many at most
   * @param excluded a row to leave out, or -1
   */
  List<Candidate> find(float[] vector, int count, int excluded, Workers workers) {
    int blocks = (norms.length + BLOCK - 1) / BLOCK;
    List<List<Candidate>> found = new ArrayList<>(Collections.nCopies(blocks, List.of()));
    double norm = norm(vector, 0, vector.length);
    workers.forParts(
        blocks, block -> found.set(block, search(block, vector, norm, count, excluded)));
    List<Candidate> best = new ArrayList<>();
    found.forEach(best::addAll);
    best.sort(WORST_FIRST.reversed());
    return best.subList(0, Math.min(count, best.size()));
  }

  private List<Candidate> search(int block, float[] vector, double norm, int count, int excluded) {
    int first = block * BLOCK;
    int rows = Math.min(BLOCK, norms.length - first);
    int[] columns = new int[rows];
    Arrays.setAll(columns, i -> first + i);
    float[] products = new float[rows];
    SparseRows places = SparseRows.of(new int[] {0, rows}, columns, products);
    KERNELS.products(places, vector, vectors.data(), vector.length, 0, 1);
    double slack = LEAST_ERROR + ERROR_PER_DIMENSION * vector.length;
    PriorityQueue<Candidate> best = new PriorityQueue<>(WORST_FIRST);
    for (int i = 0; i < rows; i++) {
      int row = first + i;
      double length = norm * norms[row];
      boolean full = best.size() == count;
      if (row == excluded
          || full
              && length > 0
              && products[i] / length < best.element().similarity() - slack
              && Float.isFinite(products[i])) {
        continue;
      }
      double similarity = length == 0 ? 0 : product(vector, row) / length;
      if (!full) {
        best.add(new Candidate(row, similarity));
      } else if (similarity > best.element().similarity()) {
        best.remove();
        best.add(new Candidate(row, similarity));
      }
    }
    return List.copyOf(best);
  }

  private double product(float[] vector, int row) {
    double sum = 0;
    int start = row * vector.length;
    for (int j = 0; j < vector.length; j++) {
      sum += (double) vector[j] * vectors.data()[start + j];
    }
    return sum;
  }
}

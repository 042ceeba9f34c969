package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import java.util.Arrays;

/**
 * The directions in which the surroundings of nodes differ most: the first principal components of
 * Y = P X C, with P the mean over some steps of the graph, X the features less their means, and C
 * what makes rare ones count. They are found by orthogonal iteration (Halko et al., "Finding
 * Structure with Randomness", 2011): a round takes directions Q to YᵀY Q, the next one begins with
 * these, made orthonormal. Neither Y nor YᵀY is ever written out: {@link Surroundings} let columns
 * pass the graph some at a time, and memory is that of two matrices of the size of the weights and
 * a few columns for each node.
 *
 * <p>Means are taken off before steps as well as after them: rows of P have no equal sums, and
 * spread means would make degree the first thing by which nodes differ.
 *
 * <p>Why no views of the graph are drawn: what two random views of a node agree on is what their
 * mean, P, keeps; the directions with the most of it are these.
 */
public final class PrincipalComponents implements Trainable {
  /** Beside the largest entry, what a Gram matrix in single precision cannot tell from zero. */
  private static final double NOTHING = 1e-6;

  /**
   * What is added to the variances that directions are divided by, beside their mean: with little,
   * noise counts as much as anything else; with more, the one direction in which products of a shop
   * differ most is nearly all that is left of them.
   */
  private static final double RIDGE = 30;

  private final Surroundings surroundings;
  private final int hops;
  private final float[] columnFactors;
  private final Workers workers;

  /** Directions, and what the last round made of them: features x dimensions. */
  private DenseMatrix directions;

  private DenseMatrix images;
  private int rounds;

  /**
   * Begins with random directions.
   *
   * @param surroundings computes with Y
   * @param hops the steps of P
   * @param dimensions how many directions; no more are used than there are features
   */
  public PrincipalComponents(
      Surroundings surroundings, int hops, int dimensions, RandomStream random, Workers workers) {
    this.surroundings = surroundings;
    this.hops = hops;
    this.workers = workers;
    this.columnFactors = surroundings.columnFactors();
    int width = Math.min(dimensions, surroundings.features());
    this.directions = DenseMatrix.zeros(surroundings.features(), width);
    this.images = random(surroundings.features(), width, random);
  }

  private static DenseMatrix random(int rows, int columns, RandomStream random) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    float[] data = matrix.data();
    for (int i = 0; i < data.length; i++) {
      data[i] = (float) (random.nextDouble() - 0.5);
    }
    return matrix;
  }

  /**
   * One round.
   *
   * @return minus the variance that the directions hold, summed over them
   */
  public double round() {
    orthonormalize(images, workers);
    DenseMatrix next = DenseMatrix.zeros(images.rows(), images.columns());
    surroundings.takeThrough(images, hops, next);
    directions = images;
    images = next;
    rounds++;
    double variance = 0;
    for (int i = 0; i < directions.data().length; i++) {
      variance += (double) directions.data()[i] * images.data()[i];
    }
    return -variance / surroundings.nodes();
  }

  /**
   * The weights of an encoder: (V + r I)⁻¹ times a root of YᵀY, turned by a random rotation, with V
   * what XC has in place of YᵀY and r by {@link #RIDGE}. With r alone, vectors would be Y's
   * principal components, each once more times its deviation, which lets those fade that are mostly
   * noise. V takes from the factor what nodes differ in by themselves, whatever is around them, as
   * canonical correlations do. The rotation gives all columns about the same deviation, which
   * classifiers with a step for each column, such as {@code LinearProbe}, do best with.
   *
   * @param dimensions columns of the weights
   */
  public DenseMatrix weights(int dimensions, RandomStream random) {
    return weights(dimensions, RIDGE, random);
  }

  /**
   * The weights with another ridge: the smaller, the more small components count.
   *
   * @param ridge what is added to the variances, beside their mean
   */
  public DenseMatrix weights(int dimensions, double ridge, RandomStream random) {
    int width = directions.columns();
    DenseMatrix root = DenseMatrix.zeros(width, width);
    Cholesky.factor(covariance(images), NOTHING).copyTo(root); // any root: rotations are free
    divide(root, ridge);
    DenseMatrix rotation = random(dimensions, dimensions, random);
    orthonormalize(rotation, workers);
    DenseMatrix rows =
        DenseMatrix.wrap(width, dimensions, Arrays.copyOf(rotation.data(), width * dimensions));
    DenseMatrix turned = DenseMatrix.zeros(width, dimensions);
    Dense.multiply(root, rows, turned, workers);
    DenseMatrix weights = DenseMatrix.zeros(directions.rows(), dimensions);
    Dense.multiply(directions, turned, weights, workers);
    Surroundings.scaleRows(weights, columnFactors, workers);
    return weights;
  }

  /** The products of directions with what the {@link Surroundings} made of them. */
  private DenseMatrix covariance(DenseMatrix ofDirections) {
    DenseMatrix covariance = DenseMatrix.zeros(directions.columns(), directions.columns());
    Dense.multiplyTransposedLeft(directions, ofDirections, covariance, workers);
    return symmetric(covariance);
  }

  /** Divides by V + r I. */
  private void divide(DenseMatrix root, double ridge) {
    DenseMatrix own = DenseMatrix.zeros(directions.rows(), directions.columns());
    surroundings.takeThrough(directions, 0, own);
    DenseMatrix variances = covariance(own);
    double sum = 0;
    for (int i = 0; i < variances.rows(); i++) {
      sum += variances.get(i, i);
    }
    for (int i = 0; i < variances.rows(); i++) {
      variances.set(i, i, (float) (variances.get(i, i) + ridge * sum / variances.rows()));
    }
    DenseMatrix inverse = DenseMatrix.zeros(root.rows(), root.columns());
    Cholesky.factor(variances, NOTHING).copyInverseTransposedTo(inverse);
    DenseMatrix half = DenseMatrix.zeros(root.rows(), root.columns());
    Dense.multiplyTransposedLeft(inverse, root, half, workers);
    Dense.multiply(inverse, half, root, workers);
  }

  private static DenseMatrix symmetric(DenseMatrix square) {
    for (int i = 0; i < square.rows(); i++) {
      for (int j = 0; j < i; j++) {
        float mean = (square.get(i, j) + square.get(j, i)) / 2;
        square.set(i, j, mean);
        square.set(j, i, mean);
      }
    }
    return square;
  }

  /**
   * Makes columns orthonormal by the Cholesky factor of their products (Fukaya et al., "Shifted
   * Cholesky QR", 2020). A second time, because the first one knows products to six digits only.
   * Columns that say nothing new may stay short.
   */
  public static void orthonormalize(DenseMatrix columns, Workers workers) {
    int width = columns.columns();
    DenseMatrix products = DenseMatrix.zeros(width, width);
    DenseMatrix inverse = DenseMatrix.zeros(width, width);
    DenseMatrix result = DenseMatrix.zeros(columns.rows(), width);
    for (int time = 0; time < 2; time++) {
      Dense.multiplyTransposedLeft(columns, columns, products, workers);
      float[] factors = toCosines(products);
      Cholesky.factor(products, NOTHING).copyInverseTransposedTo(inverse);
      for (int i = 0; i < inverse.data().length; i++) {
        inverse.data()[i] *= factors[i / width];
      }
      Dense.multiply(columns, inverse, result, workers);
      columns.copyFrom(result);
    }
  }

  /** Divides products by the lengths of both columns, and returns one over the lengths. */
  private static float[] toCosines(DenseMatrix products) {
    int width = products.columns();
    float[] factors = new float[width];
    for (int i = 0; i < width; i++) {
      float square = products.get(i, i);
      factors[i] = square < Float.MIN_NORMAL ? 0f : (float) (1 / Math.sqrt(square));
    }
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        products.set(i, j, products.get(i, j) * factors[i] * factors[j]);
      }
    }
    return factors;
  }

  @Override
  public NetworkState state() {
    return new NetworkState(
        new float[][] {directions.data().clone()}, new float[][] {images.data().clone()}, rounds);
  }

  @Override
  public boolean isFinite() {
    return NetworkState.areFinite(directions.data()) && NetworkState.areFinite(images.data());
  }

  @Override
  public void restore(NetworkState state) {
    directions = copy(state.parameters());
    images = copy(state.updaterState());
    rounds = state.iteration();
  }

  private DenseMatrix copy(float[][] one) {
    int length = directions.data().length;
    if (one.length != 1 || one[0].length != length) {
      throw new IllegalArgumentException(
          "expected one matrix of " + length + " numbers, found " + one.length + " matrices");
    }
    return DenseMatrix.wrap(directions.rows(), directions.columns(), one[0].clone());
  }
}

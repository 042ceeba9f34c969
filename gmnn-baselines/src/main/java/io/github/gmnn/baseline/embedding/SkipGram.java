package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.Elementwise;
import java.util.Arrays;

/**
 * Skip-gram with negative sampling (Mikolov et al. 2013) in small batches: all examples of a batch
 * see the vectors as they were before it, and every vector sums up its changes in the order of the
 * examples. So the number of threads changes nothing, unlike with threads that write over each
 * other's vectors.
 *
 * <p>An example is a node at one place of a walk and its targets: nodes around it, each followed by
 * as many negatives. The loss is the sum of -log σ(v·u) over targets and of -log σ(-v·u) over
 * negatives.
 */
final class SkipGram {
  /** Beyond, σ is 0 or 1 as far as it matters. */
  private static final float LARGEST_LOGIT = 30f;

  private final DenseMatrix vectors;
  private final DenseMatrix outputs;
  private final int dimensions;
  private final int negatives;
  private final int capacity;
  private final int[] centers;
  private final int[] counts;
  private final int[] targets;
  private final float[] coefficients;
  private final float[] changes;
  private final Workers workers;
  private final long workPerTarget;

  /**
   * @param vectors the vectors to learn, a row for each node
   * @param outputs their counterparts as targets
   * @param examples the most examples of a batch
   * @param positives the most targets of an example
   * @param negatives how many negatives follow each target
   * @param workers the threads to use
   */
  SkipGram(
      DenseMatrix vectors,
      DenseMatrix outputs,
      int examples,
      int positives,
      int negatives,
      Workers workers) {
    this.vectors = vectors;
    this.outputs = outputs;
    this.dimensions = vectors.columns();
    this.negatives = negatives;
    this.capacity = positives * (1 + negatives);
    this.centers = new int[examples];
    this.counts = new int[examples];
    this.targets = new int[examples * capacity];
    this.coefficients = new float[targets.length];
    this.changes = new float[examples * dimensions];
    this.workers = workers;
    this.workPerTarget = 2L * dimensions;
  }

  /** Starts an example; it has no targets yet. */
  void begin(int example, int center) {
    centers[example] = center;
    counts[example] = 0;
  }

  /**
   * Adds a target, or a negative of the target before it. A negative that is the target itself does
   * not count.
   */
  void add(int example, int node) {
    targets[example * capacity + counts[example]++] = node;
  }

  /** Learns from the first examples. */
  void step(int examples, double rate) {
    float step = (float) rate;
    workers.forRows(
        examples,
        capacity * workPerTarget,
        (from, to) -> {
          for (int example = from; example < to; example++) {
            compare(example, step);
          }
        });
    workers.forRows(
        outputs.rows(),
        examples * capacity * workPerTarget / 2 / outputs.rows(),
        (from, to) -> moveOutputs(examples, from, to));
    for (int example = 0; example < examples; example++) {
      add(vectors, centers[example], changes, 1f, example);
    }
  }

  /** Computes what each target's logit should change by, and how the centre moves for it. */
  private void compare(int example, float rate) {
    int start = example * capacity;
    int end = start + counts[example];
    float[] v = vectors.data();
    float[] u = outputs.data();
    int center = centers[example] * dimensions;
    for (int t = start; t < end; t++) {
      float logit = dot(v, center, u, targets[t] * dimensions);
      coefficients[t] = Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, -logit));
    }
    Elementwise.exp(coefficients, start, end);
    Arrays.fill(changes, example * dimensions, (example + 1) * dimensions, 0f);
    int positive = -1;
    for (int t = start; t < end; t++) {
      float probability = 1 / (1 + coefficients[t]);
      boolean isPositive = (t - start) % (1 + negatives) == 0;
      if (isPositive) {
        positive = targets[t];
        coefficients[t] = rate * (1 - probability);
      } else {
        coefficients[t] = targets[t] == positive ? 0 : -rate * probability;
      }
      Elementwise.add(
          changes, example * dimensions, dimensions, u, coefficients[t], targets[t] * dimensions);
    }
  }

  private float dot(float[] a, int i, float[] b, int j) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int k = 0;
    for (; k <= dimensions - 4; k += 4) {
      s0 += a[i + k] * b[j + k];
      s1 += a[i + k + 1] * b[j + k + 1];
      s2 += a[i + k + 2] * b[j + k + 2];
      s3 += a[i + k + 3] * b[j + k + 3];
    }
    for (; k < dimensions; k++) {
      s0 += a[i + k] * b[j + k];
    }
    return s0 + s1 + (s2 + s3);
  }

  /** Moves the outputs {@code from..to-1}. */
  private void moveOutputs(int examples, int from, int to) {
    for (int example = 0; example < examples; example++) {
      int start = example * capacity;
      for (int t = start; t < start + counts[example]; t++) {
        if (targets[t] >= from && targets[t] < to) {
          add(outputs, targets[t], vectors.data(), coefficients[t], centers[example]);
        }
      }
    }
  }

  private void add(DenseMatrix to, int row, float[] from, float factor, int source) {
    Elementwise.add(to.data(), row * dimensions, dimensions, from, factor, source * dimensions);
  }
}

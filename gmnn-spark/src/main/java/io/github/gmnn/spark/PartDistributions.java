package io.github.gmnn.spark;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Confidence;
import io.github.gmnn.em.Distributions;
import io.github.gmnn.em.Smoothing;
import io.github.gmnn.em.Validation;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.spark.layout.ValidationRows;
import io.github.gmnn.spark.layout.ValidationSample;
import io.github.gmnn.training.internal.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/** Distributions of all nodes, an entry per part, with the executors. */
final class PartDistributions implements Distributions<JavaRDD<float[][]>> {
  private final PartitionedGraph graph;
  private final FullGraphInference exact;
  private final Validation validation;
  private final ValidationSample sample;
  private final Held held;
  private final int classes;

  /**
   * Makes them.
   *
   * @param graph the graph
   * @param validation measures the rows of the sample, by the numbers of their nodes
   * @param sample the validation nodes that come to the driver
   * @param held what executors keep
   */
  PartDistributions(
      PartitionedGraph graph, Validation validation, ValidationSample sample, Held held) {
    this.graph = graph;
    this.exact = new FullGraphInference(graph);
    this.validation = validation;
    this.sample = sample;
    this.held = held;
    this.classes = graph.classes().size();
  }

  @Override
  public @Nullable Score score(JavaRDD<float[][]> distributions) {
    if (graph.validationCount() == 0) {
      return null;
    }
    ValidationSample wanted = sample;
    List<ValidationRows> rows =
        graph
            .parts()
            .zip(distributions)
            .map(pair -> ValidationRows.of(pair._1, pair._2[0], wanted))
            .collect();
    return validation.ofDistributions(ValidationRows.joined(rows).matrix(classes));
  }

  /** All shares at once: one exchange of halo rows for each step. */
  @Override
  public Stream<JavaRDD<float[][]>> smoothed(JavaRDD<float[][]> y, List<Float> shares) {
    int columns = classes;
    int count = shares.size();
    float[] ofAll = new float[count];
    for (int i = 0; i < count; i++) {
      ofAll[i] = shares.get(i);
    }
    JavaRDD<float[][]> z = y.map(rows -> repeated(rows[0], count));
    for (int step = 1; step <= Smoothing.STEPS; step++) {
      graph.describeJobs("smoothing", "step " + step);
      JavaRDD<float[][]> before = z;
      JavaRDD<float[]> propagated =
          exact.propagate(
              before.map(
                  rows ->
                      new PendingPropagation(
                          Propagation.NORMALIZED, count * columns, sideBySide(rows, columns))));
      z =
          y.zip(propagated)
              .map(pair -> mixed(pair._1[0], apart(pair._2, count, columns), ofAll, columns));
      if (graph.partCount() > 1 || step == Smoothing.STEPS) { // one part needs one job for all
        z.persist(StorageLevel.MEMORY_AND_DISK()).count();
        before.unpersist();
      }
    }
    List<JavaRDD<float[][]>> smoothed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int share = i;
      smoothed.add(held.made(z.map(rows -> normalized(rows[share], columns))));
    }
    z.unpersist();
    return smoothed.stream();
  }

  private static float[][] repeated(float[] rows, int count) {
    float[][] all = new float[count][];
    for (int i = 0; i < count; i++) {
      all[i] = rows;
    }
    return all;
  }

  /** Matrices beside each other. */
  private static float[] sideBySide(float[][] matrices, int columns) {
    float[] all = new float[matrices.length * matrices[0].length];
    for (int m = 0; m < matrices.length; m++) {
      for (int start = 0; start < matrices[m].length; start += columns) {
        System.arraycopy(matrices[m], start, all, start * matrices.length + m * columns, columns);
      }
    }
    return all;
  }

  private static float[][] apart(float[] all, int count, int columns) {
    float[][] matrices = new float[count][all.length / count];
    for (int m = 0; m < count; m++) {
      for (int start = 0; start < matrices[m].length; start += columns) {
        System.arraycopy(all, start * count + m * columns, matrices[m], start, columns);
      }
    }
    return matrices;
  }

  /** The end of a step: (1 - share) y + share Âz. */
  private static float[][] mixed(float[] y, float[][] propagated, float[] shares, int columns) {
    DenseMatrix own = DenseMatrix.wrap(y.length / columns, columns, y);
    for (int m = 0; m < shares.length; m++) {
      DenseMatrix others = DenseMatrix.wrap(own.rows(), columns, propagated[m]);
      Dense.combine(shares[m], others, 1 - shares[m], own, others, Workers.sequential());
    }
    return propagated;
  }

  private static float[][] normalized(float[] rows, int columns) {
    float[] copy = rows.clone();
    Smoothing.normalize(copy, columns);
    return new float[][] {copy};
  }

  @Override
  public JavaRDD<float[][]> sharpened(JavaRDD<float[][]> distributions) {
    int columns = classes;
    JavaRDD<float[][]> sharp =
        held.made(
            graph
                .parts()
                .zip(distributions)
                .map(
                    pair -> {
                      float[] rows = pair._2[0].clone();
                      Confidence.sharpen(rows, columns);
                      Annotation.setLabels(pair._1, rows, columns);
                      return new float[][] {rows};
                    }));
    discard(distributions);
    return sharp;
  }

  @Override
  public void discard(JavaRDD<float[][]> distributions) {
    held.release(distributions);
  }
}

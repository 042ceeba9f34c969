package io.github.gmnn.spark;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.Streams;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.Role;
import io.github.gmnn.spark.layout.Vertices;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * How q annotates the nodes for p: the library's own strategies, which draw for each node by its
 * number.
 *
 * @param name which
 * @param temperature its temperature
 * @param samples how many annotations it draws, where it draws several
 */
record Annotation(String name, double temperature, int samples) implements Serializable {
  static final List<String> NAMES = List.of("annealing", "single", "multi", "max", "mean");

  private static final String MULTI = "multi";

  /** Takes the name in any case. */
  Annotation {
    name = name.toLowerCase(Locale.ROOT);
  }

  /**
   * The one that a strategy is.
   *
   * @param strategy a strategy of the library
   * @param temperature the temperature of annealing
   * @param samples how many annotations are drawn, where it draws several
   * @throws IllegalArgumentException if it is none with these
   */
  static Annotation of(ApproximationStrategy strategy, double temperature, int samples) {
    for (String name : NAMES) {
      Annotation annotation = new Annotation(name, temperature, samples);
      if (annotation.strategy().equals(strategy)) {
        return annotation;
      }
    }
    throw new IllegalArgumentException(
        "Spark does not have the approximation " + strategy + ": choose one of " + NAMES);
  }

  /** How many annotations it draws of every node. */
  int drawn() {
    return name.equals(MULTI) ? samples : 1;
  }

  ApproximationStrategy strategy() {
    return switch (name) {
      case "annealing" -> Approximations.annealing(temperature);
      case "single" -> Approximations.singleSample();
      case MULTI -> Approximations.multiSample(samples);
      case "max" -> Approximations.maxPooling();
      case "mean" -> Approximations.meanPooling();
      default ->
          throw new IllegalArgumentException(
              "expected approximation to be one of " + NAMES + ", found " + name);
    };
  }

  /** Annotates the nodes of a part; labelled ones keep their labels. */
  float[][] annotate(Part part, float[] logits, int classes, long seed, int iteration, int round) {
    RandomStream random =
        Streams.annotation(RandomStream.of(seed), iteration)
            .derive(round)
            .forRows(part.vertices().numbers());
    List<DenseMatrix> annotations =
        strategy().annotate(DenseMatrix.wrap(part.nodes(), classes, logits), random);
    float[][] values = new float[annotations.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = annotations.get(i).data();
      setLabels(part, values[i], classes);
    }
    return values;
  }

  /** Makes the label of every training node certain. */
  static void setLabels(Part part, float[] distributions, int classes) {
    Vertices vertices = part.vertices();
    for (int row = 0; row < part.nodes(); row++) {
      if (vertices.roles()[row] == Role.TRAINING) {
        for (int c = 0; c < classes; c++) {
          distributions[row * classes + c] = vertices.labels()[row] == c ? 1f : 0f;
        }
      }
    }
  }
}

package io.github.gmnn.model;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.io.ModelFormatException;
import java.io.IOException;
import java.nio.file.Path;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * A linear encoder of nodes, as it is kept in a file: docs/model-file.md has the table of its
 * fields. Immutable; whoever made it, its parts fit.
 *
 * @param features what it reads of a node
 * @param hops over how many steps features are averaged
 * @param smoothing over how many steps vectors are averaged after that
 * @param weights features x dimensions; not to be changed
 * @param means the mean of each column of features times weights; not to be changed
 * @param deviations the deviation of each, less its mean and averaged over the hops; not to be
 *     changed
 */
public record EncoderState(
    ModelState.Features features,
    int hops,
    int smoothing,
    DenseMatrix weights,
    float[] means,
    float[] deviations) {
  /** The name of the format. */
  public static final String FORMAT = "gmnn-encoder";

  /** How many steps there may be: a file must not make an encoder run for ever. */
  public static final int MOST_STEPS = 10_000;

  /**
   * The length of vectors before smoothing, on average. The linear probe makes 100 steps of one
   * size whatever the data: at length 2 they are too few on Facebook (4 points of validation
   * accuracy), at 6 too many on Citeseer (half a point). Vectors are not made equally long: short
   * ones are those of nodes that are like many others.
   */
  private static final double LENGTH = 4;

  private static final String NUMBERS = "numbers";
  private static final String WEIGHTS = "weights.f32";
  private static final String COLUMN_MEANS = "column-means.f32";
  private static final String COLUMN_DEVIATIONS = "column-deviations.f32";

  /**
   * Checks that the parts fit.
   *
   * @throws IllegalArgumentException if they do not
   */
  public EncoderState {
    Checks.between(1, MOST_STEPS, hops, "hops");
    Checks.between(0, MOST_STEPS, smoothing, "smoothing");
    if (features.neighbors() > 0) {
      throw new IllegalArgumentException("expected no neighbours among the features, found some");
    }
    if (weights.rows() != features.count()) {
      throw new IllegalArgumentException(
          "expected weights of " + features.count() + " features, found " + weights);
    }
    if (means.length != weights.columns() || deviations.length != weights.columns()) {
      throw new IllegalArgumentException(
          "expected a mean and a deviation for each of "
              + weights.columns()
              + " columns, found "
              + means.length
              + " and "
              + deviations.length);
    }
    ModelState.requireFinite("weights", weights.data());
    ModelState.requireFinite("means", means);
    ModelState.requireFinite("deviations", deviations);
    for (float deviation : deviations) {
      if (deviation < 0) {
        throw new IllegalArgumentException("expected deviations of at least 0, found " + deviation);
      }
    }
  }

  /** Returns what a column of that deviation is multiplied by, of so many dimensions. */
  public static float factor(float deviation, int dimensions) {
    return deviation < Float.MIN_NORMAL ? 0f : (float) (LENGTH / Math.sqrt(dimensions) / deviation);
  }

  /** Returns the scaler of the features. */
  public FeatureScaling.Fitted scaler() {
    return features.scaler();
  }

  /**
   * Writes it to a file, whole or not at all.
   *
   * @param path the file, replaced if it exists
   */
  public void write(Path path) throws IOException {
    Archive.Writer writer = new Archive.Writer(FORMAT);
    ModelFile.encode(features, writer);
    ObjectNode numbers = writer.manifest().putObject(NUMBERS);
    numbers.put("hops", hops);
    numbers.put("smoothing", smoothing);
    numbers.put("dimensions", weights.columns());
    writer.put(WEIGHTS, weights.data());
    writer.put(COLUMN_MEANS, means);
    writer.put(COLUMN_DEVIATIONS, deviations);
    writer.write(path);
  }

  /**
   * Reads one from a file.
   *
   * @param path the file
   * @throws ModelFormatException if it is damaged, of another kind, or of a newer version
   */
  public static EncoderState read(Path path) throws IOException {
    Archive archive = Archive.read(path);
    try {
      return decode(archive.require(FORMAT));
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  private static EncoderState decode(Archive archive) throws ModelFormatException {
    Fields numbers = archive.manifest().object(NUMBERS);
    int dimensions = numbers.integer("dimensions", 1);
    try {
      ModelState.Features features = ModelFile.features(archive);
      EncoderState state =
          new EncoderState(
              features,
              numbers.integer("hops", 1),
              numbers.integer("smoothing", 0),
              ModelFile.matrix(archive, WEIGHTS, features.count(), dimensions),
              archive.takeFloats(COLUMN_MEANS, dimensions),
              archive.takeFloats(COLUMN_DEVIATIONS, dimensions));
      archive.requireAllTaken();
      return state;
    } catch (RuntimeException e) {
      throw new ModelFormatException("the parts do not fit: " + e.getMessage(), e);
    }
  }
}

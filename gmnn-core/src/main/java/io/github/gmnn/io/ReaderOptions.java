package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.Checks;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What readers may be told. Columns become features in one way, which is no option.
 *
 * @param maxBytesPerFile cap on the bytes of each file, after decompression; at least 1
 * @param split the random split of formats that name none (LINQS)
 * @param keepDirection whether an edge leads from its source to its target alone
 * @param model the model that will predict on the data; null where a model learns from it
 */
public record ReaderOptions(
    long maxBytesPerFile, RandomSplit split, boolean keepDirection, @Nullable Model model) {
  /**
   * Sizes of a random split.
   *
   * @param trainPerClass training nodes of each class
   * @param validation validation nodes
   * @param test test nodes
   * @param seed fixes the split
   */
  public record RandomSplit(int trainPerClass, int validation, int test, long seed) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a size is below its least value
     */
    public RandomSplit {
      Checks.atLeast(1, trainPerClass, "trainPerClass");
      Checks.atLeast(0, validation, "validation");
      Checks.atLeast(0, test, "test");
    }
  }

  /**
   * What data must be like for a model.
   *
   * @param features what its features were made of
   * @param edges what its numbers on edges were made of
   * @param classes its classes
   */
  public record Model(FeatureSchema features, FeatureSchema edges, List<String> classes) {
    /** Copies the list. */
    public Model {
      Objects.requireNonNull(features, "features");
      Objects.requireNonNull(edges, "edges");
      classes = List.copyOf(classes);
    }
  }

  /** The defaults: 4 GiB a file, and 20 per class, 500 and 1,000 nodes by seed 1. */
  public ReaderOptions() {
    this(4L << 30, new RandomSplit(20, 500, 1_000, 1), false, null);
  }

  /**
   * Checks the cap.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public ReaderOptions {
    Checks.atLeast(1, maxBytesPerFile, "maxBytesPerFile");
    Objects.requireNonNull(split, "split");
  }

  /** Returns these options with another cap on each file's bytes. */
  public ReaderOptions withMaxBytesPerFile(long bytes) {
    return new ReaderOptions(bytes, split, keepDirection, model);
  }

  /** Returns these options with other sizes of the random split. */
  public ReaderOptions withSplit(int trainPerClass, int validation, int test) {
    return with(new RandomSplit(trainPerClass, validation, test, split.seed()));
  }

  /** Returns these options with another seed of the random split. */
  public ReaderOptions withSplitSeed(long seed) {
    return with(new RandomSplit(split.trainPerClass(), split.validation(), split.test(), seed));
  }

  private ReaderOptions with(RandomSplit newSplit) {
    return new ReaderOptions(maxBytesPerFile, newSplit, keepDirection, model);
  }

  /** Returns these options with edges that keep their direction. */
  public ReaderOptions directed() {
    return new ReaderOptions(maxBytesPerFile, split, true, model);
  }

  /**
   * Returns these options for data that a model will predict on: columns become features as they
   * did in the model's training, and labels may be missing, all of them or some.
   *
   * @param features what the model's features were made of: its {@code featureSchema()}
   * @param classes the model's classes; a label that is none of them is refused
   * @return the options
   */
  public ReaderOptions forModel(FeatureSchema features, List<String> classes) {
    return forModel(features, FeatureSchema.UNNAMED, classes);
  }

  /**
   * Returns these options for data that a model will predict on, whose edges have numbers.
   *
   * @param features what the model's features were made of: its {@code featureSchema()}
   * @param edges what its numbers on edges were made of: its {@code edgeSchema()}
   * @param classes the model's classes; a label that is none of them is refused
   * @return the options
   */
  public ReaderOptions forModel(FeatureSchema features, FeatureSchema edges, List<String> classes) {
    return new ReaderOptions(
        maxBytesPerFile, split, keepDirection, new Model(features, edges, classes));
  }
}

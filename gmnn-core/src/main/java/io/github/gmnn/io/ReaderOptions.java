package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.Checks;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Options of readers. How columns become features is fixed and not an option.
 *
 * @param maxBytesPerFile cap on the bytes of each file, after decompression; at least 1
 * @param split the random split of formats that name none (LINQS)
 * @param keepDirection whether an edge leads only from its source to its target
 * @param model the model that will predict on the data; null if a model learns from it
 * @param renamed new names of table columns, by the old name in lower case
 * @param missing texts of table cells, in lower case, that mean no value, besides {@code NA} and
 *     the like
 * @param skippedEdges receives the number of edges of a table that were left out because an end is
 *     not a node; null if such edges are refused
 */
public record ReaderOptions(
    long maxBytesPerFile,
    RandomSplit split,
    boolean keepDirection,
    @Nullable Model model,
    Map<String, String> renamed,
    Set<String> missing,
    @Nullable LongConsumer skippedEdges) {
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
    this(4L << 30, new RandomSplit(20, 500, 1_000, 1), false, null, Map.of(), Set.of(), null);
  }

  /**
   * Checks the cap.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public ReaderOptions {
    Checks.atLeast(1, maxBytesPerFile, "maxBytesPerFile");
    Objects.requireNonNull(split, "split");
    Map<String, String> lowerCase = new LinkedHashMap<>();
    renamed.forEach((from, to) -> lowerCase.put(from.strip().toLowerCase(Locale.ROOT), to.strip()));
    renamed = Collections.unmodifiableMap(lowerCase);
    missing =
        missing.stream()
            .map(token -> token.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns these options with another cap on each file's bytes. */
  public ReaderOptions withMaxBytesPerFile(long bytes) {
    return new ReaderOptions(bytes, split, keepDirection, model, renamed, missing, skippedEdges);
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
    return new ReaderOptions(
        maxBytesPerFile, newSplit, keepDirection, model, renamed, missing, skippedEdges);
  }

  /** Returns these options with edges that keep their direction. */
  public ReaderOptions directed() {
    return new ReaderOptions(maxBytesPerFile, split, true, model, renamed, missing, skippedEdges);
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
        maxBytesPerFile,
        split,
        keepDirection,
        new Model(features, edges, classes),
        renamed,
        missing,
        skippedEdges);
  }

  /**
   * Returns these options with a column of tables called otherwise, in upper or lower case: {@code
   * withRenamed("account", "id")}.
   *
   * @param from the name in the table
   * @param to the name that it is read by: {@code id}, {@code label}, {@code source} and so on, or
   *     what its feature shall be called
   */
  public ReaderOptions withRenamed(String from, String to) {
    Map<String, String> more = new LinkedHashMap<>(renamed);
    more.put(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
    return new ReaderOptions(
        maxBytesPerFile, split, keepDirection, model, more, missing, skippedEdges);
  }

  /**
   * Returns these options with more texts of cells that mean no value, such as {@code -} or {@code
   * unknown}, in upper or lower case; blank cells, {@code NA}, {@code N/A}, {@code NaN}, {@code
   * null} and {@code ?} always do.
   */
  public ReaderOptions withMissing(String... tokens) {
    Set<String> more = new HashSet<>(missing);
    more.addAll(List.of(tokens));
    return new ReaderOptions(
        maxBytesPerFile, split, keepDirection, model, renamed, more, skippedEdges);
  }

  /**
   * Returns these options with edges of tables left out that start or end at no node, in place of
   * an error.
   *
   * @param count is told how many were left out, if any were
   */
  public ReaderOptions skippingUnknownEdges(LongConsumer count) {
    return new ReaderOptions(
        maxBytesPerFile,
        split,
        keepDirection,
        model,
        renamed,
        missing,
        Objects.requireNonNull(count, "count"));
  }
}

package io.github.gmnn.io;

import io.github.gmnn.internal.Checks;
import java.util.List;

/**
 * What readers may be told.
 *
 * @param maxBytesPerFile cap on the bytes of each file, after decompression; at least 1
 * @param trainPerClass training nodes of each class, for formats that name no split (LINQS)
 * @param validation validation nodes, for formats that name no split
 * @param test test nodes, for formats that name no split
 * @param splitSeed fixes the random split, for formats that name none
 * @param keepDirection whether an edge leads from its source to its target alone
 * @param standardizesNumbers whether columns of numbers (CSV) are scaled, with mean 0 and deviation
 *     1, or by the largest value where at least half are 0; columns of 0 and 1 are left alone
 * @param featureNames the features of a model that will predict; empty where features are learned
 *     from the data
 * @param classes the classes of a model that will predict; empty where the labels of the data are
 *     the classes
 */
public record ReaderOptions(
    long maxBytesPerFile,
    int trainPerClass,
    int validation,
    int test,
    long splitSeed,
    boolean keepDirection,
    boolean standardizesNumbers,
    List<String> featureNames,
    List<String> classes) {
  /** The defaults: 4 GiB a file, and 20 per class, 500 and 1,000 nodes by seed 1. */
  public ReaderOptions() {
    this(4L << 30, 20, 500, 1_000, 1, false, false, List.of(), List.of());
  }

  /**
   * Checks the ranges and copies the lists.
   *
   * @throws IllegalArgumentException if a size is below its least value
   */
  public ReaderOptions {
    Checks.atLeast(1, maxBytesPerFile, "maxBytesPerFile");
    Checks.atLeast(1, trainPerClass, "trainPerClass");
    Checks.atLeast(0, validation, "validation");
    Checks.atLeast(0, test, "test");
    featureNames = List.copyOf(featureNames);
    classes = List.copyOf(classes);
  }

  /** Returns these options with another cap on each file's bytes. */
  public ReaderOptions withMaxBytesPerFile(long bytes) {
    return new ReaderOptions(
        bytes,
        trainPerClass,
        validation,
        test,
        splitSeed,
        keepDirection,
        standardizesNumbers,
        featureNames,
        classes);
  }

  /** Returns these options with other sizes of the split. */
  public ReaderOptions withSplit(int newTrainPerClass, int newValidation, int newTest) {
    return new ReaderOptions(
        maxBytesPerFile,
        newTrainPerClass,
        newValidation,
        newTest,
        splitSeed,
        keepDirection,
        standardizesNumbers,
        featureNames,
        classes);
  }

  /** Returns these options with another seed of the split. */
  public ReaderOptions withSplitSeed(long seed) {
    return new ReaderOptions(
        maxBytesPerFile,
        trainPerClass,
        validation,
        test,
        seed,
        keepDirection,
        standardizesNumbers,
        featureNames,
        classes);
  }

  /** Returns these options with edges that keep their direction. */
  public ReaderOptions directed() {
    return new ReaderOptions(
        maxBytesPerFile,
        trainPerClass,
        validation,
        test,
        splitSeed,
        true,
        standardizesNumbers,
        featureNames,
        classes);
  }

  /** Returns these options with columns of numbers scaled, as networks like them. */
  public ReaderOptions standardized() {
    return new ReaderOptions(
        maxBytesPerFile,
        trainPerClass,
        validation,
        test,
        splitSeed,
        keepDirection,
        true,
        featureNames,
        classes);
  }

  /**
   * Returns these options for data that a model will predict on: columns become features as they
   * did in the model's training, and labels may be missing, all of them or some.
   *
   * @param modelFeatures the names of the model's features; empty if they are unnamed
   * @param modelClasses the model's classes; a label that is none of them is refused
   * @return the options
   */
  public ReaderOptions forModel(List<String> modelFeatures, List<String> modelClasses) {
    return new ReaderOptions(
        maxBytesPerFile,
        trainPerClass,
        validation,
        test,
        splitSeed,
        keepDirection,
        standardizesNumbers,
        modelFeatures,
        modelClasses);
  }

  /** Whether a model will predict on the data, so that it needs no labels. */
  boolean isForModel() {
    return !classes.isEmpty();
  }
}

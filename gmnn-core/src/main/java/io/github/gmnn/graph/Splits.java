package io.github.gmnn.graph;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.internal.Labels;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Random splits of labelled keys. A split is fixed by the seed and the order in which the map hands
 * out its keys, so give a map with an order of its own ({@link LinkedHashMap}, {@link TreeMap});
 * that of {@link Map#of()} changes from run to run.
 *
 * <p>Each costs time linear in the keys.
 */
public final class Splits {
  private Splits() {}

  /**
   * Draws training and validation keys in proportion to the sizes of the classes, as nearly as
   * whole numbers allow, and leaves the rest for testing. Every class has a training key if {@code
   * train} is at least the number of classes.
   *
   * @param <K> type of the keys
   * @param labels the label of each key
   * @param train how many training keys, at least 1
   * @param validation how many validation keys, at least 0
   * @param seed fixes the draw
   * @return the split
   * @throws IllegalArgumentException if there are fewer keys than asked for
   */
  public static <K> Split<K> stratified(
      Map<K, String> labels, int train, int validation, long seed) {
    checkSizes(train, validation, 0);
    checkEnough((long) train + validation, labels.size());
    List<List<K>> classes = new ArrayList<>(shuffledClasses(labels, seed).values());
    int[] left = classes.stream().mapToInt(List::size).toArray();
    int[] trainCounts = apportion(left, train);
    if (train >= left.length) {
      giveEachOne(trainCounts);
    }
    for (int c = 0; c < left.length; c++) {
      left[c] -= trainCounts[c];
    }
    int[] validationCounts = apportion(left, validation);
    List<K> trainKeys = new ArrayList<>();
    List<K> validationKeys = new ArrayList<>();
    List<K> testKeys = new ArrayList<>();
    for (int c = 0; c < left.length; c++) {
      List<K> keys = classes.get(c);
      int trainEnd = trainCounts[c];
      int validationEnd = trainEnd + validationCounts[c];
      trainKeys.addAll(keys.subList(0, trainEnd));
      validationKeys.addAll(keys.subList(trainEnd, validationEnd));
      testKeys.addAll(keys.subList(validationEnd, keys.size()));
    }
    return new Split<>(trainKeys, validationKeys, testKeys);
  }

  /**
   * Draws as many training keys from each class, then validation and test keys from what is left,
   * whatever their class: the way of the Planetoid splits.
   *
   * @param <K> type of the keys
   * @param labels the label of each key
   * @param trainPerClass how many training keys of each class, at least 1
   * @param validation how many validation keys, at least 0
   * @param test how many test keys, at least 0; the rest is in none of the three
   * @param seed fixes the draw
   * @return the split
   * @throws IllegalArgumentException if a class or the whole has fewer keys than asked for
   */
  public static <K> Split<K> perClass(
      Map<K, String> labels, int trainPerClass, int validation, int test, long seed) {
    checkSizes(trainPerClass, validation, test);
    List<K> trainKeys = new ArrayList<>();
    List<K> rest = new ArrayList<>();
    shuffledClasses(labels, seed)
        .forEach(
            (label, keys) -> {
              if (keys.size() < trainPerClass) {
                throw new IllegalArgumentException(
                    "class "
                        + Quote.of(label)
                        + " has "
                        + keys.size()
                        + " keys, fewer than the "
                        + trainPerClass
                        + " training keys asked for per class");
              }
              trainKeys.addAll(keys.subList(0, trainPerClass));
              rest.addAll(keys.subList(trainPerClass, keys.size()));
            });
    checkEnough((long) trainKeys.size() + validation + test, labels.size());
    shuffle(rest, RandomStream.of(seed).derive(-1));
    return new Split<>(
        trainKeys, rest.subList(0, validation), rest.subList(validation, validation + test));
  }

  /**
   * Deals the keys of each class out to folds. In the i-th split the i-th fold is for testing, the
   * next one for validation, and the others are for training: every key is tested once, and
   * validates once.
   *
   * @param <K> type of the keys
   * @param labels the label of each key
   * @param folds how many, at least 3
   * @param seed fixes the draw
   * @return a split for each fold
   * @throws IllegalArgumentException if there are fewer keys than folds
   */
  public static <K> List<Split<K>> folds(Map<K, String> labels, int folds, long seed) {
    Checks.atLeast(3, folds, "folds");
    checkEnough(folds, labels.size());
    List<List<K>> dealt = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      dealt.add(new ArrayList<>());
    }
    int next = 0; // goes on from class to class, so that folds are of one size
    for (List<K> keys : shuffledClasses(labels, seed).values()) {
      for (K key : keys) {
        dealt.get(next++ % folds).add(key);
      }
    }
    List<Split<K>> splits = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      List<K> train = new ArrayList<>();
      for (int other = 2; other < folds; other++) {
        train.addAll(dealt.get((f + other) % folds));
      }
      splits.add(new Split<>(train, dealt.get((f + 1) % folds), dealt.get(f)));
    }
    return splits;
  }

  /**
   * Holds a share of a graph's training labels for validation, in proportion to the sizes of the
   * classes; every class that has two or more keeps one to train on.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph without validation nodes
   * @param share of the training labels, in (0, 1)
   * @param seed fixes the draw
   * @return the graph with the same labels, some of them for validation
   * @throws IllegalArgumentException if there are validation nodes already, or so few labels that
   *     none would be held or left
   */
  public static <K> Graph<K> holdValidation(Graph<K> graph, double share, long seed) {
    Checks.argument(share > 0 && share < 1, "share", "in (0, 1)", share);
    if (graph.validationNodes().length > 0) {
      throw new IllegalArgumentException(
          graph + " has validation nodes already: leave it as it is, or label it anew");
    }
    Map<K, String> labels = graph.trainingLabels();
    int held = (int) Math.round(share * labels.size());
    if (held == 0 || held >= labels.size()) {
      throw new IllegalArgumentException(
          "a share of "
              + share
              + " holds "
              + held
              + " of "
              + labels.size()
              + " labels: some must be held and some left");
    }
    Split<K> split = stratified(labels, labels.size() - held, held, seed);
    return graph.withLabels(labels, split.validationKeys());
  }

  /**
   * Draws several splits as {@link #stratified} does, each by itself.
   *
   * @param <K> type of the keys
   * @param labels the label of each key
   * @param train how many training keys, at least 1
   * @param validation how many validation keys, at least 0
   * @param times how many splits, at least 1
   * @param seed fixes the draws
   * @return the splits
   * @throws IllegalArgumentException if there are fewer keys than asked for
   */
  public static <K> List<Split<K>> repeated(
      Map<K, String> labels, int train, int validation, int times, long seed) {
    Checks.atLeast(1, times, "times");
    List<Split<K>> splits = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      long drawn = RandomStream.of(seed).derive("repeated").derive(i).nextLong();
      splits.add(stratified(labels, train, validation, drawn));
    }
    return splits;
  }

  private static void checkSizes(int train, int validation, int test) {
    Checks.atLeast(1, train, "training keys");
    Checks.atLeast(0, validation, "validation keys");
    Checks.atLeast(0, test, "test keys");
  }

  private static void checkEnough(long asked, int keys) {
    if (asked > keys) {
      throw new IllegalArgumentException(
          "a split of " + asked + " keys was asked for, but only " + keys + " are labelled");
    }
  }

  /** The keys of each class in random order; classes sorted. */
  private static <K> Map<String, List<K>> shuffledClasses(Map<K, String> labels, long seed) {
    Objects.requireNonNull(labels, "labels");
    Map<String, List<K>> classes = new TreeMap<>();
    labels.forEach(
        (key, label) ->
            classes
                .computeIfAbsent(Labels.checkLabel(key, label), l -> new ArrayList<>())
                .add(key));
    int index = 0;
    for (List<K> keys : classes.values()) {
      shuffle(keys, RandomStream.of(seed).derive(index++));
    }
    return classes;
  }

  private static void shuffle(List<?> keys, RandomStream random) {
    for (int i = keys.size(); i > 1; i--) {
      Collections.swap(keys, i - 1, random.nextInt(i));
    }
  }

  /** Shares {@code total} out in proportion to the sizes, by largest remainder. */
  private static int[] apportion(int[] sizes, int total) {
    long sum = Arrays.stream(sizes).asLongStream().sum();
    int[] counts = new int[sizes.length];
    if (total == 0) {
      return counts;
    }
    long[] remainders = new long[sizes.length];
    int given = 0;
    for (int c = 0; c < sizes.length; c++) {
      counts[c] = (int) ((long) total * sizes[c] / sum);
      remainders[c] = (long) total * sizes[c] % sum;
      given += counts[c];
    }
    for (; given < total; given++) {
      int best = 0;
      for (int c = 1; c < sizes.length; c++) {
        if (remainders[c] > remainders[best]) {
          best = c;
        }
      }
      counts[best]++;
      remainders[best] = -1;
    }
    return counts;
  }

  private static void giveEachOne(int[] counts) {
    for (int c = 0; c < counts.length; c++) {
      if (counts[c] == 0) {
        int richest = 0;
        for (int other = 1; other < counts.length; other++) {
          if (counts[other] > counts[richest]) {
            richest = other;
          }
        }
        counts[richest]--;
        counts[c] = 1;
      }
    }
  }

  /**
   * Labelled keys, parted for training, validation and testing.
   *
   * @param <K> type of the keys
   * @param trainKeys keys to train on
   * @param validationKeys keys that choose the epoch
   * @param testKeys keys to measure with
   */
  public record Split<K>(List<K> trainKeys, List<K> validationKeys, List<K> testKeys) {
    /** Copies the lists. */
    public Split {
      trainKeys = List.copyOf(trainKeys);
      validationKeys = List.copyOf(validationKeys);
      testKeys = List.copyOf(testKeys);
    }

    @Override
    public String toString() {
      return "Split("
          + trainKeys.size()
          + " training, "
          + validationKeys.size()
          + " validation, "
          + testKeys.size()
          + " test keys)";
    }
  }
}

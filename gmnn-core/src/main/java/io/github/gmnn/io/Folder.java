package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the readers of data folders share: finding files, and putting the dataset together. */
final class Folder {
  private Folder() {}

  /** Returns the file of that name, or that name and {@code .gz}, or null if there is neither. */
  static @Nullable Path find(Path folder, String name) {
    Path plain = folder.resolve(name);
    Path compressed = folder.resolve(name + ".gz");
    return Files.exists(plain) ? plain : Files.exists(compressed) ? compressed : null;
  }

  /** Returns the file of that name, or the name itself, whose absence the reader then reports. */
  static Path require(Path folder, String name) {
    Path found = find(folder, name);
    return found == null ? folder.resolve(name) : found;
  }

  /** Returns the only file with that extension, plain or gzip; null if there is none. */
  static @Nullable Path findOnly(Path folder, String extension) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*.{" + extension + "," + extension + ".gz}")) {
      files.forEach(found::add);
    }
    if (found.size() > 1) {
      Collections.sort(found);
      throw DataFormatException.of(
          folder,
          "one ." + extension + " file",
          found.size()
              + ", such as "
              + DataFormatException.quote(found.get(0).getFileName().toString())
              + " and "
              + DataFormatException.quote(found.get(1).getFileName().toString()),
          null);
    }
    return found.isEmpty() ? null : found.get(0);
  }

  static Path requireOnly(Path folder, String extension) throws IOException {
    Path found = findOnly(folder, extension);
    if (found == null) {
      throw DataFormatException.of(folder, "a ." + extension + " file", "none", null);
    }
    return found;
  }

  /**
   * Builds the graph and the dataset.
   *
   * @param source where the data is from, for messages
   * @param name the name of the dataset
   * @param options the classes of a model that will predict, and whether edges keep their direction
   * @param builder nodes, edges and features
   * @param labels all labels known; their classes are those of the graph
   * @param train labelled nodes to train on
   * @param validation labelled nodes to validate with
   * @param test labelled nodes to test with
   */
  static <K> Dataset<K> dataset(
      String source,
      String name,
      ReaderOptions options,
      Graph.Builder<K> builder,
      Map<K, String> labels,
      Collection<K> train,
      Collection<K> validation,
      Collection<K> test)
      throws DataFormatException {
    Map<K, String> testLabels = new LinkedHashMap<>();
    test.forEach(key -> testLabels.put(key, labels.get(key)));
    train.forEach(key -> builder.label(key, labelOf(key, labels)));
    validation.forEach(key -> builder.label(key, labelOf(key, labels)));
    builder.validation(validation);
    if (options.keepDirection()) {
      builder.directed();
    }
    try {
      if (options.model() != null) {
        builder.classes(options.model().classes());
      } else if (!labels.isEmpty()) {
        requireTwoClasses(labels, train);
        builder.classes(List.copyOf(new TreeSet<>(labels.values())));
      }
      return new Dataset<>(name, builder.build(), testLabels);
    } catch (IllegalArgumentException e) {
      // The graph knows no files: its message names the node, ours the source.
      throw new DataFormatException(
          DataFormatException.visible(
              source + ": expected a graph to classify, found " + e.getMessage()),
          e);
    }
  }

  /** The label of a node that has one. */
  private static <K> String labelOf(K key, Map<K, String> labels) {
    return Objects.requireNonNull(labels.get(key), "a node of a split has a label");
  }

  /** The name of a folder's dataset. */
  static String name(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "data" : name.toString();
  }

  private static <K> void requireTwoClasses(Map<K, String> labels, Collection<K> train) {
    Set<String> classes = new TreeSet<>();
    train.forEach(key -> classes.add(labels.get(key)));
    if (classes.size() < 2) {
      throw new IllegalArgumentException(
          "training nodes of "
              + (classes.isEmpty()
                  ? "no class: give labels to some nodes that are not only for testing"
                  : "a single class, " + DataFormatException.quote(classes.iterator().next())));
    }
  }
}

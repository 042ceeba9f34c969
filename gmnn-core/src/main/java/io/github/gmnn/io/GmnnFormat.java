package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The folders of the published GMNN code: net.txt, feature.txt, label.txt and the split. */
final class GmnnFormat {
  /** Feature ids end here, since each takes a row of weights, used or not. */
  static final int MAX_FEATURE_ID = (1 << 24) - 1;

  /** Names of more features than that would take more room than the features. */
  private static final int MOST_NAMES = 1_000_000;

  private final Path folder;
  private final ReaderOptions options;
  private final Graph.Builder<String> builder = Graph.<String>builder().addMissingNodes();
  private final Set<String> nodes = new HashSet<>();
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final Map<String, String> splitOf = new HashMap<>();

  private GmnnFormat(Path folder, ReaderOptions options) {
    this.folder = folder;
    this.options = options;
  }

  static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    return new GmnnFormat(folder, options).read();
  }

  private Dataset<String> read() throws IOException {
    readNet(Folder.require(folder, "net.txt"));
    Path features = Folder.find(folder, "feature.txt");
    if (features != null) {
      readFeatures(features);
    }
    List<String> train = readLabelsAndTraining();
    Path dev = Folder.find(folder, "dev.txt");
    Path test = Folder.find(folder, "test.txt");
    return Folder.dataset(
        folder.toString(),
        Folder.name(folder),
        options,
        builder,
        labels,
        train,
        dev == null ? List.of() : readSplit(dev),
        test == null ? List.of() : readSplit(test));
  }

  private List<String> readLabelsAndTraining() throws IOException {
    Path labelFile = Folder.find(folder, "label.txt");
    Path trainFile = Folder.find(folder, "train.txt");
    boolean needed = options.model() == null && isLabelled();
    if (needed || labelFile != null) {
      readLabels(Folder.require(folder, "label.txt"));
    }
    return needed || trainFile != null ? readSplit(Folder.require(folder, "train.txt")) : List.of();
  }

  /** Whether there is any file of labels: a folder of none is a graph to be labelled. */
  private boolean isLabelled() throws IOException {
    for (String name : List.of("label.txt", "train.txt", "dev.txt", "test.txt")) {
      if (Folder.find(folder, name) != null) {
        return true;
      }
    }
    return false;
  }

  private void readNet(Path file) throws IOException {
    String expected = "node<TAB>node or node<TAB>node<TAB>weight";
    try (LineReader lines = new LineReader(file, options)) {
      RowErrors errors = new RowErrors();
      for (String line = errors.next(lines); line != null; line = errors.next(lines)) {
        try {
          int first = line.indexOf('\t');
          if (first < 0) {
            throw lines.error(expected, DataFormatException.quote(line));
          }
          int second = line.indexOf('\t', first + 1);
          int end = second < 0 ? line.length() : second;
          String source = node(lines, line, 0, first);
          String target = node(lines, line, first + 1, end);
          double weight = 1;
          if (second >= 0) {
            if (line.indexOf('\t', second + 1) >= 0) {
              throw lines.error(expected, "more columns");
            }
            weight = weight(lines, line.substring(second + 1).strip());
          }
          nodes.add(source);
          nodes.add(target);
          builder.addEdge(source, target, weight);
        } catch (DataFormatException e) {
          errors.add(e);
        }
      }
      errors.throwIfAny();
      lines.requireContent("edges");
    }
  }

  private static double weight(LineReader lines, String text) throws DataFormatException {
    double weight = Numbers.parse(text, 0, text.length());
    if (!Numbers.isWeight(weight)) {
      throw lines.error("a positive, finite weight", DataFormatException.quote(text));
    }
    return weight;
  }

  private static String node(LineReader lines, String line, int from, int to)
      throws DataFormatException {
    String node = line.substring(from, to).strip();
    if (node.isEmpty()) {
      throw lines.error("a node", "a blank column");
    }
    return node;
  }

  private void readFeatures(Path file) throws IOException {
    Set<String> seen = new HashSet<>();
    int largest = -1;
    int[] ids = new int[64];
    float[] values = new float[64];
    try (LineReader lines = new LineReader(file, options)) {
      RowErrors errors = new RowErrors();
      for (String line = errors.next(lines); line != null; line = errors.next(lines)) {
        try {
          int tab = line.indexOf('\t');
          String node = node(lines, line, 0, tab < 0 ? line.length() : tab);
          if (!seen.add(node)) {
            throw lines.error(
                "one line per node", "a second one of " + DataFormatException.quote(node));
          }
          int count = 0;
          int at = tab < 0 ? line.length() : tab + 1;
          while (at < line.length()) {
            if (isSeparator(line.charAt(at))) {
              at++;
              continue;
            }
            int end = at;
            while (end < line.length() && !isSeparator(line.charAt(end))) {
              end++;
            }
            if (count == ids.length) {
              ids = Arrays.copyOf(ids, 2 * count);
              values = Arrays.copyOf(values, 2 * count);
            }
            int colon = line.indexOf(':', at);
            int id =
                colon < 0 || colon >= end
                    ? -1
                    : Numbers.parseIndex(line, at, colon, MAX_FEATURE_ID);
            float value = id < 0 ? Float.NaN : (float) Numbers.parse(line, colon + 1, end);
            if (!Float.isFinite(value)) {
              throw lines.error(
                  "id:value with an id in 0.." + MAX_FEATURE_ID + " and a finite value",
                  DataFormatException.quote(line.substring(at, end)));
            }
            ids[count] = id;
            largest = Math.max(largest, id);
            values[count++] = value;
            at = end;
          }
          checkDistinct(lines, ids, count);
          nodes.add(node);
          builder.addNode(node, Arrays.copyOf(ids, count), Arrays.copyOf(values, count));
        } catch (DataFormatException e) {
          errors.add(e);
        }
      }
      errors.throwIfAny();
      lines.requireContent("node<TAB>id:value id:value ...");
    }
    if (largest >= 0 && largest < MOST_NAMES) {
      // ids are names: a model then knows which of another folder's it has seen
      builder.featureNames(IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList());
    }
  }

  private static boolean isSeparator(char c) {
    return c == ' ' || c == '\t';
  }

  private static void checkDistinct(LineReader lines, int[] ids, int count)
      throws DataFormatException {
    boolean ascending = true;
    for (int i = 1; i < count; i++) {
      ascending &= ids[i - 1] < ids[i];
    }
    if (ascending) {
      return;
    }
    int[] sorted = Arrays.copyOf(ids, count);
    Arrays.sort(sorted);
    for (int i = 1; i < count; i++) {
      if (sorted[i - 1] == sorted[i]) {
        throw lines.error("each feature id once", "id " + sorted[i] + " twice");
      }
    }
  }

  private void readLabels(Path file) throws IOException {
    try (LineReader lines = new LineReader(file, options)) {
      RowErrors errors = new RowErrors();
      for (String line = errors.next(lines); line != null; line = errors.next(lines)) {
        try {
          int tab = line.indexOf('\t');
          if (tab < 0 || line.indexOf('\t', tab + 1) >= 0) {
            throw lines.error("node<TAB>class", DataFormatException.quote(line));
          }
          String node = knownNode(lines, node(lines, line, 0, tab));
          String label = line.substring(tab + 1).strip();
          if (label.isEmpty()) {
            throw lines.error("a class", "a blank column");
          }
          String earlier = labels.putIfAbsent(node, label);
          if (earlier != null && !earlier.equals(label)) {
            throw lines.error(
                "one class per node",
                DataFormatException.quote(node)
                    + " in "
                    + DataFormatException.quote(label)
                    + " after "
                    + DataFormatException.quote(earlier));
          }
        } catch (DataFormatException e) {
          errors.add(e);
        }
      }
      errors.throwIfAny();
      lines.requireContent("node<TAB>class");
    }
  }

  private String knownNode(LineReader lines, String node) throws DataFormatException {
    if (!nodes.contains(node)) {
      throw lines.error("a node of net.txt or feature.txt", DataFormatException.quote(node));
    }
    return node;
  }

  private List<String> readSplit(Path file) throws IOException {
    List<String> split = new ArrayList<>();
    try (LineReader lines = new LineReader(file, options)) {
      RowErrors errors = new RowErrors();
      for (String line = errors.next(lines); line != null; line = errors.next(lines)) {
        try {
          String node = knownNode(lines, line.strip());
          if (!labels.containsKey(node)) {
            throw lines.error("a node with a label", DataFormatException.quote(node) + " without");
          }
          String earlier = splitOf.putIfAbsent(node, file.getFileName().toString());
          if (earlier != null) {
            throw lines.error(
                "each node in one place of the split",
                DataFormatException.quote(node) + ", which is in " + earlier + " already");
          }
          split.add(node);
        } catch (DataFormatException e) {
          errors.add(e);
        }
      }
      errors.throwIfAny();
      lines.requireContent("nodes, one a line");
    }
    return split;
  }
}

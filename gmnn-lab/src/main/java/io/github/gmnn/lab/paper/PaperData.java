package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.DataFolder;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** The paper's data below one folder, as far as it is there, and the splits drawn from it. */
public final class PaperData {
  private static final int TRAIN_PER_CLASS = 20;
  private static final int FEW_PER_CLASS = 5;

  private static final String[] GRAPHS = {
    "cora",
    "citeseer",
    "pubmed",
    "amazon_photo",
    "coauthor_cs",
    "blogcatalog",
    "chameleon",
    "chameleon_filtered",
    "texas",
    "minesweeper",
    "email_eu_core",
    "acm_heco_20",
    "aifb",
    "facebook"
  };

  private final Path root;
  private final List<String> only;
  private final int splits;

  /**
   * @param root the folder with a folder for each data set
   * @param only the data sets to take; all if empty
   */
  public PaperData(Path root, List<String> only) {
    this(root, only, Integer.MAX_VALUE);
  }

  /**
   * @param root the folder with a folder for each data set
   * @param only the data sets to take; all if empty
   * @param splits how many splits to take at most where folders have several
   */
  public PaperData(Path root, List<String> only, int splits) {
    this.root = root;
    this.only = only;
    this.splits = splits;
  }

  /** The citation sets that are there with their features. */
  public List<Dataset<String>> citations() throws IOException {
    List<Dataset<String>> found = new ArrayList<>();
    for (Path folder : folders("cora", "citeseer", "pubmed")) {
      Dataset<String> data = DatasetReader.read(folder);
      if (data.graph().hasFeatures()) { // without them published figures say nothing
        found.add(data);
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          root + ": expected citation data with features, found graphs without");
    }
    return found;
  }

  /** A split that is read when it is needed: all at once would fill memory. */
  static final class Split {
    private final String dataset;
    private final String name;
    private final Path folder;
    private Reference<Dataset<String>> read = new SoftReference<>(null);

    private Split(String dataset, String name, Path folder) {
      this.dataset = dataset;
      this.name = name;
      this.folder = folder;
    }

    String dataset() {
      return dataset;
    }

    /** Its name; empty where the folder is data itself. */
    String name() {
      return name;
    }

    synchronized Dataset<String> read() {
      Dataset<String> data = read.get();
      if (data == null) {
        try {
          data = DatasetReader.read(folder);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        read = new SoftReference<>(data);
      }
      return data;
    }
  }

  /** All splits of the graphs that are there. */
  List<Split> graphs() throws IOException {
    List<Split> found = new ArrayList<>();
    for (Path folder : folders(GRAPHS)) {
      String dataset = folder.getFileName().toString();
      DataFolder.paths(folder).entrySet().stream()
          .limit(splits)
          .forEach(split -> found.add(new Split(dataset, split.getKey(), split.getValue())));
    }
    return found;
  }

  /** The page-page network. */
  public Dataset<String> facebook() throws IOException {
    return DatasetReader.read(folders("facebook").get(0));
  }

  /** The ratings that are there. */
  public List<Path> ratings() {
    return folders("bitcoin_alpha", "bitcoin_otc");
  }

  private List<Path> folders(String... names) {
    List<Path> found =
        Stream.of(names)
            .filter(name -> only.isEmpty() || only.contains(name))
            .map(root::resolve)
            .filter(Files::isDirectory)
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          root
              + ": expected a folder with "
              + String.join(" or ", names)
              + " in it, found "
              + (Files.isDirectory(root) ? "none of them" : "no such folder")
              + (only.isEmpty() ? "" : " (looked for " + String.join(", ", only) + ")"));
    }
    return found;
  }

  /**
   * Random splits of all labelled nodes with the sizes of the public one, by the seed of the run.
   */
  public static LongFunction<Dataset<String>> randomSplits(Dataset<String> data) {
    Map<String, String> labels = allLabels(data);
    int validation = data.graph().validationNodes().length;
    int test = data.testLabels().size();
    return seed ->
        withSplit(
            data,
            labels,
            Splits.perClass(labels, TRAIN_PER_CLASS, validation, test, Seeds.splitOf(seed)));
  }

  /**
   * Five of the training nodes of each class, drawn by the seed of the run; validation and test
   * nodes as they are.
   */
  public static LongFunction<Dataset<String>> fewShot(Dataset<String> data) {
    Graph<String> graph = data.graph();
    Map<String, String> labels = allLabels(data);
    Map<String, String> training = graph.trainingLabels();
    List<String> validation = List.copyOf(graph.validationLabels().keySet());
    List<String> test = List.copyOf(data.testLabels().keySet());
    return seed -> {
      Splits.Split<String> few =
          Splits.perClass(training, FEW_PER_CLASS, 0, 0, Seeds.splitOf(seed));
      return withSplit(data, labels, new Splits.Split<>(few.trainKeys(), validation, test));
    };
  }

  /** The data without validation nodes. */
  static Dataset<String> unvalidated(Dataset<String> data) {
    Graph<String> graph = data.graph();
    return new Dataset<>(
        data.name(), graph.withLabels(graph.trainingLabels(), List.of()), data.testLabels());
  }

  private static Map<String, String> allLabels(Dataset<String> data) {
    Graph<String> graph = data.graph();
    Map<String, String> labels = new LinkedHashMap<>(graph.trainingLabels());
    labels.putAll(graph.validationLabels());
    labels.putAll(data.testLabels());
    return labels;
  }

  private static Dataset<String> withSplit(
      Dataset<String> data, Map<String, String> labels, Splits.Split<String> split) {
    Map<String, String> known = new LinkedHashMap<>();
    split.trainKeys().forEach(key -> known.put(key, labels.get(key)));
    split.validationKeys().forEach(key -> known.put(key, labels.get(key)));
    Map<String, String> test = new LinkedHashMap<>();
    split.testKeys().forEach(key -> test.put(key, labels.get(key)));
    return new Dataset<>(data.name(), data.graph().withLabels(known, split.validationKeys()), test);
  }
}

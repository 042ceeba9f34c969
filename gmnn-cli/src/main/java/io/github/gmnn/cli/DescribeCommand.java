package io.github.gmnn.cli;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what was understood of a data folder. */
@Command(
    name = "describe",
    description = {
      "Print what was understood of a data folder before you train on it: columns and their"
          + " kinds, nodes, edges, their types and numbers, components, degrees, labels, and how"
          + " often neighbours share a label."
    })
final class DescribeCommand implements Callable<Integer> {
  /** A table of more is no help; the JSON has all. */
  private static final int MOST_COLUMNS = 40;

  @Spec private CommandSpec spec;
  @Mixin private DataOptions data;
  @Mixin private OutputOptions output;

  @Option(
      names = "--estimate",
      description =
          "Estimate what a fit takes: seconds on one thread of this machine, and memory besides the"
              + " graph, for the default and for each kind of q.")
  private boolean estimate;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    output.prepare();
    ReaderOptions options = data.readerOptions();
    DataFolder folder = data.read();
    StringBuilder text = new StringBuilder();
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Map.Entry<String, Dataset<String>> split : folder.splits().entrySet()) {
      String name = folder.name() + (split.getKey().isEmpty() ? "" : "/" + split.getKey());
      List<DatasetReader.Column> columns =
          DatasetReader.columns(data.folder().resolve(split.getKey()), options);
      Map<String, Object> facts = facts(split.getValue());
      text.append(text.isEmpty() ? "" : "\n").append(name).append('\n');
      text.append(TextTable.markdown(rows(facts)));
      if (!columns.isEmpty()) {
        text.append('\n').append(TextTable.markdown(rows(columns)));
      }
      Map<String, Integer> types = types(split.getValue().graph());
      if (!types.isEmpty()) {
        text.append('\n').append(TextTable.markdown(typeRows(types)));
      }
      Map<String, Map<String, Double>> numbers = numbers(split.getValue().graph());
      if (!numbers.isEmpty()) {
        text.append('\n').append(TextTable.markdown(numberRows(numbers)));
      }
      Map<String, Map<String, Integer>> labels = labels(split.getValue());
      if (!labels.isEmpty()) {
        text.append('\n').append(TextTable.markdown(labelRows(labels)));
      }
      Map<String, Map<String, Double>> estimates = estimates(split.getValue().graph());
      if (!estimates.isEmpty()) {
        text.append('\n').append(TextTable.markdown(estimateRows(estimates)));
      }
      Map<String, Object> entry = entry(name, facts, columns, labels);
      if (!estimates.isEmpty()) {
        entry.put("estimates", estimates);
      }
      if (!types.isEmpty()) {
        entry.put("edgeTypes", types);
      }
      if (!numbers.isEmpty()) {
        entry.put("edgeNumbers", numbers);
      }
      entries.add(entry);
    }
    output.write(spec.name(), text.toString(), entries, spec.commandLine().getOut());
    return 0;
  }

  private static Map<String, Object> facts(Dataset<String> dataset) {
    Graph<String> graph = dataset.graph();
    int[] degrees = degrees(graph);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("nodes", graph.nodeCount());
    facts.put("edges", graph.edgeCount());
    facts.put("components", components(graph));
    facts.put("isolatedNodes", graph.nodeCount() - joined(graph).cardinality());
    facts.put("meanDegree", Arrays.stream(degrees).average().orElseThrow());
    facts.put("medianDegree", degrees[degrees.length / 2]);
    facts.put("largestDegree", degrees[degrees.length - 1]);
    facts.put("features", graph.hasFeatures() ? graph.featureCount() : 0);
    facts.put("featureNonZeros", graph.hasFeatures() ? graph.features().nonZeros() : 0);
    facts.put("trainingNodes", graph.trainingNodes().length);
    facts.put("validationNodes", graph.validationNodes().length);
    facts.put("testNodes", dataset.testLabels().size());
    int[] labels = allLabels(dataset);
    int[] pairs = labelledEdges(graph, labels);
    facts.put("labelledEdges", pairs[0]);
    facts.put("homophily", pairs[0] == 0 ? null : (double) pairs[1] / pairs[0]);
    return facts;
  }

  /** What fits take; nothing if that was not asked for. */
  private Map<String, Map<String, Double>> estimates(Graph<String> graph) {
    Map<String, Map<String, Double>> estimates = new LinkedHashMap<>();
    if (estimate) {
      estimates.put("default", estimate(Gmnn.builder().build(), graph));
      for (InferenceKind kind : InferenceKinds.all()) {
        if (kind.suits(graph)) {
          GmnnTrainer trainer = Gmnn.builder().inference(kind).build();
          estimates.put(kind.name(), estimate(trainer, graph));
        }
      }
    }
    return estimates;
  }

  private static Map<String, Double> estimate(GmnnTrainer trainer, Graph<String> graph) {
    Map<String, Double> result = new LinkedHashMap<>();
    result.put("seconds", trainer.estimateTime(graph).toMillis() / 1e3);
    result.put("megabytes", trainer.estimateMemory(graph).total() / 1e6);
    return result;
  }

  private static List<List<String>> estimateRows(Map<String, Map<String, Double>> estimates) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("a fit with", "seconds on one thread, about", "MB besides the graph"));
    estimates.forEach(
        (name, of) ->
            rows.add(
                List.of(
                    name,
                    String.format(Locale.ROOT, "%.1f", of.get("seconds")),
                    String.format(Locale.ROOT, "%.0f", of.get("megabytes")))));
    return rows;
  }

  /** How many neighbours each node has, ascending. */
  private static int[] degrees(Graph<String> graph) {
    CsrMatrix matrix = graph.adjacency().matrix();
    int[] degrees = new int[graph.nodeCount()];
    Arrays.setAll(degrees, node -> matrix.rowEnd(node) - matrix.rowStart(node));
    Arrays.sort(degrees);
    return degrees;
  }

  /** The nodes with an edge, whatever its direction. */
  private static BitSet joined(Graph<String> graph) {
    CsrMatrix matrix = graph.adjacency().matrix();
    BitSet joined = new BitSet();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        joined.set(node);
        joined.set(matrix.columnIndex(e));
      }
    }
    return joined;
  }

  /** How many parts no edge joins, whatever its direction; by union-find. */
  private static int components(Graph<String> graph) {
    CsrMatrix matrix = graph.adjacency().matrix();
    int[] parent = new int[graph.nodeCount()];
    Arrays.setAll(parent, node -> node);
    int count = parent.length;
    for (int node = 0; node < parent.length; node++) {
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        int a = root(parent, node);
        int b = root(parent, matrix.columnIndex(e));
        if (a != b) {
          parent[a] = b;
          count--;
        }
      }
    }
    return count;
  }

  private static int root(int[] parent, int node) {
    int at = node;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]]; // halves the path
      at = parent[at];
    }
    return at;
  }

  /** The class of every node that has a label for training, validation or testing; else -1. */
  private static int[] allLabels(Dataset<String> dataset) {
    Graph<String> graph = dataset.graph();
    int[] labels = new int[graph.nodeCount()];
    Arrays.setAll(labels, graph::label);
    dataset
        .testLabels()
        .forEach((key, label) -> labels[graph.indexOf(key)] = graph.classes().indexOf(label));
    return labels;
  }

  /** How many edges have labels at both ends, and how many of these the same at both. */
  private static int[] labelledEdges(Graph<String> graph, int[] labels) {
    CsrMatrix matrix = graph.adjacency().matrix();
    int both = 0;
    int same = 0;
    for (int node = 0; node < labels.length; node++) {
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        int other = labels[matrix.columnIndex(e)];
        if (labels[node] >= 0 && other >= 0) {
          both++;
          same += labels[node] == other ? 1 : 0;
        }
      }
    }
    int timesEach = graph.isDirected() ? 1 : 2;
    return new int[] {both / timesEach, same / timesEach};
  }

  /** How many nodes of each part have each label. */
  private static Map<String, Map<String, Integer>> labels(Dataset<String> dataset) {
    Graph<String> graph = dataset.graph();
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (String label : graph.classes()) {
      Map<String, Integer> parts = new LinkedHashMap<>();
      parts.put("training", 0);
      parts.put("validation", 0);
      parts.put("test", 0);
      counts.put(label, parts);
    }
    count(graph.trainingLabels(), "training", counts);
    count(graph.validationLabels(), "validation", counts);
    count(dataset.testLabels(), "test", counts);
    return counts;
  }

  private static void count(
      Map<String, String> labels, String part, Map<String, Map<String, Integer>> counts) {
    labels.values().forEach(label -> counts.get(label).merge(part, 1, Integer::sum));
  }

  private static List<List<String>> rows(Map<String, Object> facts) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("what", "how many"));
    facts.forEach((name, value) -> rows.add(List.of(ResultTable.words(name), text(value))));
    return rows;
  }

  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.3f", number)
        : value == null ? "-" : value.toString();
  }

  private static List<List<String>> rows(List<DatasetReader.Column> columns) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("column", "kind", "cells", "missing", "what"));
    for (DatasetReader.Column column : columns.subList(0, Math.min(MOST_COLUMNS, columns.size()))) {
      rows.add(
          List.of(
              column.name(),
              column.kind().name().toLowerCase(Locale.ROOT),
              "" + column.cells(),
              "" + column.missing(),
              switch (column.kind()) {
                case NUMBER ->
                    column.cells() == 0
                        ? "nothing"
                        : String.format(
                            Locale.ROOT,
                            "mean %.4g, deviation %.4g",
                            column.mean(),
                            column.deviation());
                case CATEGORY -> column.distinct() + " values";
                case TEXT -> column.distinct() + " words that two nodes have or more";
              }));
    }
    if (columns.size() > MOST_COLUMNS) {
      rows.add(List.of("...", "", "", "", columns.size() - MOST_COLUMNS + " more"));
    }
    return rows;
  }

  /** How many edges each type has, those of the most first. */
  private static Map<String, Integer> types(Graph<String> graph) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    if (graph.edgeTypes().isEmpty()) {
      return counts;
    }
    EdgeList edges = graph.edges().orElseThrow();
    Integer[] order = new Integer[graph.edgeTypes().size()];
    Arrays.setAll(order, type -> type);
    Arrays.sort(order, Comparator.comparing(type -> -count(edges, type)));
    for (int type : order) {
      counts.put(graph.edgeTypes().get(type), count(edges, type));
    }
    return counts;
  }

  private static int count(EdgeList edges, int type) {
    return edges.typeStart(type + 1) - edges.typeStart(type);
  }

  /** Mean, deviation, smallest and largest of each number on edges; none without numbers. */
  private static Map<String, Map<String, Double>> numbers(Graph<String> graph) {
    Map<String, Map<String, Double>> numbers = new LinkedHashMap<>();
    graph
        .edgeAttributes()
        .ifPresent(
            edges -> {
              for (int c = 0; c < edges.width(); c++) {
                int column = c;
                DoubleSummaryStatistics all =
                    IntStream.range(0, edges.count())
                        .mapToDouble(e -> edges.value(e, column))
                        .summaryStatistics();
                double squares =
                    IntStream.range(0, edges.count())
                        .mapToDouble(e -> Math.pow(edges.value(e, column) - all.getAverage(), 2))
                        .sum();
                Map<String, Double> facts = new LinkedHashMap<>();
                facts.put("mean", all.getAverage());
                facts.put("deviation", Math.sqrt(squares / Math.max(1, edges.count())));
                facts.put("smallest", all.getMin());
                facts.put("largest", all.getMax());
                numbers.put(edges.names().get(c), facts);
              }
            });
    return numbers;
  }

  private static List<List<String>> numberRows(Map<String, Map<String, Double>> numbers) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("number on edges", "mean", "deviation", "smallest", "largest"));
    numbers.forEach(
        (name, facts) -> {
          List<String> row = new ArrayList<>(List.of(name));
          facts.values().forEach(value -> row.add(String.format(Locale.ROOT, "%.4g", value)));
          rows.add(row);
        });
    return rows;
  }

  private static List<List<String>> typeRows(Map<String, Integer> types) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type of edges", "edges"));
    types.forEach(
        (type, count) -> {
          if (rows.size() <= MOST_COLUMNS) {
            rows.add(List.of(type, "" + count));
          }
        });
    if (types.size() > MOST_COLUMNS) {
      rows.add(List.of("...", types.size() - MOST_COLUMNS + " more types"));
    }
    return rows;
  }

  private static List<List<String>> labelRows(Map<String, Map<String, Integer>> labels) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("label", "training", "validation", "test"));
    labels.forEach(
        (label, parts) -> {
          List<String> row = new ArrayList<>(List.of(label));
          parts.values().forEach(count -> row.add("" + count));
          rows.add(row);
        });
    return rows;
  }

  private static Map<String, Object> entry(
      String name,
      Map<String, Object> facts,
      List<DatasetReader.Column> columns,
      Map<String, Map<String, Integer>> labels) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("dataset", name);
    entry.put("task", "describe");
    entry.putAll(facts);
    List<Map<String, Object>> ofColumns = new ArrayList<>();
    for (DatasetReader.Column column : columns) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", column.name());
      one.put("kind", column.kind().name().toLowerCase(Locale.ROOT));
      one.put("cells", column.cells());
      one.put("missing", column.missing());
      one.put("distinct", column.distinct());
      one.put("mean", Double.isNaN(column.mean()) ? null : column.mean());
      one.put("deviation", Double.isNaN(column.deviation()) ? null : column.deviation());
      ofColumns.add(one);
    }
    entry.put("columns", ofColumns);
    entry.put("labels", labels);
    return entry;
  }
}

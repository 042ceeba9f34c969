package io.github.gmnn.graph;

import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.graph.internal.EdgeSummaries;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the edges at each node as features.
 *
 * @param columns what edges add up to
 * @param scales how each column is scaled
 * @param scaled whether columns are scaled at all
 */
record SummaryFeatures(List<EdgeSummaries.Column> columns, List<Feature> scales, boolean scaled) {
  /**
   * Sums up edges.
   *
   * @param edges the edges
   * @param asOf the time after which edges do not count
   * @param known what a model knows of columns
   * @param scaled whether columns are to be scaled
   */
  static SummaryFeatures of(EdgeAttributes edges, long asOf, FeatureSchema known, boolean scaled) {
    List<EdgeSummaries.Column> columns = EdgeSummaries.of(edges, asOf);
    return new SummaryFeatures(
        columns,
        columns.stream()
            .map(column -> scaled ? scale(column, known) : Feature.number(column.name(), 0, 1))
            .toList(),
        scaled);
  }

  /** Edges that have no numbers, with their weight as one. */
  static EdgeAttributes weights(Adjacency adjacency, @Nullable EdgeList list, boolean directed) {
    if (list == null) {
      return weights(adjacency.matrix(), directed);
    }
    int count = list.count();
    int[] sources = new int[count];
    int[] targets = new int[count];
    float[] weights = new float[count];
    int[] types = new int[count];
    long[] times = new long[count];
    for (int e = 0; e < count; e++) {
      sources[e] = list.source(e);
      targets[e] = list.target(e);
      weights[e] = list.weight(e);
      types[e] = list.types().isEmpty() ? 0 : list.type(e);
      times[e] = list.hasTimes() ? list.time(e) : 0;
    }
    EdgeAttributes.Builder builder = builder(adjacency.nodes(), sources, targets, weights);
    if (list.hasTimes()) {
      builder.times(times);
    }
    if (!list.types().isEmpty()) {
      builder.types(list.types(), types, Set.of());
    }
    return (directed ? builder.directed() : builder).build();
  }

  private static EdgeAttributes weights(CsrMatrix matrix, boolean directed) {
    int[] sources = new int[matrix.nonZeros()];
    int[] targets = new int[matrix.nonZeros()];
    float[] weights = new float[matrix.nonZeros()];
    int count = 0;
    for (int row = 0; row < matrix.rows(); row++) {
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        if (directed || matrix.columnIndex(e) < row) { // else it is there in both directions
          sources[count] = matrix.columnIndex(e);
          targets[count] = row;
          weights[count++] = matrix.value(e);
        }
      }
    }
    EdgeAttributes.Builder builder = builder(matrix.rows(), sources, targets, weights).count(count);
    return (directed ? builder.directed() : builder).build();
  }

  private static EdgeAttributes.Builder builder(
      int nodes, int[] sources, int[] targets, float[] weights) {
    return EdgeAttributes.builder(nodes, sources, targets).numbers(List.of("weight"), weights);
  }

  /** As a model scales the column, or with mean 0 and deviation 1 over the nodes that have it. */
  private static Feature scale(EdgeSummaries.Column column, FeatureSchema known) {
    int index = known.indexOf(column.name());
    if (index >= 0 && known.isOfTable()) {
      return known.features().get(index);
    }
    double sum = 0;
    int count = 0;
    for (float value : column.values()) {
      if (!Float.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    double mean = count == 0 ? 0 : sum / count;
    double squares = 0;
    for (float value : column.values()) {
      squares += Float.isNaN(value) ? 0 : (value - mean) * (value - mean);
    }
    float deviation = (float) Math.sqrt(squares / Math.max(1, count));
    boolean varies = deviation > 1e-6 * Math.abs(mean);
    return Feature.number(column.name(), (float) mean, varies ? deviation : 1);
  }

  /** What the features are, these after those that were there. */
  FeatureSchema schema(FeatureSchema before, int count) {
    if (scaled) {
      List<Feature> all = new ArrayList<>(before.features());
      all.addAll(scales);
      return FeatureSchema.ofTable(all);
    }
    List<String> names = new ArrayList<>(before.names());
    while (names.size() < count) {
      names.add(Integer.toString(names.size()));
    }
    scales.forEach(scale -> names.add(scale.name()));
    return FeatureSchema.ofNames(names);
  }

  /** The features that were there, and these after them. */
  CsrMatrix beside(@Nullable CsrMatrix before) {
    int nodes = columns.get(0).values().length;
    int[] pointers = new int[nodes + 1];
    int[] indices =
        new int[Limits.checkNonZeros((long) nodes * columns.size(), "summaries of edges")];
    float[] values = new float[indices.length];
    int next = 0;
    for (int node = 0; node < nodes; node++) {
      for (int c = 0; c < columns.size(); c++) {
        float value = columns.get(c).values()[node];
        Feature scale = scales.get(c);
        float result = Float.isNaN(value) ? 0 : (value - scale.mean()) / scale.divisor();
        if (result != 0) {
          indices[next] = c;
          values[next++] = result;
        }
      }
      pointers[node + 1] = next;
    }
    CsrMatrix matrix =
        CsrMatrix.of(
            nodes,
            columns.size(),
            pointers,
            Arrays.copyOf(indices, next),
            Arrays.copyOf(values, next));
    return before == null ? matrix : before.beside(matrix);
  }
}

package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import io.github.gmnn.sparse.LinearOperator;

/** A 64-bit hash of a graph, to tell whether a checkpoint belongs to it; linear in the graph. */
public final class GraphFingerprint {
  private long hash = 0xCBF29CE484222325L;

  private GraphFingerprint() {}

  /**
   * Returns the fingerprint, in hexadecimal.
   *
   * @param graph the graph
   */
  public static String of(Graph<?> graph) {
    GraphFingerprint fingerprint = new GraphFingerprint();
    fingerprint.add(graph.nodeCount());
    fingerprint.add(graph.edgeCount());
    fingerprint.add(graph.isDirected() ? 1 : 0);
    for (Object key : graph.keys()) {
      // other types may hash by identity, which differs from process to process
      fingerprint.add(key instanceof String || key instanceof Number ? key.hashCode() : 0);
    }
    LinearOperator operator = graph.adjacency().normalized();
    if (operator instanceof CsrMatrix matrix) {
      fingerprint.add(matrix);
    }
    graph.edges().ifPresent(fingerprint::add);
    graph.edgeAttributes().ifPresent(fingerprint::add);
    if (graph.hasFeatures()) {
      fingerprint.add(graph.features());
    }
    graph.classes().forEach(name -> fingerprint.add(name.hashCode()));
    for (int node : graph.trainingNodes()) {
      fingerprint.add(((long) node << 32) | graph.label(node));
    }
    for (int node : graph.validationNodes()) {
      fingerprint.add(~(((long) node << 32) | graph.label(node)));
    }
    return String.format("%016x", fingerprint.hash);
  }

  private void add(long value) {
    hash = Long.rotateLeft((hash ^ value) * 0x9E3779B97F4A7C15L, 29);
  }

  private void add(EdgeList edges) {
    edges.types().forEach(type -> add(type.hashCode()));
    for (int type = 0; type < edges.types().size(); type++) {
      add(edges.typeStart(type + 1));
    }
    for (int e = 0; e < edges.count(); e++) {
      add(((long) edges.source(e) << 32) | edges.target(e));
      add(Float.floatToRawIntBits(edges.weight(e)));
      add(edges.hasTimes() ? edges.time(e) : 0);
    }
  }

  private void add(EdgeAttributes edges) {
    edges.names().forEach(name -> add(name.hashCode()));
    for (int node = 0; node < edges.nodes(); node++) {
      add(edges.receivedStart(node + 1));
      for (int e = edges.receivedStart(node); e < edges.receivedStart(node + 1); e++) {
        add(((long) edges.source(e) << 32) ^ (edges.types().isEmpty() ? 0 : edges.type(e)));
        add(Float.floatToRawIntBits(edges.weight(e)));
        add(edges.hasTimes() ? edges.time(e) : 0);
        for (int c = 0; c < edges.width(); c++) {
          add(Float.floatToRawIntBits(edges.value(e, c)));
        }
      }
    }
  }

  private void add(CsrMatrix matrix) {
    add(matrix.rows());
    add(matrix.columns());
    for (int row = 0; row < matrix.rows(); row++) {
      add(matrix.rowEnd(row));
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        add(((long) matrix.columnIndex(e) << 32) ^ Float.floatToRawIntBits(matrix.value(e)));
      }
    }
  }
}

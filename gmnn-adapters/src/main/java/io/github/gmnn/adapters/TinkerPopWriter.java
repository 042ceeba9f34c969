package io.github.gmnn.adapters;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/**
 * Writes predictions, embeddings or other rows into the properties of vertices, in batches.
 *
 * <pre>{@code
 * TinkerPopWriter.to(g)
 *     .write(predictions.all(), p -> p.key(), p -> Map.of("predicted", p.label()));
 * }</pre>
 *
 * <p>A batch is one traversal, and so one request where the graph is remote. Where the graph has
 * transactions, the application's one decides: nothing is committed here.
 *
 * <p>Needs the optional dependency {@code org.apache.tinkerpop:gremlin-core}. What the graph
 * refuses is its own exception. Not thread-safe.
 */
public final class TinkerPopWriter {
  /** Traversals are compiled as a whole, at a cost that grows with their steps. */
  private static final int DEFAULT_BATCH_SIZE = 100;

  private record Row(Object id, Map<String, ?> properties) {}

  private final GraphTraversalSource source;
  private int batchSize = DEFAULT_BATCH_SIZE;

  private TinkerPopWriter(GraphTraversalSource source) {
    this.source = source;
  }

  /**
   * Names the graph.
   *
   * @param source where traversals start, usually called {@code g}
   * @return a writer
   */
  public static TinkerPopWriter to(GraphTraversalSource source) {
    return new TinkerPopWriter(Objects.requireNonNull(source, "source"));
  }

  /**
   * Sets how many vertices a traversal writes; 100 unless set.
   *
   * @param rows at least 1
   * @return this writer
   * @throws IllegalArgumentException if it is below 1
   */
  public TinkerPopWriter batchSize(int rows) {
    batchSize = Batches.checkedSize(rows);
    return this;
  }

  /**
   * Writes rows.
   *
   * @param <T> type of the rows
   * @param rows what to write, such as {@link io.github.gmnn.Predictions#all()}
   * @param id the id of a row's vertex; a row of no vertex is left out
   * @param properties the properties to set; each replaces what the vertex had of that key
   * @return how many vertices were written
   */
  public <T> long write(
      Iterable<? extends T> rows,
      Function<? super T, ?> id,
      Function<? super T, ? extends Map<String, ?>> properties) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(properties, "properties");
    long written = 0;
    for (List<Row> batch :
        Batches.<T, Row>of(rows, row -> new Row(id.apply(row), properties.apply(row)), batchSize)) {
      written += write(batch);
    }
    return written;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays know no type arguments
  private long write(List<Row> batch) {
    Traversal<?, Object>[] each =
        batch.stream().map(TinkerPopWriter::write).toArray(Traversal[]::new);
    return source.inject(0).union(each).count().next();
  }

  private static Traversal<?, ?> write(Row row) {
    GraphTraversal<?, ?> vertex = __.V(row.id());
    row.properties()
        .forEach((key, value) -> vertex.property(VertexProperty.Cardinality.single, key, value));
    return vertex;
  }
}

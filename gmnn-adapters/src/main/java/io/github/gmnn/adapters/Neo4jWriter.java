package io.github.gmnn.adapters;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.neo4j.driver.SimpleQueryRunner;

/**
 * Writes predictions, embeddings or other rows into Neo4j, with one query run in batches.
 *
 * <pre>{@code
 * Neo4jWriter.to(
 *         session,
 *         "UNWIND $rows AS row MATCH (c:Customer {id: row.id})"
 *             + " SET c.segment = row.label, c.certainty = row.probability")
 *     .write(
 *         predictions.all(),
 *         p -> Map.of("id", p.key(), "label", p.label(), "probability", p.probability()));
 * }</pre>
 *
 * <p>An index or a constraint on what the query matches by makes it fast. Of a session each batch
 * is a transaction of its own, which keeps what the database must hold small; a transaction of the
 * application, given in its place, writes all rows or none.
 *
 * <p>Needs the optional dependency {@code org.neo4j.driver:neo4j-java-driver}. What the database
 * refuses is the driver's own exception. Not thread-safe.
 */
public final class Neo4jWriter {
  private static final int DEFAULT_BATCH_SIZE = 10_000;

  private final SimpleQueryRunner runner;
  private final String cypher;
  private int batchSize = DEFAULT_BATCH_SIZE;

  private Neo4jWriter(SimpleQueryRunner runner, String cypher) {
    this.runner = runner;
    this.cypher = cypher;
  }

  /**
   * Names the query.
   *
   * @param runner an open session, or a transaction; it stays open
   * @param cypher a query of the parameter {@code $rows}, a list of maps
   * @return a writer
   * @throws IllegalArgumentException if the query does not mention {@code $rows}
   */
  public static Neo4jWriter to(SimpleQueryRunner runner, String cypher) {
    Objects.requireNonNull(runner, "runner");
    if (!cypher.contains("$rows")) {
      throw new IllegalArgumentException(
          "expected a query such as \"UNWIND $rows AS row MATCH ... SET ...\", got \""
              + cypher
              + "\"");
    }
    return new Neo4jWriter(runner, cypher);
  }

  /**
   * Sets how many rows go to the database at a time; 10,000 unless set.
   *
   * @param rows at least 1
   * @return this writer
   * @throws IllegalArgumentException if it is below 1
   */
  public Neo4jWriter batchSize(int rows) {
    batchSize = Batches.checkedSize(rows);
    return this;
  }

  /**
   * Writes rows.
   *
   * @param <T> type of the rows
   * @param rows what to write, such as {@link io.github.gmnn.Predictions#all()}
   * @param values what the query finds in a row, by name
   * @return how many properties were set, as the database says: 0 if no node was matched
   */
  public <T> long write(
      Iterable<? extends T> rows, Function<? super T, ? extends Map<String, ?>> values) {
    Objects.requireNonNull(values, "values");
    long set = 0;
    for (List<Map<String, ?>> batch : Batches.<T, Map<String, ?>>of(rows, values, batchSize)) {
      set += runner.run(cypher, Map.of("rows", batch)).consume().counters().propertiesSet();
    }
    return set;
  }
}

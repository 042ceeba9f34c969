package io.github.gmnn.adapters;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

/**
 * Measures how long a graph takes from a database into a {@link Graph} and predictions of all its
 * nodes take back, and how much heap that needs; {@code gmnn-adapters/measure} runs it.
 */
final class RoundTrips {
  private static final int NODES = 200_000;
  private static final int EDGES = 1_000_000;
  private static final int BATCH = 20_000;

  private RoundTrips() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "serve" -> serve(Path.of(args[1]));
      case "neo4j" -> neo4j(args[1]);
      case "duckdb" -> duckDb(Path.of(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Runs a database until its standard input ends; its address goes into a file. */
  private static void serve(Path folder) throws Exception {
    try (Neo4j database = Neo4jBuilders.newInProcessBuilder(folder).withDisabledServer().build()) {
      fill(database.defaultDatabaseService());
      Path address = Files.writeString(folder.resolve("address.new"), "" + database.boltURI());
      Files.move(address, folder.resolve("address"));
      while (System.in.read() >= 0) {
        continue;
      }
    }
  }

  private static void fill(GraphDatabaseService graph) {
    String[] ids = new String[NODES];
    for (int start = 0; start < NODES; start += BATCH) {
      try (Transaction transaction = graph.beginTx()) {
        for (int x = start; x < start + BATCH; x++) {
          Node node = transaction.createNode(Label.label("Node"));
          node.setProperty("id", (long) x);
          node.setProperty("kind", "k" + x % 11);
          node.setProperty("size", x / 7.0);
          node.setProperty("topic", "t" + x % 3);
          ids[x] = node.getElementId();
        }
        transaction.commit();
      }
    }
    for (int start = 0; start < EDGES; start += BATCH) {
      try (Transaction transaction = graph.beginTx()) {
        for (int x = start; x < start + BATCH; x++) {
          transaction
              .getNodeByElementId(ids[x % NODES])
              .createRelationshipTo(
                  transaction.getNodeByElementId(ids[target(x)]), RelationshipType.withName("TO"))
              .setProperty("weight", 1 + x % 4);
        }
        transaction.commit();
      }
    }
    graph.executeTransactionally("CREATE CONSTRAINT FOR (n:Node) REQUIRE n.id IS UNIQUE");
  }

  private static void neo4j(String address) throws Exception {
    try (Driver driver = GraphDatabase.driver(address);
        Session session = driver.session()) {
      Graph<Long> graph =
          timed(
              "Neo4j, read",
              () ->
                  Neo4jGraphs.from(session, Long.class)
                      .nodes(
                          "MATCH (n:Node) RETURN n.id AS id, n.topic AS label, n.kind AS kind,"
                              + " n.size AS size")
                      .edges(
                          "MATCH (a:Node)-[t:TO]->(b:Node)"
                              + " RETURN a.id AS source, b.id AS target, t.weight AS weight")
                      .read("million")
                      .graph());
      timed(
          "Neo4j, predictions written",
          () ->
              Neo4jWriter.to(
                      session,
                      "UNWIND $rows AS row MATCH (n:Node {id: row.id}) SET n.predicted = row.label")
                  .write(predictions(graph).all(), p -> Map.of("id", p.key(), "label", p.label())));
    }
  }

  private static void duckDb(Path folder) throws Exception {
    Path nodes = folder.resolve("nodes.parquet");
    Path edges = folder.resolve("edges.parquet");
    Path csv = folder.resolve("predictions.csv");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      timed(
          "DuckDB, Parquet made",
          () -> {
            statement.execute(
                "COPY (SELECT x AS id, 't' || x % 3 AS label, 'k' || x % 11 AS kind,"
                    + (" x / 7.0 AS size FROM range(" + NODES + ") t(x)) TO '" + nodes + "'"));
            statement.execute(
                "COPY (SELECT x % 200000 AS source, (x * 7919 + x // 200000) % 200000 AS target,"
                    + (" 1 + x % 4 AS weight FROM range(" + EDGES + ") t(x)) TO '" + edges + "'"));
            return Files.size(nodes) + Files.size(edges) + " bytes";
          });
      Graph<Long> graph =
          timed(
              "DuckDB, Parquet read",
              () ->
                  JdbcGraphs.from(connection, Long.class)
                      .nodes("SELECT * FROM '" + nodes + "'")
                      .edges("SELECT * FROM '" + edges + "'")
                      .read("million")
                      .graph());
      timed(
          "DuckDB, predictions through CSV to Parquet",
          () -> {
            predictions(graph).csv().writeTo(csv);
            return statement.executeUpdate(
                "COPY (SELECT * FROM '" + csv + "') TO '" + folder.resolve("p.parquet") + "'");
          });
      statement.execute("CREATE TABLE predicted(id BIGINT, label VARCHAR, probability DOUBLE)");
      timed(
          "DuckDB, predictions inserted by JdbcWriter",
          () ->
              JdbcWriter.to(connection, "INSERT INTO predicted VALUES (?, ?, ?)")
                  .batchSize(10_000)
                  .write(
                      predictions(graph).all(), p -> List.of(p.key(), p.label(), p.probability())));
    }
  }

  private static int target(int edge) {
    return (int) ((edge * 7919L + edge / NODES) % NODES);
  }

  private static <K> Predictions<K> predictions(Graph<K> graph) {
    DenseMatrix distributions = DenseMatrix.zeros(graph.nodeCount(), graph.classes().size());
    for (int node = 0; node < graph.nodeCount(); node++) {
      distributions.set(node, node % graph.classes().size(), 1);
    }
    return Predictions.of(graph, distributions);
  }

  private interface Work<T> {
    T run() throws Exception;
  }

  private static <T> T timed(String what, Work<T> work) throws Exception {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    long start = System.nanoTime();
    long startOfWork = processorNanos();
    T result = work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    double processorSeconds = (processorNanos() - startOfWork) / 1e9;
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f s, %.1f s of processors, at most %d of %d MB of heap, %s%n",
        what,
        seconds,
        processorSeconds,
        peak >> 20,
        Runtime.getRuntime().maxMemory() >> 20,
        result);
    return result;
  }

  /** What all threads of this JVM took, however busy the machine is with others. */
  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }
}

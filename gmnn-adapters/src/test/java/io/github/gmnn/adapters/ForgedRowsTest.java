package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.Outcome;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.driver.Record;
import org.neo4j.driver.Result;
import org.neo4j.driver.SimpleQueryRunner;
import org.neo4j.driver.Values;

/**
 * Databases that answer with rows that are nearly right: each answer is refused, or gives a graph
 * of finite numbers that a fit takes or refuses. A search of any length is {@link #main}.
 */
class ForgedRowsTest {
  private static final int TRIES = 400;

  private record Rows(List<String> columns, List<Object[]> cells) {}

  private static final Rows NODES =
      new Rows(
          List.of("id", "label", "split", "age", "city", "notes"),
          List.of(
              new Object[] {"a", "gold", "train", 20, "Rome", "late payer"},
              new Object[] {"b", "plain", "train", 31.5, "Oslo", "pays early"},
              new Object[] {"c", "gold", "validation", 40L, "Rome", null},
              new Object[] {"d", "plain", "validation", null, "Oslo", "late late"},
              new Object[] {"e", null, null, new BigDecimal("27.25"), "Bonn", "pays"}));

  private static final Rows EDGES =
      new Rows(
          List.of("source", "target", "weight", "type", "time", "amount"),
          List.of(
              new Object[] {"a", "b", 1, "pays", 1_700_000_000L, 12.5},
              new Object[] {"b", "c", 2.5, "pays", 1_700_000_100L, 3},
              new Object[] {"c", "d", 1, "owns", 1_700_000_200L, 0.25},
              new Object[] {"d", "e", 1, "pays", 1_700_000_300L, 800L},
              new Object[] {"e", "a", 1, "owns", 1_700_000_400L, 1}));

  /** What drivers may hand over, and nobody asked for. */
  private static final List<Object> HOSTILE =
      List.of(
          "",
          " ",
          "\0",
          "\u001b[2J",
          "\u202ea",
          "a\nb",
          "=1+1",
          "x".repeat(100_000),
          "1e400",
          "NaN",
          "-0",
          "1.111E-42",
          "2026-02-30",
          Double.NaN,
          Float.POSITIVE_INFINITY,
          -Double.MAX_VALUE,
          Float.MAX_VALUE,
          Double.MIN_VALUE,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          -1,
          0,
          (byte) 7,
          'c',
          true,
          BigInteger.TEN.pow(400),
          new BigDecimal("1e1000000000"),
          new BigDecimal("1e-1000000000"),
          UUID.fromString("00000000-0000-0001-0000-000000000002"),
          LocalDate.MIN,
          OffsetDateTime.MAX,
          ZonedDateTime.of(2026, 1, 31, 0, 0, 0, 0, ZoneOffset.UTC),
          new Timestamp(Long.MIN_VALUE),
          new java.util.Date(Long.MAX_VALUE),
          new java.sql.Date(0),
          new byte[] {1, 2},
          List.of(1, 2),
          Map.of("x", 1),
          Thread.State.NEW);

  /** Some cells, rows or columns are others than they should be. */
  private static Rows forged(Rows seed, Random random) {
    List<String> columns = new ArrayList<>(seed.columns());
    List<Object[]> cells = new ArrayList<>();
    seed.cells().forEach(row -> cells.add(row.clone()));
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      int row = random.nextInt(cells.size());
      int column = random.nextInt(columns.size());
      switch (random.nextInt(16)) {
        case 0 -> cells.add(cells.get(row));
        case 1 -> cells.set(row, cells.get(random.nextInt(cells.size())));
        case 2 -> columns.set(column, columns.get(random.nextInt(columns.size())));
        case 3 -> columns.set(column, String.valueOf(any(random)));
        case 4 -> cells.get(row)[column] = null;
        case 5, 6 -> {
          Object value = any(random);
          cells.forEach(each -> each[column] = value);
        }
        case 7, 8 ->
            cells.get(row)[column] =
                cells.get(random.nextInt(cells.size()))[random.nextInt(columns.size())];
        default -> cells.get(row)[column] = any(random);
      }
    }
    return new Rows(columns, cells);
  }

  private static Object any(Random random) {
    return HOSTILE.get(random.nextInt(HOSTILE.size()));
  }

  /** A door for rows; half of the time its keys are of another type than they say. */
  private interface Door {
    Dataset<?> read(Rows nodes, Rows edges, Class<?> keyType) throws IOException;
  }

  private static ForgedSearch.Target through(Door door) {
    return random -> {
      Rows nodes = random.nextInt(4) == 0 ? NODES : forged(NODES, random);
      Rows edges = nodes == NODES || random.nextBoolean() ? forged(EDGES, random) : EDGES;
      Class<?> keyType =
          random.nextInt(8) > 0 ? String.class : random.nextBoolean() ? Long.class : UUID.class;
      try {
        return Outcome.used(door.read(nodes, edges, keyType).graph(), random);
      } catch (DataFormatException e) {
        return Outcome.refused(e);
      }
    };
  }

  private static Dataset<?> jdbc(Rows nodes, Rows edges, Class<?> keyType) throws IOException {
    Connection connection =
        answering(
            Connection.class,
            (method, arguments) ->
                switch (method) {
                  case "getAutoCommit" -> false; // a transaction of the application's
                  case "prepareStatement" -> statement(arguments[0].equals("n") ? nodes : edges);
                  default -> null;
                });
    try {
      return JdbcGraphs.from(connection, keyType).nodes("n").edges("e").read("forged");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static PreparedStatement statement(Rows rows) {
    return answering(
        PreparedStatement.class,
        (method, arguments) -> method.equals("executeQuery") ? resultSet(rows) : null);
  }

  private static ResultSet resultSet(Rows rows) {
    int[] row = {-1};
    return answering(
        ResultSet.class,
        (method, arguments) ->
            switch (method) {
              case "next" -> ++row[0] < rows.cells().size();
              case "getMetaData" -> metaData(rows);
              case "getObject" -> {
                if (arguments.length > 1) {
                  throw new SQLException("no conversion");
                }
                yield rows.cells().get(row[0])[(int) arguments[0] - 1];
              }
              case "getString" -> String.valueOf(rows.cells().get(row[0])[(int) arguments[0] - 1]);
              default -> null;
            });
  }

  private static ResultSetMetaData metaData(Rows rows) {
    return answering(
        ResultSetMetaData.class,
        (method, arguments) ->
            switch (method) {
              case "getColumnCount" -> rows.columns().size();
              case "getColumnLabel" -> rows.columns().get((int) arguments[0] - 1);
              case "getColumnType" -> Types.OTHER;
              default -> null;
            });
  }

  private static Dataset<?> neo4j(Rows nodes, Rows edges, Class<?> keyType) throws IOException {
    SimpleQueryRunner runner =
        answering(
            SimpleQueryRunner.class,
            (method, arguments) -> result(arguments[0].equals("n") ? nodes : edges));
    return Neo4jGraphs.from(runner, keyType).nodes("n").edges("e").read("forged");
  }

  private static Result result(Rows rows) {
    int[] row = {-1};
    return answering(
        Result.class,
        (method, arguments) ->
            switch (method) {
              case "keys" -> rows.columns();
              case "hasNext" -> row[0] + 1 < rows.cells().size();
              case "next" -> neo4jRecord(rows.cells().get(++row[0]));
              default -> null;
            });
  }

  private static Record neo4jRecord(Object[] cells) {
    return answering(
        Record.class,
        (method, arguments) -> {
          Object cell = cells[(int) arguments[0]];
          try {
            return Values.value(cell);
          } catch (RuntimeException e) { // what a server never sends
            return Values.value(String.valueOf(cell));
          }
        });
  }

  /** Vertices and edges of the rows that a graph can have: ids are distinct, edges have ends. */
  private static Dataset<?> tinkerPop(Rows nodes, Rows edges, Class<?> keyType) throws IOException {
    GraphTraversalSource g = TinkerGraph.open().traversal();
    Map<Object, Vertex> vertices = new HashMap<>();
    for (Object[] cells : nodes.cells()) {
      if (cells[0] != null && !vertices.containsKey(cells[0])) {
        Vertex vertex = g.addV("person").property(T.id, cells[0]).next();
        vertices.put(cells[0], vertex);
        setProperties(vertex::property, NODES.columns(), cells, 1);
      }
    }
    for (Object[] cells : edges.cells()) {
      Vertex source = vertices.get(cells[0]);
      Vertex target = vertices.get(cells[1]);
      if (source != null && target != null) {
        setProperties(source.addEdge("pays", target)::property, EDGES.columns(), cells, 2);
      }
    }
    return TinkerPopGraphs.from(g, keyType)
        .label("label")
        .split("split")
        .features("age", "city", "notes")
        .weight("weight")
        .time("time")
        .edgeAttributes("amount")
        .read("forged");
  }

  private interface Property {
    Object set(String key, Object value);
  }

  private static void setProperties(
      Property property, List<String> columns, Object[] cells, int first) {
    for (int i = first; i < cells.length; i++) {
      if (cells[i] != null) {
        property.set(columns.get(i), cells[i]);
      }
    }
  }

  private interface Answer {
    Object to(String method, Object[] arguments) throws SQLException;
  }

  private static <R> R answering(Class<R> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  private static Door door(String name) {
    return switch (name) {
      case "jdbc" -> ForgedRowsTest::jdbc;
      case "neo4j" -> ForgedRowsTest::neo4j;
      default -> ForgedRowsTest::tinkerPop;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc", "neo4j", "tinkerPop"})
  void rowsAreRefusedOrRead(String name) throws IOException {
    int refused = ForgedSearch.refused(through(door(name)), TRIES);
    assertThat(refused).isBetween(TRIES / 10, TRIES - TRIES / 50); // neither all nor none
    assertThat(door(name).read(NODES, EDGES, String.class).graph().nodeCount()).isEqualTo(5);
  }

  /** Searches: which database, how many seconds, the first seed, how many at least. */
  public static void main(String[] arguments) {
    ForgedSearch.run(
        arguments[0], through(door(arguments[0])), List.of(arguments).subList(1, arguments.length));
  }
}

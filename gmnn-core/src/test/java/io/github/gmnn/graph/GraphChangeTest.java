package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphChangeTest {
  private static Graph<String> triangle() {
    return Graph.<String>builder()
        .addNode("a", Map.of("x", 1))
        .addNode("b", Map.of("y", 2))
        .addNode("c")
        .addEdge("a", "b")
        .addEdge("b", "c", 0.5)
        .label("a", "one")
        .label("b", "two")
        .build();
  }

  private static void assertSame(Graph<String> changed, Graph<String> built) {
    assertThat(changed.keys()).containsExactlyElementsOf(built.keys());
    for (String key : built.keys()) {
      assertThat(changed.indexOf(key)).isEqualTo(built.indexOf(key));
    }
    assertThat(changed.edgeCount()).isEqualTo(built.edgeCount());
    assertThat(changed.edgeTypes()).isEqualTo(built.edgeTypes());
    assertThat(changed.adjacency().matrix()).isEqualTo(built.adjacency().matrix());
    assertThat(changed.edges()).isEqualTo(built.edges());
    assertThat(changed.edgeAttributes()).isEqualTo(built.edgeAttributes());
    assertThat(changed.edgeSchema()).isEqualTo(built.edgeSchema());
    assertThat(changed).hasToString(built.toString());
    assertThat(changed.featureNames()).isEqualTo(built.featureNames());
    assertThat(changed.featureCount()).isEqualTo(built.featureCount());
    assertThat(changed.features()).isEqualTo(built.features());
    assertThat(changed.classes()).isEqualTo(built.classes());
    assertThat(changed.labels()).isEqualTo(built.labels());
    assertThat(changed.trainingNodes()).isEqualTo(built.trainingNodes());
    assertThat(changed.validationNodes()).isEqualTo(built.validationNodes());
  }

  @Test
  void aNodeWithEdgesFeaturesAndALabelIsAdded() {
    Graph<String> old = triangle();
    Graph<String> grown =
        old.with(
            change ->
                change
                    .addNode("d", Map.of("y", 3, "z", 4))
                    .addEdge("d", "a", 2)
                    .addEdge("d", "c")
                    .label("d", "three"));
    Graph<String> built =
        Graph.<String>builder()
            .featureNames(List.of("x", "y", "z"))
            .addNode("a", Map.of("x", 1))
            .addNode("b", Map.of("y", 2))
            .addNode("c")
            .addNode("d", Map.of("y", 3, "z", 4))
            .addEdge("a", "b")
            .addEdge("b", "c", 0.5)
            .addEdge("d", "a", 2)
            .addEdge("d", "c")
            .label("a", "one")
            .label("b", "two")
            .label("d", "three")
            .build();
    assertSame(grown, built);
    assertSame(old, triangle());
    assertSame(grown.toBuilder().build(), built);
  }

  @Test
  void theLastNodeTakesThePlaceOfARemovedOne() {
    Graph<String> smaller = triangle().with(change -> change.removeNode("a").label("c", "one"));
    assertThat(smaller.keys()).containsExactly("c", "b");
    assertThat(smaller.contains("a")).isFalse();
    assertThat(smaller.label(0)).isEqualTo(smaller.classes().indexOf("one"));
    assertThat(smaller.adjacency().matrix().value(0)).isEqualTo(0.5f);
    assertThat(smaller.edgeCount()).isEqualTo(1);
    assertThat(smaller.with(change -> change.addNode("a")).indexOf("a")).isEqualTo(2);
  }

  @Test
  void whatDoesNotFitIsRefusedAndChangesNothing() {
    Graph<String> graph = triangle();
    refused(graph, c -> c.addEdge("a", "x"), "is not a node");
    refused(graph, c -> c.addEdge("a", "b", 0), "weights must be positive");
    refused(graph, c -> c.addEdge("a", "b", "knows"), "has a type, unlike those of the graph");
    refused(graph, c -> c.addEdge("a", "b", null, 1, 5), "has a time, unlike those of the graph");
    refused(graph, c -> c.removeEdge("a", "c"), "there is no edge");
    refused(graph, c -> c.features("a", 1, 2, 3), "has 3 features, but the graph has 2");
    refused(graph, c -> c.features("a", new int[] {2}, new float[] {1}), "feature index 2");
    refused(graph, c -> c.features("a", Map.of("x", Double.NaN)), "not a finite float");
    refused(graph, c -> c.validationNode("c"), "has no label");
    refused(graph, c -> c.label("c", " "), "blank label");
    refused(graph, c -> c.unlabel("a"), "a single class, 'two'");
    refused(graph.withClasses(List.of("one", "two")), c -> c.label("c", "x"), "none of the 2");
    refused(graph, c -> c.removeNode("a").removeNode("b").removeNode("c"), "all were removed");
    assertSame(graph, triangle());
  }

  private static void refused(
      Graph<String> graph, Consumer<GraphChange<String>> change, String message) {
    assertThatThrownBy(() -> graph.with(change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aLineGraphIsNotChanged() {
    Graph<?> links =
        LineGraph.<String>builder().addLink("a", "b").addLink("b", "c").build().graph();
    assertThatThrownBy(() -> links.with(change -> {}))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("line graph");
  }

  /** A graph as a list of what was said of it. */
  private static final class Said {
    final boolean directed;
    final boolean typed;
    final List<String> keys = new ArrayList<>();
    final Map<List<String>, Float> edges = new LinkedHashMap<>();
    final Map<String, Map<String, Float>> features = new TreeMap<>();
    final Map<String, String> labels = new TreeMap<>();

    Said(boolean directed, boolean typed) {
      this.directed = directed;
      this.typed = typed;
    }

    Graph<String> build() {
      Graph.Builder<String> builder =
          Graph.<String>builder().featureNames(List.of("x", "y")).classes(List.of("A", "B"));
      if (directed) {
        builder.directed();
      }
      keys.forEach(key -> builder.addNode(key, features.getOrDefault(key, Map.of())));
      edges.forEach(
          (ends, weight) -> {
            if (typed) {
              builder.addEdge(ends.get(0), ends.get(1), ends.get(2), weight, (long) (8 * weight));
            } else {
              builder.addEdge(ends.get(0), ends.get(1), weight);
            }
          });
      labels.forEach(builder::label);
      labels.keySet().stream().filter(key -> key.endsWith("1")).forEach(builder::validationNode);
      return builder.build();
    }
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void manyChangesGiveTheGraphThatIsBuiltFromScratch(boolean directed, boolean typed) {
    Random random = new Random(7);
    Said said = new Said(directed, typed);
    for (int i = 0; i < 12; i++) {
      said.keys.add("n" + i);
    }
    for (String type : typed ? List.of("t", "u") : List.of("")) {
      addEdge(said, "n0", "n1", type, 1);
    }
    Graph<String> graph = said.build();
    for (int step = 0; step < 400; step++) {
      graph = graph.with(change(said, random, step));
      if (step % 40 == 0 || step > 390) {
        assertSame(graph, said.build());
        assertSame(graph.toBuilder().build(), said.build());
      }
    }
    assertSame(graph, said.build());
  }

  private static void addEdge(Said said, String u, String v, String type, float weight) {
    said.edges.put(said.typed ? List.of(u, v, type) : List.of(u, v), weight);
  }

  private static Consumer<GraphChange<String>> change(Said said, Random random, int step) {
    String u = said.keys.get(random.nextInt(said.keys.size()));
    String v = said.keys.get(random.nextInt(said.keys.size()));
    switch (random.nextInt(6)) {
      case 0:
        String fresh = "new" + step;
        said.keys.add(fresh);
        said.features.put(fresh, Map.of("y", 2f));
        return change -> change.addNode(fresh, Map.of("y", 2));
      case 1:
        if (said.keys.size() < 8 || u.equals("n0") || u.equals("n1")) {
          return change -> {};
        }
        said.edges.keySet().removeIf(ends -> ends.get(0).equals(u) || ends.get(1).equals(u));
        said.labels.remove(u);
        said.features.remove(u);
        String last = said.keys.remove(said.keys.size() - 1);
        if (!last.equals(u)) {
          said.keys.set(said.keys.indexOf(u), last);
        }
        return change -> change.removeNode(u);
      case 2:
        said.features.put(u, Map.of("x", (float) step));
        said.labels.put(v, step % 2 == 0 ? "A" : "B");
        return change -> {
          change.features(u, Map.of("x", step)).label(v, step % 2 == 0 ? "A" : "B");
          if (v.endsWith("1")) {
            change.validationNode(v);
          }
        };
      case 3:
        return remove(said, random);
      default:
        return add(said, u, v, random.nextBoolean() ? "t" : "u", 1 + random.nextInt(4) / 4f);
    }
  }

  private static Consumer<GraphChange<String>> add(
      Said said, String u, String v, String type, float weight) {
    List<String> ends = said.typed ? List.of(u, v, type) : List.of(u, v);
    if (u.equals(v) || said.edges.containsKey(ends)) {
      return change -> {};
    }
    said.edges.put(ends, weight);
    return said.typed
        ? change -> change.addEdge(u, v, type, weight, (long) (8 * weight))
        : change -> change.addEdge(u, v, weight);
  }

  private static Consumer<GraphChange<String>> remove(Said said, Random random) {
    List<String> ends = List.copyOf(said.edges.keySet()).get(random.nextInt(said.edges.size()));
    if (List.of("n0", "n1").containsAll(ends.subList(0, 2))) {
      return change -> {}; // so that no type is without edges
    }
    String u = ends.get(0);
    String v = ends.get(1);
    if (said.typed && random.nextBoolean()) {
      said.edges.remove(ends);
      return change -> change.removeEdge(u, v, ends.get(2));
    }
    said.edges
        .keySet()
        .removeIf(
            other ->
                other.get(0).equals(u) && other.get(1).equals(v)
                    || !said.directed && other.get(0).equals(v) && other.get(1).equals(u));
    return change -> change.removeEdge(u, v);
  }

  @Test
  void anUndirectedTypeJoinsBothEnds() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addEdge("a", "b", "knows")
            .undirectedTypes("knows")
            .build();
    Graph<String> grown =
        graph.with(
            change ->
                change
                    .addEdge("c", "b", "knows")
                    .undirectedTypes("near")
                    .addEdge("a", "c", "near"));
    Graph<String> built =
        Graph.<String>builder()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addEdge("a", "b", "knows")
            .addEdge("c", "b", "knows")
            .addEdge("a", "c", "near")
            .undirectedTypes("knows", "near")
            .build();
    assertSame(grown, built);
    assertSame(
        grown.with(change -> change.removeEdge("b", "c", "knows").removeEdge("c", "a")),
        graph.with(
            change ->
                change.undirectedTypes("near").addEdge("a", "c", "near").removeEdge("a", "c")));
  }

  /** A graph whose edges have numbers, as a list of what was said of it; parallel edges stay. */
  private static final class Payments {
    private record Payment(String from, String to, String type, float weight, double amount) {
      boolean joins(String u, String v, boolean oneWay) {
        return from.equals(u) && to.equals(v) || !oneWay && from.equals(v) && to.equals(u);
      }
    }

    final boolean directed;
    final String type;
    final boolean timed;
    final List<String> keys = new ArrayList<>();
    final List<Payment> payments = new ArrayList<>();

    Payments(boolean directed, String type, boolean timed) {
      this.directed = directed;
      this.type = type;
      this.timed = timed;
      for (int i = 0; i < 10; i++) {
        keys.add("n" + i);
      }
      pay(new Payment("n0", "n1", "one way", 2, 1));
      pay(new Payment("n0", "n1", "both ways", 2, 1));
    }

    Payment pay(Payment payment) {
      payments.add(payment);
      return payment;
    }

    boolean isTyped() {
      return !type.isEmpty();
    }

    Graph<String> build() {
      Graph.Builder<String> builder =
          Graph.<String>builder().featureNames(List.of("x")).classes(List.of("A", "B"));
      keys.forEach(builder::addNode);
      if (directed) {
        builder.directed();
      }
      if (isTyped()) {
        builder.undirectedTypes("both ways");
      }
      for (Payment p : payments) {
        if (timed) {
          builder.addEdge(p.from, p.to, isTyped() ? p.type : null, p.weight, (long) p.amount);
        } else if (isTyped()) {
          builder.addEdge(p.from, p.to, p.type, p.weight);
        } else {
          builder.addEdge(p.from, p.to, p.weight);
        }
        builder.edgeNumbers(Map.of("amount", p.amount, "fee", p.amount / 8));
      }
      return builder.build();
    }

    Consumer<GraphChange<String>> change(Random random, int step) {
      String u = keys.get(random.nextInt(keys.size()));
      String v = keys.get(random.nextInt(keys.size()));
      switch (random.nextInt(5)) {
        case 0:
          keys.add("new" + step);
          return change -> change.addNode("new" + step);
        case 1:
          if (keys.size() < 6 || u.equals("n0") || u.equals("n1")) {
            return change -> change.features(u, 0);
          }
          payments.removeIf(p -> p.from.equals(u) || p.to.equals(u));
          String last = keys.remove(keys.size() - 1);
          if (!last.equals(u)) {
            keys.set(keys.indexOf(u), last);
          }
          return change -> change.removeNode(u);
        case 2:
          return remove(payments.get(random.nextInt(payments.size())), random.nextBoolean());
        default:
          Payment p =
              pay(
                  new Payment(
                      u,
                      v,
                      random.nextBoolean() ? "one way" : "both ways",
                      1 + random.nextInt(3) / 2f,
                      random.nextInt(50)));
          return change -> add(change, p);
      }
    }

    private void add(GraphChange<String> change, Payment p) {
      if (timed) {
        change.addEdge(p.from, p.to, isTyped() ? p.type : null, p.weight, (long) p.amount);
      } else if (isTyped()) {
        change.addEdge(p.from, p.to, p.type, p.weight);
      } else {
        change.addEdge(p.from, p.to, p.weight);
      }
      if (p.amount > 25) {
        change.edgeNumbers(p.amount, p.amount / 8);
      } else {
        change.edgeNumbers(Map.of("amount", p.amount, "fee", p.amount / 8));
      }
    }

    private Consumer<GraphChange<String>> remove(Payment p, boolean ofType) {
      // those that hold the types, those that no change can take away, and self-loops
      if (p.joins("n0", "n1", false) || directed && isTyped() || p.from.equals(p.to)) {
        return change -> {};
      }
      if (ofType && isTyped()) {
        payments.removeIf(
            o -> o.type.equals(p.type) && o.joins(p.from, p.to, p.type.equals("one way")));
        return change -> change.removeEdge(p.from, p.to, p.type);
      }
      payments.removeIf(o -> o.joins(p.from, p.to, directed));
      return change -> change.removeEdge(p.from, p.to);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, '', false",
    "true, '', false",
    "false, typed, false",
    "true, typed, true",
    "false, '', true",
    "true, '', true"
  })
  void numbersOnEdgesComeAndGoWithThem(boolean directed, String type, boolean timed) {
    Random random = new Random(5);
    Payments said = new Payments(directed, type, timed);
    Graph<String> graph = said.build();
    for (int step = 0; step < 400; step++) {
      graph = graph.with(said.change(random, step));
      if (step % 20 == 0 || step > 395) {
        assertSame(graph, said.build());
        if (said.isTyped() ? !directed : directed || !timed) {
          assertSame(graph.toBuilder().build(), said.build());
        }
      }
    }
    assertSame(graph, said.build());
  }

  @Test
  void anEdgeHasTheNumbersThatOthersHave() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", Map.of("amount", 1))
            .addEdge("b", "c", Map.of("amount", 2))
            .build();
    refused(graph, c -> c.addEdge("a", "c"), "has no numbers, but those of the graph have");
    refused(graph, c -> c.addEdge("a", "c").removeNode("a"), "has no numbers");
    refused(graph, c -> c.addEdge("a", "c", Map.of("fee", 1)), "has the number 'fee'");
    refused(graph, c -> c.addEdge("a", "c").edgeNumbers(1, 2), "has 2 numbers");
    refused(graph, c -> c.addEdge("a", "c").edgeNumbers(Double.NaN), "not a finite float");
    refused(graph, c -> c.addEdge("a", "c").edgeNumbers(1).edgeNumbers(2), "already");
    refused(triangle(), c -> c.addEdge("a", "c", Map.of("fee", 1)), "unlike those of the graph");
    assertThatThrownBy(() -> graph.with(change -> change.edgeNumbers(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void typesOfEdgesGivenAsArraysKeepTheirDirection() {
    EdgeAttributes edges =
        EdgeAttributes.builder(3, new int[] {0, 1}, new int[] {1, 2})
            .numbers(List.of("amount"), new float[] {1, 2})
            .types(List.of("knows", "pays"), new int[] {0, 1}, Set.of("knows"))
            .build();
    EdgeAttributes grown =
        Graph.ofEdges(edges)
            .with(
                change ->
                    change
                        .addEdge(0, 2, "knows")
                        .edgeNumbers(3)
                        .addEdge(0, 2, "pays")
                        .edgeNumbers(4))
            .edgeAttributes()
            .orElseThrow();
    assertThat(grown.receivedStart(1)).as("received by 0: 1 and 2 know it").isEqualTo(2);
    assertThat(grown.count()).isEqualTo(6);
  }

  @Test
  void aLargeChangeMakesTheGraphOnePieceAgain() {
    Graph<String> graph = triangle();
    for (int i = 0; i < 3_000; i++) {
      int n = i;
      graph =
          graph.with(
              change -> change.addNode("n" + n).addEdge("n" + n, n == 0 ? "a" : "n" + (n - 1)));
    }
    Graph.Builder<String> builder = triangle().toBuilder();
    for (int i = 0; i < 3_000; i++) {
      builder.addNode("n" + i).addEdge("n" + i, i == 0 ? "a" : "n" + (i - 1));
    }
    assertSame(graph, builder.build());
  }
}

package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.github.gmnn.Gmnn;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import io.github.gmnn.sparse.EdgeAttributes;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TinkerPopGraphsTest {
  private GraphTraversalSource g;

  @BeforeEach
  void fill() {
    g = TinkerGraph.open().traversal();
    person(1, "age", 20, "city", "Rome", "segment", "gold", "split", "train");
    person(2, "age", 40L, "city", "Oslo", "segment", "plain", "split", "train");
    person(3, "age", 60.0, "city", "Rome", "segment", "gold", "split", "validation");
    person(4, "segment", "plain", "split", "test");
    g.addV("shop").property(T.id, 9).iterate();
    pays(1, 2, 2.5);
    pays(3, 1, 1);
    pays(4, 1, 1);
    g.V(1).addE("visits").to(g.V(9).next()).iterate();
  }

  private void person(int id, Object... properties) {
    var vertex = g.addV("person").property(T.id, id);
    for (int i = 0; i < properties.length; i += 2) {
      vertex.property(properties[i], properties[i + 1]);
    }
    vertex.iterate();
  }

  private void pays(int from, int to, double amount) {
    Vertex target = g.V(to).next();
    g.V(from).addE("pays").to(target).property("amount", amount).iterate();
  }

  private TinkerPopGraphs<Integer> people() {
    return TinkerPopGraphs.from(g, Integer.class)
        .vertices(v -> v.hasLabel("person").order().by(T.id))
        .features("age", "city")
        .label("segment")
        .edges(e -> e.hasLabel("pays"))
        .weight("amount");
  }

  @Test
  void propertiesAreWhatColumnsAre() throws Exception {
    var data = people().split("split").read("people");
    Graph<Integer> graph = data.graph();
    assertThat(data.name()).isEqualTo("people");
    assertThat(graph.keys()).containsExactly(1, 2, 3, 4);
    assertThat(graph.featureNames()).containsExactly("age", "city=Rome", "city=Oslo");
    assertThat(Matrices.dense(graph.features())[3]).containsExactly(0, 0, 0);
    assertThat(graph.trainingLabels()).isEqualTo(Map.of(1, "gold", 2, "plain"));
    assertThat(graph.validationLabels()).isEqualTo(Map.of(3, "gold"));
    assertThat(data.testLabels()).isEqualTo(Map.of(4, "plain"));
    assertThat(graph.edgeCount()).isEqualTo(3);
    assertThat(Matrices.dense(graph.adjacency().matrix())[0]).containsExactly(0, 2.5f, 1, 1);
    assertThat(people().columns())
        .extracting(DatasetReader.Column::name, DatasetReader.Column::missing)
        .containsExactly(tuple("age", 1L), tuple("city", 1L));
  }

  @Test
  void edgesHaveTypesTimesAndDirections() throws Exception {
    g.E().hasLabel("pays").property("when", new Date(5_000)).iterate();
    g.E()
        .hasLabel("visits")
        .property("when", OffsetDateTime.of(1970, 1, 1, 0, 0, 7, 0, ZoneOffset.UTC))
        .iterate();
    Graph<String> graph =
        TinkerPopGraphs.from(g, String.class)
            .typed()
            .time("when")
            .options(new ReaderOptions().directed())
            .read("all")
            .graph();
    assertThat(graph.isDirected()).isTrue();
    assertThat(graph.nodeCount()).isEqualTo(5);
    assertThat(graph.hasFeatures()).isFalse();
    assertThat(graph.edgeTypes()).containsExactlyInAnyOrder("pays", "visits");
    var edges = graph.edges().orElseThrow();
    assertThat(List.of(edges.time(0), edges.time(1), edges.time(2), edges.time(3)))
        .containsExactlyInAnyOrder(5L, 5L, 5L, 7L);
  }

  @Test
  void edgesHaveNumbers() throws Exception {
    Graph<Integer> graph = people().typed().edgeAttributes("amount").read("people").graph();
    EdgeAttributes numbers = graph.edgeAttributes().orElseThrow();
    assertThat(numbers.names()).containsExactly("amount");
    assertThat(numbers.count()).isEqualTo(3);
  }

  @Test
  void whatDoesNotFitIsRefusedByRowAndColumn() {
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> people().edges(e -> e).read("people"))
        .withMessageContainingAll("the edges, row ", "an id of the vertices", "'9'");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> TinkerPopGraphs.from(g, Long.class).vertices(v -> v.hasId("x")).read("n"))
        .withMessageContaining("nodes after the header");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> people().features("age", "label").read("people"))
        .withMessageContainingAll("distinct", "'label'");
    g.V(2).property("city", List.of("Oslo", "Rome")).iterate();
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> people().read("people"))
        .withMessageContainingAll("the vertices, row 2", "'city'", "its parts");
    TinkerGraph words = TinkerGraph.open();
    words.addVertex(T.id, "x");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> TinkerPopGraphs.from(words.traversal(), Long.class).read("words"))
        .withMessageContainingAll("row 1", "java.lang.Long", "'id'", "'x'");
  }

  @Test
  void predictionsComeBackIntoTheGraph() throws Exception {
    Graph<Integer> graph = people().read("people").graph();
    Predictions<Integer> predictions = Gmnn.builder().seed(1).fit(graph).predictions();
    g.V(4).property("predicted", "before").iterate();
    for (int size : new int[] {1, 3, 100}) {
      long written =
          TinkerPopWriter.to(g)
              .batchSize(size)
              .write(
                  predictions.all(),
                  p -> p.key(),
                  p -> Map.of("predicted", p.label(), "certainty", p.probability()));
      assertThat(written).isEqualTo(4);
    }
    for (int id = 1; id <= 4; id++) {
      assertThat(g.V(id).values("predicted").toList()).containsExactly(predictions.of(id).label());
      assertThat(g.V(id).values("certainty").toList())
          .containsExactly(predictions.of(id).probability());
    }
    assertThat(g.V(9).properties().hasNext()).isFalse();
  }

  @Test
  void rowsOfNoVertexAreLeftOut() {
    long written =
        TinkerPopWriter.to(g).write(List.of(77, 1, 78, 2), id -> id, id -> Map.of("seen", true));
    assertThat(written).isEqualTo(2);
    assertThat(g.V().has("seen", true).id().toSet()).containsExactlyInAnyOrder(1, 2);
    assertThat(TinkerPopWriter.to(g).write(List.of(), id -> id, id -> Map.of())).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TinkerPopWriter.to(g).batchSize(0))
        .withMessageContaining("batchSize");
  }
}

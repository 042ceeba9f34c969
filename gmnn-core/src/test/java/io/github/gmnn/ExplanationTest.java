package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.SharedData;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Every effect that is named is found again by removing what it names from the graph. */
class ExplanationTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();
  private static final GmnnModel<Integer> MODEL = SmallCitations.trainer().fit(GRAPH);

  @Test
  void removingWhatIsNamedMakesTheDifferenceThatIsNamed() {
    for (int node : List.of(0, 7, 42, 299)) {
      int key = GRAPH.key(node);
      Explanation<Integer> why = MODEL.explain(GRAPH, key);
      assertThat(why.label()).isEqualTo(MODEL.predict(key).label());
      assertThat(why.probability()).isCloseTo(MODEL.predict(key).probability(), offset(1e-5));
      assertThat(why.inputs()).isNotEmpty();
      for (Explanation.Cause<Integer> cause : why.inputs()) {
        Graph<Integer> without =
            cause.kind() == Explanation.Kind.NEIGHBOR
                ? rebuild(
                    GRAPH, (a, b) -> joins(a, b, key, cause.node()), null, column -> false, null)
                : rebuild(
                    GRAPH,
                    (a, b) -> false,
                    key,
                    column -> ("" + column).equals(cause.name()),
                    null);
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(why.logOdds() - logOdds(why, MODEL.predict(without).of(key)), offset(1e-3));
      }
      Graph<Integer> bare =
          rebuild(GRAPH, (a, b) -> a == key || b == key, key, column -> true, null);
      assertThat(why.inputsTogether())
          .isCloseTo(why.logOdds() - logOdds(why, MODEL.predict(bare).of(key)), offset(1e-3));
      assertThat(why.inputsSum())
          .isCloseTo(
              why.inputs().stream().mapToDouble(Explanation.Cause::effect).sum(), offset(1e-12));
    }
  }

  @Test
  void takingALabelAwayMakesTheDifferenceInP() {
    GmnnModel<Integer> model = SmallCitations.trainer().predictor(Predictor.LEARNING).fit(GRAPH);
    int checked = 0;
    for (int node = 0; node < GRAPH.nodeCount() && checked < 10; node++) {
      int key = GRAPH.key(node);
      Explanation<Integer> why = model.explain(GRAPH, key);
      double before = logOdds(why, model.predict(GRAPH).of(key));
      assertThat(why.labelLogOdds().getAsDouble()).isCloseTo(before, offset(1e-3));
      for (Explanation.Cause<Integer> cause : why.labels()) {
        Graph<Integer> without =
            rebuild(GRAPH, (a, b) -> false, null, column -> false, cause.node());
        double after = logOdds(why, model.predict(without).of(key));
        assertThat(cause.effect()).as("%s", cause).isCloseTo(before - after, offset(1e-3));
        checked++;
      }
    }
    assertThat(checked).isGreaterThanOrEqualTo(10);
  }

  @Test
  void whatOnlyTheNodeItselfIsSeenByHasNoNeighbours() {
    GmnnModel<Integer> alone =
        SmallCitations.trainer()
            .emIterations(0)
            .inferenceLayers(LinearLayer.builder().nOut(8).build(), LinearLayer.builder().build())
            .fit(GRAPH);
    Explanation<Integer> why = alone.explain(GRAPH, GRAPH.key(3));
    assertThat(why.inputs())
        .filteredOn(cause -> cause.kind() == Explanation.Kind.NEIGHBOR)
        .allMatch(cause -> cause.effect() == 0);
    assertThat(why.labels()).isEmpty();
    assertThat(why.labelLogOdds()).isEmpty();
  }

  @Test
  void theReportNamesTheLargestEffects() {
    Explanation<Integer> why = MODEL.explain(GRAPH, GRAPH.key(5));
    assertThat(why.toString())
        .startsWith(GRAPH.key(5) + ": " + why.label() + " (")
        .contains(" by q), not " + why.against())
        .contains("; " + why.inputs().size() + " effects, their sum ")
        .contains("  " + why.inputs().get(0));
    double largest = Math.abs(why.inputs().get(0).effect());
    assertThat(why.inputs()).allMatch(cause -> Math.abs(cause.effect()) <= largest);
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.explain(GRAPH, -77))
        .withMessageContaining("-77");
  }

  /** On real data, where features have no names and p sees labels of other nodes. */
  @Test
  void tenErrorsOnCoraAreExplainedByWhatMakesTheDifference() throws IOException {
    Dataset<String> cora = DatasetReader.read(SharedData.folder("cora"));
    Graph<String> graph = cora.graph();
    GmnnModel<String> model = Gmnn.paper().seed(1).fit(graph);
    List<String> errors =
        cora.testLabels().keySet().stream()
            .filter(key -> !model.predict(key).label().equals(cora.testLabels().get(key)))
            .limit(10)
            .toList();
    assertThat(errors).hasSize(10);
    for (String key : errors) {
      Explanation<String> why = model.explain(graph, key);
      assertThat(why.label()).isEqualTo(model.predict(key).label());
      for (Explanation.Cause<String> cause : why.inputs().subList(0, 3)) {
        Graph<String> without =
            rebuild(
                graph,
                (a, b) -> joins(a, b, key, cause.node()),
                key,
                column -> cause.node() == null && ("" + column).equals(cause.name()),
                null);
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(why.logOdds() - logOdds(why, model.predict(without).of(key)), offset(1e-3));
      }
    }
  }

  /** What the model says of the two classes, to hold against an explanation. */
  private static <K> double logOdds(Explanation<K> why, Prediction<K> prediction) {
    return Math.log(prediction.probability(why.label()))
        - Math.log(prediction.probability(why.against()));
  }

  @Test
  void aLabelIsHeldAgainstTheRunnerUpOrAClassThatIsNamed() {
    int key = GRAPH.key(7);
    Prediction<Integer> prediction = MODEL.predict(key);
    Explanation<Integer> why = MODEL.explain(GRAPH, key);
    String runnerUp =
        prediction.distribution().entrySet().stream()
            .filter(entry -> !entry.getKey().equals(prediction.label()))
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    assertThat(why.against()).isEqualTo(runnerUp);
    assertThat(why.logOdds()).isPositive().isCloseTo(logOdds(why, prediction), offset(1e-3));
    for (String other : MODEL.classes()) {
      if (other.equals(prediction.label())) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> MODEL.explain(GRAPH, key, other))
            .withMessageContaining("name another class");
      } else {
        Explanation<Integer> named = MODEL.explain(GRAPH, key, other);
        assertThat(named.against()).isEqualTo(other);
        assertThat(named.logOdds()).isCloseTo(logOdds(named, prediction), offset(1e-3));
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.explain(GRAPH, key, "nothing"))
        .withMessageContaining("nothing");
  }

  @Test
  void whatWouldChangeALabelDoesAndNoPartOfItDoes() {
    int changes = 0;
    for (int node = 0; node < 40; node++) {
      int key = GRAPH.key(node);
      Optional<Explanation.Change<Integer>> found = MODEL.whatWouldChange(GRAPH, key);
      if (found.isEmpty()) {
        Graph<Integer> bare =
            rebuild(GRAPH, (a, b) -> a == key || b == key, key, column -> true, null);
        assertThat(MODEL.predict(bare).of(key).label())
            .as("%s without anything", key)
            .isEqualTo(MODEL.predict(key).label());
        continue;
      }
      changes++;
      Explanation.Change<Integer> change = found.get();
      assertThat(change.label()).isEqualTo(MODEL.predict(key).label());
      assertThat(MODEL.predict(without(GRAPH, key, change.without())).of(key).label())
          .isEqualTo(change.changed())
          .isNotEqualTo(change.label());
      for (int i = 0; change.without().size() > 1 && i < change.without().size(); i++) {
        List<Explanation.Cause<Integer>> fewer = new ArrayList<>(change.without());
        fewer.remove(i);
        assertThat(MODEL.predict(without(GRAPH, key, fewer)).of(key).label())
            .isEqualTo(change.label());
      }
      assertThat(change.toString()).startsWith(key + " would be " + change.changed());
      if (change.without().size() > 1) {
        for (Explanation.Cause<Integer> one : MODEL.explain(GRAPH, key).inputs()) {
          assertThat(MODEL.predict(without(GRAPH, key, List.of(one))).of(key).label())
              .as("%s without %s alone", key, one)
              .isEqualTo(change.label());
        }
      }
    }
    assertThat(changes).isGreaterThan(5);
  }

  private static <K> Graph<K> without(Graph<K> graph, K key, List<Explanation.Cause<K>> causes) {
    return rebuild(
        graph,
        (a, b) -> causes.stream().anyMatch(c -> c.node() != null && joins(a, b, key, c.node())),
        key,
        column -> causes.stream().anyMatch(c -> c.node() == null && c.name().equals("" + column)),
        null);
  }

  @Test
  void typesOfEdgesAreTakenAwayWithThem() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 40; i++) {
      builder.addNode(i, i % 2, i % 3, 1).label(i, i % 2 == 0 ? "even" : "odd");
    }
    for (int i = 0; i < 40; i++) {
      builder.addEdge(i, (i + 2) % 40, "two").addEdge(i, (i + 3) % 40, "three");
    }
    Graph<Integer> graph = builder.build();
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inference(InferenceKinds.relational())
            .pretrainEpochs(20)
            .emIterations(0)
            .fit(graph);
    for (int key : List.of(0, 5, 11)) {
      Explanation<Integer> why = model.explain(graph, key);
      int neighbors = 0;
      for (Explanation.Cause<Integer> cause : why.inputs()) {
        if (cause.kind() != Explanation.Kind.NEIGHBOR) {
          continue;
        }
        Graph.Builder<Integer> rest = Graph.builder();
        for (int i = 0; i < 40; i++) {
          rest.addNode(i, i % 2, i % 3, 1);
        }
        for (int i = 0; i < 40; i++) {
          for (int step : List.of(2, 3)) {
            if (!joins(i, (i + step) % 40, key, cause.node())) {
              rest.addEdge(i, (i + step) % 40, step == 2 ? "two" : "three");
            }
          }
        }
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(
                why.logOdds() - logOdds(why, model.predict(rest.build()).of(key)), offset(1e-3));
        neighbors++;
      }
      assertThat(neighbors).isEqualTo(4);
    }
  }

  /** Two payments between the same two are taken away together, each with its amount. */
  @Test
  void numbersOnEdgesAreTakenAwayWithThem() {
    Graph<Integer> graph = payments(40, (a, b) -> false);
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inference(InferenceKinds.edges())
            .hiddenUnits(8)
            .pretrainEpochs(30)
            .emIterations(0)
            .fit(graph);
    for (int key : List.of(0, 5, 11)) {
      Explanation<Integer> why = model.explain(graph, key);
      int neighbors = 0;
      for (Explanation.Cause<Integer> cause : why.inputs()) {
        if (cause.kind() == Explanation.Kind.NEIGHBOR) {
          Graph<Integer> rest = payments(40, (a, b) -> joins(a, b, key, cause.node()));
          assertThat(cause.effect())
              .as("%s of %s", cause, key)
              .isNotZero()
              .isCloseTo(why.logOdds() - logOdds(why, model.predict(rest).of(key)), offset(1e-3));
          neighbors++;
        }
      }
      assertThat(neighbors).isEqualTo(4);
    }
  }

  private static Graph<Integer> payments(int people, BiPredicate<Integer, Integer> left) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < people; i++) {
      builder.addNode(i, i % 3, 1).label(i, i % 2 == 0 ? "even" : "odd");
    }
    for (int i = 0; i < people; i++) {
      int two = (i + 2) % people;
      int three = (i + 3) % people;
      if (!left.test(i, two)) {
        builder.addEdge(i, two, "card").edgeNumbers(10 + i);
        builder.addEdge(i, two, "wire").edgeNumbers(i % 2 * 100 + 1);
      }
      if (!left.test(i, three)) {
        builder.addEdge(i, three, "card").edgeNumbers(i % 2 * 50 + 5);
      }
    }
    return builder.edgeSchema(FeatureSchema.ofNames(List.of("amount"))).build();
  }

  @Test
  void neighboursThatAreFeaturesAreTakenAwayToo() {
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inference(InferenceKinds.robustNeighbors())
            .hiddenUnits(8)
            .pretrainEpochs(20)
            .emIterations(0)
            .fit(GRAPH);
    for (int node : List.of(0, 7, 42)) {
      int key = GRAPH.key(node);
      Explanation<Integer> why = model.explain(GRAPH, key);
      assertThat(why.probability()).isCloseTo(model.predict(key).probability(), offset(1e-5));
      assertThat(why.inputs())
          .anyMatch(cause -> cause.kind() == Explanation.Kind.NEIGHBOR && cause.effect() != 0);
      for (Explanation.Cause<Integer> cause : why.inputs()) {
        Graph<Integer> rest = without(GRAPH, key, List.of(cause));
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(why.logOdds() - logOdds(why, model.predict(rest).of(key)), offset(1e-3));
      }
    }
  }

  @Test
  void tenSureDecisionsAboutLinksHaveReasons() {
    checkLinks(Gmnn.builder().inference(InferenceKinds.robustOwnWeights()), false);
  }

  @Test
  void tenSureDecisionsAboutLinksByWhatTheyShareHaveReasons() {
    checkLinks(Gmnn.builder().inference(InferenceKinds.relational()), true);
  }

  private static void checkLinks(GmnnTrainer.Builder trainer, boolean typed) {
    Graph<LinkKey<Integer>> graph = links();
    GmnnModel<LinkKey<Integer>> model =
        trainer
            .hiddenUnits(8)
            .dropout(0)
            .pretrainEpochs(200)
            .emIterations(0)
            .calibration(Calibration.NONE)
            .fit(graph);
    List<LinkKey<Integer>> sure =
        graph.keys().stream()
            .sorted(Comparator.comparingDouble(key -> -model.predict(key).probability()))
            .limit(10)
            .toList();
    for (LinkKey<Integer> key : sure) {
      Explanation<LinkKey<Integer>> why = model.explain(graph, key);
      assertThat(why.probability()).as("%s", why).isGreaterThan(0.9);
      assertThat(Math.abs(why.inputs().get(0).effect())).as("%s", why).isGreaterThan(0.1);
      int neighbors = 0;
      for (Explanation.Cause<LinkKey<Integer>> cause : why.inputs()) {
        if (cause.kind() == Explanation.Kind.FEATURE || neighbors++ < 3) {
          Graph<LinkKey<Integer>> rest =
              rebuild(
                  graph,
                  typed,
                  (a, b) -> cause.node() != null && joins(a, b, key, cause.node()),
                  key,
                  column ->
                      cause.node() == null
                          && graph.featureSchema().names().get(column).equals(cause.name()),
                  null);
          assertThat(cause.effect())
              .as("%s of %s", cause, key)
              .isCloseTo(why.logOdds() - logOdds(why, model.predict(rest).of(key)), offset(2e-3));
        }
      }
      assertThat(neighbors).isPositive();
    }
  }

  private static Graph<LinkKey<Integer>> links() {
    LineGraph.Builder<Integer> builder = LineGraph.builder();
    for (int i = 0; i < 40; i++) {
      for (int step : List.of(2, 4, 7)) {
        int other = (i + step) % 40;
        builder.addLink(i, other).label(new LinkKey<>(i, other), i % 2 == 0 ? "work" : "family");
      }
    }
    return builder.build().graph();
  }

  /** Where the probability is 1.000 to three digits, reasons are still to be seen. */
  @Test
  void tenSureDecisionsOnCoraHaveReasons() throws IOException {
    Dataset<String> cora = DatasetReader.read(SharedData.folder("cora"));
    Graph<String> graph = cora.graph();
    GmnnModel<String> model = Gmnn.paper().seed(1).calibration(Calibration.NONE).fit(graph);
    List<String> sure =
        cora.testLabels().keySet().stream()
            .sorted(Comparator.comparingDouble(key -> -model.predict(key).probability()))
            .limit(10)
            .toList();
    for (String key : sure) {
      assertThat(model.predict(key).probability()).isGreaterThan(0.99);
      Explanation<String> why = model.explain(graph, key);
      assertThat(Math.abs(why.inputs().get(0).effect())).as("%s", why).isGreaterThan(0.1);
      for (Explanation.Cause<String> cause : why.inputs().subList(0, 2)) {
        double moved =
            why.logOdds()
                - logOdds(why, model.predict(without(graph, key, List.of(cause))).of(key));
        assertThat(cause.effect()).as("%s of %s", cause, key).isCloseTo(moved, offset(2e-3));
      }
    }
  }

  private static <K> boolean joins(K a, K b, K x, K y) {
    return a.equals(x) && b.equals(y) || a.equals(y) && b.equals(x);
  }

  private static <K> Graph<K> rebuild(
      Graph<K> graph,
      BiPredicate<K, K> leftEdges,
      K ofKey,
      IntPredicate leftColumns,
      K unlabelled) {
    return rebuild(graph, false, leftEdges, ofKey, leftColumns, unlabelled);
  }

  /** The graph without some edges, some features of a node, and the label of another. */
  private static <K> Graph<K> rebuild(
      Graph<K> graph,
      boolean typed,
      BiPredicate<K, K> leftEdges,
      K ofKey,
      IntPredicate leftColumns,
      K unlabelled) {
    Graph.Builder<K> builder =
        graph.featureSchema().names().isEmpty()
            ? Graph.<K>builder().featureCount(graph.featureCount())
            : Graph.<K>builder().featureSchema(graph.featureSchema());
    for (int node = 0; node < graph.nodeCount(); node++) {
      K key = graph.key(node);
      Map<Integer, Float> kept = new LinkedHashMap<>();
      for (int e = graph.features().rowStart(node); e < graph.features().rowEnd(node); e++) {
        int column = graph.features().columnIndex(e);
        if (!key.equals(ofKey) || !leftColumns.test(column)) {
          kept.put(column, graph.features().value(e));
        }
      }
      float[] values = new float[kept.size()];
      int i = 0;
      for (float value : kept.values()) {
        values[i++] = value;
      }
      builder.addNode(key, kept.keySet().stream().mapToInt(column -> column).toArray(), values);
    }
    if (typed) {
      for (String relation : graph.adjacency().relations()) {
        addEdges(builder, graph, relation, leftEdges);
      }
    } else {
      addEdges(builder, graph, null, leftEdges);
    }
    builder.classes(graph.classes());
    for (int node : graph.trainingNodes()) {
      if (!graph.key(node).equals(unlabelled)) {
        builder.label(graph.key(node), graph.classes().get(graph.label(node)));
      }
    }
    return builder.build();
  }

  private static <K> void addEdges(
      Graph.Builder<K> builder, Graph<K> graph, String type, BiPredicate<K, K> left) {
    Adjacency adjacency = graph.adjacency();
    CsrMatrix edges = (type == null ? adjacency : adjacency.relation(type)).matrix();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        K other = graph.key(edges.columnIndex(e));
        if (left.test(graph.key(node), other)) {
          continue;
        }
        if (type == null) {
          builder.addEdge(graph.key(node), other, edges.value(e));
        } else {
          builder.addEdge(other, graph.key(node), type, edges.value(e));
        }
      }
    }
  }
}

package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.testing.SharedData;
import io.github.gmnn.testing.SmallGraphs;
import io.github.gmnn.testing.TextGraphs;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelationalClassifierTest {
  private static final Map<String, Supplier<RelationalClassifier.Builder>> METHODS =
      Map.of(
          "RMN", RelationalClassifier::rmn,
          "MLN", RelationalClassifier::mln,
          "PRM", RelationalClassifier::prm);

  private static final Dataset<Integer> DATA = SmallGraphs.CITATIONS;

  private static RelationalClassifier.Builder method(String name) {
    return METHODS.get(name).get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMN", "MLN", "PRM"})
  void labelsAroundANodeHelp(String name) {
    RelationalModel<Integer> model = method(name).fit(DATA.graph());
    // So large a penalty leaves the attributes alone.
    RelationalModel<Integer> attributes = method(name).labelPenalties(1e9).fit(DATA.graph());
    assertThat(model.evaluate(DATA.testLabels()).accuracy())
        .isGreaterThan(attributes.evaluate(DATA.testLabels()).accuracy() + 0.02);
    assertThat(model.convergence().converged()).isTrue();
    String topic = model.classes().get(0);
    assertThat(attributes.weight(topic, topic)).isCloseTo(0, within(1e-4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMN", "MLN", "PRM"})
  void trainingNodesKeepTheirLabels(String name) {
    Graph<Integer> graph = DATA.graph();
    RelationalModel<Integer> model = method(name).fit(graph);
    for (int node : graph.trainingNodes()) {
      assertThat(model.predict(graph.key(node)).probability(graph.classes().get(graph.label(node))))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMN", "MLN", "PRM"})
  void threadsChangeNothing(String name) {
    assertThat(method(name).threads(3).fit(DATA.graph()).predictions().all())
        .isEqualTo(method(name).threads(1).fit(DATA.graph()).predictions().all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMN", "MLN", "PRM"})
  void twoLabelsWithoutFeaturesOrValidationAreEnough(String name) {
    Graph<String> graph = TextGraphs.parse("a-b b-c c-a c-d d-e e-f f-d alone a[left] f[right]");
    RelationalModel<String> model = method(name).fit(graph);
    assertThat(model.predict("b").label()).isEqualTo("left");
    assertThat(model.predict("e").label()).isEqualTo("right");
    assertThat(model.predict("alone").probability()).isCloseTo(0.5, within(0.1));
    assertThat(model.attributePenalty()).isEqualTo(0.01);
    assertThat(model.validationAccuracy()).isEmpty();
  }

  @Test
  void anMlnHasOneWeightAndAnRmnASymmetricTable() {
    RelationalModel<Integer> mln = RelationalClassifier.mln().fit(DATA.graph());
    RelationalModel<Integer> rmn = RelationalClassifier.rmn().fit(DATA.graph());
    List<String> classes = mln.classes();
    double same = mln.weight(classes.get(0), classes.get(0));
    assertThat(same).isPositive(); // neighbours are alike
    assertThat(mln.weight(classes.get(2), classes.get(2))).isEqualTo(same);
    assertThat(mln.weight(classes.get(2), classes.get(1))).isZero();
    assertThat(rmn.weight(classes.get(2), classes.get(1)))
        .isEqualTo(rmn.weight(classes.get(1), classes.get(2)))
        .isNotZero()
        .isLessThan(rmn.weight(classes.get(1), classes.get(1)));
  }

  /** People like their friends and unlike their bosses; of every third the side is known. */
  private static Graph.Builder<Integer> company(Map<Integer, String> sides) {
    Random random = new Random(3);
    Graph.Builder<Integer> builder =
        Graph.<Integer>builder().addMissingNodes().undirectedTypes("friend");
    for (int i = 0; i < 300; i++) {
      sides.put(i, i % 2 == 0 ? "left" : "right");
      builder.addNode(i);
      if (i % 3 == 0) {
        builder.label(i, sides.get(i));
      }
    }
    for (int i = 0; i < 300; i++) {
      int alike = (i + 2 * (1 + random.nextInt(100))) % 300;
      int unlike = (i + 1 + 2 * random.nextInt(100)) % 300;
      builder.addEdge(i, alike, "friend").addEdge(unlike, i, "boss");
    }
    return builder;
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMN", "MLN", "PRM"})
  void everyTypeOfEdgesHasWeightsOfItsOwn(String name) {
    Map<Integer, String> sides = new HashMap<>();
    RelationalModel<Integer> model =
        method(name).featureScaling(FeatureScaling.NONE).fit(company(sides).build());
    assertThat(model.relations()).containsExactly("friend", "boss", "boss inverse");
    assertThat(model.weight("friend", "left", "left"))
        .isGreaterThan(model.weight("friend", "left", "right"));
    assertThat(model.weight("boss", "left", "left"))
        .isLessThan(model.weight("boss", "left", "right"));
    assertThat(model.weight("boss inverse", "left", "left"))
        .isLessThan(model.weight("boss inverse", "left", "right"));
    assertThat(model.evaluate(sides).accuracy()).isGreaterThan(0.9);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> model.weight("left", "right"))
        .withMessageContaining("boss inverse");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.weight("enemy", "left", "right"))
        .withMessageContaining("unknown relation 'enemy'");
  }

  @Test
  void anRmnKnowsWhichEndOfAnEdgeHasWhichLabel() {
    // A manager leads workers: labels by the direction of edges alone.
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> roles = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      roles.put(2 * i, "manager");
      roles.put(2 * i + 1, "worker");
      builder.addEdge(2 * i, 2 * i + 1, "leads").addEdge(2 * i, (2 * i + 7) % 120, "leads");
    }
    for (int i = 0; i < 40; i++) {
      builder.label(i, roles.get(i));
    }
    RelationalModel<Integer> model = RelationalClassifier.rmn().fit(builder.build());
    assertThat(model.evaluate(roles).accuracy()).isEqualTo(1);
    assertThat(model.weight("leads", "worker", "manager"))
        .isEqualTo(model.weight("leads inverse", "manager", "worker"))
        .isGreaterThan(model.weight("leads", "manager", "worker"));
  }

  @Test
  void validationChoosesAmongPenalties() {
    RelationalModel<Integer> model =
        RelationalClassifier.mln()
            .attributePenalties(1e6, 0.01)
            .labelPenalties(1e9, 1)
            .fit(DATA.graph());
    assertThat(model.attributePenalty()).isEqualTo(0.01);
    assertThat(model.labelPenalty()).isEqualTo(1);
    Map<Integer, String> validation = new HashMap<>();
    for (int node : DATA.graph().validationNodes()) {
      validation.put(DATA.graph().key(node), DATA.graph().classes().get(DATA.graph().label(node)));
    }
    assertThat(model.validationAccuracy()).hasValue(model.evaluate(validation).accuracy());
  }

  @Test
  void anInferenceThatIsCutOffSaysSo() {
    RelationalModel<Integer> model = RelationalClassifier.rmn().maxSweeps(1).fit(DATA.graph());
    assertThat(model.convergence().converged()).isFalse();
    assertThat(model.convergence().sweeps()).isEqualTo(1);
    assertThat(model.convergence().residual()).isPositive();
  }

  @Test
  void aGraphWithoutTrainingNodesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RelationalClassifier.mln().fit(TextGraphs.parse("a-b a[x]? b[y]?")))
        .withMessageContaining("2 are held for validation");
  }

  @Test
  void linksThatSeeThePastAloneAreNotJoinedWithLaterOnes() {
    LineGraph.Builder<String> builder =
        LineGraph.<String>builder().features(LineGraph.View.PAST_ONLY);
    for (int i = 0; i < 8; i++) {
      builder.addLink("a", "b" + i, Instant.ofEpochSecond(i));
      builder.label(new LinkKey<>("a", "b" + i), i % 2 == 0 ? "x" : "y");
    }
    Graph<LinkKey<String>> links = builder.build().graph();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RelationalClassifier.mln().fit(links))
        .withMessageContaining("prm()");
    assertThat(RelationalClassifier.prm().fit(links).convergence().converged()).isTrue();
  }

  @Test
  void settingsAreChecked() {
    RelationalClassifier.Builder builder = RelationalClassifier.mln();
    Stream.<Runnable>of(
            () -> builder.damping(1),
            () -> builder.damping(Double.NaN),
            () -> builder.tolerance(0),
            () -> builder.maxSweeps(0),
            () -> builder.threads(0),
            () -> builder.attributePenalties(),
            () -> builder.labelPenalties(1, 0),
            () -> builder.labelPenalties(Double.POSITIVE_INFINITY))
        .forEach(setting -> assertThatIllegalArgumentException().isThrownBy(setting::run));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> RelationalClassifier.prm().damping(0.5))
        .withMessageContaining("iterative classification");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RelationalClassifier.mln().fit(DATA.graph()).weight("x", "y"))
        .withMessageContaining("unknown class 'x'");
  }

  @ParameterizedTest
  @CsvSource({
    "cora,RMN,0.713", "cora,MLN,0.746", "cora,PRM,0.770",
    "citeseer,RMN,0.680", "citeseer,MLN,0.680", "citeseer,PRM,0.634"
  })
  void publishedAccuraciesAreReached(String data, String name, double published)
      throws IOException {
    Dataset<String> dataset = DatasetReader.read(SharedData.folder(data));
    RelationalModel<String> model =
        method(name).featureScaling(FeatureScaling.BINARY_ROW).fit(dataset.graph());
    assertThat(model.evaluate(dataset.testLabels()).accuracy()).isGreaterThan(published);
  }
}

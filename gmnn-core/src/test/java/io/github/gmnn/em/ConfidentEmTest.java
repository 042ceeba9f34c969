package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.Prediction;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.SmallGraphs;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Teacher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfidentEmTest {
  private static final Dataset<Integer> DATA = SmallGraphs.CITATIONS;

  private static GmnnTrainer.Builder few() {
    return Gmnn.builder()
        .inference(InferenceKinds.robustPropagation())
        .pretrainEpochs(30)
        .emIterations(2)
        .learningEpochs(10)
        .inferenceEpochs(20)
        .seed(4);
  }

  private static List<Map<String, Double>> distributions(GmnnModel<Integer> model) {
    return model.predictions().all().stream().map(Prediction::distribution).toList();
  }

  @ParameterizedTest
  @EnumSource(Teacher.class)
  void everyTeacherTeachesAFreshQ(Teacher teacher) {
    GmnnModel<Integer> model = few().teacher(teacher).fit(DATA.graph());
    assertThat(model.history().epochs(Phase.E_STEP)).hasSize(40);
    assertThat(model.history().epochs(Phase.M_STEP))
        .hasSize(teacher.needsLearningNetwork() ? 20 : 0);
    // the first epoch of a fresh q knows nothing, one that goes on knows what it learned before
    assertThat(model.history().epochs(Phase.E_STEP).get(0).loss())
        .isGreaterThan(model.history().epochs(Phase.PRE_TRAINING).get(0).loss());
    assertThat(model.evaluate(DATA.testLabels()).accuracy()).isGreaterThan(0.85);
  }

  @Test
  void aResumedFitEndsAsTheUninterruptedOne(@TempDir Path folder) throws IOException {
    GmnnTrainer.Builder builder = few();
    GmnnModel<Integer> whole = builder.fit(DATA.graph());
    Phase[] phases = {Phase.PRE_TRAINING, Phase.M_STEP, Phase.E_STEP};
    for (Phase phase : phases) {
      Path file = folder.resolve(phase.name());
      few()
          .checkpoint(file, 1)
          .listener(
              report ->
                  report.phase() != phase
                      || report.iteration() != Math.min(2, 2 * phase.ordinal())
                      || report.epoch() < 6)
          .fit(DATA.graph());
      GmnnModel<Integer> resumed = builder.build().resume(file, DATA.graph());
      assertThat(distributions(resumed)).as(phase.name()).isEqualTo(distributions(whole));
    }
  }

  @Test
  void theResultDoesNotDependOnThreads() {
    assertThat(distributions(few().threads(1).fit(DATA.graph())))
        .isEqualTo(distributions(few().threads(3).fit(DATA.graph())));
  }

  /** Labels that neighbours contradict: EM can only spread errors. */
  @Test
  void theGuardReturnsQAsItWasBeforeEm() {
    Graph.Builder<Integer> builder = Graph.builder();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < 400; node++) {
      builder.addNode(node, Map.of("word" + node % 2, 1));
      builder.addEdge(node, (node + 1) % 400);
    }
    for (int node = 0; node < 300; node++) {
      labels.put(node, node % 2 == 0 ? "even" : "odd");
    }
    Graph<Integer> graph =
        builder.build().withLabels(labels, labels.keySet().stream().skip(100).toList());
    GmnnTrainer.Builder perceptron =
        few().set("backbone", Backbone.PERCEPTRON).teacher(Teacher.SMOOTHING);
    GmnnModel<Integer> guarded = perceptron.fit(graph);
    GmnnModel<Integer> before = perceptron.emIterations(0).fit(graph);
    assertThat(guarded.history().epochs(Phase.E_STEP)).isNotEmpty();
    assertThat(distributions(guarded)).isEqualTo(distributions(before));
  }

  @Test
  void aTeacherOfFreshNetworksIsRefusedForOneThatGoesOn() {
    for (Teacher teacher : List.of(Teacher.SMOOTHING, Teacher.AUTO)) {
      assertThatThrownBy(() -> Gmnn.paper().teacher(teacher).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("freshInferenceNetwork(true)");
    }
  }
}

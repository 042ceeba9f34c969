package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.Teacher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What settings change about EM beside the paper's rule. */
class EmSettingsTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  /** Annotates every node with the first class: what p learns from it ruins q. */
  private record FirstClass() implements ApproximationStrategy {
    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix annotation = DenseMatrix.zeros(logits.rows(), logits.columns());
      for (int node = 0; node < logits.rows(); node++) {
        annotation.set(node, 0, 1f);
      }
      return List.of(annotation);
    }
  }

  @Test
  void qIsReturnedAsItWasBeforeEmWhereValidationHoldsItForBetter() {
    GmnnTrainer.Builder ruined = SmallCitations.trainer().approximation(new FirstClass());
    GmnnModel<Integer> alone = SmallCitations.trainer().emIterations(0).fit(GRAPH);
    GmnnModel<Integer> guarded = ruined.fit(GRAPH);
    GmnnModel<Integer> unguarded = ruined.emGuard(false).fit(GRAPH);

    assertThat(SmallCitations.distributions(guarded))
        .isEqualTo(SmallCitations.distributions(alone));
    assertThat(guarded.state().networks().inference().parameters())
        .isEqualTo(alone.state().networks().inference().parameters());
    assertThat(unguarded.evaluate(GRAPH.validationLabels()).accuracy())
        .isLessThan(guarded.evaluate(GRAPH.validationLabels()).accuracy());
  }

  @Test
  void aTieGoesToEm() {
    // one node that q gets right before EM and after it
    Map<Integer, String> labels = GRAPH.trainingLabels();
    GmnnModel<Integer> model = SmallCitations.trainer().fit(GRAPH);
    int node = -1;
    for (int candidate : GRAPH.validationNodes()) {
      String label = GRAPH.classes().get(GRAPH.label(candidate));
      node = model.predict(GRAPH.key(candidate)).label().equals(label) ? candidate : node;
    }
    labels.put(GRAPH.key(node), GRAPH.classes().get(GRAPH.label(node)));
    Graph<Integer> graph = GRAPH.withLabels(labels, List.of(GRAPH.key(node)));

    GmnnModel<Integer> guarded = SmallCitations.trainer().fit(graph);

    assertThat(guarded.history().bestValidation(Phase.PRE_TRAINING)).hasValue(1);
    assertThat(guarded.history().bestValidation(Phase.E_STEP)).hasValue(1);
    assertThat(SmallCitations.distributions(guarded))
        .isEqualTo(SmallCitations.distributions(SmallCitations.trainer().emGuard(false).fit(graph)))
        .isNotEqualTo(
            SmallCitations.distributions(SmallCitations.trainer().emIterations(0).fit(graph)));
  }

  @Test
  void validationChoosesThePredictor() throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      GmnnTrainer.Builder trainer = SmallCitations.trainer().seed(seed);
      double best = 0;
      for (Predictor predictor :
          List.of(Predictor.INFERENCE, Predictor.LEARNING, Predictor.PRODUCT)) {
        GmnnModel<Integer> model = trainer.predictor(predictor).fit(GRAPH);
        best = Math.max(best, model.evaluate(GRAPH.validationLabels()).accuracy());
      }
      GmnnModel<Integer> chosen = trainer.predictor(Predictor.AUTO).fit(GRAPH);
      assertThat(chosen.evaluate(GRAPH.validationLabels()).accuracy()).isEqualTo(best);
      assertThat(chosen.state().networks().predictor()).isNotEqualTo(Predictor.AUTO);

      ByteArrayOutputStream file = new ByteArrayOutputStream();
      chosen.save(file);
      GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(file.toByteArray()));
      assertThat(loaded.state().networks().predictor())
          .isEqualTo(chosen.state().networks().predictor());
    }
  }

  @Test
  void pIsChosenWhereQIsWorse() {
    // q after EM knows one class only, and the guard is off
    GmnnModel<Integer> model =
        SmallCitations.trainer()
            .emGuard(false)
            .teacher(Teacher.LEARNING_NETWORK)
            .approximation(new FirstClass())
            .predictor(Predictor.AUTO)
            .fit(GRAPH);
    GmnnModel<Integer> ofQ =
        SmallCitations.trainer().emGuard(false).approximation(new FirstClass()).fit(GRAPH);
    assertThat(model.evaluate(GRAPH.validationLabels()).accuracy())
        .isGreaterThanOrEqualTo(ofQ.evaluate(GRAPH.validationLabels()).accuracy());
  }

  @Test
  void withoutValidationOrPTheChoiceIsQ() {
    assertThat(
            SmallCitations.trainer()
                .emIterations(0)
                .predictor(Predictor.AUTO)
                .fit(GRAPH)
                .state()
                .networks()
                .predictor())
        .isEqualTo(Predictor.INFERENCE);
    Graph<Integer> unvalidated = GRAPH.withLabels(GRAPH.trainingLabels(), List.of());
    assertThat(
            SmallCitations.trainer()
                .predictor(Predictor.AUTO)
                .fit(unvalidated)
                .state()
                .networks()
                .predictor())
        .isEqualTo(Predictor.INFERENCE);
  }

  @Test
  void everyFreshNetworkHasAnMStepOfItsOwn() {
    List<EpochReport> mSteps =
        SmallCitations.trainer()
            .emIterations(1)
            .freshLearningNetworks(3)
            .fit(GRAPH)
            .history()
            .epochs(Phase.M_STEP);
    assertThat(mSteps).hasSize(3 * 15);
    assertThat(mSteps.stream().filter(report -> report.epoch() == 1).map(EpochReport::loss))
        .doesNotHaveDuplicates();
  }

  @Test
  void eachOfTheSettingsChangesTheResult() {
    float[] paper = SmallCitations.distributions(SmallCitations.trainer().fit(GRAPH));
    for (GmnnTrainer.Builder changed :
        List.of(
            SmallCitations.trainer().freshLearningNetworks(2),
            SmallCitations.trainer().freshInferenceUpdater(true),
            SmallCitations.trainer().targetWeighting(TargetWeighting.APART),
            SmallCitations.trainer().inferenceSelection(Selection.LOSS))) {
      assertThat(SmallCitations.distributions(changed.fit(GRAPH))).isNotEqualTo(paper);
    }
  }

  @Test
  void freshNetworksAndAFreeQExcludeEachOther() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallCitations.trainer().nonAmortized().freshLearningNetworks(2).build())
        .withMessageContaining("leave out freshLearningNetworks");
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.ValidationMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.deeplearning4j.nn.api.Model;
import org.deeplearning4j.optimize.api.BaseTrainingListener;
import org.deeplearning4j.ui.model.stats.StatsListener;
import org.deeplearning4j.ui.model.storage.InMemoryStatsStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Sgd;

class GmnnTrainerTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @Test
  void fiveLinesClassifyANode() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", Map.of("machine", 1.0, "learning", 1.0))
            .addNode("b", Map.of("learning", 1.0))
            .addNode("c", Map.of("query", 1.0))
            .addNode("d", Map.of("query", 1.0, "index", 1.0))
            .addEdge("a", "b")
            .addEdge("c", "d")
            .label("a", "ML")
            .label("d", "DB")
            .build();

    GmnnModel<String> model = Gmnn.paper().hiddenUnits(16).seed(42).fit(graph);

    assertThat(model.predict("b").label()).isEqualTo("ML");
    assertThat(model.predict("c").label()).isEqualTo("DB");
    assertThat(model.predict("b").distribution().values().stream().mapToDouble(v -> v).sum())
        .isBetween(0.999, 1.001);
  }

  @Test
  void theDefaultLearns() {
    GmnnModel<Integer> model = SmallCitations.trainer().fit(GRAPH);
    assertThat(model.evaluate(SmallCitations.DATA.testLabels()).accuracy()).isGreaterThan(0.95);
  }

  @Test
  void phasesComeInTheOrderOfTheAlgorithm() {
    List<String> phases = new ArrayList<>();
    SmallCitations.trainer()
        .listener(
            report -> {
              if (report.epoch() == 1) {
                phases.add(report.phase() + " " + report.iteration());
              }
              return true;
            })
        .fit(GRAPH);
    assertThat(phases)
        .containsExactly("PRE_TRAINING 0", "M_STEP 1", "E_STEP 1", "M_STEP 2", "E_STEP 2");
  }

  @Test
  void theHistoryHoldsEveryEpochWithItsLossAndValidation() {
    TrainingHistory history = SmallCitations.trainer().fit(GRAPH).history();
    assertThat(history.completed()).isTrue();
    assertThat(history.epochs(Phase.PRE_TRAINING)).hasSize(20);
    assertThat(history.epochs(Phase.M_STEP)).hasSize(30);
    assertThat(history.epochs(Phase.E_STEP)).hasSize(30);
    assertThat(history.epochs())
        .allSatisfy(
            report -> {
              assertThat(report.loss()).isPositive().isFinite();
              assertThat(report.validation().getAsDouble()).isBetween(0.0, 1.0);
              assertThat(report.step()).isPositive();
            });
    List<EpochReport> pretraining = history.epochs(Phase.PRE_TRAINING);
    assertThat(pretraining.get(19).loss()).isLessThan(pretraining.get(0).loss());
  }

  @Test
  void theFinalModelIsThatOfTheBestValidationEpochOfTheEStep() {
    GmnnModel<Integer> model = SmallCitations.trainer().fit(GRAPH);
    Map<Integer, String> validation = labels(GRAPH, GRAPH.validationNodes());
    assertThat(model.evaluate(validation).accuracy())
        .isEqualTo(model.history().bestValidation(Phase.E_STEP).getAsDouble());
  }

  @Test
  void withoutValidationNodesTheLastEpochCounts() {
    Graph<Integer> withoutValidation =
        GRAPH.withLabels(labels(GRAPH, GRAPH.trainingNodes()), List.of());
    float[] full = SmallCitations.distributions(SmallCitations.trainer().fit(withoutValidation));
    int epochs = 20 + 4 * 15;
    int[] seen = {0};
    GmnnModel<Integer> stopped =
        SmallCitations.trainer().listener(r -> ++seen[0] < epochs).fit(withoutValidation);
    assertThat(SmallCitations.distributions(stopped)).isEqualTo(full);
    assertThat(stopped.history().epochs()).allMatch(r -> r.validation().isEmpty());
  }

  @Test
  void labelledNodesKeepTheirLabelsInAnnotations() {
    List<DenseMatrix> seen = new ArrayList<>();
    ApproximationStrategy recording =
        (logits, random) -> {
          List<DenseMatrix> annotations = Approximations.singleSample().annotate(logits, random);
          seen.addAll(annotations);
          return annotations;
        };
    SmallCitations.trainer().approximation(recording).fit(GRAPH);
    assertThat(seen).hasSize(2);
    for (DenseMatrix annotation : seen) {
      for (int node : GRAPH.trainingNodes()) {
        assertThat(annotation.get(node, GRAPH.label(node))).isEqualTo(1f);
      }
    }
  }

  @Test
  void aStrategyThatGivesTheWrongShapeIsNamed() {
    assertThatThrownBy(
            () ->
                SmallCitations.trainer()
                    .approximation((logits, random) -> List.of(DenseMatrix.zeros(2, 2)))
                    .fit(GRAPH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2 x 2")
        .hasMessageContaining("300 nodes x 3 classes");
  }

  static Stream<GmnnTrainer.Builder> variants() {
    return Stream.of(
        SmallCitations.trainer().attributesInLearning(true),
        SmallCitations.trainer().approximation(Approximations.multiSample(3)),
        SmallCitations.trainer().approximation(Approximations.meanPooling()),
        SmallCitations.trainer().approximation(Approximations.maxPooling()),
        SmallCitations.trainer().predictor(Predictor.LEARNING),
        SmallCitations.trainer().predictor(Predictor.PRODUCT),
        SmallCitations.trainer().teacher(Teacher.SELF),
        SmallCitations.trainer().classWeighting(ClassWeighting.BALANCED),
        SmallCitations.trainer().validationMetric(ValidationMetric.MACRO_F1),
        SmallCitations.trainer().updater(new Adam(0.01)).l2(0).dropout(0),
        SmallCitations.trainer().learningLayers(MeanPoolingLayer.builder().build()),
        SmallCitations.trainer().learningLayers(GraphConvLayer.builder().build()),
        SmallCitations.trainer().inferenceLayers(LinearLayer.builder().hasBias(true).build()),
        SmallCitations.trainer()
            .inferenceLayers(
                GraphConvLayer.builder().nOut(8).activation(Activation.ELU).build(),
                GraphConvLayer.builder().nOut(8).activation(Activation.SWISH).build(),
                GraphConvLayer.builder().build()));
  }

  /** That each does what it says is shown elsewhere: this shows that none is in learning's way. */
  @ParameterizedTest
  @MethodSource("variants")
  void everyVariantOfThePaperLearns(GmnnTrainer.Builder trainer) {
    GmnnModel<Integer> model = trainer.fit(GRAPH);
    assertThat(model.evaluate(SmallCitations.DATA.testLabels()).accuracy()).isGreaterThan(0.9);
  }

  @Test
  void theNonAmortizedPosteriorFollowsTheLabelsAroundANode() {
    GmnnModel<Integer> model = SmallCitations.trainer().nonAmortized().emIterations(10).fit(GRAPH);
    assertThat(model.evaluate(SmallCitations.DATA.testLabels()).accuracy()).isGreaterThan(0.8);
    assertThat(model.embedding(GRAPH.key(0))).isEmpty();
    assertThatThrownBy(() -> model.predict(GRAPH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("non-amortized");
  }

  @Test
  void patienceEndsAPhaseEarly() {
    TrainingHistory history =
        SmallCitations.trainer().pretrainEpochs(500).patience(5).fit(GRAPH).history();
    List<EpochReport> epochs = history.epochs(Phase.PRE_TRAINING);
    assertThat(epochs).hasSizeLessThan(500);
    double best = history.bestValidation(Phase.PRE_TRAINING).getAsDouble();
    assertThat(epochs.subList(epochs.size() - 5, epochs.size()))
        .allMatch(report -> report.validation().getAsDouble() <= best);
    assertThat(epochs.get(epochs.size() - 6).validation()).hasValue(best);
  }

  @Test
  void aListenerCanStopTheFitAndTheBestStateSoFarIsTheModel() {
    GmnnModel<Integer> model =
        SmallCitations.trainer()
            .listener(report -> report.phase() != Phase.M_STEP || report.epoch() < 3)
            .fit(GRAPH);
    assertThat(model.history().completed()).isFalse();
    assertThat(model.history().epochs(Phase.M_STEP)).hasSize(3);
    assertThat(model.evaluate(labels(GRAPH, GRAPH.validationNodes())).accuracy())
        .isEqualTo(model.history().bestValidation(Phase.PRE_TRAINING).getAsDouble());
  }

  @Test
  void anExceptionOfAListenerReachesTheCaller() {
    assertThatThrownBy(
            () ->
                SmallCitations.trainer()
                    .listener(
                        report -> {
                          throw new IllegalStateException("mine");
                        })
                    .fit(GRAPH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mine");
  }

  @Test
  void anInterruptEndsTheFitPromptlyWithAUsableModel() {
    Thread caller = Thread.currentThread();
    GmnnModel<Integer> model =
        SmallCitations.trainer()
            .pretrainEpochs(1_000_000)
            .listener(
                report -> {
                  if (report.epoch() == 10) {
                    caller.interrupt();
                  }
                  return true;
                })
            .fit(GRAPH);
    assertThat(Thread.interrupted()).as("the interrupt stays set").isTrue();
    assertThat(model.history().completed()).isFalse();
    assertThat(model.history().epochs(Phase.E_STEP)).isEmpty();
    assertThat(model.evaluate(labels(GRAPH, GRAPH.validationNodes())).accuracy())
        .isEqualTo(model.history().bestValidation(Phase.PRE_TRAINING).getAsDouble());
  }

  @Test
  void dl4jListenersSeeEveryStepOfQAndP() {
    List<Integer> ofQ = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    int[] ofP = {0};
    GmnnModel<Integer> model =
        SmallCitations.trainer()
            .inferenceListeners(
                new BaseTrainingListener() {
                  @Override
                  public void iterationDone(Model network, int iteration, int epoch) {
                    ofQ.add(iteration);
                    scores.add(network.score());
                    assertThat(network.gradient().gradientForVariable()).containsKeys("0_W", "1_W");
                  }
                })
            .learningListeners(
                new BaseTrainingListener() {
                  @Override
                  public void iterationDone(Model network, int iteration, int epoch) {
                    ofP[0]++;
                  }
                })
            .fit(GRAPH);
    // one after the other, although pre-training ends with a return to its best epoch
    assertThat(ofQ).containsExactlyElementsOf(IntStream.rangeClosed(1, 20 + 30).boxed().toList());
    assertThat(ofP[0]).isEqualTo(30);
    assertThat(scores.get(0)).isEqualTo(model.history().epochs().get(0).loss());
  }

  @Test
  void theStatisticsOfDl4jsTrainingInterfaceAreRecorded() {
    InMemoryStatsStorage storage = new InMemoryStatsStorage();
    SmallCitations.trainer().inferenceListeners(new StatsListener(storage)).fit(GRAPH);
    assertThat(storage.listSessionIDs()).hasSize(1);
    String session = storage.listSessionIDs().get(0);
    // it reports every tenth of q's 50 steps
    assertThat(storage.getAllUpdatesAfter(session, StatsListener.TYPE_ID, 0).size())
        .isBetween(3, 6);
  }

  @Test
  void aLossThatIsNoLongerFiniteNamesTheRemedy() {
    assertThatThrownBy(() -> SmallCitations.trainer().updater(new Sgd(1e30)).l2(0).fit(GRAPH))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("learning rate");
  }

  @Test
  void aGraphWithoutTrainingLabelsIsRefusedBeforeAnyWork() {
    Graph<String> unlabelled =
        Graph.<String>builder().addNode("a").addNode("b").addEdge("a", "b").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().fit(unlabelled))
        .withMessageContaining("0 classes");
    Graph<Integer> validationOnly =
        GRAPH.withLabels(
            labels(GRAPH, GRAPH.validationNodes()),
            labels(GRAPH, GRAPH.validationNodes()).keySet());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().fit(validationOnly))
        .withMessageContaining("no labelled node to train on (60 are held for validation)");
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().hiddenUnits(0))
        .withMessage("hiddenUnits must be at least 1, got 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().dropout(1))
        .withMessageContaining("[0, 1), got 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().l2(Double.NaN))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().emIterations(0).predictor(Predictor.LEARNING).build())
        .withMessageContaining("predictor LEARNING needs p");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().nonAmortized().teacher(Teacher.SELF).build())
        .withMessageContaining("nonAmortized()");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Gmnn.paper().inferenceLayers(GraphConvLayer.builder().nOut(4).build()).fit(GRAPH))
        .withMessageContaining("4 values per node, but there are 3 classes");
  }

  static Map<Integer, String> labels(Graph<Integer> graph, int[] nodes) {
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node : nodes) {
      labels.put(graph.key(node), graph.classes().get(graph.label(node)));
    }
    return labels;
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.learning.config.Sgd;

/** Each option shows what it does: a test fails if the option were ignored. */
class TrainerOptionsTest {
  private static final Graph<String> PATH = TextGraphs.parse("a[X] b c d[Y] a-b b-c c-d");

  private static final Graph<String> WORDS =
      Graph.<String>builder()
          .addNode("a", Map.of("u", 1.0, "v", 3.0))
          .addNode("b", Map.of("u", 2.0))
          .addNode("c", Map.of("v", 0.5, "w", 1.5))
          .addEdge("a", "b")
          .addEdge("b", "c")
          .label("a", "X")
          .label("c", "Y")
          .build();

  /** A trainer that changes nothing: what comes out are the initial parameters. */
  private static GmnnTrainer.Builder idle() {
    return Gmnn.paper()
        .updater(new Sgd(0))
        .l2(0)
        .pretrainEpochs(1)
        .learningEpochs(1)
        .inferenceEpochs(1);
  }

  private static float[] distributions(GmnnModel<?> model) {
    return model.predictions().distributions().data();
  }

  private static double firstLoss(GmnnModel<?> model) {
    return model.history().epochs().get(0).loss();
  }

  @Test
  void hiddenUnitsAreTheWidthOfTheHiddenLayersOfQAndP() {
    GmnnModel<String> model = idle().hiddenUnits(5).fit(PATH);
    assertThat(model.embedding("a").orElseThrow()).hasSize(5);
    assertThat(model.state().networks().inference().parameters()[0])
        .hasSize(4 * 5); // a column per node
    assertThat(model.state().networks().inference().parameters()[1]).hasSize(5 * 2);
    assertThat(model.state().networks().learning().parameters()[0]).hasSize(2 * 5);
    assertThat(model.state().networks().learning().parameters()[1]).hasSize(5 * 2);
  }

  /** Without dropout the loss of an epoch that changes nothing is that of the predictions. */
  @Test
  void dropoutActsOnTrainingAlone() {
    GmnnModel<String> without = idle().dropout(0).emIterations(0).fit(PATH);
    double expected =
        -(Math.log(without.predict("a").probability("X"))
                + Math.log(without.predict("d").probability("Y")))
            / 2;
    assertThat(firstLoss(without)).isCloseTo(expected, within(1e-6));
    GmnnModel<String> half = idle().dropout(0.5).emIterations(0).fit(PATH);
    GmnnModel<String> most = idle().dropout(0.9).emIterations(0).fit(PATH);
    assertThat(distributions(half)).isEqualTo(distributions(without));
    assertThat(firstLoss(half)).isNotCloseTo(expected, within(1e-6));
    // with all of its inputs dropped a node gets the uniform distribution
    assertThat(firstLoss(most)).isNotEqualTo(firstLoss(half));
  }

  @Test
  void l2PullsTheWeightsOfQAndPTowardsZero() {
    Objective.Factory nothing =
        targets -> new Scripted(4, new int[0], epoch -> new float[0][]); // its gradient is zero
    GmnnTrainer.Builder builder =
        Gmnn.paper()
            .updater(new Sgd(0.5))
            .inferenceObjective(nothing)
            .learningObjective(nothing)
            .pretrainEpochs(1)
            .learningEpochs(1)
            .inferenceEpochs(1);
    GmnnModel<String> free = builder.l2(0).fit(PATH);
    GmnnModel<String> penalised = builder.l2(0.25).fit(PATH);
    // two steps of q and one of p, each times 1 - 0.5 · 0.25
    assertScaled(
        penalised.state().networks().inference().parameters(),
        free.state().networks().inference().parameters(),
        0.875 * 0.875);
    assertScaled(
        penalised.state().networks().learning().parameters(),
        free.state().networks().learning().parameters(),
        0.875);
  }

  private static void assertScaled(float[][] actual, float[][] base, double factor) {
    for (int i = 0; i < base.length; i++) {
      for (int j = 0; j < base[i].length; j++) {
        assertThat((double) actual[i][j]).isCloseTo(factor * base[i][j], within(1e-6));
      }
    }
  }

  @Test
  void qAndPHaveUpdatersOfTheirOwn() {
    GmnnModel<String> initial = idle().fit(PATH);
    GmnnModel<String> movedQ = idle().inferenceUpdater(new Sgd(0.5)).fit(PATH);
    GmnnModel<String> movedP = idle().learningUpdater(new Sgd(0.5)).fit(PATH);
    GmnnModel<String> moved = idle().updater(new Sgd(0.5)).fit(PATH);
    assertThat(movedQ.state().networks().inference().parameters()[0])
        .isNotEqualTo(initial.state().networks().inference().parameters()[0]);
    assertThat(movedQ.state().networks().learning().parameters())
        .isDeepEqualTo(initial.state().networks().learning().parameters());
    assertThat(movedP.state().networks().inference().parameters())
        .isDeepEqualTo(initial.state().networks().inference().parameters());
    assertThat(movedP.state().networks().learning().parameters()[0])
        .isNotEqualTo(initial.state().networks().learning().parameters()[0]);
    assertThat(moved.state().networks().inference().parameters()[0])
        .isNotEqualTo(initial.state().networks().inference().parameters()[0]);
    assertThat(moved.state().networks().learning().parameters()[0])
        .isNotEqualTo(initial.state().networks().learning().parameters()[0]);
  }

  @Test
  void anUpdaterChangedByTheCallerAfterwardsDoesNotChangeTheTrainer() {
    Sgd updater = new Sgd(0);
    GmnnTrainer trainer = idle().updater(updater).build();
    updater.setLearningRate(0.5);
    assertThat(trainer.fit(PATH).state().networks().inference().parameters())
        .isDeepEqualTo(idle().fit(PATH).state().networks().inference().parameters());
  }

  @Test
  void layersChangedByTheCallerAfterwardsDoNotChangeTheTrainer() {
    GraphConvLayer ofQ = GraphConvLayer.builder().nOut(3).build();
    GraphConvLayer ofP = GraphConvLayer.builder().nOut(3).build();
    GmnnTrainer trainer =
        idle()
            .inferenceLayers(ofQ, LinearLayer.builder().build())
            .learningLayers(ofP, LinearLayer.builder().build())
            .build();
    ofQ.setNOut(7);
    ofP.setNOut(7);
    GmnnModel<String> model = trainer.fit(PATH);
    assertThat(model.state().networks().inference().parameters()[0]).hasSize(4 * 3);
    assertThat(model.state().networks().learning().parameters()[0]).hasSize(2 * 3);
    assertThat(ofQ.getNIn()).as("a fit writes no sizes into the caller's layers").isZero();
  }

  @Test
  void layersNamedForQAndPAreTheirs() {
    GmnnModel<String> model =
        idle()
            .inferenceLayers(LinearLayer.builder().hasBias(true).build())
            .learningLayers(
                GraphConvLayer.builder().nOut(6).selfWeight(true).build(),
                LinearLayer.builder().build())
            .fit(PATH);
    assertThat(model.state().networks().inference().parameters()).hasNumberOfRows(2);
    assertThat(model.state().networks().inference().parameters()[1]).as("bias").hasSize(2);
    assertThat(model.state().networks().learning().parameters()).hasNumberOfRows(3);
    assertThat(model.embedding("a")).as("q has no hidden layer").isEmpty();
  }

  @Test
  void theSeedDecidesTheInitialParametersOfQAndP() {
    GmnnModel<String> one = idle().seed(1).fit(PATH);
    GmnnModel<String> again = idle().seed(1).fit(PATH);
    GmnnModel<String> other = idle().seed(2).fit(PATH);
    assertThat(again.state().networks().inference().parameters())
        .isDeepEqualTo(one.state().networks().inference().parameters());
    assertThat(again.state().networks().learning().parameters())
        .isDeepEqualTo(one.state().networks().learning().parameters());
    assertThat(other.state().networks().inference().parameters()[0])
        .isNotEqualTo(one.state().networks().inference().parameters()[0]);
    assertThat(other.state().networks().learning().parameters()[0])
        .isNotEqualTo(one.state().networks().learning().parameters()[0]);
  }

  @Test
  void theSeedDecidesDropoutToo() {
    GmnnModel<String> model = idle().seed(1).pretrainEpochs(2).emIterations(0).fit(PATH);
    List<EpochReport> epochs = model.history().epochs();
    assertThat(epochs.get(0).loss())
        .as("each epoch drops others")
        .isNotEqualTo(epochs.get(1).loss());
    GmnnModel<String> other = idle().seed(2).emIterations(0).build().fit(PATH, model);
    assertThat(distributions(other)).isEqualTo(distributions(model));
    assertThat(firstLoss(other)).isNotEqualTo(firstLoss(model));
  }

  @Test
  void aFitMayStartFromTheNetworksOfAModel() {
    GmnnModel<String> start = named(1).fit(PATH);
    GmnnModel<String> idle = idle().seed(77).build().fit(PATH, start);
    assertThat(idle.state().networks().inference().parameters())
        .isDeepEqualTo(start.state().networks().inference().parameters());
    assertThat(idle.state().networks().learning().parameters())
        .isDeepEqualTo(start.state().networks().learning().parameters());
  }

  @Test
  void featuresAreScaledAsAskedForInTrainingAndPrediction() {
    float[][] asTheyAre = {{1, 3, 0}, {2, 0, 0}, {0, 0.5f, 1.5f}};
    float[][] byRow = {{0.25f, 0.75f, 0}, {1, 0, 0}, {0, 0.25f, 0.75f}};
    float[][] binary = {{0.5f, 0.5f, 0}, {1, 0, 0}, {0, 0.5f, 0.5f}};
    assertScaling(FeatureScaling.NONE, asTheyAre);
    assertScaling(FeatureScaling.ROW, byRow);
    assertScaling(FeatureScaling.BINARY_ROW, binary);
  }

  @Test
  void featuresAreLeftOutOnlyWhereNeighboursAreRead() {
    GmnnTrainer.Builder nothingToRead = Gmnn.paper().featureScaling(FeatureScaling.LEFT_OUT);
    assertThatIllegalArgumentException()
        .isThrownBy(nothingToRead::build)
        .withMessageContaining("neighborsAsFeatures(true)");
    nothingToRead.neighborsAsFeatures(true).build();
  }

  private static void assertScaling(FeatureScaling scaling, float[][] features) {
    GmnnModel<String> model =
        idle()
            .inferenceLayers(LinearLayer.builder().build())
            .featureScaling(scaling)
            .emIterations(0)
            .fit(WORDS);
    float[] w = model.state().networks().inference().parameters()[0]; // 3 features x 2 classes
    Predictions<String> elsewhere = model.predict(WORDS);
    for (int node = 0; node < 3; node++) {
      double x = 0;
      double y = 0;
      for (int f = 0; f < 3; f++) {
        x += features[node][f] * w[2 * f];
        y += features[node][f] * w[2 * f + 1];
      }
      double expected = 1 / (1 + Math.exp(y - x));
      String key = WORDS.key(node);
      assertThat(model.predict(key).probability("X")).isCloseTo(expected, within(1e-6));
      assertThat(elsewhere.of(key).probability("X")).isCloseTo(expected, within(1e-6));
    }
    assertThat(firstLoss(model))
        .isCloseTo(
            -(Math.log(model.predict("a").probability("X"))
                    + Math.log(model.predict("c").probability("Y")))
                / 2,
            within(1e-6));
  }

  @Test
  void pSeesTheAttributesWhereAskedTo() {
    GmnnTrainer.Builder builder = idle().hiddenUnits(5).predictor(Predictor.LEARNING);
    GmnnModel<String> labels = builder.fit(WORDS);
    GmnnModel<String> both = builder.attributesInLearning(true).fit(WORDS);
    assertThat(labels.state().networks().learning().parameters()[0]).hasSize(2 * 5);
    assertThat(both.state().networks().learning().parameters()[0]).hasSize((2 + 3) * 5);
    // all labels being known, p's input is the same but for the attributes
    Map<String, String> known = Map.of("a", "X", "b", "X", "c", "Y");
    Graph<String> words = WORDS.withLabels(known, List.of());
    Graph.Builder<String> builderOfOthers =
        Graph.<String>builder()
            .addNode("a", Map.of("u", 1.0, "v", 3.0))
            .addNode("b", Map.of("w", 2.0))
            .addNode("c", Map.of("v", 0.5, "w", 1.5))
            .addEdge("a", "b")
            .addEdge("b", "c");
    known.forEach(builderOfOthers::label);
    Graph<String> others = builderOfOthers.build();
    assertThat(labels.predict(others).distributions().data())
        .isEqualTo(labels.predict(words).distributions().data());
    assertThat(both.predict(others).distributions().data())
        .isNotEqualTo(both.predict(words).distributions().data());
  }

  @Test
  void withoutItsOwnLabelPIgnoresTheAnnotationOfTheVeryNode() {
    for (boolean own : new boolean[] {false, true}) {
      for (boolean attributes : new boolean[] {false, true}) {
        GmnnModel<Integer> model =
            SmallCitations.trainer()
                .ownLabelInLearning(own)
                .attributesInLearning(attributes)
                .fit(SmallCitations.DATA.graph());
        int changed = changedByTheirOwnAnnotation(model, attributes);
        if (own) {
          assertThat(changed).isGreaterThan(250);
        } else {
          assertThat(changed).isZero();
        }
      }
    }
  }

  /** How many nodes p predicts otherwise when nothing but their own annotation changes. */
  private static int changedByTheirOwnAnnotation(GmnnModel<Integer> model, boolean attributes) {
    Graph<Integer> graph = SmallCitations.DATA.graph();
    LearningGraphNetwork p =
        new LearningGraphNetwork(
            model.state().networks().learning().definition(),
            graph.adjacency(),
            attributes ? FeatureScaling.ROW.apply(graph.features()) : null,
            3,
            Workers.sequential());
    p.setParameters(model.state().networks().learning().parameters());
    DenseMatrix annotation =
        Approximations.singleSample()
            .annotate(DenseMatrix.zeros(graph.nodeCount(), 3), RandomStream.of(1))
            .get(0);
    p.annotate(List.of(annotation));
    DenseMatrix before = p.distributions().copy();
    int changed = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      DenseMatrix other = annotation.copy();
      for (int c = 0; c < 3; c++) {
        other.set(node, c, annotation.get(node, (c + 1) % 3));
      }
      p.annotate(List.of(other));
      DenseMatrix after = p.distributions();
      boolean differs = false;
      for (int c = 0; c < 3; c++) {
        differs |= after.get(node, c) != before.get(node, c);
      }
      changed += differs ? 1 : 0;
    }
    return changed;
  }

  @Test
  void aCheckpointThatCannotBeWrittenLeavesTheFitAlone(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path impossible = file.resolve("checkpoint"); // a file is no folder
    GmnnModel<String> model = named(1).checkpoint(impossible, 4).fit(PATH);
    assertThat(model.history().epochs()).hasSize(9);
    assertThat(model.history().completed()).isTrue();
    assertThat(distributions(model)).isEqualTo(distributions(named(1).fit(PATH)));
  }

  @Test
  void checkpointsAreWrittenEverySoManyEpochs(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("checkpoint");
    idle().pretrainEpochs(5).emIterations(0).checkpoint(file, 7).fit(PATH);
    assertThat(file).doesNotExist();
    idle().pretrainEpochs(8).emIterations(0).checkpoint(file, 7).fit(PATH);
    assertThat(file).exists();
  }

  @Test
  void aLambdaIsRefusedWhereItWouldHaveToBeRecognised(@TempDir Path folder) {
    Path file = folder.resolve("checkpoint");
    ApproximationStrategy lambda = (logits, random) -> List.of(logits.copy());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> idle().approximation(lambda).checkpoint(file, 1).build())
        .withMessageContaining("approximation is a lambda");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> idle().inferenceObjective(SoftmaxCrossEntropy::new).checkpoint(file, 1).build())
        .withMessageContaining("inferenceObjective is a lambda");
    idle().checkpoint(file, 1).fit(PATH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> idle().approximation(lambda).build().resume(file, PATH))
        .withMessageContaining("approximation is a lambda")
        .withMessageContaining("toString");
  }

  /** A strategy as an application would write it: its text names its settings. */
  private record Certain(int label) implements ApproximationStrategy {
    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix annotation = DenseMatrix.zeros(logits.rows(), logits.columns());
      for (int node = 0; node < logits.rows(); node++) {
        annotation.set(node, label, 1f);
      }
      return List.of(annotation);
    }
  }

  /** One without a text of its own, known by its class. */
  private static final class PlainObjective implements Objective.Factory {
    @Override
    public Objective of(Targets targets) {
      return new SoftmaxCrossEntropy(targets);
    }
  }

  @Test
  void aNamedStrategyAndObjectiveCanBeResumed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnModel<String> whole = named(1).fit(PATH);
    for (int cut = 1; cut <= 9; cut++) {
      int last = cut;
      int[] epochs = {0};
      named(1).checkpoint(file, 1).listener(report -> ++epochs[0] < last).fit(PATH);
      GmnnModel<String> resumed = named(1).build().resume(file, PATH);
      assertThat(resumed.history().epochs()).hasSameSizeAs(whole.history().epochs());
      assertThat(distributions(resumed)).as("cut after %d", cut).isEqualTo(distributions(whole));
      assertThat(resumed.state().networks().learning().parameters())
          .isDeepEqualTo(whole.state().networks().learning().parameters());
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> named(0).build().resume(file, PATH))
        .withMessageContaining("other settings");
  }

  private static GmnnTrainer.Builder named(int label) {
    return Gmnn.paper()
        .pretrainEpochs(3)
        .learningEpochs(3)
        .inferenceEpochs(3)
        .approximation(new Certain(label))
        .inferenceObjective(new PlainObjective());
  }

  @Test
  void theTrainerTellsEverySettingThatDecidesAResult() {
    String text =
        Gmnn.paper()
            .seed(7)
            .hiddenUnits(9)
            .dropout(0.25)
            .l2(0.125)
            .patience(3)
            .attributesInLearning(true)
            .ownLabelInLearning(false)
            .threads(1)
            .build()
            .toString();
    assertThat(text)
        .contains("seed=7", "hiddenUnits=9", "dropout=0.25", "l2=0.125", "patience=3")
        .contains("attributesInLearning=true", "ownLabelInLearning=false")
        .contains("approximation=annealing(0.1)", "inferenceObjective=softmax cross-entropy")
        .doesNotContain("threads");
  }
}

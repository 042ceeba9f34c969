package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.em.KnownLabels;
import io.github.gmnn.em.LabelAgreement;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.em.Trial;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.SettingsAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.learning.config.Sgd;

class InferenceChoiceTest {
  /** Nodes whose neighbours are of any class; a word tells the class. */
  private static Graph<Integer> anyNeighbours(int nodes, int labelled, boolean validated) {
    RandomStream random = RandomStream.of(1);
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < nodes; node++) {
      builder.addNode(node, Map.of("word" + node % 2, 1, "noise" + node % 7, 1));
    }
    for (int node = 0; node < nodes; node++) {
      for (int edge = 0; edge < 8; edge++) {
        builder.addEdge(node, (node + 1 + random.nextInt(nodes - 1)) % nodes);
      }
    }
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 0; node < labelled; node++) {
      labels.put(node, node % 2 == 0 ? "even" : "odd");
    }
    for (int node = nodes - 60; validated && node < nodes; node++) {
      labels.put(node, node % 2 == 0 ? "even" : "odd");
      held.add(node);
    }
    return builder.build().withLabels(labels, held);
  }

  /** Who is joined to hub 0 is of one class, who is joined to hub 1 of the other; no features. */
  private static Graph<Integer> hubs() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < 122; node++) {
      builder.addNode(node, Map.of("same", 1));
    }
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 2; node < 122; node++) {
      builder.addEdge(node, node % 2);
      if (node < 82) {
        labels.put(node, node % 2 == 0 ? "first" : "second");
      }
      if (node >= 42 && node < 82) {
        held.add(node);
      }
    }
    return builder.build().withLabels(labels, held);
  }

  private static GmnnTrainer.Builder few() {
    return Gmnn.builder().pretrainEpochs(30).learningEpochs(10).inferenceEpochs(10).seed(2);
  }

  private static String chosen(GmnnModel<?> model) {
    return model.provenance().settings().get("inferenceChosen");
  }

  @Test
  void validationChoosesAndTheModelSaysWhatWasTried() {
    GmnnModel<Integer> model = few().fit(hubs());
    assertThat(chosen(model))
        .matches(
            "robust-structure of \\[robust-appnp .*, robust-sage .*, robust-mlp .*, robust-linkx"
                + " 1.0000 \\(.*\\), robust-structure 1.0000 \\(.*\\)\\], after \\d+ epochs in all,"
                + " as many as \\d+\\.\\d trainings of it \\(30 epochs at most\\)");
    for (int node = 82; node < 122; node++) {
      assertThat(model.predict(node).label()).isEqualTo(node % 2 == 0 ? "first" : "second");
    }
  }

  @Test
  void aPerceptronIsChosenWhereNeighboursTellNothing() {
    Graph<Integer> graph = anyNeighbours(200, 40, true);
    GmnnModel<Integer> model =
        few().inferenceAmong(InferenceKinds.convolutions(), InferenceKinds.perceptron()).fit(graph);
    assertThat(chosen(model)).startsWith("mlp of [gc 0.");
  }

  /** Neighbours are mostly of one class; what words a node has is drawn. */
  private static Graph<Integer> wordsThatSayNothing(boolean validated) {
    RandomStream random = RandomStream.of(3);
    Graph.Builder<Integer> builder = Graph.builder();
    int nodes = 600;
    for (int node = 0; node < nodes; node++) {
      Map<String, Integer> words = new LinkedHashMap<>();
      while (words.size() < 20) {
        words.put("word" + random.nextInt(400), 1);
      }
      builder.addNode(node, words);
    }
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      for (int edge = 0; edge < 4; edge++) {
        int alike = (node + 2 * (1 + random.nextInt(nodes / 2 - 1))) % nodes;
        builder.addEdge(node, random.nextInt(10) == 0 ? (alike + 1) % nodes : alike);
      }
      if (node < (validated ? 140 : 40)) {
        labels.put(node, node % 2 == 0 ? "even" : "odd");
      }
      if (validated && node >= 40 && node < 140) {
        held.add(node);
      }
    }
    return builder.build().withLabels(labels, held);
  }

  @Test
  void featuresThatSayNothingAreLeftOut() {
    for (boolean validated : new boolean[] {true, false}) {
      Graph<Integer> graph = wordsThatSayNothing(validated);
      GmnnModel<Integer> model = Gmnn.builder().emIterations(0).seed(2).fit(graph);
      assertThat(chosen(model)).startsWith("robust-structure of [robust-appnp 0.");
      assertThat(model.provenance().settings()).containsEntry("featureScaling", "LEFT_OUT");
      int right = 0;
      for (int node = 140; node < 600; node++) {
        right += model.predict(node).label().equals(node % 2 == 0 ? "even" : "odd") ? 1 : 0;
      }
      assertThat(right).isGreaterThan(430);
    }
  }

  /**
   * Nodes with eight numbers and some six neighbours, whoever they are.
   *
   * @param ofNeighbours whether the neighbours' first numbers tell the class, or a node's own eight
   * @param training how many nodes have labels to train on, the first ones
   * @param validation how many nodes after those are held for validation
   */
  private static Graph<Integer> numbers(boolean ofNeighbours, int training, int validation) {
    Random random = new Random(8);
    int nodes = 400;
    double[][] numbers = new double[nodes][8];
    double[] ofOthers = new double[nodes];
    for (double[] own : numbers) {
      Arrays.setAll(own, column -> random.nextGaussian());
    }
    Graph.Builder<Integer> builder = Graph.builder();
    int[][] edges = new int[3 * nodes][];
    for (int edge = 0; edge < edges.length; edge++) {
      int node = edge % nodes;
      int other = (node + 1 + random.nextInt(nodes - 1)) % nodes;
      edges[edge] = new int[] {node, other};
      ofOthers[node] += numbers[other][0];
      ofOthers[other] += numbers[node][0];
    }
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      boolean high = ofNeighbours ? ofOthers[node] > 0 : node % 2 == 0;
      for (int column = 0; column < 8 && !ofNeighbours; column++) {
        numbers[node][column] += high ? 0.3 : -0.3;
      }
      builder.addNode(node, numbers[node]);
      if (node < training + validation) {
        labels.put(node, high ? "high" : "low");
      }
      if (node >= training && node < training + validation) {
        held.add(node);
      }
    }
    for (int[] edge : edges) {
      builder.addEdge(edge[0], edge[1]);
    }
    return builder.build().withLabels(labels, held);
  }

  private static int right(GmnnModel<Integer> model, Graph<Integer> told) {
    int right = 0;
    for (int node = 280; node < 400; node++) {
      String label = told.classes().get(told.label(node));
      right += model.predict(node).label().equals(label) ? 1 : 0;
    }
    return right;
  }

  @Test
  void edgesThatSayNothingAreLeftOut() {
    GmnnModel<Integer> model = Gmnn.builder().seed(2).fit(numbers(false, 40, 0));
    assertThat(chosen(model)).startsWith("robust-mlp of [robust-appnp 0.");
    assertThat(right(model, numbers(false, 400, 0))).isGreaterThan(90);
  }

  @Test
  void ofFewFeaturesNotMostAreDroppedOut() {
    Graph<Integer> graph = numbers(true, 200, 80);
    GmnnModel<Integer> model = Gmnn.builder().seed(2).fit(graph);
    assertThat(chosen(model)).startsWith("robust-sage of [robust-appnp 0.");
    assertThat(model.provenance().settings()).containsEntry("dropout", "0.5");
    assertThat(right(model, numbers(true, 400, 0))).isGreaterThan(98);

    GmnnModel<Integer> asked = Gmnn.builder().seed(2).dropout(0.7).emIterations(0).fit(graph);
    assertThat(asked.provenance().settings()).containsEntry("dropout", "0.7");
  }

  @Test
  void classesThatNoTrainingNodeHasTellNothingOfAKind() {
    Graph<Integer> hubs = hubs();
    Map<Integer, String> labels = new LinkedHashMap<>(hubs.labels());
    List<Integer> held = new ArrayList<>(hubs.validationLabels().keySet());
    for (int node = 100; node < 110; node++) {
      labels.put(node, "third");
      held.add(node);
    }
    String chosen = chosen(few().pretrainEpochs(100).fit(hubs.withLabels(labels, held)));
    assertThat(chosen).startsWith("robust-linkx of ");
    double loss =
        Double.parseDouble(chosen.replaceAll(".*robust-linkx [^ ]+ \\(log-loss ([^,]+),.*", "$1"));
    assertThat(loss).isLessThan(0.1);
  }

  /** A ring of two halves, each of one class; no features. */
  private static Graph<Integer> ring() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 0; node < 60; node++) {
      builder.addEdge(node, (node + 1) % 60).addEdge(node, (node + 2) % 60);
      labels.put(node, node < 30 ? "left" : "right");
      if (node % 3 > 0) {
        held.add(node);
      }
    }
    return builder.build().withLabels(labels, held);
  }

  @Test
  void withoutFeaturesConvolutionsAreTriedAndPenaltiesAreSmall() {
    GmnnModel<Integer> model = few().emIterations(0).fit(ring());
    assertThat(chosen(model)).contains("robust-gcn ");
    assertThat(model.provenance().settings()).containsEntry("l2", "5.0E-5");
    assertThat(chosen(few().emIterations(0).fit(hubs()))).doesNotContain("robust-gcn");
  }

  @Test
  void aPenaltyThatIsSetHoldsWithoutFeaturesToo() {
    GmnnModel<Integer> model = few().emIterations(0).l2(0.01).fit(ring());
    assertThat(model.provenance().settings()).containsEntry("l2", "0.01");
    GmnnModel<Integer> paper = Gmnn.paper().pretrainEpochs(1).emIterations(0).fit(ring());
    assertThat(paper.provenance().settings()).containsEntry("l2", "5.0E-4");
  }

  @Test
  void aTrialOnASampleSettlesAFitOfTheWhole() {
    Graph<Integer> sample = anyNeighbours(200, 40, true);
    Settings open =
        SettingsAccess.of(
            few()
                .featureScaling(FeatureScaling.STANDARD)
                .inferenceAmong(InferenceKinds.convolutions(), InferenceKinds.perceptron())
                .build());
    Trial trial = Trial.on(open, sample, KnownLabels.of(sample));
    assertThat(trial.choice().toString()).startsWith("mlp of [gc 0.");
    assertThat(trial.settings().get(TrainerSettings.INFERENCE_LAYERS)).hasSize(2);
    // those of the fit, not of features that were scaled before
    assertThat(trial.settings().get(TrainerSettings.FEATURE_SCALING))
        .isEqualTo(FeatureScaling.STANDARD);
    assertThat(trial.settings().get(TrainerSettings.INFERENCE_EPOCHS)).isEqualTo(10);
  }

  @Test
  void whetherMostNodesAreLabelledIsSaidOfTheWholeAndNotOfASample() {
    Settings open =
        SettingsAccess.of(
            few()
                .inferenceAmong(
                    InferenceKinds.robustOwnWeights(), InferenceKinds.robustPropagation())
                .build());
    KnownLabels rare = new KnownLabels(0.01, () -> new LabelAgreement(1_000, 0));
    KnownLabels most = new KnownLabels(0.9, () -> new LabelAgreement(1_000, 0));
    assertThat(emIterations(open, anyNeighbours(200, 80, true), rare)).isEqualTo(3);
    assertThat(emIterations(open, anyNeighbours(200, 20, true), most)).isZero();
  }

  private static int emIterations(Settings open, Graph<Integer> sample, KnownLabels ofWhole) {
    return Trial.on(open, sample, ofWhole).settings().get(TrainerSettings.EM_ITERATIONS);
  }

  @Test
  void theFirstKindIsTakenUnlessAnotherIsBetterByMoreThanNoise() {
    Graph<Integer> graph = SmallCitations.DATA.graph();
    InferenceKind first = InferenceKinds.sage();
    GmnnModel<Integer> model =
        few().inferenceAmong(first, new Named("same", first::applyTo)).fit(graph);
    assertThat(chosen(model))
        .matches("sage of \\[sage (.*), same \\1\\], after .* as many as 2.0 trainings of it .*");
  }

  @Test
  void theSameSeedChoosesAndPredictsTheSame() {
    Graph<Integer> graph = SmallCitations.DATA.graph();
    GmnnModel<Integer> one = few().threads(1).fit(graph);
    GmnnModel<Integer> two = few().threads(3).fit(graph);
    assertThat(chosen(two)).isEqualTo(chosen(one));
    assertThat(SmallCitations.distributions(two)).isEqualTo(SmallCitations.distributions(one));
  }

  @Test
  void theChosenKindEndsAsIfItHadBeenFittedByItself() {
    Graph<Integer> graph = hubs();
    List<EpochReport> heard = new ArrayList<>();
    GmnnModel<Integer> chosen = few().pretrainEpochs(60).listener(heard::add).threads(2).fit(graph);
    GmnnModel<Integer> byItself =
        few()
            .inferenceAmong(InferenceKinds.robustStructure()) // nothing to choose
            .pretrainEpochs(60)
            .fit(graph);
    GmnnModel<Integer> named =
        Gmnn.builder()
            .inference(InferenceKinds.robustStructure())
            .pretrainEpochs(60)
            .learningEpochs(10)
            .inferenceEpochs(10)
            .seed(2)
            .fit(graph);
    assertThat(chosen(chosen)).startsWith("robust-structure of ");
    float[] expected = SmallCitations.distributions(named);
    assertThat(SmallCitations.distributions(chosen)).isEqualTo(expected);
    assertThat(SmallCitations.distributions(byItself)).isEqualTo(expected);
    assertThat(chosen.history().epochs(Phase.PRE_TRAINING)).hasSize(60);
    assertThat(heard).isEqualTo(chosen.history().epochs());
  }

  /** Counts the steps of q. */
  private record Counted(AtomicInteger steps) implements Objective.Factory {
    @Override
    public String toString() {
      return "counted"; // whatever was counted so far: a checkpoint compares it
    }

    @Override
    public Objective of(Targets targets) {
      Objective counted = Objective.Factory.softmaxCrossEntropy().of(targets);
      return new Objective() {
        @Override
        public int passes() {
          return counted.passes();
        }

        @Override
        public RowSet nodes() {
          return counted.nodes();
        }

        @Override
        public Loss lossAndGradient(Objective.Outputs outputs) {
          steps.incrementAndGet();
          return counted.lossAndGradient(outputs);
        }
      };
    }
  }

  @Test
  void theStepsOfATrialAreNotTakenAgain() {
    AtomicInteger steps = new AtomicInteger();
    few()
        .inferenceAmong(InferenceKinds.linkx(), InferenceKinds.perceptron())
        .pretrainEpochs(60)
        .inferenceObjective(new Counted(steps))
        .fit(hubs());
    assertThat(steps).hasValue(60 + 10 + 60); // and the trial of what was not chosen
  }

  @Test
  void aResumedFitGoesOnWithTheChosenKindAndTriesNothingAgain(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("checkpoint");
    AtomicInteger steps = new AtomicInteger();
    GmnnTrainer.Builder builder =
        few()
            .inferenceAmong(InferenceKinds.perceptron(), InferenceKinds.linkx())
            .pretrainEpochs(60)
            .inferenceObjective(new Counted(steps));
    GmnnTrainer trainer = builder.build();
    GmnnModel<Integer> whole = trainer.fit(hubs());
    builder
        .checkpoint(file, 1)
        .listener(report -> report.phase() != Phase.E_STEP || report.epoch() < 4)
        .fit(hubs());

    steps.set(0);
    GmnnModel<Integer> resumed = trainer.resume(file, hubs());

    assertThat(steps).as("the rest of the E-step").hasValue(10 - 4);
    assertThat(chosen(resumed)).startsWith("linkx of [mlp ").isEqualTo(chosen(whole));
    assertThat(SmallCitations.distributions(resumed))
        .isEqualTo(SmallCitations.distributions(whole));
  }

  @Test
  void aCheckpointOfAKindThatIsNoneOfThoseToChooseFromIsRefused(@TempDir Path folder) {
    Path file = folder.resolve("checkpoint");
    few()
        .inferenceAmong(InferenceKinds.perceptron(), InferenceKinds.linkx())
        .checkpoint(file, 1)
        .fit(hubs());
    GmnnTrainer others = few().inferenceAmong(InferenceKinds.perceptron()).build();
    assertThatThrownBy(() -> others.resume(file, hubs()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other settings")
        .hasMessageContaining("linkx");
  }

  @Test
  void aWarmStartTakesTheKindOfTheModelAndTriesNothing() {
    AtomicInteger steps = new AtomicInteger();
    GmnnTrainer trainer =
        few()
            .inferenceAmong(
                InferenceKinds.convolutions(), InferenceKinds.sage(), InferenceKinds.perceptron())
            .inferenceObjective(new Counted(steps))
            .build();
    Graph<Integer> graph = anyNeighbours(200, 40, true);
    GmnnModel<Integer> start =
        Gmnn.paper().inference(InferenceKinds.perceptron()).pretrainEpochs(30).fit(graph);
    GmnnModel<Integer> warm = trainer.fit(graph, start);
    assertThat(steps).as("pre-training and the E-step").hasValue(30 + 10);
    assertThat(chosen(warm)).isEqualTo("mlp, as in the start model");

    GmnnModel<Integer> other =
        Gmnn.paper().inference(InferenceKinds.attention()).pretrainEpochs(1).fit(graph);
    assertThatThrownBy(() -> trainer.fit(graph, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none of [gc, sage, mlp]");
  }

  @Test
  void kindsNotFarBehindAreTriedToTheEndOfPretraining() {
    AtomicInteger steps = new AtomicInteger();
    InferenceKind kind = InferenceKinds.linkx();
    few()
        .inferenceAmong(kind, new Named("same", kind::applyTo))
        .trialEpochs(45)
        .pretrainEpochs(90)
        .inferenceObjective(new Counted(steps))
        .fit(hubs());
    assertThat(steps).hasValue(90 + 90 + 10);
    steps.set(0);
    few()
        .inferenceAmong(kind, new Named("same", kind::applyTo))
        .trialEpochs(45)
        .pretrainEpochs(120)
        .inferenceObjective(new Counted(steps))
        .fit(anyNeighbours(200, 60, false));
    assertThat(steps).hasValue(2 * 2 * 100 + 120); // without EM: neighbours are not alike
  }

  @Test
  void aKindFarBehindIsGivenUpAfterTheEpochsOfATrial() {
    AtomicInteger steps = new AtomicInteger();
    GmnnModel<Integer> model =
        few()
            .inferenceAmong(InferenceKinds.perceptron(), InferenceKinds.linkx())
            .trialEpochs(45)
            .pretrainEpochs(90)
            .inferenceObjective(new Counted(steps))
            .fit(hubs());
    assertThat(chosen(model)).startsWith("linkx of [mlp 0.5").contains("45 epochs)");
    assertThat(steps).hasValue(45 + 90 + 10);
  }

  @Test
  void wholeTrialsIncludeEmAndAreNotRunAgain() {
    AtomicInteger steps = new AtomicInteger();
    InferenceKind kind = InferenceKinds.linkx();
    GmnnModel<Integer> named =
        Gmnn.builder()
            .inference(kind)
            .pretrainEpochs(40)
            .learningEpochs(10)
            .inferenceEpochs(10)
            .seed(2)
            .inferenceObjective(new Counted(steps))
            .threads(1)
            .fit(hubs());
    assertThat(steps).hasValue(40 + 10);
    steps.set(0);
    GmnnModel<Integer> chosen =
        few()
            .inferenceAmong(new Named("first", kind::applyTo), kind)
            .wholeTrials(true)
            .pretrainEpochs(40)
            .inferenceObjective(new Counted(steps))
            .threads(1)
            .fit(hubs());
    assertThat(steps).hasValue(2 * (40 + 10));
    assertThat(chosen(chosen)).startsWith("first of [first 1.0000");
    assertThat(SmallCitations.distributions(chosen)).isEqualTo(SmallCitations.distributions(named));
    assertThat(chosen.history().epochs(Phase.E_STEP)).hasSize(10);
  }

  @Test
  void aChoiceCostsAtMostThreeTrainings() {
    Graph<Integer> graph = SmallCitations.DATA.graph();
    InferenceKind kind = InferenceKinds.sage();
    List<InferenceKind> same =
        IntStream.range(0, 4)
            .<InferenceKind>mapToObj(i -> new Named("same" + i, kind::applyTo))
            .toList();
    GmnnModel<Integer> model =
        few()
            .trialEpochs(40)
            .pretrainEpochs(100)
            .patience(1_000)
            .inferenceAmong(same.toArray(InferenceKind[]::new))
            .fit(graph);
    assertThat(chosen(model))
        .matches("same0 of .*, after 280 epochs in all, as many as 2.8 trainings of it .*");
  }

  @Test
  void otherMetricsThanAccuracyChooseByThemselves() {
    GmnnModel<Integer> model =
        few()
            .inferenceAmong(InferenceKinds.perceptron(), InferenceKinds.linkx())
            .validationMetric(ValidationMetric.ROC_AUC)
            .fit(hubs());
    assertThat(chosen(model)).startsWith("linkx of [mlp 0.5000");
  }

  @Test
  void noTrialBeginsWhenTheTimeIsUp() {
    GmnnModel<Integer> model = few().within(Duration.ofNanos(1)).fit(hubs());
    assertThat(chosen(model))
        .matches(
            "robust-appnp of \\[robust-appnp .*, robust-sage left out, robust-mlp left out,"
                + " robust-linkx left out, robust-structure left out\\],"
                + " after 30 epochs in all, as many as 1.0 trainings of it .*");
    assertThatThrownBy(() -> few().within(Duration.ZERO)).hasMessageContaining("PT0S");
  }

  @Test
  void noTrialBeginsAfterAnInterrupt() {
    AtomicInteger steps = new AtomicInteger();
    GmnnModel<Integer> model;
    Thread.currentThread().interrupt();
    try {
      model = few().inferenceObjective(new Counted(steps)).fit(hubs());
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(chosen(model))
        .matches(
            "robust-appnp of \\[robust-appnp .*, robust-sage left out, robust-mlp left out,"
                + " robust-linkx left out, robust-structure left out\\],"
                + " after 1 epochs in all, .*");
    assertThat(model.history().completed()).isFalse();
    assertThat(steps).as("of the trial; the fit begins none").hasValue(1);
  }

  @Test
  void listenersHearOfTrials() {
    Map<String, Double> heard = new LinkedHashMap<>();
    few()
        .listener(
            new GmnnListener() {
              @Override
              public void onTrial(String kind, double validation) {
                heard.put(kind, validation);
              }

              @Override
              public boolean onEpoch(EpochReport report) {
                return true;
              }
            })
        .fit(hubs());
    assertThat(heard)
        .containsOnlyKeys(
            "robust-appnp", "robust-sage", "robust-mlp", "robust-linkx", "robust-structure")
        .containsEntry("robust-linkx", 1.0);
  }

  private record Named(String name, Consumer<GmnnTrainer.Builder> settings)
      implements InferenceKind {
    @Override
    public void applyTo(GmnnTrainer.Builder builder) {
      settings.accept(builder);
    }
  }

  @Test
  void aKindTooLargeForTheHeapOrThatDivergesIsLeftOut() {
    InferenceKind huge =
        new Named(
            "huge",
            builder ->
                builder
                    .neighborsAsFeatures(true)
                    .inferenceLayers(
                        LinearLayer.builder().nOut(15_000_000).build(),
                        LinearLayer.builder().build()));
    InferenceKind wild = new Named("wild", builder -> builder.inferenceUpdater(new Sgd(1e30)));
    GmnnModel<Integer> model = few().inferenceAmong(InferenceKinds.linkx(), huge, wild).fit(hubs());
    assertThat(chosen(model))
        .matches("linkx of \\[linkx 1.0000 \\(.*\\), huge left out, wild left out\\], after .*");
    GmnnTrainer.Builder allFail = few().inferenceAmong(huge, wild);
    assertThatThrownBy(() -> allFail.fit(hubs())).hasMessageContaining("the fit needs at least");
  }

  @Test
  void withoutValidationNodesLabelsAreHeldBackInTurn() {
    Graph<Integer> graph = anyNeighbours(200, 60, false);
    GmnnModel<Integer> model =
        few().inferenceAmong(InferenceKinds.convolutions(), InferenceKinds.perceptron()).fit(graph);
    assertThat(chosen(model)).startsWith("mlp of [gc 0.");
    assertThat(model.history().bestValidation(Phase.PRE_TRAINING)).isEmpty();
  }

  @Test
  void withTooFewLabelsTheFirstKindIsTaken() {
    GmnnModel<Integer> model = few().fit(anyNeighbours(200, 4, false));
    assertThat(chosen(model)).isEqualTo("robust-appnp, untried: too few labels to hold some back");
    assertThat(model.history().epochs(Phase.E_STEP)).isEmpty();
  }

  @Test
  void aClassOfFewLabelsIsNotHeldBackAndDoesNotPreventTheChoice() {
    Graph<Integer> graph = anyNeighbours(200, 60, false);
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < 60; node++) {
      labels.put(node, node == 7 ? "seven" : node % 2 == 0 ? "even" : "odd");
    }
    GmnnModel<Integer> model =
        few()
            .inferenceAmong(InferenceKinds.convolutions(), InferenceKinds.perceptron())
            .fit(graph.withLabels(labels, List.of()));
    assertThat(chosen(model)).startsWith("mlp of [gc 0.");
  }

  /** A ring in which neighbours are of the same class, but for two, or none is. */
  private static Graph<Integer> ring(int nodes, boolean alike) {
    Graph.Builder<Integer> builder = Graph.builder();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < nodes; node++) {
      int label = alike ? node * 2 / nodes : node % 2;
      builder.addNode(node, Map.of("word" + label, 1));
      labels.put(node, label == 0 ? "even" : "odd");
    }
    for (int node = 0; node < nodes; node++) {
      builder.addEdge(node, (node + 1) % nodes);
    }
    return builder.build().withLabels(labels, List.of());
  }

  @Test
  void withoutValidationNodesEmIsLeftOutWhereNeighboursDiffer() {
    assertThat(few().fit(ring(40, true)).history().epochs(Phase.E_STEP)).hasSize(2 * 10);
    assertThat(few().fit(ring(40, false)).history().epochs(Phase.E_STEP)).isEmpty();
    assertThat(few().emIterations(1).fit(ring(40, false)).history().epochs(Phase.E_STEP))
        .hasSize(10);
  }

  @Test
  void whatIsSetApartFromTheKindHoldsForAll() {
    List<EpochReport> epochs =
        few().pretrainEpochs(7).fit(SmallCitations.DATA.graph()).history().epochs();
    assertThat(epochs.get(0).epochs()).isEqualTo(7);
  }

  @Test
  void aModelThatReadsNeighboursTellsNewNodesByThoseItKnows(@TempDir Path folder)
      throws IOException {
    Graph<Integer> graph = hubs();
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inference(InferenceKinds.robustNeighbors())
            .pretrainEpochs(60)
            .emIterations(0)
            .fit(graph);
    assertThat(model.predict(graph).all()).isEqualTo(model.predictions().all());

    Graph.Builder<Integer> grown = Graph.builder();
    for (int node : new int[] {500, 1, 0, 501, 502}) { // the hubs stand elsewhere now
      grown.addNode(node, Map.of("same", 1));
    }
    grown.addEdge(500, 0).addEdge(501, 1).addEdge(502, 0).addEdge(502, 500);
    Path file = folder.resolve("model");
    model.save(file);
    Predictions<Integer> predicted = GmnnModel.load(file).predict(grown.build());
    assertThat(predicted.of(500).label()).isEqualTo("first");
    assertThat(predicted.of(501).label()).isEqualTo("second");
    assertThat(predicted.of(502).label()).isEqualTo("first");
    assertThat(predicted.of(500).probability("first"))
        .isEqualTo(model.predict(100).probability("first"));
  }

  @Test
  void whereMostNodesAreLabelledAndNeighboursDifferQLearnsForLongerInPlaceOfEm() {
    GmnnModel<Integer> mostly = Gmnn.builder().seed(2).fit(anyNeighbours(200, 80, true));
    assertThat(mostly.provenance().settings())
        .containsEntry("emIterations", "0")
        .containsEntry("pretrainEpochs", "800")
        .containsEntry("patience", "260");
    assertThat(mostly.history().epochs(Phase.E_STEP)).isEmpty();
    assertThat(mostly.history().epochs(Phase.PRE_TRAINING)).hasSizeGreaterThan(100);

    GmnnModel<Integer> fewer = few().fit(anyNeighbours(200, 79, true));
    assertThat(fewer.history().epochs(Phase.E_STEP)).hasSize(3 * 10);
    GmnnModel<Integer> asked = few().emIterations(1).fit(anyNeighbours(200, 80, true));
    assertThat(asked.history().epochs(Phase.E_STEP)).hasSize(10);
    Graph<Integer> alike = ring(40, true);
    Graph<Integer> validated =
        alike.withLabels(alike.labels(), IntStream.range(0, 20).mapToObj(i -> 2 * i).toList());
    assertThat(few().fit(validated).history().epochs(Phase.E_STEP)).hasSize(3 * 10);
  }

  @Test
  void wholeFitsAreComparedWithoutEmWhereQIsToLearnForLonger() {
    GmnnModel<Integer> model =
        Gmnn.auto()
            .inferenceAmong(InferenceKinds.robustPropagation(), InferenceKinds.robustOwnWeights())
            .seed(2)
            .fit(anyNeighbours(200, 80, true));
    assertThat(model.provenance().settings()).containsEntry("emIterations", "0");
    assertThat(chosen(model)).contains("fits with it");
    assertThat(model.history().epochs(Phase.E_STEP)).isEmpty();
  }

  @Test
  void thereMustBeAKindToChoose() {
    GmnnTrainer.Builder builder = Gmnn.paper();
    assertThatThrownBy(() -> builder.inferenceAmong())
        .hasMessage("there must be a kind of q to choose");
  }
}

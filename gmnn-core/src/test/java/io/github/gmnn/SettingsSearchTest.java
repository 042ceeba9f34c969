package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import io.github.gmnn.network.Consistency;
import io.github.gmnn.network.Objective;
import io.github.gmnn.search.SettingsSearch;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.ValidationMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.schedule.ScheduleType;
import org.nd4j.linalg.schedule.StepSchedule;

class SettingsSearchTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @TempDir private Path folder;

  private static GmnnTrainer.Builder brief() {
    return Gmnn.paper().emIterations(0);
  }

  /** One epoch learns next to nothing, forty learn the words. */
  private static SettingsSearch search() {
    return SettingsSearch.of(SettingsSearchTest::brief)
        .choice("pretrainEpochs", GmnnTrainer.Builder::pretrainEpochs, 1, 40)
        .choice("hiddenUnits", GmnnTrainer.Builder::hiddenUnits, 2, 8)
        .seeds(1, 2);
  }

  @Test
  void theGridIsRankedByTheValidationNodes() {
    List<SettingsSearch.Progress> heard = new ArrayList<>();
    SettingsSearch.Result result = search().listener(heard::add).run(GRAPH);
    assertThat(result.trials()).hasSize(4);
    assertThat(result.trials()).isSortedAccordingTo((a, b) -> Double.compare(b.mean(), a.mean()));
    SettingsSearch.Result.Trial best = result.best();
    assertThat(best.settings()).containsEntry("pretrainEpochs", "40");
    // what a fit with the same settings gives, seed by seed
    Map<Integer, String> held = GRAPH.validationLabels();
    int units = Integer.parseInt(best.settings().get("hiddenUnits"));
    for (int i = 0; i < 2; i++) {
      GmnnModel<Integer> model =
          brief().pretrainEpochs(40).hiddenUnits(units).seed(i + 1).fit(GRAPH);
      assertThat(best.scores().get(i)).isCloseTo(model.evaluate(held).accuracy(), offset(1e-12));
    }
    assertThat(best.trainer().fit(GRAPH).evaluate(held).accuracy())
        .isCloseTo(best.scores().get(0), offset(1e-12));
    assertThat(heard).hasSize(8);
    assertThat(heard.get(7).done()).isEqualTo(8);
    assertThat(heard.get(7).total()).isEqualTo(8);
    List<String> lines = result.toString().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).contains("hiddenUnits", "pretrainEpochs", "validation ACCURACY");
  }

  @Test
  void aSearchGoesOnWhereItWasCutOff() throws IOException {
    Path log = folder.resolve("search.txt");
    SettingsSearch.Result whole = search().resume(log).run(GRAPH);
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(8);
    String cut = String.join("\n", lines.subList(0, 5)) + "\n" + lines.get(5).substring(0, 38);
    Files.writeString(log, cut + "\n");
    AtomicInteger fits = new AtomicInteger();
    SettingsSearch.Result resumed =
        search().resume(log).listener(progress -> fits.incrementAndGet()).run(GRAPH);
    assertThat(fits).hasValue(3);
    assertThat(resumed.toString()).isEqualTo(whole.toString());
    SettingsSearch.Result again =
        search().resume(log).listener(progress -> fits.incrementAndGet()).run(GRAPH);
    assertThat(fits).hasValue(3);
    assertThat(again.toString()).isEqualTo(whole.toString());
  }

  @Test
  void aScoreThatIsNoneIsComputedAgain() throws IOException {
    Path log = folder.resolve("search.txt");
    SettingsSearch search =
        SettingsSearch.of(SettingsSearchTest::brief)
            .choice("pretrainEpochs", GmnnTrainer.Builder::pretrainEpochs, 1)
            .resume(log);
    String whole = search.run(GRAPH).toString();
    String id = Files.readString(log).substring(0, 37);
    AtomicInteger fits = new AtomicInteger();
    search.listener(progress -> fits.incrementAndGet());
    for (String score : List.of("0.5.5;", "-;", "1E999;", "-0.5;", "7.0;", "NaN;", ";", "0.5")) {
      Files.writeString(log, id + score + "\n");
      assertThat(search.run(GRAPH).toString()).as(score).isEqualTo(whole);
    }
    assertThat(fits).hasValue(8);
    Files.writeString(log, "x".repeat(100_000) + "\n\0\u00e4\n" + id + "0.25;\n");
    assertThat(search.run(GRAPH).best().mean()).isEqualTo(0.25);
  }

  @Test
  void aScoreAfterALineThatWasCutOffIsOnALineOfItsOwn() throws IOException {
    Path log = folder.resolve("search.txt");
    Files.writeString(log, "cut");
    SettingsSearch.Result whole = search().resume(log).run(GRAPH);
    assertThat(Files.readAllLines(log)).hasSize(9).startsWith("cut");
    AtomicInteger fits = new AtomicInteger();
    SettingsSearch.Result again =
        search().resume(log).listener(progress -> fits.incrementAndGet()).run(GRAPH);
    assertThat(fits).hasValue(0);
    assertThat(again.toString()).isEqualTo(whole.toString());
  }

  @Test
  void scoresAreKeptInAFileAlone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search().resume(folder))
        .withMessageContaining("found something else");
  }

  /** What decides a fit in ways that a short text may leave out. */
  static Stream<List<Consumer<GmnnTrainer.Builder>>> whatDiffersInOneThing() {
    Layer last = io.github.gmnn.layer.LinearLayer.builder().build();
    return Stream.of(
        List.of(
            b -> b.inferenceLayers(conv().build(), last),
            b ->
                b.inferenceLayers(io.github.gmnn.layer.LinearLayer.builder().nOut(4).build(), last),
            b -> b.inferenceLayers(GraphSageLayer.builder().nOut(4).build(), last),
            b -> b.inferenceLayers(conv().selfLoops(false).build(), last),
            b -> b.inferenceLayers(LinearLayer.create(), last)),
        List.of(
            b -> b.approximation(Approximations.annealing(0.1)),
            b -> b.approximation(Approximations.annealing(0.2)),
            b -> b.approximation(Approximations.singleSample()),
            b -> b.approximation(Approximations.multiSample(2))),
        List.of(
            b -> b.updater(new Adam(0.01)),
            b -> b.updater(new Sgd(0.01)),
            b -> b.updater(new Adam(new StepSchedule(ScheduleType.EPOCH, 0.01, 0.5, 5))),
            b -> b.updater(new Adam(new StepSchedule(ScheduleType.EPOCH, 0.01, 0.5, 6)))),
        List.of(
            b -> b.inferenceObjective(Objective.Factory.softmaxCrossEntropy()),
            b -> b.inferenceObjective(new Consistency(2, 1, 0, 0.5, 0, 0)),
            b -> b.inferenceObjective(new Consistency(2, 1, 0, 0.4, 0, 0))),
        List.of(
            b -> b.inferenceAmong(InferenceKinds.sage(), kind(2)),
            b -> b.inferenceAmong(InferenceKinds.sage(), kind(3))));
  }

  private static GraphConvLayer.Builder conv() {
    return GraphConvLayer.builder().nOut(4);
  }

  /** Kinds of one name and different settings. */
  private static InferenceKind kind(int units) {
    return new InferenceKind() {
      @Override
      public String name() {
        return "mine";
      }

      @Override
      public void applyTo(GmnnTrainer.Builder builder) {
        builder.hiddenUnits(units);
      }

      @Override
      public String toString() {
        return name();
      }
    };
  }

  /** A layer of the application that is called as one of the library. */
  private static final class LinearLayer extends GraphLayer {
    private static final long serialVersionUID = 1L;

    private LinearLayer(Builder<?> builder) {
      super(builder);
    }

    static LinearLayer create() {
      return new PlainBuilder<LinearLayer>(LinearLayer::new).nOut(4).build();
    }

    @Override
    protected List<Parameter> parameters() {
      return List.of(new Parameter("W", inputs(), units()));
    }

    @Override
    protected void forward(Pass pass) {
      pass.multiplyInput(pass.parameter("W"), pass.output());
    }

    @Override
    protected void backward(Pass pass) {
      pass.multiplyInputTransposed(pass.outputGradient(), pass.gradient("W"));
    }
  }

  @ParameterizedTest
  @MethodSource("whatDiffersInOneThing")
  void scoresAreKnownByAllThatDecidesAFit(List<Consumer<GmnnTrainer.Builder>> different)
      throws IOException {
    Path log = folder.resolve("search.txt");
    for (Consumer<GmnnTrainer.Builder> one : different) {
      SettingsSearch.of(() -> brief().pretrainEpochs(1))
          .choice("one", (builder, setter) -> setter.accept(builder), one)
          .resume(log)
          .run(GRAPH);
    }
    assertThat(Files.readAllLines(log))
        .extracting(line -> line.substring(0, line.indexOf('\t')))
        .doesNotHaveDuplicates()
        .hasSize(different.size());
  }

  @Test
  void aResumedSearchRefusesWhatHasNoName() {
    Path log = folder.resolve("search.txt");
    ApproximationStrategy lambda = (logits, random) -> List.of(logits.copy());
    ApproximationStrategy silent = new Silent(3);
    for (ApproximationStrategy unnamed : List.of(lambda, silent)) {
      SettingsSearch search =
          search().choice("unnamed", GmnnTrainer.Builder::approximation, unnamed).resume(log);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> search.run(GRAPH))
          .withMessageContaining("approximation")
          .withMessageContaining("toString");
    }
    assertThat(log).doesNotExist();
  }

  /** Its text does not tell its setting. */
  private static final class Silent implements ApproximationStrategy {
    private final int copies;

    Silent(int copies) {
      this.copies = copies;
    }

    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      return Collections.nCopies(copies, logits.copy());
    }
  }

  @ParameterizedTest
  @EnumSource(ValidationMetric.class)
  void scoresAreOfTheTrainersMetricUnlessAnotherIsNamed(ValidationMetric metric) {
    SettingsSearch.Result result =
        SettingsSearch.of(() -> brief().pretrainEpochs(3).validationMetric(metric)).run(GRAPH);
    GmnnModel<Integer> model = brief().pretrainEpochs(3).validationMetric(metric).fit(GRAPH);
    assertThat(result.metric()).isEqualTo(metric);
    assertThat(result.best().mean())
        .isEqualTo(model.evaluate(GRAPH.validationLabels()).metric(metric));
  }

  @Test
  void valuesThatPrintAlikeAreToldApartInTheTable() {
    SettingsSearch.Result result =
        SettingsSearch.of(() -> brief().pretrainEpochs(1))
            .choice("kind", GmnnTrainer.Builder::inference, kind(2), kind(3))
            .run(GRAPH);
    assertThat(result.trials())
        .extracting(trial -> trial.settings().get("kind"))
        .doesNotHaveDuplicates();
  }

  @Test
  void randomCombinationsAreDistinctAndFixedByTheSeed() {
    SettingsSearch.Result result = search().seeds(1).random(3, 5).threads(1).run(GRAPH);
    assertThat(result.trials())
        .extracting(SettingsSearch.Result.Trial::settings)
        .doesNotHaveDuplicates();
    assertThat(result.trials()).hasSize(3);
    assertThat(search().seeds(1).random(3, 5).run(GRAPH).toString()).isEqualTo(result.toString());
  }

  @Test
  void withoutValidationNodesThereIsNothingToChooseBy() {
    Graph<Integer> none = GRAPH.withLabels(Map.of(GRAPH.key(0), "topic-0"), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search().run(none))
        .withMessageContaining("no validation nodes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search().choice("hiddenUnits", GmnnTrainer.Builder::hiddenUnits, 3))
        .withMessageContaining("hiddenUnits");
  }

  @Test
  void weightsByHandDecideBetweenClasses() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 20; i++) {
      builder.addNode(i, Map.of("word", 1)).label(i, i < 5 ? "rare" : "common");
    }
    Graph<Integer> alike = builder.build();
    GmnnTrainer.Builder trainer = Gmnn.paper().pretrainEpochs(200).emIterations(0).l2(0).dropout(0);
    assertThat(trainer.fit(alike).predict(0).label()).isEqualTo("common");
    GmnnModel<Integer> weighted = trainer.classWeights(Map.of("rare", 9.0)).fit(alike);
    // 5 · 9 to 15 · 1
    assertThat(weighted.predict(0).probability("rare")).isCloseTo(0.75, offset(0.05));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().classWeights(Map.of("rare", -1.0)))
        .withMessageContaining("rare");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().classWeights(Map.of("rarely", 1.0)).fit(alike))
        .withMessageContaining("rarely");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer.classWeighting(ClassWeighting.BALANCED).build())
        .withMessageContaining("one of them");
  }
}

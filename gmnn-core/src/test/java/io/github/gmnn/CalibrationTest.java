package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ValidationMetric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
  private static final Graph<Integer> CITATIONS = SmallCitations.DATA.graph();

  @TempDir private Path folder;

  /** So many validation nodes, of which so many are of class a, beside one training node. */
  private static Graph<Integer> held(int count, int ofA) {
    return held(count, i -> i < ofA);
  }

  private static Graph<Integer> held(int count, IntPredicate isA) {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addNode(-1).label(-1, "b");
    for (int i = 0; i < count; i++) {
      builder.addNode(i).label(i, isA.test(i) ? "a" : "b").validation(List.of(i));
    }
    return builder.build();
  }

  private static Predictions<Integer> all(Graph<Integer> graph, float... distribution) {
    DenseMatrix rows = DenseMatrix.zeros(graph.nodeCount(), distribution.length);
    for (int i = 0; i < rows.data().length; i++) {
      rows.data()[i] = distribution[i % distribution.length];
    }
    return new Predictions<>(NodeIndex.of(graph.keys()), graph.classes(), rows);
  }

  /** Half of what a likelihood ratio test of one parameter asks for at 5 %. */
  private static final double CHANCE = 1.92;

  @Test
  void theTemperatureBringsConfidenceAsNearToWhatIsRightAsTheNodesInsistOn() {
    // 0.9 is said and 0.7 is right: between them, 70 log p + 30 log(1 - p) is 1.92 below its best
    Graph<Integer> graph = held(100, 70);
    Predictions<Integer> predictions = all(graph, 0.9f, 0.1f);
    double temperature =
        Temperature.choose(graph, graph.validationNodes(), predictions.distributions());
    Temperature.apply(temperature, predictions.distributions());
    double said = predictions.of(3).probability("a");
    assertThat(said).isBetween(0.71, 0.85);
    assertThat(logLikelihood(said)).isCloseTo(logLikelihood(0.7) - CHANCE, offset(1e-4));
  }

  private static double logLikelihood(double said) {
    return 70 * Math.log(said) + 30 * Math.log(1 - said);
  }

  @Test
  void theMoreNodesTheNearerConfidenceComesToWhatIsRight() {
    Graph<Integer> graph = held(50_000, 35_000);
    Predictions<Integer> predictions = all(graph, 0.9f, 0.1f);
    double temperature =
        Temperature.choose(graph, graph.validationNodes(), predictions.distributions());
    // (0.9/0.1)^(1/T) = 0.7/0.3
    assertThat(temperature).isCloseTo(Math.log(9) / Math.log(7.0 / 3), offset(0.1));
  }

  @Test
  void nodesThatAreAllRightDoNotRemoveAllDoubt() {
    for (int count : new int[] {30, 60, 240}) {
      Graph<Integer> graph = held(count, count);
      Predictions<Integer> predictions = all(graph, 0.8f, 0.2f);
      double temperature =
          Temperature.choose(graph, graph.validationNodes(), predictions.distributions());
      Temperature.apply(temperature, predictions.distributions());
      // as sure as if one more node were wrong, and no surer
      assertThat(predictions.of(0).probability("a"))
          .as("%d nodes", count)
          .isBetween(0.8, count / (count + 1.0));
    }
  }

  @Test
  void calibrationNeverCostsMuchWhateverTheModel() {
    RandomStream random = RandomStream.of(11);
    double gain = 0;
    for (int draw = 0; draw < 400; draw++) {
      RandomStream ofDraw = random.derive(draw);
      Simulated model = Simulated.draw(ofDraw.derive("model"));
      int count = 10 + ofDraw.derive("count").nextInt(231);
      Drawn validation = model.draw(count, ofDraw.derive("validation"));
      double temperature = Temperature.choose(validation.labels(), validation.distributions());
      Drawn test = model.draw(2000, ofDraw.derive("test"));
      double before = test.logLoss();
      Temperature.apply(temperature, test.distributions());
      assertThat(test.logLoss())
          .as("draw %d, %d nodes, T = %s, %s", draw, count, temperature, model)
          .isLessThan(before + 0.01);
      gain += (before - test.logLoss()) / 400;
    }
    assertThat(gain).isGreaterThan(0.05); // else it would be safe to do nothing
  }

  /** A model that is about as sure as it says, and right as often as it is, whatever it says. */
  private record Simulated(int classes, double accuracy, double sure, double spread) {
    static Simulated draw(RandomStream random) {
      double[] accuracies = {0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1};
      double[] sureness = {0.6, 0.8, 0.9, 0.95, 0.98};
      return new Simulated(
          new int[] {2, 3, 7}[random.nextInt(3)],
          accuracies[random.nextInt(accuracies.length)],
          sureness[random.nextInt(sureness.length)],
          random.nextInt(2) == 0 ? 0.1 : 1);
    }

    Drawn draw(int count, RandomStream random) {
      int[] labels = new int[count];
      DenseMatrix rows = DenseMatrix.zeros(count, classes);
      for (int i = 0; i < count; i++) {
        double logOdds = Math.log(sure / (1 - sure)) + spread * gaussian(random);
        double top = Math.max(1 / (1 + Math.exp(-logOdds)), 1.2 / classes);
        int likeliest = random.nextInt(classes);
        int other = (likeliest + 1 + random.nextInt(classes - 1)) % classes;
        for (int c = 0; c < classes; c++) {
          // half of the rest is one class's, so that a wrong label is likelier there
          double rest = (1 - top) * (classes == 2 ? 1 : c == other ? 0.5 : 0.5 / (classes - 2));
          rows.set(i, c, (float) (c == likeliest ? top : rest));
        }
        boolean right = random.nextDouble() < accuracy;
        boolean elsewhere = classes > 2 && random.nextInt(2) == 0;
        labels[i] = right ? likeliest : elsewhere ? third(likeliest, other, random) : other;
      }
      return new Drawn(labels, rows);
    }

    private static double gaussian(RandomStream random) {
      double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
      return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private int third(int one, int two, RandomStream random) {
      int drawn = random.nextInt(classes);
      return drawn == one || drawn == two ? third(one, two, random) : drawn;
    }
  }

  private record Drawn(int[] labels, DenseMatrix distributions) {
    double logLoss() {
      double sum = 0;
      for (int i = 0; i < labels.length; i++) {
        sum -= Math.log(Math.max(distributions.get(i, labels[i]), Float.MIN_NORMAL));
      }
      return sum / labels.length;
    }
  }

  @Test
  void predictionsFromElsewhereHaveATemperatureToo() {
    int[] labels = new int[100];
    DenseMatrix rows = DenseMatrix.zeros(100, 2);
    for (int i = 0; i < 100; i++) {
      labels[i] = i < 70 ? 0 : 1;
      rows.set(i, 0, 0.9f);
      rows.set(i, 1, 0.1f);
    }
    Graph<Integer> graph = held(100, 70);
    assertThat(Temperature.choose(labels, rows))
        .isGreaterThan(1.3)
        .isEqualTo(
            Temperature.choose(
                graph, graph.validationNodes(), all(graph, 0.9f, 0.1f).distributions()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Temperature.choose(new int[99], rows))
        .withMessageContaining("99 labels for 100 predictions");
    labels[5] = 2;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Temperature.choose(labels, rows))
        .withMessageContaining("below 2, got 2");
  }

  @Test
  void aFewNodesMoveNothing() {
    Graph<Integer> graph = held(Temperature.FEWEST - 1, 10);
    assertThat(
            Temperature.choose(
                graph, graph.validationNodes(), all(graph, 0.9f, 0.1f).distributions()))
        .isEqualTo(1);
  }

  @Test
  void aTemperatureThatDoesNotHoldOnOtherNodesIsNotTaken() {
    // 0.9 is said and 0.8 is right, but the nodes that are wrong are all of one fifth
    Graph<Integer> mixed = held(150, 120);
    Graph<Integer> apart = held(150, i -> i % 5 != 0);
    assertThat(
            Temperature.choose(
                mixed, mixed.validationNodes(), all(mixed, 0.9f, 0.1f).distributions()))
        .isBetween(1.1, Math.log(9) / Math.log(4));
    assertThat(
            Temperature.choose(
                apart, apart.validationNodes(), all(apart, 0.9f, 0.1f).distributions()))
        .isEqualTo(1);
  }

  @Test
  void theTemperatureIsKeptAndChangesNoLabel() throws IOException {
    // after few epochs q is right and far too modest
    GmnnTrainer.Builder trainer = SmallCitations.trainer().pretrainEpochs(5).emIterations(0);
    GmnnModel<Integer> raw = trainer.calibration(Calibration.NONE).fit(CITATIONS);
    assertThat(raw.temperature()).isEqualTo(1);
    for (Calibration calibration : List.of(Calibration.VALIDATION, Calibration.CROSS_FITTED)) {
      GmnnModel<Integer> model = trainer.calibration(calibration).fit(CITATIONS);
      assertThat(model.temperature()).as("%s", calibration).isBetween(0.1, 0.5);
      assertThat(model.provenance().settings())
          .containsEntry("calibration.temperature", "" + model.temperature());
      for (int node = 0; node < CITATIONS.nodeCount(); node++) {
        int key = CITATIONS.key(node);
        assertThat(model.predict(key).label()).isEqualTo(raw.predict(key).label());
        double odds = raw.predict(key).probability("topic-0") / raw.predict(key).probability();
        assertThat(model.predict(key).probability("topic-0") / model.predict(key).probability())
            .isCloseTo(Math.pow(odds, 1 / model.temperature()), offset(1e-4));
      }
      Path file = folder.resolve(calibration + ".gmnn");
      model.save(file);
      assertThat(GmnnModel.load(file).predict(CITATIONS).all())
          .isEqualTo(model.predictions().all());
    }
  }

  @Test
  void aThresholdMeetsTheMetricWhereARareClassIsNeverLikeliest() {
    // b is never likelier than a, but all with 0.4 are b
    Graph<Integer> graph = held(40, 30);
    DenseMatrix rows = DenseMatrix.zeros(graph.nodeCount(), 2);
    for (int node = 0; node < rows.rows(); node++) {
      float ofB = graph.label(node) == 1 ? 0.4f : 0.2f;
      rows.set(node, 0, 1 - ofB);
      rows.set(node, 1, ofB);
    }
    Predictions<Integer> predictions =
        new Predictions<>(NodeIndex.of(graph.keys()), graph.classes(), rows);
    Thresholds thresholds =
        predictions.thresholds(graph, DecisionRule.metric(ValidationMetric.MACRO_F1));
    assertThat(thresholds.byClass().get("b")).isBetween(0.2, 0.4);
    assertThat(predictions.of(0).label(thresholds)).isEqualTo("a");
    assertThat(predictions.of(39).label(thresholds)).isEqualTo("b");
    Map<Integer, String> truth = new LinkedHashMap<>();
    IntStream.range(0, 40).forEach(i -> truth.put(i, i < 30 ? "a" : "b"));
    assertThat(predictions.evaluate(truth).recall("b")).isZero();
    assertThat(predictions.evaluate(truth, thresholds).macroF1()).isEqualTo(1);
  }

  @Test
  void thresholdsStayEqualWhereNothingIsGained() {
    Graph<Integer> graph = held(10, 10).withClasses(List.of("a", "b"));
    Thresholds thresholds =
        all(graph, 0.9f, 0.1f).thresholds(graph, DecisionRule.metric(ValidationMetric.ACCURACY));
    assertThat(thresholds).hasToString("Thresholds(a 0.500, b 0.500)");
    Graph<Integer> none = graph.withLabels(Map.of(0, "a", 1, "b"), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                all(none, 0.9f, 0.1f)
                    .thresholds(none, DecisionRule.metric(ValidationMetric.ACCURACY)))
        .withMessageContaining("no validation nodes");
  }

  @Test
  void threeClassesAreDecidedInProportion() {
    NodeIndex<Integer> nodes = NodeIndex.of(List.of(0));
    List<String> classes = List.of("a", "b", "c");
    Graph<Integer> graph = held(60, 30).withClasses(classes);
    DenseMatrix rows = DenseMatrix.zeros(graph.nodeCount(), 3);
    for (int node = 0; node < rows.rows(); node++) {
      boolean ofB = graph.label(node) == 1;
      rows.set(node, 0, ofB ? 0.2f : 0.5f);
      rows.set(node, 1, ofB ? 0.3f : 0.2f);
      rows.set(node, 2, ofB ? 0.5f : 0.3f);
    }
    Thresholds thresholds =
        new Predictions<>(NodeIndex.of(graph.keys()), classes, rows)
            .thresholds(graph, DecisionRule.metric(ValidationMetric.ACCURACY));
    assertThat(thresholds.byClass().values().stream().mapToDouble(t -> t).sum())
        .isCloseTo(1, offset(1e-9));
    DenseMatrix one = DenseMatrix.wrap(1, 3, new float[] {0.2f, 0.3f, 0.5f});
    assertThat(new Predictions<>(nodes, classes, one).of(0).label(thresholds)).isEqualTo("b");
  }

  @Test
  void anAnswerThatIsNotLikelyEnoughIsLeftOut() {
    Prediction<Integer> prediction = all(held(2, 1), 0.7f, 0.3f).of(0);
    assertThat(prediction.label(0.6)).hasValue("a");
    assertThat(prediction.label(0.8)).isEmpty();
  }

  @Test
  void linksAreCalledLinks() {
    LineGraph.Builder<String> builder = LineGraph.builder();
    List<LinkKey<String>> links = new ArrayList<>();
    for (String target : List.of("b", "c", "d")) {
      builder.addLink("a", target);
      links.add(new LinkKey<>("a", target));
    }
    Graph<LinkKey<String>> graph =
        builder.label(links.get(0), "x").label(links.get(1), "y").build().graph();
    Predictions<LinkKey<String>> predictions = Predictions.of(graph, DenseMatrix.zeros(3, 2));
    assertThat(predictions).hasToString("Predictions(3 links, 2 classes)");
    assertThat(predictions.evaluate(Map.of(links.get(2), "x")).toString())
        .contains(" over 1 links\n");
  }
}

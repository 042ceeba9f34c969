package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.model.Combination;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The stages of EM, with their targets and distributions computed by hand. */
class EmAlgorithmTest {
  /** What {@link MeanPoolingLayer} adds to the share of each of two labels. */
  private static final double EPSILON = 1e-3;

  /** Two labelled ends of a path, with a leaf at b. */
  private static final Graph<String> PATH = TextGraphs.parse("a[X] b c d[Y] e a-b b-c c-d b-e");

  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final int D = 3;
  private static final int E = 4;

  /** What a phase trained towards. */
  private record Seen(float[][] distributions, int[] nodes, float[] weights) {
    static Seen of(Targets targets) {
      return new Seen(
          rows(targets.distributions()), targets.nodes().clone(), targets.weights().clone());
    }
  }

  private static float[][] rows(DenseMatrix matrix) {
    return IntStream.range(0, matrix.rows())
        .mapToObj(row -> Predictions.row(matrix, row))
        .toArray(float[][]::new);
  }

  private static Objective.Factory recording(List<Seen> seen) {
    return targets -> {
      seen.add(Seen.of(targets));
      return new SoftmaxCrossEntropy(targets);
    };
  }

  /** Annotates every node with a class by its index, whatever q says, once for each string. */
  private static ApproximationStrategy fixed(String... classesOfNodes) {
    return (logits, random) -> {
      List<DenseMatrix> annotations = new ArrayList<>();
      for (String classes : classesOfNodes) {
        DenseMatrix annotation = DenseMatrix.zeros(logits.rows(), logits.columns());
        for (int node = 0; node < logits.rows(); node++) {
          annotation.set(node, classes.charAt(node) - 'X', 1f);
        }
        annotations.add(annotation);
      }
      return annotations;
    };
  }

  private static GmnnTrainer.Builder trainer() {
    return Scripted.trainer().learningLayers(MeanPoolingLayer.builder().build());
  }

  /** p's distribution of a node of which this share of the neighbours is annotated with X. */
  private static double[] pooled(double shareOfX) {
    return new double[] {
      (EPSILON + shareOfX) / (1 + 2 * EPSILON), (EPSILON + 1 - shareOfX) / (1 + 2 * EPSILON)
    };
  }

  private static float[] row(GmnnModel<String> model, String key) {
    return Predictions.row(model.predictions().distributions(), model.keys().indexOf(key));
  }

  private static void assertRow(float[] actual, double... expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int c = 0; c < expected.length; c++) {
      assertThat((double) actual[c]).isCloseTo(expected[c], within(1e-6));
    }
  }

  @Test
  void preTrainingLearnsTheLabelsOfLabelledNodesAlone() {
    List<Seen> seen = new ArrayList<>();
    Scripted.trainer().emIterations(0).inferenceObjective(recording(seen)).fit(PATH);
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).nodes()).containsExactly(A, D);
    assertThat(seen.get(0).weights()).containsExactly(1f, 1f);
    assertThat(seen.get(0).distributions()[A]).containsExactly(1f, 0f);
    assertThat(seen.get(0).distributions()[D]).containsExactly(0f, 1f);
  }

  @Test
  void theMStepLearnsTheAnnotationsOfAllNodesWithTheLabelsInPlace() {
    List<Seen> seen = new ArrayList<>();
    // wrong for a and d, whose labels are known
    trainer().approximation(fixed("YYXXX")).learningObjective(recording(seen)).fit(PATH);
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).nodes()).containsExactly(A, B, C, D, E);
    assertThat(seen.get(0).distributions())
        .isDeepEqualTo(new float[][] {{1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 0}});
  }

  @Test
  void theEStepLearnsThePredictionsOfPAndTheLabels() {
    List<Seen> seen = new ArrayList<>();
    trainer().approximation(fixed("YYXXX")).inferenceObjective(recording(seen)).fit(PATH);
    assertThat(seen).hasSize(2);
    Seen eStep = seen.get(1);
    assertThat(eStep.nodes()).containsExactly(A, B, C, D, E);
    assertThat(eStep.weights()).containsExactly(1f, 1f, 1f, 1f, 1f);
    assertThat(eStep.distributions()[A]).containsExactly(1f, 0f);
    assertRow(eStep.distributions()[B], pooled(1)); // a, c, e
    assertRow(eStep.distributions()[C], pooled(0)); // b, d
    assertThat(eStep.distributions()[D]).containsExactly(0f, 1f);
    assertRow(eStep.distributions()[E], pooled(0)); // b
  }

  @Test
  void overSeveralAnnotationsTheMeanOfTheLogarithmsCounts() {
    List<Seen> ofP = new ArrayList<>();
    List<Seen> ofQ = new ArrayList<>();
    trainer()
        .approximation(fixed("XXXYX", "XYYYY"))
        .learningObjective(recording(ofP))
        .inferenceObjective(recording(ofQ))
        .fit(PATH);
    assertThat(ofP).hasSize(2);
    assertThat(ofP.get(0).distributions()[B]).containsExactly(1f, 0f);
    assertThat(ofP.get(1).distributions()[B]).containsExactly(0f, 1f);
    double[] first = pooled(1); // a, c, e are X
    double[] second = pooled(1 / 3.0); // a alone is
    double x = Math.sqrt(first[0] * second[0]);
    double y = Math.sqrt(first[1] * second[1]);
    assertRow(ofQ.get(1).distributions()[B], x / (x + y), y / (x + y));
  }

  @Test
  void inSelfTrainingTheAnnotationsOfQAreItsTargets() {
    List<Seen> seen = new ArrayList<>();
    GmnnModel<String> model =
        Scripted.trainer()
            .teacher(Teacher.SELF)
            .approximation(fixed("YYXXX"))
            .inferenceObjective(recording(seen))
            .fit(PATH);
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1).nodes()).containsExactly(A, B, C, D, E);
    assertThat(seen.get(1).distributions())
        .isDeepEqualTo(new float[][] {{1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 0}});
    assertThat(model.state().networks().learning().parameters()).as("p is not trained").isNull();
    assertThat(model.history().epochs(Phase.M_STEP)).isEmpty();
  }

  @Test
  void classesAreWeighedWhereTrueLabelsAreLearned() {
    Graph<String> graph = TextGraphs.parse("a[X] b c d[Y] e[X] a-b b-c c-d b-e");
    List<Seen> ofQ = new ArrayList<>();
    List<Seen> ofP = new ArrayList<>();
    trainer()
        .classWeighting(ClassWeighting.BALANCED)
        .approximation(fixed("XXYYX"))
        .inferenceObjective(recording(ofQ))
        .learningObjective(recording(ofP))
        .fit(graph);
    // two nodes of X and one of Y: 3 / (2 classes · 2) and 3 / (2 classes · 1)
    float x = 0.75f;
    float y = 1.5f;
    assertThat(ofQ.get(0).nodes()).containsExactly(A, D, E);
    assertThat(ofQ.get(0).weights()).containsExactly(x, y, x);
    assertThat(ofP.get(0).weights()).containsExactly(1, 1, 1, 1, 1);
    assertThat(ofQ.get(1).weights()).containsExactly(x, 1, 1, y, x);
  }

  @Test
  void aClassWithoutTrainingNodeHasAFiniteWeight() {
    Graph<String> graph = TextGraphs.parse("a[X] b[Y]? c a-b b-c");
    List<Seen> ofP = new ArrayList<>();
    List<Seen> ofQ = new ArrayList<>();
    trainer()
        .classWeighting(ClassWeighting.BALANCED)
        .approximation(fixed("XYY"))
        .inferenceObjective(recording(ofQ))
        .learningObjective(recording(ofP))
        .fit(graph);
    assertThat(ofP.get(0).weights()).containsExactly(1, 1, 1);
    assertThat(ofQ.get(1).weights()).containsExactly(0.5f, 1, 1);
  }

  /** What a strategy was given. */
  private record Asked(float[][] logits, long stream) {}

  private static ApproximationStrategy asked(List<Asked> asked, ApproximationStrategy strategy) {
    return (logits, random) -> {
      asked.add(new Asked(rows(logits), random.key()));
      return strategy.annotate(logits, random);
    };
  }

  /** Validation nodes v and w, of which as many are right as told; the scale marks the epoch. */
  private static float[][] right(int count, float scale) {
    return new float[][] {
      {scale, 0}, {0, scale}, {count > 0 ? scale : -scale, 0}, {0, count > 1 ? scale : -scale}
    };
  }

  private static final Graph<String> VALIDATED =
      TextGraphs.parse("a[X] b[Y] v[X]? w[Y]? a-v b-w a-b");

  private static final int[] ALL_OF_VALIDATED = {0, 1, 2, 3};

  /** Gives each phase of q its script in turn. */
  private static Objective.Factory scripts(List<IntFunction<float[][]>> scripts) {
    int[] next = {0};
    return targets -> new Scripted(4, ALL_OF_VALIDATED, scripts.get(next[0]++));
  }

  private static IntFunction<float[][]> script(float scale, int... rightByEpoch) {
    return epoch -> right(rightByEpoch[epoch - 1], scale * epoch);
  }

  private static List<Double> validations(GmnnModel<?> model, Phase phase) {
    return model.history().epochs(phase).stream()
        .map(report -> report.validation().getAsDouble())
        .toList();
  }

  @Test
  void qGoesBackToItsBestEpochAfterPreTrainingAlone() {
    List<Asked> asked = new ArrayList<>();
    GmnnModel<String> model =
        trainer()
            .approximation(asked(asked, Approximations.maxPooling()))
            .inferenceObjective(
                scripts(List.of(script(1, 0, 1, 1, 0), script(10, 2, 1, 0), script(100, 1, 2, 2))))
            .pretrainEpochs(4)
            .inferenceEpochs(3)
            .emIterations(2)
            .fit(VALIDATED);
    assertThat(validations(model, Phase.PRE_TRAINING)).containsExactly(0.0, 0.5, 0.5, 0.0);
    assertThat(validations(model, Phase.E_STEP)).containsExactly(1.0, 0.5, 0.0, 0.5, 1.0, 1.0);
    assertThat(asked).hasSize(2);
    // of two epochs as good the first
    assertThat(asked.get(0).logits()).isDeepEqualTo(right(1, 2));
    // the second iteration goes on from the last epoch
    assertThat(asked.get(1).logits()).isDeepEqualTo(right(0, 30));
    // and the model is that of the first best of all E-steps
    assertThat(model.state().networks().inference().parameters()[0])
        .containsExactly(10, 0, 0, 10, 10, 0, 0, 10);
  }

  @Test
  void theMetricChoosesTheEpoch() {
    Graph<String> graph = TextGraphs.parse("a[X] b[Y] t[X]? u[X]? v[X]? w[Y]? a-t b-w u-v");
    int[] nodes = {0, 1, 2, 3, 4, 5};
    float[][] allX = {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}};
    float[][] mostlyY = {{0, 2}, {0, 2}, {2, 0}, {0, 2}, {0, 2}, {0, 2}};
    GmnnTrainer.Builder builder =
        Scripted.trainer()
            .emIterations(0)
            .pretrainEpochs(2)
            .inferenceObjective(
                targets -> new Scripted(6, nodes, epoch -> epoch == 1 ? allX : mostlyY));

    GmnnModel<String> byAccuracy = builder.fit(graph);
    GmnnModel<String> byF1 = builder.validationMetric(ValidationMetric.MACRO_F1).fit(graph);

    assertThat(validations(byAccuracy, Phase.PRE_TRAINING)).containsExactly(0.75, 0.5);
    assertThat(byAccuracy.predict("w").label()).isEqualTo("X");
    // F1 of X is 6/7 and that of Y 0, then both are 1/2
    assertThat(validations(byF1, Phase.PRE_TRAINING)).containsExactly(3 / 7.0, 0.5);
    assertThat(byF1.predict("w").label()).isEqualTo("Y");
  }

  @Test
  void theGuardGoesByTheMetric() {
    Graph<String> graph = TextGraphs.parse("a[X] b[Y] t[X]? u[X]? v[X]? w[Y]? a-t b-w u-v");
    int[] nodes = {0, 1, 2, 3, 4, 5};
    float[][] allX = {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}};
    float[][] mostlyY = {{0, 2}, {0, 2}, {2, 0}, {0, 2}, {0, 2}, {0, 2}};
    for (ValidationMetric metric : ValidationMetric.values()) {
      int[] phases = {0};
      GmnnModel<String> model =
          Scripted.trainer()
              .validationMetric(metric)
              .emIterations(1)
              .pretrainEpochs(1)
              .inferenceEpochs(1)
              .inferenceObjective(
                  targets -> {
                    float[][] script = phases[0]++ == 0 ? allX : mostlyY;
                    return new Scripted(6, nodes, epoch -> script);
                  })
              .fit(graph);
      // three of four are right before EM, two after it; but then w is rather Y than t is
      assertThat(model.predict("w").label())
          .as("%s", metric)
          .isEqualTo(metric == ValidationMetric.ACCURACY ? "X" : "Y");
    }
  }

  @Test
  void patienceCountsTheEpochsOfAPhaseWithoutABetterOne() {
    GmnnTrainer.Builder builder =
        trainer().approximation(fixed("XYXY")).emIterations(2).pretrainEpochs(9).inferenceEpochs(9);
    List<IntFunction<float[][]>> scripts =
        List.of(
            script(1, 0, 1, 1, 1, 2, 2, 2, 2, 2),
            script(10, 1, 2, 2, 2, 2, 2, 2, 2, 2),
            script(100, 0, 1, 1, 1, 2, 2, 2, 2, 2));

    List<EpochReport> two =
        builder.inferenceObjective(scripts(scripts)).patience(2).fit(VALIDATED).history().epochs();
    List<EpochReport> three =
        builder.inferenceObjective(scripts(scripts)).patience(3).fit(VALIDATED).history().epochs();

    assertThat(epochs(two, Phase.PRE_TRAINING, 0)).isEqualTo(4);
    assertThat(epochs(two, Phase.E_STEP, 1)).isEqualTo(4);
    assertThat(epochs(two, Phase.E_STEP, 2)).as("best of its own phase").isEqualTo(4);
    assertThat(epochs(three, Phase.PRE_TRAINING, 0)).isEqualTo(8);
    assertThat(epochs(three, Phase.E_STEP, 1)).isEqualTo(5);
    assertThat(epochs(three, Phase.E_STEP, 2)).isEqualTo(8);
  }

  private static long epochs(List<EpochReport> reports, Phase phase, int iteration) {
    return reports.stream().filter(r -> r.phase() == phase && r.iteration() == iteration).count();
  }

  /** p by hand: a linear layer gives nodes annotated with X and Y these logits in each epoch. */
  private static GmnnTrainer.Builder scriptedP(float[][] first, float[][] second) {
    float[][] qOfAll = {{2, 0}, {0, 2}, {1, 0}, {1, 0}};
    return Scripted.trainer()
        .inferenceObjective(targets -> new Scripted(4, ALL_OF_VALIDATED, epoch -> qOfAll))
        .learningLayers(LinearLayer.builder().build())
        .approximation(fixed("XYXY"))
        .learningEpochs(2)
        // a and b stand for all nodes of their annotation
        .learningObjective(
            targets -> new Scripted(4, new int[] {0, 1}, e -> e == 1 ? first : second));
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  @Test
  void thePredictorLearningGivesTheBestEpochOfP() {
    float[][] good = {{3, 0}, {0, 1}};
    float[][] bad = {{0, 5}, {5, 0}};
    for (boolean goodFirst : new boolean[] {true, false}) {
      GmnnModel<String> model =
          scriptedP(goodFirst ? good : bad, goodFirst ? bad : good)
              .predictor(Predictor.LEARNING)
              .fit(VALIDATED);
      assertThat(validations(model, Phase.M_STEP))
          .isEqualTo(goodFirst ? List.of(1.0, 0.0) : List.of(0.0, 1.0));
      assertRow(row(model, "v"), sigmoid(3), sigmoid(-3));
      assertRow(row(model, "w"), sigmoid(-1), sigmoid(1));
      assertThat(model.state().networks().learning().parameters()[0]).containsExactly(3, 0, 0, 1);
    }
  }

  @Test
  void thePredictorProductGivesTheNormalisedProduct() {
    float[][] ofP = {{3, 0}, {0, 1.5f}};
    GmnnModel<String> model = scriptedP(ofP, ofP).predictor(Predictor.PRODUCT).fit(VALIDATED);
    // logits add up: v has 1 - 0 of q and 3 - 0 of p, w has 1 - 0 and 0 - 1.5
    assertRow(row(model, "v"), sigmoid(4), sigmoid(-4));
    assertRow(row(model, "w"), sigmoid(-0.5), sigmoid(0.5));
  }

  @Test
  void thePredictorInferenceGivesQ() {
    float[][] ofP = {{3, 0}, {0, 1.5f}};
    GmnnModel<String> model = scriptedP(ofP, ofP).fit(VALIDATED);
    assertRow(row(model, "w"), sigmoid(1), sigmoid(-1));
  }

  @Test
  void aProductOfDistributionsThatRuleEachOtherOutIsADistribution() {
    DenseMatrix ofQ = DenseMatrix.wrap(1, 2, new float[] {1, 0});
    DenseMatrix ofP = DenseMatrix.wrap(1, 2, new float[] {0, 1});
    assertRow(Combination.of(Predictor.PRODUCT, ofQ, ofP).data(), 0.5, 0.5);
  }

  /** Eq. 8 on the path, with q's distributions themselves as annotations. */
  @Test
  void withoutANetworkQIsTheFixedPointOfP() {
    int rounds = 3;
    List<Seen> ofP = new ArrayList<>();
    List<Asked> asked = new ArrayList<>();
    GmnnModel<String> model =
        trainer()
            .nonAmortized()
            .inferenceEpochs(rounds)
            .approximation(asked(asked, Approximations.meanPooling()))
            .learningObjective(recording(ofP))
            .fit(PATH);

    double[] x = {1, 0.5, 0.5, 0, 0.5}; // q(X) of each node
    List<Double> changes = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      double[] next = {
        1, pooled((x[A] + x[C] + x[E]) / 3)[0], pooled((x[B] + x[D]) / 2)[0], 0, pooled(x[B])[0]
      };
      double change = 0;
      for (int node : new int[] {B, C, E}) {
        // at first the logits are zero, not normalised
        double beforeX = round == 0 ? 0 : Math.log(x[node]);
        double beforeY = round == 0 ? 0 : Math.log(1 - x[node]);
        change += Math.abs(Math.log(next[node]) - beforeX);
        change += Math.abs(Math.log(1 - next[node]) - beforeY);
      }
      changes.add(change / (5 * 2));
      x = next;
    }
    for (int node = 0; node < 5; node++) {
      float[] actual = row(model, PATH.key(node));
      assertThat((double) actual[0]).as(PATH.key(node)).isCloseTo(x[node], within(1e-5));
    }
    List<EpochReport> reports = model.history().epochs(Phase.E_STEP);
    assertThat(reports).hasSize(rounds);
    for (int round = 0; round < rounds; round++) {
      assertThat(reports.get(round).loss()).isCloseTo(changes.get(round), within(1e-5));
    }
    assertThat(ofP.get(0).nodes()).as("what q knows").containsExactly(A, D);
    assertThat(model.history().epochs(Phase.PRE_TRAINING)).isEmpty();
    assertThat(asked).as("the M-step's, and one a round").hasSize(1 + rounds);
    assertThat(new HashSet<>(asked.stream().map(Asked::stream).toList())).hasSize(1 + rounds);
    assertThat(asked.get(0).logits()[B]).containsExactly(0f, 0f);
  }

  @Test
  void everyIterationAnnotatesByRandomnessOfItsOwnThatTheSeedDecides() {
    List<Asked> asked = new ArrayList<>();
    GmnnTrainer.Builder builder =
        trainer().emIterations(2).approximation(asked(asked, fixed("XXXXX")));
    builder.seed(1).fit(PATH);
    builder.seed(1).fit(PATH);
    builder.seed(2).fit(PATH);
    assertThat(asked).extracting(Asked::stream).hasSize(6);
    assertThat(asked.get(0).stream()).isEqualTo(asked.get(2).stream());
    assertThat(asked.get(1).stream()).isEqualTo(asked.get(3).stream());
    assertThat(List.of(asked.get(0), asked.get(1), asked.get(4), asked.get(5)))
        .extracting(Asked::stream)
        .doesNotHaveDuplicates();
  }

  @Test
  void theObjectivesOfQAndPAreThoseNamed() {
    GmnnModel<String> model =
        trainer()
            .inferenceObjective(targets -> new Constant(targets, 7))
            .learningObjective(targets -> new Constant(targets, 5))
            .fit(PATH);
    assertThat(model.history().epochs())
        .extracting(EpochReport::loss)
        .containsExactly(7.0, 5.0, 7.0);
  }

  /** Says the same whatever the network gives. */
  private record Constant(Targets targets, double mean) implements Objective {
    @Override
    public RowSet nodes() {
      return targets.rows();
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      return new Loss(mean * 3, 3);
    }
  }
}

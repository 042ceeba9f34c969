package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.schedule.MapSchedule;
import org.nd4j.linalg.schedule.ScheduleType;

/** Each option shows what it does: a test fails if the option were ignored. */
class EmbedderOptionsTest {
  /** A star whose hub h has four leaves, and a tail. */
  private static final Graph<String> STAR = TextGraphs.parse("h-a h-b h-c h-d d-e e-f");

  /** Changes nothing: embeddings are those of the initial parameters. */
  private static GmnnEmbedder.Builder idle() {
    return GmnnEmbedder.neighborPrediction()
        .dimensions(4)
        .batchSize(Integer.MAX_VALUE)
        .updater(new Sgd(0))
        .l2(0)
        .dropout(0)
        .pretrainEpochs(1)
        .learningEpochs(1)
        .inferenceEpochs(1)
        .emIterations(1);
  }

  private static float[] embed(GmnnEmbedder.Builder builder) {
    return builder.fit(STAR).matrix().data();
  }

  private static List<Double> losses(GmnnEmbedder.Builder builder, Phase phase) {
    return builder.fit(STAR).history().epochs(phase).stream().map(EpochReport::loss).toList();
  }

  @Test
  void theNumbersOfEpochsAndIterationsAreThoseAskedFor() {
    List<EpochReport> epochs =
        idle()
            .pretrainEpochs(2)
            .learningEpochs(3)
            .inferenceEpochs(4)
            .emIterations(5)
            .fit(STAR)
            .history()
            .epochs();
    assertThat(epochs.stream().filter(e -> e.phase() == Phase.PRE_TRAINING)).hasSize(2);
    assertThat(epochs.stream().filter(e -> e.phase() == Phase.M_STEP)).hasSize(3 * 5);
    assertThat(epochs.stream().filter(e -> e.phase() == Phase.E_STEP)).hasSize(4 * 5);
  }

  @Test
  void depthAndMaxTargetsDecideWhatIsPredicted() {
    double itself = losses(idle().depth(0), Phase.PRE_TRAINING).get(0);
    double neighbours = losses(idle().depth(1), Phase.PRE_TRAINING).get(0);
    double further = losses(idle().depth(2), Phase.PRE_TRAINING).get(0);
    double few = losses(idle().depth(2).maxTargets(2), Phase.PRE_TRAINING).get(0);
    assertThat(List.of(itself, neighbours, further, few)).doesNotHaveDuplicates();
  }

  @Test
  void dropoutActsInTrainingAlone() {
    List<Double> without = losses(idle().pretrainEpochs(3), Phase.PRE_TRAINING);
    List<Double> with = losses(idle().pretrainEpochs(3).dropout(0.5), Phase.PRE_TRAINING);
    assertThat(without).containsOnly(without.get(0));
    assertThat(with).doesNotHaveDuplicates();
    assertThat(embed(idle().dropout(0.5))).isEqualTo(embed(idle()));
  }

  @Test
  void theUpdaterMovesQAndPAndL2PullsThemToZero() {
    float[] initial = embed(idle());
    assertThat(embed(idle().pretrainEpochs(9))).isEqualTo(initial);
    GmnnEmbedder.Builder moving = idle().pretrainEpochs(20).learningEpochs(5);
    float[] free = embed(moving.updater(new Sgd(0.1)));
    assertThat(free).isNotEqualTo(initial);
    assertThat(losses(moving, Phase.M_STEP)).as("p moves").doesNotHaveDuplicates();
    float[] pulled = embed(moving.l2(1));
    assertThat(norm(pulled)).isLessThan(0.3 * norm(free));
  }

  private static double norm(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  @Test
  void featuresCannotBeLeftOut() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnEmbedder.builder().featureScaling(FeatureScaling.LEFT_OUT))
        .withMessageContaining("vectors are made of features");
  }

  @Test
  void theUpdaterIsACopy() {
    Sgd updater = new Sgd(0);
    GmnnEmbedder embedder = idle().updater(updater).build();
    updater.setLearningRate(0.5);
    assertThat(embedder.fit(STAR).matrix().data()).isEqualTo(embed(idle()));
  }

  /** Annotates all nodes with one. */
  private static ApproximationStrategy always(int node, List<String> shapes) {
    return (logits, random) -> {
      shapes.add(logits.rows() + " x " + logits.columns());
      DenseMatrix annotation = DenseMatrix.zeros(logits.rows(), logits.columns());
      for (int row = 0; row < logits.rows(); row++) {
        annotation.set(row, node, 1f);
      }
      return List.of(annotation);
    };
  }

  @Test
  void theStrategyAnnotatesForP() {
    List<String> shapes = new ArrayList<>();
    double first = losses(idle().approximation(always(0, shapes)), Phase.M_STEP).get(0);
    assertThat(shapes).containsExactly("7 x 7");
    double second = losses(idle().approximation(always(3, shapes)), Phase.M_STEP).get(0);
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void theAnnotationSizeCutsDistributions() {
    GmnnEmbedder.Builder builder = idle().approximation(Approximations.meanPooling());
    double one = losses(builder.annotationSize(1), Phase.M_STEP).get(0);
    double all = losses(builder.annotationSize(7), Phase.M_STEP).get(0);
    double more = losses(builder.annotationSize(100), Phase.M_STEP).get(0);
    assertThat(one).isNotEqualTo(all);
    assertThat(more).isEqualTo(all);
  }

  @Test
  void theModeAndTheNegativesDecideTheSoftmax() {
    double automatic = losses(idle(), Phase.PRE_TRAINING).get(0);
    double exact =
        losses(idle().softmax(GmnnEmbedder.SoftmaxMode.EXACT), Phase.PRE_TRAINING).get(0);
    GmnnEmbedder.Builder sampled = idle().softmax(GmnnEmbedder.SoftmaxMode.SAMPLED);
    double one = losses(sampled.negatives(1), Phase.PRE_TRAINING).get(0);
    double three = losses(sampled.negatives(3), Phase.PRE_TRAINING).get(0);
    assertThat(automatic).isEqualTo(exact);
    assertThat(List.of(exact, one, three)).doesNotHaveDuplicates();
  }

  @Test
  void anEpochMakesAnUpdateForEachBatch() {
    GmnnEmbedder.Builder still = idle().pretrainEpochs(3);
    List<Double> whole = losses(still, Phase.PRE_TRAINING);
    List<Double> inThree = losses(still.batchSize(3), Phase.PRE_TRAINING); // 3 + 2 + 2 of 7 nodes
    for (int epoch = 0; epoch < 3; epoch++) {
      assertThat(inThree.get(epoch)).as("every node counts").isCloseTo(whole.get(0), within(1e-6));
    }

    Sgd fromTheThirdUpdateOn =
        new Sgd(new MapSchedule(ScheduleType.ITERATION, Map.of(0, 0.0, 2, 0.5)));
    GmnnEmbedder.Builder oneEpoch = idle().updater(fromTheThirdUpdateOn).emIterations(0);
    assertThat(embed(oneEpoch)).isEqualTo(embed(idle()));
    assertThat(embed(oneEpoch.batchSize(4))).as("4 + 3 nodes").isEqualTo(embed(idle()));
    assertThat(embed(oneEpoch.batchSize(3))).as("3 + 2 + 2").isNotEqualTo(embed(idle()));
  }

  @Test
  void everyEpochDealsTheNodesOutAnew() {
    GmnnEmbedder.Builder twoEpochs = idle().pretrainEpochs(2).emIterations(0).batchSize(4);
    float[] byTheFirstBatchOfEpoch1 = embed(twoEpochs.updater(onlyInUpdate(0)));
    float[] byTheFirstBatchOfEpoch2 = embed(twoEpochs.updater(onlyInUpdate(2)));
    assertThat(byTheFirstBatchOfEpoch1).isNotEqualTo(byTheFirstBatchOfEpoch2);
  }

  private static Sgd onlyInUpdate(int iteration) {
    return new Sgd(
        new MapSchedule(
            ScheduleType.ITERATION,
            iteration == 0
                ? Map.of(0, 0.5, 1, 0.0)
                : Map.of(0, 0.0, iteration, 0.5, iteration + 1, 0.0)));
  }

  @Test
  void oneBatchOfAllNodesIsTheWholeGraph() {
    GmnnEmbedder.Builder builder =
        idle().updater(new Sgd(0.5)).dropout(0.5).pretrainEpochs(3).learningEpochs(2);
    float[] whole = embed(builder);
    assertThat(embed(builder.batchSize(7))).isEqualTo(whole);
    assertThat(embed(builder.batchSize(100))).isEqualTo(whole);
    assertThat(embed(builder.batchSize(6))).isNotEqualTo(whole);
  }

  @Test
  void featuresAreScaledAsAskedFor() {
    // two graph convolutions with ReLU and no bias: twice the input is twice the output
    float[] plain = words(1, FeatureScaling.NONE);
    float[] twice = words(2, FeatureScaling.NONE);
    for (int i = 0; i < plain.length; i++) {
      assertThat(twice[i]).isCloseTo(2 * plain[i], within(1e-6f));
    }
    assertThat(twice).isNotEqualTo(plain);
    assertThat(words(2, FeatureScaling.ROW)).isEqualTo(words(1, FeatureScaling.ROW));
    assertThat(words(1, FeatureScaling.ROW)).isNotEqualTo(plain);
  }

  private static float[] words(double factor, FeatureScaling scaling) {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", Map.of("u", factor, "v", 3 * factor))
            .addNode("b", Map.of("v", 2 * factor))
            .addEdge("a", "b")
            .build();
    return idle().featureScaling(scaling).fit(graph).matrix().data();
  }

  /** Measures what it is told, and keeps what it saw. */
  private static final class Told {
    private final List<float[]> seen = new ArrayList<>();
    private final double[] metrics;

    Told(double... metrics) {
      this.metrics = metrics;
    }

    double measure(NodeEmbeddings<?> embeddings) {
      seen.add(embeddings.matrix().data().clone());
      return metrics[seen.size() - 1];
    }
  }

  @Test
  void theBestEpochByTheMetricIsKept() {
    Told told = new Told(1, 3, 3, 2);
    GmnnEmbedder.Builder builder =
        idle().updater(new Sgd(0.5)).pretrainEpochs(4).emIterations(0).validation(told::measure);
    assertThat(embed(builder)).isEqualTo(told.seen.get(1)).isNotEqualTo(told.seen.get(3));

    Told em = new Told(1, 1, 2, 5, 4);
    float[] afterEm =
        embed(
            idle()
                .updater(new Sgd(0.5))
                .pretrainEpochs(2)
                .inferenceEpochs(3)
                .validation(em::measure));
    assertThat(afterEm).isEqualTo(em.seen.get(3)).isNotEqualTo(em.seen.get(4));
  }

  @Test
  void patienceEndsAPhaseThatGetsNoBetter() {
    Told told = new Told(1, 2, 2, 2, 9, 9);
    List<EpochReport> epochs =
        idle()
            .pretrainEpochs(6)
            .emIterations(0)
            .validation(told::measure)
            .patience(2)
            .fit(STAR)
            .history()
            .epochs();
    assertThat(epochs).hasSize(4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> idle().patience(2).build())
        .withMessageContaining("validation");
  }

  @Test
  void whatQLearnedByItselfIsGivenBeforeEm() {
    List<float[]> given = new ArrayList<>();
    GmnnEmbedder.Builder builder = idle().updater(new Sgd(0.5)).pretrainEpochs(3);
    float[] alone = embed(builder.emIterations(0));
    float[] after =
        embed(
            builder
                .emIterations(1)
                .beforeEm(embeddings -> given.add(embeddings.matrix().data().clone())));
    assertThat(given).hasSize(1);
    assertThat(given.get(0)).isEqualTo(alone).isNotEqualTo(after);
  }

  @Test
  void theSeedDecidesTheInitialParameters() {
    assertThat(embed(idle().seed(7))).isEqualTo(embed(idle().seed(7)));
    assertThat(embed(idle().seed(8))).isNotEqualTo(embed(idle().seed(7)));
  }

  @Test
  void qLearnsFromTheMeanOverAnnotations() {
    ApproximationStrategy once = always(0, new ArrayList<>());
    ApproximationStrategy fourTimes =
        (logits, random) -> Collections.nCopies(4, once.annotate(logits, random).get(0));
    assertThat(losses(idle().approximation(fourTimes), Phase.E_STEP).get(0))
        .isCloseTo(losses(idle().approximation(once), Phase.E_STEP).get(0), within(1e-6));
  }

  @Test
  void severalAnnotationsAreTakenInTurn() {
    List<Double> losses =
        losses(
            idle()
                .learningEpochs(4)
                .approximation(
                    (logits, random) -> {
                      List<DenseMatrix> both = new ArrayList<>();
                      both.addAll(always(0, new ArrayList<>()).annotate(logits, random));
                      both.addAll(always(3, new ArrayList<>()).annotate(logits, random));
                      return both;
                    }),
            Phase.M_STEP);
    assertThat(losses.get(0)).isEqualTo(losses.get(2)).isNotEqualTo(losses.get(1));
    assertThat(losses.get(1)).isEqualTo(losses.get(3));
  }
}

package io.github.gmnn.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Predictions;
import io.github.gmnn.advice.LabelAdvisor.Advice;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelAdvisorTest {
  /** Three nodes of one direction, two of another, one alone; their mean is zero. */
  private static final NodeEmbeddings<Integer> GROUPS =
      embeddings(2, 2, 0, 2, 0, 2, 0, -3, 1, -3, 1, 0, -2);

  private static NodeEmbeddings<Integer> embeddings(int dimensions, float... values) {
    int nodes = values.length / dimensions;
    return NodeEmbeddings.of(
        IntStream.range(0, nodes).boxed().toList(), DenseMatrix.wrap(nodes, dimensions, values));
  }

  private static NodeEmbeddings<Integer> drawn(int nodes) {
    RandomStream random = RandomStream.of(7);
    float[] values = new float[8 * nodes];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble();
    }
    return embeddings(8, values);
  }

  private static LabelAdvisor<Integer> advisor(AdviceStrategy strategy) {
    return LabelAdvisor.of(GROUPS, strategy, 1);
  }

  private static List<Integer> keys(List<Advice<Integer>> advice) {
    return advice.stream().map(Advice::key).toList();
  }

  private static AdviceRequest<Integer> labelled(Integer... nodes) {
    Map<Integer, String> labels = new HashMap<>();
    for (Integer node : nodes) {
      labels.put(node, "x");
    }
    return AdviceRequest.of(labels);
  }

  /** Probabilities of the class x of six nodes; y has the rest. */
  private static Predictions<Integer> predictions(double... ofX) {
    Graph<Integer> graph =
        Graph.ofEdges(6, new int[0], new int[0], null).withClasses(List.of("x", "y"));
    DenseMatrix distributions = DenseMatrix.zeros(6, 2);
    for (int i = 0; i < ofX.length; i++) {
      distributions.set(i, 0, (float) ofX[i]);
      distributions.set(i, 1, (float) (1 - ofX[i]));
    }
    return Predictions.of(graph, distributions);
  }

  @Test
  void theCoverAsksForOneNodeOfEachGroupTheLargestFirst() {
    List<Advice<Integer>> advice = LabelAdvisor.of(GROUPS).next(labelled(), 3);
    assertThat(keys(advice)).containsExactly(0, 3, 5);
    double[] covered = {3, 2, 1};
    for (int i = 0; i < 3; i++) {
      assertThat(advice.get(i).score()).isCloseTo(covered[i], within(1e-5));
      assertThat(advice.get(i).reason()).contains("without a label");
    }
  }

  @Test
  void whatALabelledNodeCoversIsNotAskedForAgain() {
    assertThat(keys(LabelAdvisor.of(GROUPS).next(labelled(1), 2))).containsExactly(3, 5);
  }

  @Test
  void nearDuplicatesComeWhenNothingElseIsLeft() {
    assertThat(keys(LabelAdvisor.of(GROUPS).next(labelled(), 9))).containsExactly(0, 3, 5, 1, 2, 4);
  }

  @Test
  void gapsAreDenseAndFarFromLabels() {
    // Farness of 1..5: 0 0 1.95 1.95 1. Mean cosines: 1 and 2 highest, then 5, then 3 and 4.
    Advice<Integer> first = advisor(AdviceStrategies.gaps()).next(labelled(0), 1).get(0);
    assertThat(first.key()).isEqualTo(5);
    assertThat(first.score()).isCloseTo(2 * 0.4 + 0.4, within(1e-9));
    assertThat(first.reason()).contains("cosine 0.00");
  }

  @Test
  void theHybridTurnsFromTheCoverToGapsAtFourLabelsAClass() {
    NodeEmbeddings<Integer> many = drawn(60);
    LabelAdvisor<Integer> hybrid = LabelAdvisor.of(many);
    for (int labels : new int[] {7, 8}) {
      AdviceRequest<Integer> request =
          labelled(IntStream.range(0, labels).boxed().toArray(Integer[]::new)).classes(2);
      AdviceStrategy expected = labels < 8 ? AdviceStrategies.cover() : AdviceStrategies.gaps();
      assertThat(hybrid.next(request, 1))
          .isEqualTo(LabelAdvisor.of(many, expected, 1).next(request, 1));
    }
  }

  @Test
  void uncertaintyAsksWhereTheModelIsUndecidedAndPassesOverDuplicates() {
    AdviceRequest<Integer> request =
        labelled().predictions(predictions(0.5, 0.51, 0.9, 0.3, 0.2, 0.99));
    List<Advice<Integer>> advice = advisor(AdviceStrategies.uncertainty()).next(request, 2);
    assertThat(keys(advice)).containsExactly(0, 3);
    assertThat(advice.get(1).score()).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void withoutPredictionsUncertaintyIsTheHybrid() {
    assertThat(advisor(AdviceStrategies.uncertainty()).next(labelled(), 6))
        .isEqualTo(LabelAdvisor.of(GROUPS).next(labelled(), 6));
  }

  @Test
  void aClassWhoseBudgetIsUsedUpIsNotAskedFor() {
    AdviceRequest<Integer> request =
        labelled(5).predictions(predictions(0.9, 0.9, 0.1, 0.9, 0.2, 0.9)).budgets(Map.of("x", 1));
    assertThat(keys(LabelAdvisor.of(GROUPS).next(request, 6))).containsExactly(2, 4);
    assertThat(LabelAdvisor.of(GROUPS).next(request.budgets(Map.of("x", 2)), 6)).hasSize(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelAdvisor.of(GROUPS).next(labelled(5).budgets(Map.of("x", 1)), 1))
        .withMessageContaining("need predictions");
  }

  @Test
  void skippedNodesAreNotAskedFor() {
    AdviceRequest<Integer> request = labelled().without(Set.of(0, 1, 2));
    assertThat(keys(LabelAdvisor.of(GROUPS).next(request, 6))).containsExactly(3, 5, 4);
  }

  @Test
  void aStrategyOfYourOwnSeesWhatWasChosenBefore() {
    AdviceStrategy last =
        (context, scores) -> {
          for (int node = 0; node < scores.length; node++) {
            scores[node] = node == 4 ? Double.NaN : node + context.cosine(node, node);
          }
          scores[0] = context.labelled() == 2 ? 10 : 0;
        };
    assertThat(keys(advisor(last).next(labelled(1), 3))).containsExactly(5, 0, 3);
  }

  @Test
  void labelsTakenBackLeaveNoTrace() {
    NodeEmbeddings<Integer> many = drawn(80);
    LabelAdvisor<Integer> used = LabelAdvisor.of(many);
    used.next(labelled(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 5);
    assertThat(used.next(labelled(1, 4), 5))
        .isEqualTo(LabelAdvisor.of(many).next(labelled(1, 4), 5));
  }

  @Test
  void everyStrategyRanksAllCandidatesOnceAndAlikeForOneSeed() {
    NodeEmbeddings<Integer> many = drawn(50);
    for (AdviceStrategy strategy : AdviceStrategies.all()) {
      List<Advice<Integer>> advice = LabelAdvisor.of(many, strategy, 3).next(labelled(0, 9), 50);
      assertThat(new HashSet<>(keys(advice))).as(strategy.toString()).hasSize(48);
      assertThat(LabelAdvisor.of(many, strategy, 3).next(labelled(0, 9), 50)).isEqualTo(advice);
    }
  }

  @Test
  void randomnessIsOfTheSeed() {
    NodeEmbeddings<Integer> many = drawn(50);
    AdviceStrategy random = AdviceStrategies.random();
    assertThat(keys(LabelAdvisor.of(many, random, 1).next(labelled(), 10)))
        .isNotEqualTo(keys(LabelAdvisor.of(many, random, 2).next(labelled(), 10)));
  }

  @Test
  void aGraphBringsItsLabelsAndClasses() {
    Graph<Integer> graph =
        Graph.ofEdges(6, new int[0], new int[0], null)
            .withClasses(List.of("x", "y"))
            .withLabels(Map.of(1, "x"), List.of());
    assertThat(keys(LabelAdvisor.of(GROUPS).next(AdviceRequest.of(graph), 2)))
        .containsExactly(3, 5);
  }

  @Test
  void wrongQuestionsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelAdvisor.of(GROUPS).next(labelled(6), 1))
        .withMessageContaining("6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelAdvisor.of(GROUPS).next(labelled(), 0))
        .withMessageContaining("count");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AdviceStrategies.named("oracle"))
        .withMessageContaining("[hybrid, cover, gaps, uncertainty, random]");
  }
}

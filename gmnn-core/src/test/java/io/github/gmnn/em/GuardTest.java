package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ValidationMetric;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardTest {
  private static final int NODES = 200;

  /** Nodes of two classes by turns in a ring, all but two of them for validation. */
  private static Graph<Integer> graph() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < NODES + 2; node++) {
      builder.addEdge(node, (node + 1) % (NODES + 2));
      labels.put(node, node % 2 == 0 ? "even" : "odd");
    }
    return builder.build().withLabels(labels, labels.keySet().stream().limit(NODES).toList());
  }

  private static final Graph<Integer> GRAPH = graph();

  /** An epoch that is right on some nodes. */
  private static DenseMatrix epoch(IntPredicate right) {
    DenseMatrix logits = DenseMatrix.zeros(GRAPH.nodeCount(), 2);
    for (int node = 0; node < GRAPH.nodeCount(); node++) {
      int said = right.test(node) ? GRAPH.label(node) : 1 - GRAPH.label(node);
      logits.set(node, said, 1f);
    }
    return logits;
  }

  private static ValidationTrace trace(IntPredicate... epochs) {
    ValidationTrace trace = trace("trace", GRAPH.validationNodes());
    for (IntPredicate right : epochs) {
      for (int i = 0; i < 4; i++) { // every fourth is kept
        trace.add(() -> epoch(right));
      }
    }
    return trace;
  }

  private static ValidationTrace trace(String name, int[] nodes) {
    int[] labels = IntStream.of(nodes).map(GRAPH::label).toArray();
    return new ValidationTrace(name, 1, nodes, labels, 2);
  }

  @Test
  void aTraceKeepsEveryValidationWhereFewEpochsHaveOne() {
    int[] nodes = GRAPH.validationNodes();
    int[] labels = IntStream.of(nodes).map(GRAPH::label).toArray();
    for (int interval : new int[] {1, 2, 4, 8}) {
      ValidationTrace trace = new ValidationTrace("trace", interval, nodes, labels, 2);
      for (int validation = 0; validation < 9; validation++) {
        trace.add(() -> epoch(node -> true));
      }
      assertThat(trace.epochs()).isEqualTo(interval == 1 ? 3 : interval == 2 ? 5 : 9);
    }
  }

  private static Guard guard(ValidationMetric metric) {
    return new Guard(metric, LabelAgreement.of(GRAPH), RandomStream.of(5));
  }

  @ParameterizedTest
  @EnumSource(ValidationMetric.class)
  void aGainOnEveryHalfIsAGain(ValidationMetric metric) {
    Guard.Verdict verdict =
        guard(metric).judge(trace(node -> node % 10 < 6), trace(node -> node % 10 < 8));
    assertThat(verdict.gain()).isCloseTo(0.2, within(0.03));
    assertThat(guard(metric).accepts(verdict)).isTrue();
    Guard.Verdict loss =
        guard(metric).judge(trace(node -> node % 10 < 8), trace(node -> node % 10 < 6));
    assertThat(loss.gain()).isCloseTo(-0.2, within(0.03));
    assertThat(guard(metric).accepts(loss)).isFalse();
  }

  /** Many epochs that are right by chance: the best of them is no better than any. */
  @Test
  void theLuckOfTheBestEpochDoesNotCount() {
    IntPredicate[] lucky = new IntPredicate[40];
    for (int epoch = 0; epoch < lucky.length; epoch++) {
      RandomStream random = RandomStream.of(epoch);
      lucky[epoch] = node -> random.uniform(node) < 0.6;
    }
    IntPredicate one = node -> node % 10 < 6;
    Guard.Verdict verdict = guard(ValidationMetric.ACCURACY).judge(trace(lucky), trace(one));
    double best = 0;
    for (IntPredicate epoch : lucky) {
      double right = 0;
      for (int node : GRAPH.validationNodes()) {
        right += epoch.test(node) ? 1 : 0;
      }
      best = Math.max(best, right / NODES);
    }
    assertThat(best).as("what selects itself looks far better").isGreaterThan(0.66);
    assertThat(Math.abs(verdict.gain())).isLessThan(0.04);
  }

  @Test
  void whereNeighboursDifferAGainHasToBeLargerThanChance() {
    Guard.Verdict small = new Guard.Verdict(0.01, 0.02);
    assertThat(LabelAgreement.of(GRAPH).isHigh()).isFalse();
    assertThat(guard(ValidationMetric.ACCURACY).accepts(small)).isFalse();
    assertThat(guard(ValidationMetric.ACCURACY).accepts(new Guard.Verdict(0.03, 0.02))).isTrue();
  }

  @Test
  void theBestEpochIsJudgedNotTheFirst() {
    Guard.Verdict verdict =
        guard(ValidationMetric.ACCURACY)
            .judge(
                trace(node -> node % 10 < 6),
                trace(node -> node % 10 < 3, node -> node % 10 < 8, node -> node % 10 < 5));
    assertThat(verdict.gain()).isCloseTo(0.2, within(0.03));
  }

  @Test
  void fewNodesDoNotJudge() {
    ValidationTrace before = trace("before", new int[] {0, 1, 2});
    ValidationTrace after = trace("after", new int[] {0, 1, 2});
    before.add(() -> epoch(node -> false));
    after.add(() -> epoch(node -> true));
    Guard guard = guard(ValidationMetric.ACCURACY);
    assertThat(guard.accepts(guard.judge(before, after))).isFalse();
  }

  @Test
  void theSameEpochsAreNoGain() {
    Guard.Verdict verdict =
        guard(ValidationMetric.ACCURACY)
            .judge(trace(node -> node % 10 < 6), trace(node -> node % 10 < 6));
    assertThat(verdict.gain()).isZero();
    assertThat(verdict.standardError()).isPositive();
  }
}

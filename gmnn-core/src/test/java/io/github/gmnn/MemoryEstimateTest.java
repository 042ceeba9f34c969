package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.MemoryEstimate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Sgd;

class MemoryEstimateTest {
  /** Two labelled nodes of two classes, and one to validate by. */
  private static Graph<String> graph(int lastFeature) {
    return Graph.<String>builder()
        .addNode("c", new int[] {0}, new float[] {1})
        .label("c", "x")
        .validationNode("c")
        .addNode("a", new int[] {0}, new float[] {1})
        .addNode("b", new int[] {lastFeature}, new float[] {1})
        .addEdge("a", "b")
        .label("a", "x")
        .label("b", "y")
        .build();
  }

  @Test
  void parametersAreCountedWithGradientsUpdaterStateAndBestStates() {
    GmnnTrainer.Builder trainer = Gmnn.paper().hiddenUnits(10).emIterations(0);
    long weights = 1000 * 10 + 10 * 2;
    assertThat(trainer.updater(new Sgd(0.1)).build().estimateMemory(graph(999)).parameters())
        .isEqualTo(4 * (3 * weights + 2 * weights));
    assertThat(trainer.updater(new Adam(0.1)).build().estimateMemory(graph(999)).parameters())
        .isEqualTo(4 * (5 * weights + 2 * 3 * weights));
    assertThat(trainer.emIterations(1).build().estimateMemory(graph(999)).parameters())
        .isGreaterThan(4 * (5 * weights + 2 * 3 * weights));
  }

  @Test
  void withoutValidationNoBestStatesAreKept() {
    Graph<String> unvalidated = graph(999).withLabels(Map.of("a", "x", "b", "y"), List.of());
    GmnnTrainer trainer =
        Gmnn.paper().hiddenUnits(10).emIterations(0).updater(new Sgd(0.1)).build();
    assertThat(trainer.estimateMemory(unvalidated).parameters())
        .isEqualTo(4 * 3 * (1000 * 10 + 10 * 2));
  }

  @Test
  void aFitThatTheHeapCannotHoldIsRefusedWithItsFigure() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().hiddenUnits(100_000_000).fit(graph(9)))
        .withMessageContaining("the fit needs at least")
        .withMessageContaining("of parameters")
        .withMessageContaining("-Xmx");
    MemoryEstimate estimate = Gmnn.paper().build().estimateMemory(graph(16_777_215));
    assertThat(estimate.total()).isBetween(8L << 30, 9L << 30);
  }

  @Test
  void whatNoArrayCanHoldIsNamedBeforeAnythingOverflows() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().fit(graph(1_000_000_000)))
        .withMessageContaining("1000000001 x 16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().hiddenUnits(1_000_000_000).fit(graph(9)))
        .withMessageContaining("10 x 1000000000");
  }

  @Test
  void manyDeclaredClassesCostWhatTheyNeedAndNotTheirSquare() {
    List<String> classes = IntStream.range(0, 30_000).mapToObj(i -> "c" + i).toList();
    Graph.Builder<Integer> builder = Graph.builder();
    IntStream.range(0, 10).forEach(i -> builder.addNode(i, i, 1));
    Graph<Integer> graph =
        builder.addEdge(0, 1).label(0, "c0").label(1, "c1").build().withClasses(classes);
    GmnnModel<Integer> model = Gmnn.paper().pretrainEpochs(1).emIterations(0).fit(graph);
    assertThat(model.predict(3).label()).isIn(classes);
    assertThat(model.evaluate(Map.of(0, "c0", 1, "c29999")).count()).isEqualTo(2);
  }
}

package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitsTest {
  static Map<Integer, String> labels(int... sizes) {
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int c = 0; c < sizes.length; c++) {
      for (int i = 0; i < sizes[c]; i++) {
        labels.put(labels.size(), "c" + c);
      }
    }
    return labels;
  }

  private static Map<String, Long> counts(Map<Integer, String> labels, List<Integer> keys) {
    return keys.stream()
        .map(labels::get)
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  @Test
  void stratifiedSplitsKeepTheProportions() {
    Map<Integer, String> labels = labels(2_844, 977);
    Splits.Split<Integer> split = Splits.stratified(labels, 100, 500, 7);
    assertThat(counts(labels, split.trainKeys())).isEqualTo(Map.of("c0", 74L, "c1", 26L));
    assertThat(counts(labels, split.validationKeys())).isEqualTo(Map.of("c0", 372L, "c1", 128L));
    assertThat(split.testKeys()).hasSize(3_221);
  }

  @Test
  void everyClassHasATrainingKey() {
    Map<Integer, String> labels = labels(1_000, 1_000, 2);
    assertThat(counts(labels, Splits.stratified(labels, 10, 0, 7).trainKeys()))
        .isEqualTo(Map.of("c0", 4L, "c1", 5L, "c2", 1L));
  }

  @Test
  void perClassSplitsTakeAsManyOfEach() {
    Map<Integer, String> labels = labels(50, 400, 100);
    Splits.Split<Integer> split = Splits.perClass(labels, 20, 100, 200, 3);
    assertThat(counts(labels, split.trainKeys()))
        .isEqualTo(Map.of("c0", 20L, "c1", 20L, "c2", 20L));
    assertThat(split.validationKeys()).hasSize(100);
    assertThat(split.testKeys()).hasSize(200);
    // Drawn from what is left whatever the class: the largest class dominates.
    assertThat(counts(labels, split.testKeys()).get("c1")).isGreaterThan(130L);
  }

  @Test
  void theSeedFixesTheSplit() {
    Map<Integer, String> labels = labels(100, 100);
    assertThat(Splits.stratified(labels, 10, 10, 5))
        .isEqualTo(Splits.stratified(labels, 10, 10, 5));
    assertThat(Splits.stratified(labels, 10, 10, 5))
        .isNotEqualTo(Splits.stratified(labels, 10, 10, 6));
    assertThat(Splits.perClass(labels, 10, 10, 10, 5))
        .isEqualTo(Splits.perClass(new LinkedHashMap<>(labels), 10, 10, 10, 5))
        .isNotEqualTo(Splits.perClass(labels, 10, 10, 10, 6));
  }

  @Test
  void splitsThatAskForTooMuchAreRefused() {
    Map<Integer, String> labels = labels(10, 30);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.perClass(labels, 20, 0, 0, 1))
        .withMessageContainingAll("'c0'", "10", "20");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.perClass(labels, 10, 15, 15, 1))
        .withMessageContainingAll("50", "40");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.stratified(labels, 30, 11, 1))
        .withMessageContainingAll("41", "40");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.stratified(labels, 0, 11, 1))
        .withMessageContaining("training keys must be at least 1, got 0");
  }

  @Test
  void everyKeyIsTestedOnceAndValidatesOnceInFolds() {
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      labels.put(i, i % 5 == 0 ? "rare" : "common");
    }
    List<Splits.Split<Integer>> splits = Splits.folds(labels, 5, 3);
    assertThat(splits).hasSize(5);
    List<Integer> tested = new ArrayList<>();
    List<Integer> validated = new ArrayList<>();
    for (Splits.Split<Integer> split : splits) {
      assertThat(split.trainKeys()).hasSize(30).doesNotContainAnyElementsOf(split.testKeys());
      assertThat(split.trainKeys()).doesNotContainAnyElementsOf(split.validationKeys());
      assertThat(split.testKeys()).hasSize(10).doesNotContainAnyElementsOf(split.validationKeys());
      assertThat(split.testKeys()).filteredOn(key -> labels.get(key).equals("rare")).hasSize(2);
      tested.addAll(split.testKeys());
      validated.addAll(split.validationKeys());
    }
    assertThat(tested).containsExactlyInAnyOrderElementsOf(labels.keySet());
    assertThat(validated).containsExactlyInAnyOrderElementsOf(labels.keySet());
    assertThat(Splits.folds(labels, 5, 3)).isEqualTo(splits);
    assertThat(Splits.folds(labels, 5, 4)).isNotEqualTo(splits);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.folds(labels, 2, 3))
        .withMessageContaining("3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Splits.folds(Map.of(1, "a", 2, "b"), 3, 3))
        .withMessageContaining("3");
  }

  @Test
  void repeatedSplitsDifferAndAreFixedByTheSeed() {
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      labels.put(i, i % 2 == 0 ? "even" : "odd");
    }
    List<Splits.Split<Integer>> splits = Splits.repeated(labels, 10, 6, 3, 7);
    assertThat(splits).hasSize(3).doesNotHaveDuplicates();
    assertThat(splits)
        .allMatch(split -> split.trainKeys().size() == 10 && split.validationKeys().size() == 6);
    assertThat(Splits.repeated(labels, 10, 6, 3, 7)).isEqualTo(splits);
  }

  @Test
  void aShareOfEachClassIsHeldForValidation() {
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      labels.put(i, i < 30 ? "many" : "few");
    }
    Graph<Integer> graph =
        Graph.ofEdges(50, new int[] {0}, new int[] {1}, null).withLabels(labels, List.of());
    Graph<Integer> held = Splits.holdValidation(graph, 0.2, 1);
    assertThat(held.validationNodes()).hasSize(8);
    assertThat(IntStream.of(held.validationNodes()).filter(node -> node < 30)).hasSize(6);
    assertThat(held.trainingNodes()).hasSize(32);
    assertThat(held.validationNodes())
        .isEqualTo(Splits.holdValidation(graph, 0.2, 1).validationNodes())
        .isNotEqualTo(Splits.holdValidation(graph, 0.2, 2).validationNodes());
    assertThatThrownBy(() -> Splits.holdValidation(held, 0.2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("validation nodes already");
    assertThatThrownBy(() -> Splits.holdValidation(graph, 0.01, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds 0 of 40");
  }
}

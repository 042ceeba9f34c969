package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SplitsPropertyTest {
  @Property(tries = 100)
  void noKeyIsInTwoParts(
      @ForAll @IntRange(min = 1, max = 30) int train,
      @ForAll @IntRange(max = 30) int validation,
      @ForAll long seed) {
    Map<Integer, String> labels = SplitsTest.labels(31, 5, 40);
    Splits.Split<Integer> stratified = Splits.stratified(labels, train, validation, seed);
    assertThat(stratified.trainKeys()).hasSize(train);
    assertThat(stratified.validationKeys()).hasSize(validation);
    assertDisjoint(stratified, 76);
    int perClass = train % 5 + 1;
    assertDisjoint(
        Splits.perClass(labels, perClass, validation, 10, seed), 3 * perClass + validation + 10);
  }

  private static void assertDisjoint(Splits.Split<Integer> split, int size) {
    List<Integer> all = new ArrayList<>(split.trainKeys());
    all.addAll(split.validationKeys());
    all.addAll(split.testKeys());
    assertThat(all).doesNotHaveDuplicates().hasSize(size);
  }
}

package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NodeBatchesTest {
  private static List<Integer> nodes(NodeBatches.Batch batch) {
    return IntStream.range(0, batch.size()).mapToObj(batch::node).toList();
  }

  private static List<List<Integer>> nodes(NodeBatches batches) {
    return batches.batches().stream().map(NodeBatchesTest::nodes).toList();
  }

  @Property(tries = 50)
  void everyNodeIsInOneBatch(
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(min = 1, max = 70) int most,
      @ForAll long seed) {
    NodeBatches batches = new NodeBatches(count, most);
    for (int epoch = 0; epoch < 3; epoch++) {
      batches.shuffle(RandomStream.of(seed).derive(epoch));
      List<List<Integer>> found = nodes(batches);
      assertThat(found.stream().flatMap(List::stream))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, count).boxed().toList());
      int smallest = found.stream().mapToInt(List::size).min().orElseThrow();
      for (List<Integer> batch : found) {
        assertThat(batch).isSorted().hasSizeBetween(smallest, Math.min(most, smallest + 1));
      }
    }
  }

  @Test
  void aShuffleForgetsThoseBefore() {
    NodeBatches often = new NodeBatches(30, 10);
    often.shuffle(RandomStream.of(1));
    often.shuffle(RandomStream.of(2));
    NodeBatches once = new NodeBatches(30, 10);
    once.shuffle(RandomStream.of(2));
    assertThat(nodes(often)).isEqualTo(nodes(once));
    once.shuffle(RandomStream.of(3));
    assertThat(nodes(often)).isNotEqualTo(nodes(once));
  }

  @Test
  void aLimitBeyondAllNodesMakesOneBatch() {
    assertThat(nodes(new NodeBatches(3, Integer.MAX_VALUE))).containsExactly(List.of(0, 1, 2));
  }

  @Test
  void consecutiveNodesAreVisitedAtOnce() {
    NodeBatches batches = new NodeBatches(40, 25);
    batches.shuffle(RandomStream.of(5));
    NodeBatches.Batch batch = batches.batches().get(0);
    List<Integer> visited = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    batch.forNodes(
        2,
        batch.size() - 1,
        (from, to) -> {
          starts.add(from);
          IntStream.range(from, to).forEach(visited::add);
        });
    List<Integer> expected = nodes(batch).subList(2, batch.size() - 1);
    assertThat(visited).isEqualTo(expected);
    assertThat(starts)
        .containsExactlyElementsOf(
            expected.stream()
                .filter(node -> node.equals(expected.get(0)) || !expected.contains(node - 1))
                .toList());
  }
}

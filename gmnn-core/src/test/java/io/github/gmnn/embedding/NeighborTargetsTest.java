package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NeighborTargetsTest {
  private static CsrMatrix adjacency(int nodes, int edges, RandomStream random) {
    int[] sources = new int[edges];
    int[] targets = new int[edges];
    for (int e = 0; e < edges; e++) {
      sources[e] = random.nextInt(nodes);
      targets[e] = random.nextInt(nodes);
    }
    return Graph.ofEdges(nodes, sources, targets, null).adjacency().matrix();
  }

  private static List<Integer> row(CsrMatrix matrix, int row) {
    List<Integer> columns = new ArrayList<>();
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      assertThat(matrix.value(e)).isEqualTo(1f);
      columns.add(matrix.columnIndex(e));
    }
    return columns;
  }

  private static Set<Integer> within(CsrMatrix adjacency, int node, int depth) {
    Set<Integer> reached = new HashSet<>(Set.of(node));
    for (int step = 0; step < depth; step++) {
      for (int from : List.copyOf(reached)) {
        for (int e = adjacency.rowStart(from); e < adjacency.rowEnd(from); e++) {
          reached.add(adjacency.columnIndex(e));
        }
      }
    }
    return reached;
  }

  @Property(tries = 100)
  void areTheNodesWithinTheSteps(
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(min = 0, max = 60) int edges,
      @ForAll @IntRange(min = 0, max = 4) int depth,
      @ForAll long seed) {
    CsrMatrix adjacency = adjacency(nodes, edges, RandomStream.of(seed));
    CsrMatrix targets = NeighborTargets.within(adjacency, depth, nodes, RandomStream.of(seed));
    for (int node = 0; node < nodes; node++) {
      assertThat(row(targets, node))
          .containsExactlyInAnyOrderElementsOf(within(adjacency, node, depth));
    }
  }

  @Property(tries = 100)
  void nearerNodesGoFirstWhenThereAreTooMany(
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(min = 0, max = 80) int edges,
      @ForAll @IntRange(min = 1, max = 12) int limit,
      @ForAll long seed) {
    CsrMatrix adjacency = adjacency(nodes, edges, RandomStream.of(seed));
    CsrMatrix targets = NeighborTargets.within(adjacency, 3, limit, RandomStream.of(seed));
    for (int node = 0; node < nodes; node++) {
      List<Integer> found = row(targets, node);
      int expected = Math.min(limit, within(adjacency, node, 3).size());
      assertThat(found).hasSize(expected).isSubsetOf(within(adjacency, node, 3)).contains(node);
      for (int depth = 0; depth < 3; depth++) {
        Set<Integer> near = within(adjacency, node, depth);
        if (near.size() <= limit) {
          assertThat(found).containsAll(near);
        }
      }
    }
  }

  @Test
  void aHubsTargetsAreDrawnFromAllOfItsNeighbors() {
    int leaves = 2_000;
    int[] hub = new int[leaves];
    int[] others = new int[leaves];
    for (int i = 0; i < leaves; i++) {
      others[i] = i + 1;
    }
    CsrMatrix star = Graph.ofEdges(leaves + 1, hub, others, null).adjacency().matrix();
    Set<Integer> drawn = new HashSet<>();
    for (int seed = 0; seed < 300; seed++) {
      drawn.addAll(row(NeighborTargets.within(star, 1, 21, RandomStream.of(seed)), 0));
    }
    assertThat(drawn).hasSizeGreaterThan(1_800);
  }
}

package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenth of the size that the library is made for, so that the suite stays quick. */
class LargeGraphTest {
  private static final int NODES = 100_000;
  private static final int EDGES = 1_000_000;

  /** A builder whose time grows with the square of anything takes minutes. */
  private static final Duration MOST_CPU_TIME = Duration.ofSeconds(30);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuTimeBefore;

  private final int[] sources = new int[EDGES];
  private final int[] targets = new int[EDGES];

  LargeGraphTest() {
    RandomStream random = RandomStream.of(1);
    for (int e = 0; e < EDGES; e++) {
      sources[e] = random.nextInt(NODES);
      targets[e] = random.nextInt(NODES);
    }
  }

  @BeforeEach
  void startTheClockOfThisThread() {
    cpuTimeBefore = threads.getCurrentThreadCpuTime();
  }

  @AfterEach
  void thatWasQuick() {
    assertThat(threads.getCurrentThreadCpuTime() - cpuTimeBefore)
        .isLessThan(MOST_CPU_TIME.toNanos());
  }

  @Test
  void aMillionEdgesBuildQuicklyBothWays() {
    Graph<Integer> fromArrays = Graph.ofEdges(NODES, sources, targets, null);
    Graph.Builder<String> builder = Graph.builder();
    for (int node = 0; node < NODES; node++) {
      builder.addNode("n" + node);
    }
    for (int e = 0; e < EDGES; e++) {
      builder.addEdge("n" + sources[e], "n" + targets[e]);
    }
    Graph<String> keyed = builder.build();
    assertThat(keyed.adjacency().matrix()).isEqualTo(fromArrays.adjacency().matrix());
    assertThat(fromArrays.edgeCount()).isBetween(999_000L, 999_999L);
    assertThat(keyed.indexOf("n99999")).isEqualTo(99_999);
  }

  @Test
  void aHubJoinedToEveryNodeBuildsQuickly() {
    int[] hub = new int[EDGES];
    Graph<Integer> graph = Graph.ofEdges(NODES, hub, targets, null);
    assertThat(graph.adjacency().matrix().rowEnd(0)).isGreaterThan(99_900);
  }

  @Test
  void keysOfEqualHashCodesDoNotStopTheBuilder() {
    Graph.Builder<String> builder = Graph.builder();
    // "Aa" and "BB" have one hash code, and so have all words of as many of them.
    for (int i = 0; i < 1 << 15; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      builder.addNode(key.toString());
    }
    assertThat(builder.build().nodeCount()).isEqualTo(1 << 15);
  }
}

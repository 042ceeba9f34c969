package io.github.gmnn.bench;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph with communities, as real graphs have them and {@link CitationGraphGenerator}'s has not:
 * a block model whose communities have power-law sizes, each within one class, with four of five
 * edges inside. Numbers of nodes say nothing of their community. Labels and words are the
 * generator's.
 */
final class CommunityGraph {
  private static final int SMALLEST = 50;
  private static final double INSIDE = 0.8;

  private CommunityGraph() {}

  static Graph<Integer> generate(int nodes, int edgesPerNode) {
    Dataset<Integer> papers =
        CitationGraphGenerator.builder()
            .nodes(nodes)
            .classes(10)
            .edgesPerNode(1)
            .words(5_000)
            .wordsPerNode(64)
            .build()
            .generate();
    RandomStream random = RandomStream.of(1);
    int[][] communities = communities(papers, random.derive(0));
    int[] sources = new int[nodes * edgesPerNode];
    int[] targets = new int[nodes * edgesPerNode];
    RandomStream draws = random.derive(1);
    int e = 0;
    for (int[] members : communities) {
      for (int i = 0; i < members.length * edgesPerNode; i++) {
        boolean inside = draws.nextDouble() < INSIDE;
        sources[e] = members[i / edgesPerNode];
        targets[e++] = inside ? members[draws.nextInt(members.length)] : draws.nextInt(nodes);
      }
    }
    Graph<Integer> graph = papers.graph();
    Map<Integer, String> known = new LinkedHashMap<>();
    for (int node : graph.trainingNodes()) {
      known.put(node, graph.classes().get(graph.label(node)));
    }
    List<Integer> validation = new ArrayList<>();
    for (int node : graph.validationNodes()) {
      known.put(node, graph.classes().get(graph.label(node)));
      validation.add(node);
    }
    return Graph.ofEdges(nodes, sources, targets, null)
        .withFeatures(graph.features())
        .withClasses(graph.classes())
        .withLabels(known, validation);
  }

  /**
   * Splits each class into communities; sizes s have a density of s^-2, up to a fiftieth of all.
   */
  private static int[][] communities(Dataset<Integer> papers, RandomStream random) {
    Graph<Integer> graph = papers.graph();
    List<List<Integer>> byClass = new ArrayList<>();
    graph.classes().forEach(name -> byClass.add(new ArrayList<>()));
    for (int node = 0; node < graph.nodeCount(); node++) {
      int label = graph.label(node);
      byClass
          .get(label >= 0 ? label : graph.classes().indexOf(papers.testLabels().get(node)))
          .add(node);
    }
    int largest = Math.max(SMALLEST, graph.nodeCount() / 50);
    List<int[]> communities = new ArrayList<>();
    for (List<Integer> members : byClass) {
      int from = 0;
      while (from < members.size()) {
        double share = random.nextDouble() * (1 - (double) SMALLEST / largest);
        int size = (int) Math.min(members.size() - from, SMALLEST / (1 - share));
        int[] community = new int[size];
        for (int i = 0; i < size; i++) { // members are drawn from all of the class that are left
          int j = from + i + random.nextInt(members.size() - from - i);
          int drawn = members.set(j, members.get(from + i));
          members.set(from + i, drawn);
          community[i] = drawn;
        }
        communities.add(community);
        from += size;
      }
    }
    return communities.toArray(int[][]::new);
  }
}

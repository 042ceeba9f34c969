package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The graphs that are measured: the public citation sets where the folder that the system property
 * {@value #DATA} names has them, generated graphs of the same size elsewhere.
 */
public enum BenchmarkGraph {
  CORA(2_708, 7, 1.98, 1_433, 18),
  CITESEER(3_327, 6, 1.41, 3_703, 32),
  PUBMED(19_717, 3, 2.25, 500, 50);

  static final String DATA = "gmnn.bench.data";

  private final int nodes;
  private final int classes;
  private final double edgesPerNode;
  private final int words;
  private final int wordsPerNode;

  BenchmarkGraph(int nodes, int classes, double edgesPerNode, int words, int wordsPerNode) {
    this.nodes = nodes;
    this.classes = classes;
    this.edgesPerNode = edgesPerNode;
    this.words = words;
    this.wordsPerNode = wordsPerNode;
  }

  /** Returns the graph, with features scaled as the published runs have them. */
  Graph<?> load() {
    Graph<?> graph = read();
    return graph.withFeatures(FeatureScaling.BINARY_ROW.apply(graph.features()));
  }

  private Graph<?> read() {
    Path folder = Path.of(System.getProperty(DATA, "")).resolve(name().toLowerCase());
    if (!Files.isDirectory(folder)) {
      return CitationGraphGenerator.builder()
          .nodes(nodes)
          .classes(classes)
          .edgesPerNode(edgesPerNode)
          .words(words)
          .wordsPerNode(wordsPerNode)
          .validation(500)
          .build()
          .generate()
          .graph();
    }
    try {
      Graph<?> graph = DatasetReader.read(folder).graph();
      return graph.hasFeatures() ? graph : graph.withFeatures(features(graph.nodeCount()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Features for a set that comes without: as many as the set has, drawn evenly. */
  private CsrMatrix features(int rows) {
    RandomStream random = RandomStream.of(1);
    int[] pointers = new int[rows + 1];
    int[] columns = new int[rows * wordsPerNode];
    boolean[] drawn = new boolean[words];
    for (int row = 0; row < rows; row++) {
      int next = pointers[row];
      pointers[row + 1] = next + wordsPerNode;
      while (next < pointers[row + 1]) {
        int word = random.nextInt(words);
        if (!drawn[word]) {
          drawn[word] = true;
          columns[next++] = word;
        }
      }
      Arrays.sort(columns, pointers[row], next);
      Arrays.fill(drawn, false);
    }
    return CsrMatrix.ofOnes(rows, words, pointers, columns);
  }
}

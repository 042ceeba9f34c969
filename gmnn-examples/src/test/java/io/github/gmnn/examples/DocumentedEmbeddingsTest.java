package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.NodeEncoder;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The use that docs/embeddings.md shows. */
class DocumentedEmbeddingsTest {
  @Test
  void nodesAreEmbedded(@TempDir Path folder) throws IOException {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", 1, 0)
            .addNode("b", 1, 1)
            .addNode("c", 0, 1)
            .addEdge("a", "b")
            .addEdge("b", "c")
            .build();
    Path path = folder.resolve("embeddings.txt");
    NodeEmbeddings<String> embeddings = GmnnEmbedder.builder().seed(42).fit(graph);

    embeddings.vector("a"); // float[512]
    embeddings.nearest("a", 10); // by cosine, exact
    embeddings.save(path); // word2vec's text form; NodeEmbeddings.load(path)
    embeddings.writeTsv(path); // key, tab, values
    embeddings.toPlane(42).vector("a"); // where it lies on a map
    assertThat(path).content().hasLineCount(3);

    Path file = folder.resolve("encoder");
    Graph<String> grown = graph;
    NodeEncoder encoder = embeddings.encoder().orElseThrow();
    encoder.embed(grown); // any graph with these features
    encoder.save(file); // NodeEncoder.load(file)
    assertThat(encoder.embed(grown).vector("c")).isEqualTo(embeddings.vector("c"));
  }
}

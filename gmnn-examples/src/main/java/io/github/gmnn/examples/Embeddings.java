package io.github.gmnn.examples;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Embeds the nodes of a graph without labels, shows the nearest neighbours of one of them, and asks
 * how well a linear classifier on the embeddings does.
 *
 * <p>Takes a data folder; without one, a citation graph is generated.
 */
public final class Embeddings {
  private Embeddings() {}

  /** Runs the example. */
  public static void main(String[] args) throws IOException {
    Dataset<?> data =
        args.length > 0
            ? DatasetReader.read(Path.of(args[0]))
            : CitationGraphGenerator.builder().nodes(1_000).build().generate();
    embed(data);
  }

  private static <K> void embed(Dataset<K> data) throws IOException {
    NodeEmbeddings<K> embeddings =
        GmnnEmbedder.builder()
            .dimensions(128)
            .seed(1)
            .listener(
                report -> {
                  if (report.epoch() % 10 == 0) {
                    System.out.printf("epoch %d: loss %.3f%n", report.epoch(), report.loss());
                  }
                  return true;
                })
            .fit(data.graph());

    K node = embeddings.keys().get(0);
    System.out.println("Nearest to node " + node + ":");
    for (NodeEmbeddings.Neighbor<K> near : embeddings.nearest(node, 5)) {
      System.out.printf("  %s (%.3f)%n", near.key(), near.similarity());
    }

    // The labels come in here for the first time.
    LinearProbe.Result probe = new LinearProbe(0.5, 0.0025, 100, 10, 1).evaluate(embeddings, data);
    System.out.printf(
        "A linear classifier on the embeddings: %.1f%% of the test nodes right%n",
        100 * probe.accuracy());

    Path file = Files.createTempFile("embeddings", ".txt");
    embeddings.save(file);
    System.out.println("Saved to " + file + " in word2vec's text form");
  }
}

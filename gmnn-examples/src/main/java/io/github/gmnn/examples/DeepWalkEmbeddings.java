package io.github.gmnn.examples;

import io.github.gmnn.baseline.embedding.DeepWalk;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Embeds nodes by random walks and asks what a linear classifier gets out of the vectors.
 *
 * <p>Takes a data folder and a number of seeds; without them, a citation graph is generated.
 */
public final class DeepWalkEmbeddings {
  private DeepWalkEmbeddings() {}

  public static void main(String[] args) throws IOException {
    Dataset<?> data =
        args.length > 0
            ? DatasetReader.read(Path.of(args[0]))
            : CitationGraphGenerator.builder().build().generate();
    embed(data, args.length > 1 ? Integer.parseInt(args[1]) : 1);
  }

  private static <K> void embed(Dataset<K> data, int seeds) {
    System.out.println(data.graph());

    double sum = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      long start = System.nanoTime();
      NodeEmbeddings<K> embeddings = DeepWalk.builder().seed(seed).fit(data.graph());
      double seconds = (System.nanoTime() - start) / 1e9;
      LinearProbe.Result probe = new LinearProbe().evaluate(embeddings, data);
      sum += probe.accuracy();
      System.out.printf(
          "seed %d: a linear classifier gets %.2f%% of the test nodes right, "
              + "%.2f%% of the validation nodes; embedded in %.1f s%n",
          seed,
          100 * probe.accuracy(),
          100 * probe.validationAccuracy().orElse(Double.NaN),
          seconds);
    }
    System.out.printf("mean of %d seeds: %.2f%%%n", seeds, 100 * sum / seeds);
  }
}

package io.github.gmnn.spark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.spark.Frames;
import io.github.gmnn.spark.LocalSpark;
import io.github.gmnn.spark.ShuffleMeter;
import io.github.gmnn.spark.Small;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.Propagation;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;

/** What a propagation costs. */
class ExchangeTest {
  @Test
  void aPropagationShufflesTheHaloRowsAndLittleElse() throws Exception {
    Graph<?> graph =
        CitationGraphGenerator.builder().nodes(3_000).words(50).build().generate().graph();
    Frames frames = Frames.of(LocalSpark.session(), graph);
    int width = 32;
    try (PartitionedGraph parts = PartitionedGraph.of(Small.source(frames, 4, 0))) {
      long halo = parts.parts().map(Part::haloSize).reduce(Long::sum);
      assertThat(parts.parts().map(Part::sentRows).reduce(Long::sum)).isEqualTo(halo);
      JavaRDD<PendingPropagation> pending =
          parts
              .parts()
              .map(
                  part ->
                      new PendingPropagation(
                          Propagation.MEAN, width, noise(part, part.nodes() * width)));

      assertThat(shuffled(parts, pending))
          .isPositive()
          .isLessThan((long) (1.05 * 4 * width * halo));
    }
  }

  /** The bytes of a propagation. */
  private static long shuffled(PartitionedGraph parts, JavaRDD<PendingPropagation> pending)
      throws Exception {
    ShuffleMeter meter = new ShuffleMeter();
    parts.context().sc().addSparkListener(meter);
    new FullGraphInference(parts).propagate(pending).count();
    parts.context().sc().listenerBus().waitUntilEmpty();
    parts.context().sc().removeSparkListener(meter);
    return meter.bytes();
  }

  @Test
  void messagesOfRelationsShuffleTheirHaloRowsAndLittleElse() throws Exception {
    Frames frames = Small.frames(Small.TYPED);
    int width = 64;
    GraphSource.EdgeKinds kinds =
        new GraphSource.EdgeKinds(false, "type", List.of("knows"), true, List.of());
    try (PartitionedGraph parts = PartitionedGraph.of(Small.source(frames, 3, 0, kinds))) {
      long halo = parts.parts().map(part -> part.relations().haloSize()).reduce(Long::sum);
      JavaRDD<PendingPropagation> pending =
          parts
              .parts()
              .map(
                  part -> new PendingPropagation(null, width, noise(part, messages(part) * width)));

      assertThat(shuffled(parts, pending))
          .isBetween((long) (0.8 * 4 * width * halo), (long) (1.05 * 4 * width * halo));
    }
  }

  private static int messages(Part part) {
    return part.relations().messages().length;
  }

  @Test
  void aSplitNodeSavesTheRowsOfItsNeighbours() {
    Frames frames = Small.frames();
    try (PartitionedGraph whole = PartitionedGraph.of(Small.source(frames, 2, 0));
        PartitionedGraph split = PartitionedGraph.of(Small.source(frames, 2, 10))) {
      assertThat(split.parts().map(Part::haloSize).reduce(Long::sum))
          .isLessThan(whole.parts().map(Part::haloSize).reduce(Long::sum));
    }
  }

  private static float[] noise(Part part, int count) {
    RandomStream random = RandomStream.of(part.number());
    float[] values = new float[count];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble();
    }
    return values;
  }
}

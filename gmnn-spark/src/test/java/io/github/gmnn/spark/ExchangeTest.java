package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
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
      JavaRDD<Wanted> wanted =
          parts.parts().map(part -> new Wanted(Propagation.MEAN, width, noise(part, width)));
      ShuffleMeter meter = new ShuffleMeter();
      parts.context().sc().addSparkListener(meter);
      new Inference(parts).propagate(wanted).count();
      parts.context().sc().listenerBus().waitUntilEmpty();
      parts.context().sc().removeSparkListener(meter);

      assertThat(meter.bytes()).isPositive().isLessThan((long) (1.05 * 4 * width * halo));
    }
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

  private static float[] noise(Part part, int width) {
    RandomStream random = RandomStream.of(part.number());
    float[] values = new float[part.nodes() * width];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble();
    }
    return values;
  }
}

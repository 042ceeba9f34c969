package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** The vectors of one machine, without a turn or a sign in between: the draws are the same. */
class SparkEmbedderTest {
  private static SparkEmbedder embedder(int dimensions, int hops) {
    SparkEmbedder embedder = new SparkEmbedder();
    return embedder
        .setDimensions(dimensions)
        .setHops(hops)
        .setSeed(5)
        .setEdgeWeightCol("weight")
        .setNumPartitions(3);
  }

  private static List<Row> vectors(SparkEmbedder embedder, Graph<Integer> graph) {
    Frames frames = Small.frames(graph);
    return embedder
        .transform(frames.vertices(), frames.edges())
        .orderBy("id")
        .select("embedding")
        .collectAsList();
  }

  private static void assertSame(SparkEmbedder embedder, GmnnEmbedder.Builder builder) {
    NodeEmbeddings<Integer> expected = builder.seed(5).fit(Small.GRAPH);
    List<Row> found = vectors(embedder, Small.GRAPH);
    assertThat(found).hasSize(Small.GRAPH.nodeCount());
    for (int node = 0; node < found.size(); node++) {
      float[] vector = expected.vector(node);
      double[] onSpark = found.get(node).<Vector>getAs(0).toArray();
      assertThat(onSpark).hasSameSizeAs(vector);
      for (int c = 0; c < vector.length; c++) {
        assertThat(onSpark[c]).as("node %d", node).isCloseTo(vector[c], within(1e-4));
      }
    }
  }

  @Test
  void vectorsAreThoseOfOneMachine() {
    assertSame(embedder(16, 2), GmnnEmbedder.builder().dimensions(16).hops(2));
  }

  @Test
  void columnsMayBeMoreThanTravelAtOnceAndThanFeatures() {
    assertSame(
        embedder(120, 1).setSmoothing(0).setSplitDegree(12).setEpochs(2),
        GmnnEmbedder.builder().dimensions(120).hops(1).smoothing(0).epochs(2));
  }

  @Test
  void onePartAndAnyOthersGiveTheSame() {
    List<Row> three = vectors(embedder(8, 2), Small.GRAPH);
    List<Row> one = vectors(embedder(8, 2).setNumPartitions(0), Small.GRAPH);
    for (int node = 0; node < three.size(); node++) {
      assertThat(one.get(node).<Vector>getAs(0).toArray())
          .containsExactly(three.get(node).<Vector>getAs(0).toArray(), within(1e-4));
    }
  }

  @Test
  void aColumnThatIsThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> vectors(embedder(4, 1).setEmbeddingCol("label"), Small.GRAPH))
        .withMessageContaining("embeddingCol");
  }
}

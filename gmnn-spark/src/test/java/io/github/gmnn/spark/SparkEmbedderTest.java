package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.NodeEncoder;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The vectors of one machine, without a turn or a sign in between: the draws are the same. */
class SparkEmbedderTest {
  @TempDir private Path folder;

  private static SparkEmbedder embedder(int dimensions, int hops) {
    return embedder(dimensions).setHops(hops);
  }

  private static SparkEmbedder embedder(int dimensions) {
    SparkEmbedder embedder = new SparkEmbedder();
    return embedder
        .setDimensions(dimensions)
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
    assertSame(embedder, builder, Small.GRAPH);
  }

  private static void assertSame(
      SparkEmbedder embedder, GmnnEmbedder.Builder builder, Graph<Integer> graph) {
    assertSame(vectors(embedder, graph), builder.seed(5).fit(graph));
  }

  private static void assertSame(List<Row> found, NodeEmbeddings<Integer> expected) {
    assertThat(found).hasSameSizeAs(expected.keys());
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
  void hopsAreChosenAsOnOneMachine() {
    assertSame(embedder(16), GmnnEmbedder.builder().dimensions(16));
  }

  @Test
  void theOtherHalfOfFeaturesIsAskedAsOnOneMachine() {
    Graph<Integer> shuffled = Small.GRAPH.withFeatures(groups(Small.GRAPH.nodeCount()));
    GmnnEmbedder.Builder chosen = GmnnEmbedder.builder().dimensions(16).seed(5);
    GmnnEmbedder.Builder one = GmnnEmbedder.builder().dimensions(16).seed(5).hops(1);
    assertThat(chosen.fit(shuffled).matrix().data()).isEqualTo(one.fit(shuffled).matrix().data());
    assertSame(embedder(16), chosen, shuffled);
  }

  /** Groups of features that have nothing to do with edges. */
  private static CsrMatrix groups(int nodes) {
    DenseMatrix features = DenseMatrix.zeros(nodes, 40);
    RandomStream random = RandomStream.of(5);
    for (int node = 0; node < nodes; node++) {
      int group = random.nextInt(4);
      for (int f = 0; f < 10; f++) {
        features.set(node, 10 * group + f, random.nextDouble() < 0.7 ? 1f : 0f);
      }
    }
    return CsrMatrix.of(features);
  }

  @Test
  void theEncoderGoesToOneMachine() throws IOException {
    Path file = folder.resolve("encoder");
    List<Row> found = vectors(embedder(100, 2).setEncoderFile(file.toString()), Small.GRAPH);
    assertSame(found, NodeEncoder.load(file).embed(Small.GRAPH));
  }

  @Test
  void anEncoderOfNodesWithoutFeaturesIsRefused() {
    Frames frames = Small.frames(Small.GRAPH);
    SparkEmbedder embedder = embedder(4, 1).setFeaturesCol("").setEncoderFile("unwritten");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embedder.transform(frames.vertices(), frames.edges()))
        .withMessageContaining("encoderFile");
  }

  @Test
  void aColumnThatIsThereIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> vectors(embedder(4, 1).setEmbeddingCol("label"), Small.GRAPH))
        .withMessageContaining("embeddingCol");
  }
}

package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.EncoderState;
import io.github.gmnn.model.Forged;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.RandomInputs;
import io.github.gmnn.testing.TextGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeEncoderTest {
  @TempDir private Path folder;

  private static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(200)
          .classes(3)
          .validation(20)
          .build()
          .generate()
          .graph();

  @Test
  void theGraphOfTheFitIsEmbeddedAsInTheFit() {
    NodeEmbeddings<Integer> fitted = GmnnEmbedder.builder().dimensions(70).epochs(5).fit(GRAPH);
    NodeEncoder encoder = fitted.encoder().orElseThrow();
    assertThat(encoder.dimensions()).isEqualTo(70);
    assertThat(encoder.embed(GRAPH).matrix().data()).isEqualTo(fitted.matrix().data());
  }

  @Test
  void vectorsGivenOrPredictedHaveNoEncoder() {
    assertThat(
            GmnnEmbedder.neighborPrediction()
                .dimensions(4)
                .pretrainEpochs(1)
                .emIterations(0)
                .fit(GRAPH)
                .encoder())
        .isEmpty();
  }

  @Test
  void aSavedEncoderEmbedsAsBefore() throws IOException {
    NodeEncoder encoder =
        GmnnEmbedder.builder().dimensions(6).epochs(3).fit(GRAPH).encoder().orElseThrow();
    Path file = folder.resolve("encoder");
    encoder.save(file);
    assertThat(NodeEncoder.load(file).embed(GRAPH).matrix().data())
        .isEqualTo(encoder.embed(GRAPH).matrix().data());
    assertThat(GmnnModel.Check.of(file).contents()).containsEntry("dimensions", "6");

    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i += bytes.length / 50) {
      bytes[i] ^= 4;
      Path damaged = Files.write(folder.resolve("damaged"), bytes);
      assertThatExceptionOfType(ModelFormatException.class)
          .isThrownBy(() -> NodeEncoder.load(damaged));
      bytes[i] ^= 4;
    }
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 100));
    assertThatExceptionOfType(ModelFormatException.class).isThrownBy(() -> NodeEncoder.load(cut));
  }

  @Test
  void partsOfAnEncoderThatDoNotFitAreRefused() {
    ModelState.Features two =
        new ModelState.Features(
            2,
            true,
            FeatureSchema.ofNames(List.of()),
            FeatureScaling.NONE.fit(CsrMatrix.identity(2)));
    float[] three = new float[3];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EncoderState(two, 1, 0, DenseMatrix.zeros(4, 3), three, three))
        .withMessageContaining("2 features");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EncoderState(two, 1, 0, DenseMatrix.zeros(2, 3), three, new float[2]))
        .withMessageContaining("3 columns");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EncoderState(two, 20_000, 0, DenseMatrix.zeros(2, 3), three, three))
        .withMessageContaining("hops");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new EncoderState(
                    two, 1, 0, DenseMatrix.zeros(2, 3), new float[] {0, 0, Float.NaN}, three))
        .withMessageContaining("means");
  }

  private static Graph.Builder<String> shop() {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 30; i++) {
      builder.addNode("n" + i, Map.of("w" + i % 4, 1, "v" + i % 7, 2));
    }
    for (int i = 1; i < 30; i++) {
      builder.addEdge("n" + i, "n" + i / 2);
    }
    return builder;
  }

  @Test
  void newNodesAreEmbeddedByNameAndOthersFarFromThemStayAsTheyWere() {
    NodeEmbeddings<String> fitted =
        GmnnEmbedder.builder().dimensions(4).hops(1).smoothing(1).fit(shop().build());
    Graph<String> grown =
        shop()
            .addNode("new", Map.of("v3", 1, "unheard of", 5, "w1", 1))
            .addEdge("new", "n29")
            .build();
    NodeEmbeddings<String> all = fitted.encoder().orElseThrow().embed(grown);
    assertThat(all.vector("new")).hasSize(4);
    assertThat(all.vector("n15")).isEqualTo(fitted.vector("n15"));
    assertThat(all.vector("n29")).isNotEqualTo(fitted.vector("n29"));
    assertThat(all.encoder()).contains(fitted.encoder().orElseThrow());
  }

  @Test
  void anEncoderWithoutFeaturesKnowsItsOwnNodesAlone() {
    Graph<String> plain = TextGraphs.parse("a-b b-c c-d d-a a-e");
    NodeEncoder encoder =
        GmnnEmbedder.builder().dimensions(2).epochs(2).fit(plain).encoder().orElseThrow();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> encoder.embed(plain))
        .withMessageContaining("without features");
    NodeEncoder named =
        GmnnEmbedder.builder().dimensions(2).epochs(2).fit(shop().build()).encoder().orElseThrow();
    assertThatIllegalArgumentException().isThrownBy(() -> named.embed(plain));
  }

  private static double mean(DenseMatrix matrix, int column) {
    double mean = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      mean += matrix.get(i, column) / (double) matrix.rows();
    }
    return mean;
  }

  /** Naive twin: powers of Â one by one, in double. */
  @Test
  void vectorsAreStandardisedMeansOverStepsSmoothed() {
    int nodes = 15;
    Adjacency adjacency = RandomInputs.graph(nodes, 3, RandomStream.of(1));
    CsrMatrix features = RandomInputs.sparse(nodes, 6, -1, 1, RandomStream.of(2));
    DenseMatrix weights = RandomInputs.dense(6, 5, -1, 1, RandomStream.of(3));
    DenseMatrix found =
        NodeEncoder.fit(
                new EncoderInput(adjacency, features),
                new ModelState.Features(
                    6, true, FeatureSchema.ofNames(List.of()), FeatureScaling.NONE.fit(features)),
                weights,
                3,
                2,
                Workers.sequential())
            .vectors();

    DenseMatrix product = DenseMatrix.zeros(nodes, 5);
    features.apply(weights, product, Workers.sequential());
    for (int c = 0; c < 5; c++) {
      double mean = mean(product, c);
      for (int i = 0; i < nodes; i++) {
        product.set(i, c, (float) (product.get(i, c) - mean));
      }
    }
    DenseMatrix z = meanOfSteps(adjacency, product, 3);
    for (int c = 0; c < 5; c++) {
      double mean = mean(z, c);
      double square = 0;
      for (int i = 0; i < nodes; i++) {
        square += Math.pow(z.get(i, c) - mean, 2) / nodes;
      }
      for (int i = 0; i < nodes; i++) {
        z.set(i, c, (float) (z.get(i, c) / Math.sqrt(square)));
      }
    }
    z = meanOfSteps(adjacency, z, 2);
    for (int i = 0; i < nodes; i++) {
      for (int c = 0; c < 5; c++) {
        assertThat((double) found.get(i, c))
            .isCloseTo(4 * z.get(i, c) / Math.sqrt(5), within(1e-5));
      }
    }
  }

  private static DenseMatrix meanOfSteps(Adjacency adjacency, DenseMatrix from, int steps) {
    DenseMatrix sum = from.copy();
    DenseMatrix power = from;
    for (int k = 0; k < steps; k++) {
      DenseMatrix next = DenseMatrix.zeros(from.rows(), from.columns());
      adjacency.normalized().apply(power, next, Workers.sequential());
      for (int i = 0; i < next.data().length; i++) {
        sum.data()[i] += next.data()[i];
      }
      power = next;
    }
    for (int i = 0; i < sum.data().length; i++) {
      sum.data()[i] /= steps + 1;
    }
    return sum;
  }

  @Test
  void weightsThatOverflowGiveNoVectors() throws IOException {
    Path file = folder.resolve("encoder");
    GmnnEmbedder.builder()
        .dimensions(2)
        .epochs(1)
        .fit(shop().build())
        .encoder()
        .orElseThrow()
        .save(file);
    Forged forged = Forged.from(Files.readAllBytes(file));
    int weights = forged.entry("weights.f32").length / 4;
    Files.write(file, forged.with("weights.f32", Forged.floats(weights, 3e38f)).bytes());
    NodeEncoder encoder = NodeEncoder.load(file);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> encoder.embed(shop().build()))
        .withMessageContaining("too large to embed with");
  }

  @Test
  void anInterruptEndsEmbeddingAndStays() {
    NodeEncoder encoder =
        GmnnEmbedder.builder().dimensions(2).epochs(1).fit(GRAPH).encoder().orElseThrow();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> encoder.embed(GRAPH));
    assertThat(Thread.interrupted()).isTrue();
  }
}

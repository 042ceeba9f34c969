package io.github.gmnn.baseline.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.internal.TrainablePair;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.internal.Gradient;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.RandomInputs;
import io.github.gmnn.testing.TextGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Sgd;

class DeepGraphInfomaxTest {
  private static final int NODES = 9;
  private static final int UNITS = 4;

  /** So small that no PReLU is taken over its kink. */
  private static final float STEP_SIZE = 0.002f;

  private static final RandomStream STEP = RandomStream.of(17);

  private final Adjacency adjacency = RandomInputs.graph(NODES, 3, RandomStream.of(0));
  private final CsrMatrix features = RandomInputs.sparse(NODES, 5, -1, 1, RandomStream.of(1));

  private static GraphNetwork encoder(Adjacency adjacency, CsrMatrix features) {
    GraphLayer layer = ShuffledConvLayer.builder().nOut(UNITS).hasBias(true).build();
    GraphNetwork network =
        new GraphNetwork(
            new NetworkDefinition(List.of(layer), new Sgd(0.1), 0),
            adjacency,
            features.columns(),
            UNITS,
            Workers.sequential());
    network.initialize(RandomStream.of(3));
    return network;
  }

  private static Discriminator discriminator(int nodes) {
    return new Discriminator(nodes, UNITS, new Sgd(0.1), RandomStream.of(4));
  }

  @Test
  void gradientsAreTheSlopesOfTheLoss() {
    GraphNetwork network = encoder(adjacency, features);
    float[][] parameters = network.parameters();
    Arrays.fill(parameters[1], 0.1f); // a node without features would lie on the PReLU's kink
    network.setParameters(parameters);
    Discriminator discriminator = discriminator(NODES);
    SparseInput input = new SparseInput(features);
    Gradient gradient = new Gradient(network.parameterCount());
    network.addGradient(input, discriminator, 1, STEP, gradient);
    float[] ofNetwork = gradient.values().clone();
    float[] ofBilinear = discriminator.bilinearGradient.data().clone();
    float ofSlope = discriminator.slopeGradient[0];

    int next = 0;
    for (float[] parameter : parameters) {
      for (int i = 0; i < parameter.length; i++) {
        float value = parameter[i];
        parameter[i] = value + STEP_SIZE;
        network.setParameters(parameters);
        double above = loss(network, input, discriminator);
        parameter[i] = value - STEP_SIZE;
        network.setParameters(parameters);
        double below = loss(network, input, discriminator);
        parameter[i] = value;
        assertThat((above - below) / (2 * STEP_SIZE)).isCloseTo(ofNetwork[next++], within(2e-4));
      }
    }
    network.setParameters(parameters);
    assertThat(next).isEqualTo(ofNetwork.length);
    for (int i = 0; i < ofBilinear.length; i++) {
      float value = discriminator.bilinear.data()[i];
      discriminator.bilinear.data()[i] = value + STEP_SIZE;
      double above = loss(network, input, discriminator);
      discriminator.bilinear.data()[i] = value - STEP_SIZE;
      double below = loss(network, input, discriminator);
      discriminator.bilinear.data()[i] = value;
      assertThat((above - below) / (2 * STEP_SIZE)).isCloseTo(ofBilinear[i], within(2e-4));
    }
    discriminator.slope[0] = 0.25f + STEP_SIZE;
    double above = loss(network, input, discriminator);
    discriminator.slope[0] = 0.25f - STEP_SIZE;
    double below = loss(network, input, discriminator);
    assertThat((above - below) / (2 * STEP_SIZE)).isCloseTo(ofSlope, within(2e-4));
    assertThat(ofSlope).isNotCloseTo(0f, within(1e-4f));
  }

  private static double loss(GraphNetwork network, SparseInput input, Discriminator discriminator) {
    Gradient gradient = new Gradient(network.parameterCount());
    network.addGradient(input, discriminator, 1, STEP, gradient);
    return gradient.meanLoss();
  }

  @Test
  void theGenuinePassIsAGraphConvolution() {
    GradientCheck.of(ShuffledConvLayer.builder().nIn(5).nOut(3).hasBias(true).build()).check();
  }

  /** Keeps what the passes gave. */
  private static final class Recorder implements Objective {
    private final List<DenseMatrix> seen = new ArrayList<>();

    @Override
    public int passes() {
      return 2;
    }

    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      seen.add(outputs.logits(0).copy());
      seen.add(outputs.logits(1).copy());
      return new Loss(0, 1);
    }
  }

  @Test
  void inTheCorruptedPassEveryNodeHasTheFeaturesOfOne() {
    Adjacency isolated = RandomInputs.graph(NODES, 0, RandomStream.of(0));
    GraphNetwork network = encoder(isolated, features);
    Recorder recorder = new Recorder();
    network.step(new SparseInput(features), recorder, 1, STEP);
    List<String> genuine = rows(recorder.seen.get(0));
    assertThat(rows(recorder.seen.get(1)))
        .containsExactlyInAnyOrderElementsOf(genuine)
        .isNotEqualTo(genuine);
    assertThat(rows(network.evaluate(new SparseInput(features)))).isEqualTo(genuine);
  }

  private static List<String> rows(DenseMatrix matrix) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < matrix.rows(); i++) {
      int start = i * matrix.columns();
      rows.add(Arrays.toString(Arrays.copyOfRange(matrix.data(), start, start + matrix.columns())));
    }
    return rows;
  }

  @Test
  void aDiscriminatorThatKnowsNothingLosesLogTwo() {
    Discriminator discriminator = discriminator(NODES);
    discriminator.bilinear.fill(0f);
    assertThat(loss(encoder(adjacency, features), new SparseInput(features), discriminator))
        .isCloseTo(Math.log(2), within(1e-6));
  }

  @Test
  void aRestoredPairGoesOnAsBefore() {
    GraphNetwork network = encoder(adjacency, features);
    Discriminator discriminator = discriminator(NODES);
    TrainablePair pair = new TrainablePair(network, discriminator, Discriminator.PARAMETERS);
    SparseInput input = new SparseInput(features);
    NetworkState before = pair.state();
    double first = network.step(input, discriminator, 1, STEP);
    discriminator.update();
    double second = network.step(input, discriminator, 2, STEP);
    assertThat(second).isLessThan(first);
    pair.restore(before);
    assertThat(network.step(input, discriminator, 1, STEP)).isEqualTo(first);
  }

  private static DeepGraphInfomax.Builder small() {
    return DeepGraphInfomax.builder().dimensions(32).epochs(60).updater(new Adam(0.01)).seed(5);
  }

  @Test
  void embeddingsTellClassesApartAndThreadsChangeNoBit() {
    Dataset<Integer> data =
        CitationGraphGenerator.builder().nodes(800).validation(100).build().generate();
    NodeEmbeddings<Integer> embeddings = small().threads(1).fit(data.graph());
    double accuracy = new LinearProbe(0, 0.01, 100, 1, 1).evaluate(embeddings, data).accuracy();
    assertThat(accuracy).isGreaterThan(0.5); // of six classes, by 20 labelled nodes each
    assertThat(small().threads(3).fit(data.graph()).matrix().data())
        .isEqualTo(embeddings.matrix().data());
    assertThat(small().threads(1).seed(6).fit(data.graph()).matrix().data())
        .isNotEqualTo(embeddings.matrix().data());
    assertThat(embeddings.history().epochs()).hasSizeBetween(2, 60);
  }

  @Test
  void impossibleSettingsAreNamed() {
    DeepGraphInfomax.Builder builder = DeepGraphInfomax.builder();
    Stream.<Runnable>of(
            () -> builder.dimensions(0),
            () -> builder.epochs(0),
            () -> builder.patience(0),
            () -> builder.threads(0))
        .forEach(setting -> assertThatIllegalArgumentException().isThrownBy(setting::run));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.fit(TextGraphs.parse("alone")))
        .withMessageContaining("at least 2 nodes");
  }
}

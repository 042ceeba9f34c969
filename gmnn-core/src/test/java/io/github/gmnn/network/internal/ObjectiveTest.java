package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.AllocatedBytes;
import io.github.gmnn.testing.RandomInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.linalg.schedule.MapSchedule;
import org.nd4j.linalg.schedule.ScheduleType;

/** What objectives and gradients promise to those who write their own. */
class ObjectiveTest {
  private static final int NODES = 9;
  private static final int FEATURES = 5;
  private static final int CLASSES = 3;
  private static final RandomStream RANDOM = RandomStream.of(8);

  private static InferenceGraphNetwork network() {
    List<Layer> layers =
        List.of(
            GraphConvLayer.builder()
                .nOut(4)
                .activation(Activation.TANH)
                .inputDropout(0.3)
                .hasBias(true)
                .build(),
            GraphConvLayer.builder().inputDropout(0.4).build());
    return network(layers, new Sgd(1));
  }

  private static InferenceGraphNetwork network(List<Layer> layers, IUpdater updater) {
    Adjacency graph = RandomInputs.graph(NODES, 3, RandomStream.of(1));
    CsrMatrix features = RandomInputs.sparse(NODES, FEATURES, -1, 1, RandomStream.of(2));
    InferenceGraphNetwork network =
        new InferenceGraphNetwork(
            new NetworkDefinition(layers, updater, 0),
            graph,
            features,
            CLASSES,
            Workers.sequential());
    network.initialize(RandomStream.of(3));
    return network;
  }

  private static Objective crossEntropy(int... nodes) {
    DenseMatrix targets = DenseMatrix.zeros(NODES, CLASSES);
    for (int node = 0; node < NODES; node++) {
      targets.set(node, node % CLASSES, 0.75f);
      targets.set(node, (node + 1) % CLASSES, 0.25f);
    }
    return new SoftmaxCrossEntropy(Targets.of(targets, nodes, new float[] {1f, 2f, 0.5f}));
  }

  private static Gradient gradient(InferenceGraphNetwork network, Objective objective) {
    Gradient gradient = new Gradient(network.parameterCount());
    network.addGradient(objective, 1, RANDOM, gradient);
    return gradient;
  }

  @Test
  void gradientsOfPartsOfAGraphAddUpToTheWholeOnes() {
    InferenceGraphNetwork network = network();
    Gradient whole = gradient(network, crossEntropy(0, 1, 2, 3, 4, 5, 6, 7, 8));
    Gradient sum = gradient(network, crossEntropy(0, 4, 5, 7));
    Gradient other = gradient(network, crossEntropy(1, 2, 3, 6, 8));
    sum.add(other);
    assertClose(sum, whole);

    Gradient fromNothing = new Gradient(network.parameterCount());
    network.addGradient(crossEntropy(0, 4, 5, 7), 1, RANDOM, fromNothing);
    network.addGradient(crossEntropy(1, 2, 3, 6, 8), 1, RANDOM, fromNothing);
    assertClose(fromNothing, whole);

    sum.clear();
    assertThat(sum.values()).containsOnly(0f);
    sum.add(other);
    assertThat(sum.values()).isEqualTo(other.values());
    assertThat(sum.loss()).isEqualTo(other.loss());
    assertThat(sum.weight()).isEqualTo(other.weight());
    assertThat(other.meanLoss()).isEqualTo(other.loss() / other.weight());
  }

  private static void assertClose(Gradient actual, Gradient expected) {
    assertThat(actual.loss()).isCloseTo(expected.loss(), within(1e-6));
    assertThat(actual.weight()).isCloseTo(expected.weight(), within(1e-6));
    for (int i = 0; i < expected.values().length; i++) {
      assertThat((double) actual.values()[i]).isCloseTo(expected.values()[i], within(1e-6));
    }
  }

  @Test
  void gradientsOfOtherNetworksDoNotAddUp() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gradient(3).add(new Gradient(4)))
        .withMessage("cannot add a gradient of 4 parameters to one of 3");
  }

  /** Steps by the gradients of parts are the steps by the whole one. */
  @Test
  void anUpdateByASumOfPartsIsTheUpdateByTheWhole() {
    InferenceGraphNetwork stepped = network();
    double loss = stepped.train(crossEntropy(0, 1, 2, 3, 4, 5, 6, 7, 8), 1, RANDOM);
    InferenceGraphNetwork summed = network();
    Gradient sum = new Gradient(summed.parameterCount());
    // a step derives the randomness of each of its inputs
    summed.addGradient(crossEntropy(0, 1, 2), 1, RANDOM.derive(0), sum);
    summed.addGradient(crossEntropy(3, 4, 5, 6, 7, 8), 1, RANDOM.derive(0), sum);
    summed.apply(sum);
    assertThat(sum.meanLoss()).isCloseTo(loss, within(1e-6));
    for (int i = 0; i < stepped.parameters().length; i++) {
      assertThat(summed.parameters()[i]).containsExactly(stepped.parameters()[i], within(1e-6f));
    }
  }

  /** Σ (z₀ - z₁)² + Σ z₂² / 2, of which a part may be left out. */
  private record Differences(boolean[] passesThatCount) implements Objective {
    Differences() {
      this(new boolean[] {true, true, true});
    }

    @Override
    public int passes() {
      return 3;
    }

    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      assertThat(outputs.passes()).isEqualTo(3);
      double loss = 0;
      float[] z0 = outputs.logits(0).data();
      float[] z1 = outputs.logits(1).data();
      float[] z2 = outputs.logits(2).data();
      for (int i = 0; i < z0.length; i++) {
        double difference = (double) z0[i] - z1[i];
        loss += difference * difference + 0.5 * z2[i] * z2[i];
        write(outputs, 0, i, 2 * difference);
        write(outputs, 1, i, -2 * difference);
        write(outputs, 2, i, z2[i]);
      }
      return new Loss(loss, 4);
    }

    private void write(Objective.Outputs outputs, int pass, int i, double value) {
      if (passesThatCount[pass]) {
        outputs.gradient(pass).data()[i] = (float) value;
      }
    }
  }

  @Test
  void theGradientThroughSeveralPassesEqualsFiniteDifferences() {
    InferenceGraphNetwork network = network();
    Gradient gradient = gradient(network, new Differences());
    assertThat(gradient.loss()).as("passes drop other inputs").isGreaterThan(0.01);
    assertThat(gradient.weight()).isEqualTo(4);
    float[][] parameters = network.parameters();
    float step = 0x1p-7f;
    int at = 0;
    for (float[] parameter : parameters) {
      for (int i = 0; i < parameter.length; i++) {
        float value = parameter[i];
        parameter[i] = value + step;
        network.setParameters(parameters);
        double above = gradient(network, new Differences()).loss();
        parameter[i] = value - step;
        network.setParameters(parameters);
        double below = gradient(network, new Differences()).loss();
        parameter[i] = value;
        assertThat((double) gradient.values()[at++])
            .as("parameter %d", at - 1)
            .isCloseTo((above - below) / (2 * step), within(2e-3));
      }
    }
    assertThat(at).isEqualTo(gradient.values().length);
  }

  @Test
  void replayedPassesGiveExactlyWhatPassesApartGive() {
    InferenceGraphNetwork network = network();
    Gradient together = gradient(network, new Differences());
    Gradient apart = new Gradient(network.parameterCount());
    for (int pass = 0; pass < 3; pass++) {
      boolean[] alone = new boolean[3];
      alone[pass] = true;
      apart.add(gradient(network, new Differences(alone)));
    }
    assertThat(apart.values()).isEqualTo(together.values());
  }

  /** Notes what the passes gave. */
  private static final class Noted implements Objective {
    private final List<float[]> logits = new ArrayList<>();

    @Override
    public int passes() {
      return 3;
    }

    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      for (int pass = 0; pass < passes(); pass++) {
        logits.add(outputs.logits(pass).data().clone());
      }
      return new Loss(0, 1);
    }
  }

  @Test
  void everyPassOfAStepDropsOutByItself() {
    Noted noted = new Noted();
    gradient(network(), noted);
    assertThat(noted.logits.get(1)).isNotEqualTo(noted.logits.get(0));
    assertThat(noted.logits.get(2)).isNotEqualTo(noted.logits.get(0));
    assertThat(noted.logits.get(2)).isNotEqualTo(noted.logits.get(1));
  }

  @Test
  void aStepTakesNothingOverFromTheGradientsBeforeIt() {
    InferenceGraphNetwork stepped = network();
    InferenceGraphNetwork applied = network();
    for (int epoch = 1; epoch <= 3; epoch++) {
      RandomStream random = RANDOM.derive(epoch);
      double loss = stepped.train(new Differences(), epoch, random);
      Gradient gradient = new Gradient(applied.parameterCount());
      applied.addGradient(new Differences(), epoch, random.derive(0), gradient);
      applied.apply(gradient);
      assertThat(loss).isEqualTo(gradient.meanLoss());
      assertThat(stepped.parameters()).isDeepEqualTo(applied.parameters());
    }
  }

  /** Writes where it is told to, after a look at what is there. */
  private record Dirty(int passes, Consumer<Objective.Outputs> look) implements Objective {
    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      look.accept(outputs);
      for (int pass = 0; pass < passes; pass++) {
        assertThat(outputs.gradient(pass).data()).containsOnly(0f);
        outputs.gradient(pass).fill(3f);
      }
      return new Loss(1, 1);
    }
  }

  @Test
  void gradientsAreZeroWhenAnObjectiveIsAskedInEveryStep() {
    InferenceGraphNetwork network = network();
    int[] asked = {0};
    for (int passes : new int[] {1, 3, 2, 1, 3}) {
      network.train(new Dirty(passes, outputs -> asked[0]++), 1, RANDOM);
    }
    assertThat(asked[0]).isEqualTo(5);
  }

  @Test
  void outputsOfPassesStayAsTheyWereWhateverFollows() {
    InferenceGraphNetwork network = network();
    List<float[]> seen = new ArrayList<>();
    for (int passes : new int[] {1, 3, 1, 2}) {
      Gradient sum = new Gradient(network.parameterCount());
      network.addGradient(
          new Dirty(passes, outputs -> seen.add(outputs.logits(0).data().clone())), 1, RANDOM, sum);
    }
    // the first pass of every call has the same name and so the same dropout
    assertThat(seen.get(1)).isEqualTo(seen.get(0));
    assertThat(seen.get(2)).isEqualTo(seen.get(0));
    assertThat(seen.get(3)).isEqualTo(seen.get(0));
  }

  @Test
  void anObjectiveIsToldTheEpochAndHasRandomnessOfItsOwn() {
    InferenceGraphNetwork network = network();
    List<Integer> epochs = new ArrayList<>();
    List<Long> streams = new ArrayList<>();
    Dirty objective =
        new Dirty(
            1,
            outputs -> {
              epochs.add(outputs.epoch());
              streams.add(outputs.random().key());
            });
    network.train(objective, 4, RANDOM);
    network.train(objective, 9, RANDOM);
    network.train(objective, 9, RandomStream.of(9));
    assertThat(epochs).containsExactly(4, 9, 9);
    assertThat(streams.get(1)).isEqualTo(streams.get(0));
    assertThat(streams.get(2)).isNotEqualTo(streams.get(0));
  }

  /** A gradient of 1 at every logit, once the sum of 2 is divided by its weight of 2. */
  private record Slope() implements Objective {
    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      outputs.gradient(0).fill(2f);
      return new Loss(2, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sgd", "adam", "sgd by nd4j"})
  void schedulesByEpochAdvance(String name) {
    ISchedule schedule =
        new MapSchedule.Builder(ScheduleType.EPOCH).add(0, 0.5).add(1, 0.125).add(3, 0).build();
    IUpdater updater =
        switch (name) {
          case "sgd" -> new Sgd(schedule);
          case "adam" ->
              Adam.builder()
                  .learningRateSchedule(schedule)
                  .beta1(0)
                  .beta2(0)
                  .epsilon(0)
                  .build(); // steps of the rate itself
          default -> new Nesterovs(schedule, 0);
        };
    InferenceGraphNetwork network =
        network(List.of(LinearLayer.builder().hasBias(true).build()), updater);
    List<Double> steps = new ArrayList<>();
    for (int epoch = 1; epoch <= 4; epoch++) {
      float before = network.parameters()[1][0];
      network.train(new Slope(), epoch, RANDOM);
      steps.add((double) before - network.parameters()[1][0]);
    }
    double slope = name.equals("adam") ? 1 : NODES; // a bias counts for all nodes
    double[] expected = {0.5 * slope, 0.125 * slope, 0.125 * slope, 0};
    for (int i = 0; i < 4; i++) {
      assertThat(steps.get(i)).as("step %d", i).isCloseTo(expected[i], within(1e-5));
    }
  }

  private static InferenceGraphNetwork adam() {
    return network(
        List.of(
            GraphConvLayer.builder().nOut(4).inputDropout(0.3).build(),
            GraphConvLayer.builder().build()),
        new Adam(0.1));
  }

  private static void train(InferenceGraphNetwork network, int from, int to) {
    for (int epoch = from; epoch <= to; epoch++) {
      network.train(crossEntropy(0, 3, 7), epoch, RANDOM.derive(epoch));
    }
  }

  @Test
  void parametersTakenOverStartWithANewUpdater() {
    InferenceGraphNetwork network = adam();
    float[][] initial = network.parameters();
    train(network, 1, 4);
    float[][] first = network.parameters();
    network.setParameters(initial);
    train(network, 1, 4);
    assertThat(network.parameters()).isDeepEqualTo(first);
  }

  @Test
  void aRestoredStateGoesOnWithItsUpdater() {
    InferenceGraphNetwork network = adam();
    train(network, 1, 2);
    NetworkState middle = network.state();
    train(network, 3, 4);
    float[][] expected = network.parameters();
    InferenceGraphNetwork other = adam();
    train(other, 1, 1);
    other.restore(middle);
    train(other, 3, 4);
    assertThat(other.parameters()).isDeepEqualTo(expected);
    network.restore(middle);
    assertThat(network.state().iteration()).isEqualTo(2);
  }

  /** Batch normalisation moves its running mean by a tenth of the way to what it sees. */
  @Test
  void parametersWithoutAnUpdaterTakeTheirOwnStep() {
    DenseMatrix hidden =
        network(
                List.of(GraphConvLayer.builder().nOut(4).build(), LinearLayer.builder().build()),
                new Sgd(0))
            .embeddings();
    for (Objective objective : List.of(crossEntropy(0, 3, 7), new Twice())) {
      InferenceGraphNetwork network =
          network(
              List.of(
                  GraphConvLayer.builder().nOut(4).build(),
                  new BatchNormalization.Builder().decay(0.9).build(),
                  GraphConvLayer.builder().build()),
              new Sgd(0));
      network.train(objective, 1, RANDOM);
      for (int j = 0; j < 4; j++) {
        double mean = 0;
        for (int node = 0; node < NODES; node++) {
          mean += hidden.get(node, j) / NODES;
        }
        // after the convolution's weights, gamma and beta
        assertThat((double) network.parameters()[3][j]).isCloseTo(0.1 * mean, within(1e-6));
      }
    }
  }

  /** Two passes, of which either has a gradient. */
  private record Twice() implements Objective {
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
      outputs.gradient(0).fill(1f);
      outputs.gradient(1).fill(1f);
      return new Loss(5, 5);
    }
  }

  /** On a path a node depends on the two on either side of it, and the buffers are new. */
  @Test
  void someNodesAreEvaluatedAsAmongAll() {
    int nodes = 100;
    int[] pointers = IntStream.rangeClosed(0, nodes).map(i -> Math.max(0, i - 1)).toArray();
    int[] columns = IntStream.range(0, nodes - 1).toArray(); // each receives from the one before
    float[] ones = new float[nodes - 1];
    Arrays.fill(ones, 1f);
    Adjacency path = Adjacency.of(CsrMatrix.of(nodes, nodes, pointers, columns, ones));
    RowSet some = RowSet.of(nodes, new int[] {3, 50});
    DenseMatrix[] logits = new DenseMatrix[2];
    for (int i = 0; i < 2; i++) {
      InferenceGraphNetwork network =
          new InferenceGraphNetwork(
              new NetworkDefinition(
                  List.of(
                      GraphConvLayer.builder().nOut(4).activation(Activation.TANH).build(),
                      GraphConvLayer.builder().build()),
                  new Sgd(1),
                  0),
              path,
              CsrMatrix.identity(nodes),
              CLASSES,
              Workers.sequential());
      network.initialize(RandomStream.of(3));
      logits[i] = i == 0 ? network.logits() : network.logits(some);
    }
    for (int node : new int[] {3, 50}) {
      for (int c = 0; c < CLASSES; c++) {
        assertThat(logits[1].get(node, c)).isEqualTo(logits[0].get(node, c));
      }
    }
    assertThat(logits[1].get(80, 0)).as("nobody asked").isZero();
  }

  /** Parameters of 4 MB: gradients and updater state would be as much each. */
  @Test
  void evaluationMakesNoGradients() {
    int features = 20_000;
    int units = 50;
    long parameters = 4L * features * units;
    Adjacency graph = RandomInputs.graph(NODES, 3, RandomStream.of(1));
    CsrMatrix attributes =
        CsrMatrix.of(
            NODES,
            features,
            IntStream.rangeClosed(0, NODES).toArray(),
            IntStream.range(0, NODES).map(i -> i * 1_000).toArray(),
            RandomInputs.dense(1, NODES, 1, 2, RandomStream.of(1)).data());
    NetworkDefinition definition =
        new NetworkDefinition(
            List.of(GraphConvLayer.builder().nOut(units).build(), GraphConvLayer.builder().build()),
            new RmsProp(0.1),
            0);
    float[][] values = new float[2][];
    values[0] = new float[features * units];
    values[1] = new float[units * CLASSES];
    long bytes =
        AllocatedBytes.perRun(
            3 * parameters / 2,
            () -> {
              InferenceGraphNetwork network =
                  new InferenceGraphNetwork(
                      definition, graph, attributes, CLASSES, Workers.sequential());
              network.setParameters(values);
              network.logits();
              network.embeddings();
            });
    assertThat(bytes).isBetween(parameters, 3 * parameters / 2);
  }
}

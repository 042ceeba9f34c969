package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.network.Consistency;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.AllocatedBytes;
import io.github.gmnn.testing.FreshJvm;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.weights.WeightInit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.RmsProp;

class GraphNetworkTest {
  private static final List<Layer> TWO_CONVOLUTIONS =
      List.of(
          GraphConvLayer.builder().nOut(16).activation(Activation.RELU).dropOut(0.5).build(),
          GraphConvLayer.builder().dropOut(0.7).hasBias(true).build());

  private static Graph<Integer> graph(int nodes) {
    return CitationGraphGenerator.builder()
        .nodes(nodes)
        .classes(3)
        .words(100)
        .validation(60)
        .seed(1)
        .build()
        .generate()
        .graph();
  }

  private static Targets labels(Graph<Integer> graph) {
    DenseMatrix distributions = DenseMatrix.zeros(graph.nodeCount(), graph.classes().size());
    for (int node : graph.trainingNodes()) {
      distributions.set(node, graph.label(node), 1f);
    }
    return Targets.of(distributions, graph.trainingNodes(), null);
  }

  private static InferenceGraphNetwork network(
      Graph<Integer> graph, List<Layer> layers, Workers workers) {
    CsrMatrix features = FeatureScaling.BINARY_ROW.apply(graph.features());
    NetworkDefinition definition =
        new NetworkDefinition(layers, new RmsProp(0.02, 0.99, 1e-8), 5e-4);
    InferenceGraphNetwork network =
        new InferenceGraphNetwork(
            definition, graph.adjacency(), features, graph.classes().size(), workers);
    network.initialize(RandomStream.of(7));
    return network;
  }

  private static RowSet rows(int[] nodes, Graph<Integer> graph) {
    return RowSet.of(graph.nodeCount(), nodes);
  }

  private static double train(InferenceGraphNetwork network, Targets targets, int from, int to) {
    double loss = Double.NaN;
    Objective objective = new SoftmaxCrossEntropy(targets);
    for (int epoch = from; epoch < to; epoch++) {
      loss = network.train(objective, epoch + 1, RandomStream.of(3).derive(epoch));
    }
    return loss;
  }

  private static double accuracy(Graph<Integer> graph, DenseMatrix logits) {
    int right = 0;
    for (int node : graph.validationNodes()) {
      int best = 0;
      for (int c = 1; c < logits.columns(); c++) {
        best = logits.get(node, c) > logits.get(node, best) ? c : best;
      }
      right += best == graph.label(node) ? 1 : 0;
    }
    return (double) right / graph.validationNodes().length;
  }

  @Test
  void trainingLearns() {
    Graph<Integer> graph = graph(300);
    InferenceGraphNetwork network = network(graph, TWO_CONVOLUTIONS, Workers.sequential());
    double first = train(network, labels(graph), 0, 1);
    assertThat(train(network, labels(graph), 1, 80)).isLessThan(0.7 * first);
    assertThat(accuracy(graph, network.logits())).isGreaterThan(0.6);
  }

  @Test
  void dl4jLayersBetweenGraphLayersAreTrained() {
    Graph<Integer> graph = graph(300);
    List<Layer> layers =
        List.of(
            GraphConvLayer.builder().nOut(16).dropOut(0.5).build(),
            new BatchNormalization(),
            new DenseLayer.Builder()
                .nOut(12)
                .activation(Activation.RELU)
                .weightInit(WeightInit.RELU)
                .hasLayerNorm(true)
                .build(),
            new DropoutLayer(0.8),
            GraphConvLayer.builder().build());
    InferenceGraphNetwork network = network(graph, layers, Workers.sequential());
    INDArray before = network.dl4jNetwork().params().dup();
    double first = train(network, labels(graph), 0, 1);
    assertThat(train(network, labels(graph), 1, 40)).isLessThan(0.7 * first);
    assertThat(accuracy(graph, network.logits())).isGreaterThan(0.6);
    // all parameters moved, the running statistics of batch normalisation included
    INDArray moved = network.dl4jNetwork().params().sub(before);
    assertThat(moved.neq(0).castTo(DataType.INT32).sumNumber().intValue())
        .isEqualTo((int) before.length());
  }

  @Test
  void threadsDoNotChangeAStep() {
    Graph<Integer> graph = graph(20_000);
    NetworkState one = stateAfterThreeSteps(graph, Workers.of(1));
    for (int threads = 2; threads <= 3; threads++) {
      NetworkState several = stateAfterThreeSteps(graph, Workers.of(threads));
      assertThat(several.parameters()).isDeepEqualTo(one.parameters());
      assertThat(several.updaterState()).isDeepEqualTo(one.updaterState());
    }
  }

  private static NetworkState stateAfterThreeSteps(Graph<Integer> graph, Workers workers) {
    InferenceGraphNetwork network = network(graph, TWO_CONVOLUTIONS, workers);
    train(network, labels(graph), 0, 3);
    return network.state();
  }

  /** What {@link GraphConvLayer} computes, but always for all nodes, as a user's own layer does. */
  private static final class ConvolutionOfAllNodes extends GraphLayer {
    private static final long serialVersionUID = 1L;

    ConvolutionOfAllNodes(PlainBuilder<ConvolutionOfAllNodes> builder) {
      super(builder);
    }

    @Override
    protected List<Parameter> parameters() {
      return List.of(new Parameter("W", inputs(), units()));
    }

    @Override
    protected void forward(Pass pass) {
      DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
      pass.multiplyInput(pass.parameter("W"), transformed);
      pass.propagate(transformed, pass.output());
    }

    @Override
    protected void backward(Pass pass) {
      DenseMatrix propagated = pass.buffer("AᵀG", pass.nodes(), units());
      pass.propagateTransposed(pass.outputGradient(), propagated);
      pass.multiplyInputTransposed(propagated, pass.gradient("W"));
      if (pass.needsInputGradient()) {
        Dense.multiplyTransposedRight(
            propagated, pass.parameter("W"), pass.inputGradient(), pass.workers());
      }
    }
  }

  /**
   * Steps on few nodes leave out what these do not depend on. It must not show, whatever nodes the
   * steps and evaluations before were for.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1})
  void leavingOutNodesThatDoNotCountChangesNothing(double keep) {
    Graph<Integer> graph = graph(20_000);
    List<Layer> some =
        List.of(
            GraphConvLayer.builder().nOut(16).activation(Activation.RELU).dropOut(keep).build(),
            LinearLayer.builder().nOut(8).activation(Activation.TANH).build(),
            GraphConvLayer.builder().dropOut(keep).hasBias(true).build());
    List<Layer> all =
        List.of(
            new GraphLayer.PlainBuilder<>(ConvolutionOfAllNodes::new)
                .nOut(16)
                .activation(Activation.RELU)
                .dropOut(keep)
                .build(),
            LinearLayer.builder().nOut(8).activation(Activation.TANH).build(),
            new GraphLayer.PlainBuilder<>(ConvolutionOfAllNodes::new)
                .dropOut(keep)
                .hasBias(true)
                .build());
    InferenceGraphNetwork part = network(graph, some, Workers.of(2));
    InferenceGraphNetwork whole = network(graph, all, Workers.of(2));
    DenseMatrix soft = DenseMatrix.zeros(graph.nodeCount(), graph.classes().size());
    soft.fill(1f / graph.classes().size());
    int[] everyNode = IntStream.range(0, graph.nodeCount()).toArray();
    List<Targets> targets =
        List.of(
            labels(graph),
            Targets.of(soft, new int[] {5, 19_000}, null),
            Targets.of(soft, everyNode, null),
            labels(graph));
    for (int i = 0; i < targets.size(); i++) {
      for (InferenceGraphNetwork network : List.of(part, whole)) {
        train(network, targets.get(i), 3 * i, 3 * i + 2);
        network.logits(rows(graph.validationNodes(), graph));
        train(network, targets.get(i), 3 * i + 2, 3 * i + 3);
      }
      assertThat(part.state().parameters()).isDeepEqualTo(whole.state().parameters());
      assertThat(accuracy(graph, part.logits(rows(graph.validationNodes(), graph))))
          .isEqualTo(accuracy(graph, whole.logits()));
    }
    assertThat(part.logits().data()).isEqualTo(whole.logits().data());
  }

  @Test
  void restoredStateContinuesBitByBit() {
    Graph<Integer> graph = graph(300);
    List<Layer> layers =
        List.of(
            GraphConvLayer.builder().nOut(16).updater(new Adam(0.01)).dropOut(0.5).build(),
            new BatchNormalization(),
            LinearLayer.builder().nOut(8).updater(new Nesterovs(0.1)).l1(1e-4).build(),
            GraphConvLayer.builder().build());
    InferenceGraphNetwork network = network(graph, layers, Workers.sequential());
    train(network, labels(graph), 0, 4);
    NetworkState early = network.state();
    train(network, labels(graph), 4, 10);
    NetworkState middle = network.state(early);
    assertThat(middle.parameters()).isSameAs(early.parameters());
    assertThat(middle).usingRecursiveComparison().isEqualTo(network.state());
    train(network, labels(graph), 10, 20);
    float[] logits = network.logits().data().clone();

    InferenceGraphNetwork other = network(graph, layers, Workers.sequential());
    train(other, labels(graph), 0, 3);
    other.restore(middle);
    train(other, labels(graph), 10, 20);
    assertThat(other.logits().data()).isEqualTo(logits);
  }

  @Test
  void nd4jIsLeftAsTheHostHasIt() {
    Graph<Integer> graph = graph(200);
    List<Layer> layers =
        List.of(
            GraphConvLayer.builder().nOut(8).weightInit(WeightInit.XAVIER).build(),
            new DropoutLayer(0.5),
            GraphConvLayer.builder().build());
    DataType before = Nd4j.defaultFloatingPointType();
    Nd4j.getRandom().setSeed(5);
    Nd4j.rand(3);
    long root = Nd4j.getRandom().rootState();
    long node = Nd4j.getRandom().nodeState();
    INDArray next = Nd4j.rand(4);
    Nd4j.getRandom().setStates(root, node);

    InferenceGraphNetwork network = network(graph, layers, Workers.sequential());
    train(network, labels(graph), 0, 3);
    network.logits();

    assertThat(Nd4j.getRandom().getSeed()).isEqualTo(5);
    assertThat(Nd4j.rand(4)).isEqualTo(next);
    assertThat(Nd4j.defaultFloatingPointType()).isEqualTo(before);
  }

  @Test
  void theSeedAloneDecidesWhateverTheHostDoesWithNd4j() {
    Graph<Integer> graph = graph(200);
    List<Layer> layers =
        List.of(
            GraphConvLayer.builder().nOut(8).weightInit(WeightInit.XAVIER).build(),
            new DropoutLayer(0.5),
            GraphConvLayer.builder().build());
    InferenceGraphNetwork first = network(graph, layers, Workers.sequential());
    train(first, labels(graph), 0, 5);
    Nd4j.getRandom().setSeed(12345);
    InferenceGraphNetwork second = network(graph, layers, Workers.sequential());
    for (int epoch = 0; epoch < 5; epoch++) {
      Nd4j.rand(7);
      train(second, labels(graph), epoch, epoch + 1);
    }
    assertThat(second.logits().data()).isEqualTo(first.logits().data());
  }

  /** Ten times the nodes, and still less than a byte for each of them. */
  @ParameterizedTest
  @ValueSource(strings = {"1000", "10000"})
  void aStepAllocatesNothingThatGrowsWithTheGraph(String nodes) {
    FreshJvm.run(Garbage.class, nodes, "convolutions", "4000");
  }

  /**
   * A matrix of the hidden layer would be eight times what is allowed, names of buffers included.
   */
  @ParameterizedTest
  @ValueSource(strings = {"elu", "attention", "initial-residual"})
  void neitherDoesAStepOfOtherLayers(String kind) {
    FreshJvm.runTwiceAtMost(Garbage.class, "1000", kind, "8000");
  }

  /** Throws if a step on so many nodes leaves more than a few objects to collect. */
  static final class Garbage {
    private Garbage() {}

    public static void main(String[] arguments) {
      Graph<Integer> graph = graph(Integer.parseInt(arguments[0]));
      InferenceGraphNetwork network = network(graph, layers(arguments[1]), Workers.sequential());
      Objective objective = new SoftmaxCrossEntropy(labels(graph));
      RowSet validationNodes = rows(graph.validationNodes(), graph);
      RandomStream random = RandomStream.of(1);
      long most = Long.parseLong(arguments[2]);
      long bytes =
          AllocatedBytes.perRun(
              most,
              () -> {
                network.train(objective, 1, random);
                network.logits(validationNodes);
                network.logits();
              });
      assertThat(bytes).isLessThanOrEqualTo(most);
    }

    private static List<Layer> layers(String kind) {
      Layer last = GraphConvLayer.builder().build();
      return switch (kind) {
        case "convolutions" -> TWO_CONVOLUTIONS;
        case "elu" ->
            List.of(GraphConvLayer.builder().nOut(16).activation(Activation.ELU).build(), last);
        case "attention" ->
            List.of(
                GraphAttentionLayer.builder().nOut(2).heads(8).activation(Activation.ELU).build(),
                last);
        case "initial-residual" ->
            List.of(
                LinearLayer.builder().nOut(24).build(),
                InitialResidualConvLayer.builder().depth(2).convolutionDropout(0.6).build(),
                last);
        default -> throw new IllegalArgumentException(kind);
      };
    }
  }

  @Test
  void stepsLeaveMemoryOutsideTheHeapAlone() {
    Graph<Integer> graph = graph(3_000);
    InferenceGraphNetwork network = network(graph, TWO_CONVOLUTIONS, Workers.sequential());
    Targets targets = labels(graph);
    train(network, targets, 0, 5);
    long before = Pointer.totalBytes();
    long countBefore = Pointer.totalCount();
    train(network, targets, 5, 55);
    network.logits();
    assertThat(Pointer.totalBytes()).isLessThanOrEqualTo(before);
    assertThat(Pointer.totalCount()).isLessThanOrEqualTo(countBefore);
  }

  @Test
  void settingsThatStepsDoNotApplyAreRefused() {
    Graph<Integer> graph = graph(200);
    List<Layer> clipped =
        List.of(
            GraphConvLayer.builder()
                .gradientNormalization(GradientNormalization.ClipL2PerLayer)
                .build());
    assertThatThrownBy(() -> network(graph, clipped, Workers.sequential()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("GraphConvLayer")
        .hasMessageContaining("ClipL2PerLayer");
  }

  private static List<Layer> randomPropagation(double columnDropout) {
    return List.of(
        RandomPropagationLayer.builder()
            .nOut(8)
            .order(2)
            .columnDropout(columnDropout)
            .hasBias(true)
            .activation(Activation.RELU)
            .build(),
        LinearLayer.builder().build());
  }

  /** Naive twin: a rate that drops no column, but has each pass multiply the input by itself. */
  @Test
  void passesShareTheProductsWithTheInputWhereTheyCan() {
    Graph<Integer> graph = graph(300);
    InferenceGraphNetwork shared = network(graph, randomPropagation(0), Workers.of(2));
    InferenceGraphNetwork apart = network(graph, randomPropagation(1e-300), Workers.of(2));
    Objective.Factory passes = new Consistency(3, 0.7, 0, 0.3, 0, 5);
    Objective ofShared = passes.of(labels(graph));
    Objective ofApart = passes.of(labels(graph));
    for (int epoch = 1; epoch <= 5; epoch++) {
      RandomStream random = RandomStream.of(3).derive(epoch);
      assertThat(shared.train(ofShared, epoch, random))
          .isCloseTo(apart.train(ofApart, epoch, random), within(1e-4));
      if (epoch != 3) { // once a step follows without an evaluation between
        assertThat(shared.logits().data()).containsExactly(apart.logits().data(), within(1e-3f));
      }
    }
    shared.initialize(RandomStream.of(8));
    apart.initialize(RandomStream.of(8));
    assertThat(shared.logits().data()).containsExactly(apart.logits().data(), within(1e-5f));
  }
}

package io.github.gmnn.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.shade.jackson.core.JsonProcessingException;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * What every {@link GraphLayer} keeps to, as JUnit tests to mix into the test of a layer:
 *
 * <pre>{@code
 * class MyLayerTest implements GraphLayerContract {
 *   @Override
 *   public GraphLayer layer() {
 *     return MyLayer.builder().nIn(5).nOut(3).dropOut(0.5).build();
 *   }
 * }
 * }</pre>
 */
public interface GraphLayerContract {
  /**
   * Returns a new configuration of the layer under test, with {@code nIn} and {@code nOut} of a few
   * units.
   */
  GraphLayer layer();

  /** Returns the smallest input to draw; -1 unless overridden. */
  default double lowestInput() {
    return -1;
  }

  /** Returns the largest input to draw; 1 unless overridden. */
  default double highestInput() {
    return 1;
  }

  /**
   * Returns the graph to test on, made of one whose edges have no types; the same unless
   * overridden, for layers that need types ({@link RandomInputs#typed}).
   *
   * @param graph a directed, weighted graph
   */
  default Adjacency prepare(Adjacency graph) {
    return graph;
  }

  /** The gradients of all parameters agree with finite differences, the input being sparse. */
  @Test
  default void gradientsAreRightForSparseInput() {
    gradientCheck().checkSparseInput();
  }

  /** The gradients of parameters and input agree with finite differences. */
  @Test
  default void gradientsAreRightForDenseInput() {
    gradientCheck().checkDenseInput();
  }

  /** A graph without any edge is legal: outputs and gradients are right and finite. */
  @Test
  default void nodesWithoutEdgesAreLegal() {
    Adjacency isolated = prepare(RandomInputs.graph(4, 0, RandomStream.of(1)));
    gradientCheck().on(isolated).check();
    AttachedLayer attached = attach(isolated, Workers.sequential());
    attached.setInput(input(4));
    for (float value : attached.forward(false, null).data()) {
      assertTrue(Float.isFinite(value), "a node without edges gets " + value);
    }
  }

  /** Sparse input gives what the same numbers give as dense input. */
  @Test
  default void sparseAndDenseInputGiveTheSame() {
    Adjacency graph = graph();
    CsrMatrix sparse =
        RandomInputs.sparse(
            graph.nodes(), layer().inputs(), lowestInput(), highestInput(), RandomStream.of(3));
    DenseMatrix dense = DenseMatrix.zeros(sparse.rows(), sparse.columns());
    for (int row = 0; row < sparse.rows(); row++) {
      for (int e = sparse.rowStart(row); e < sparse.rowEnd(row); e++) {
        dense.set(row, sparse.columnIndex(e), sparse.value(e));
      }
    }
    AttachedLayer attached = attach(graph, Workers.sequential());
    attached.setInput(new SparseInput(sparse));
    float[] fromSparse = attached.forward(false, null).data().clone();
    attached.setInput(dense);
    assertArrayEquals(fromSparse, attached.forward(false, null).data(), 1e-5f);
  }

  /** The configuration survives its JSON form: it is equal, and computes the same. */
  @Test
  default void configurationSurvivesJson() {
    MultiLayerConfiguration before = SingleLayer.configuration(layer(), 1);
    MultiLayerConfiguration after = MultiLayerConfiguration.fromJson(before.toJson());
    assertEquals(before, after);
    assertEquals(before.getConf(0).getLayer(), after.getConf(0).getLayer());

    MultiLayerNetwork original = new MultiLayerNetwork(before);
    original.init();
    MultiLayerNetwork copy = new MultiLayerNetwork(after);
    copy.init();
    if (original.numParams() > 0) {
      copy.setParams(original.params());
    }
    Adjacency graph = graph();
    GraphLayers.bind(original, graph);
    GraphLayers.bind(copy, graph);
    INDArray input = Nd4jArrays.toNd4j(input(graph.nodes()));
    assertEquals(original.output(input), copy.output(input));
  }

  /**
   * Returns whether a number among the layer's own fields may have any value at all, such as a
   * seed; false unless overridden.
   *
   * @param field the field's name
   */
  default boolean mayHaveAnyValue(String field) {
    return false;
  }

  /**
   * A file may hold any number where the layer has one of its own. Those that {@link
   * GraphLayer#validate} lets through are such that nothing runs for ever, needs more memory than
   * there is, or gives NaN.
   */
  @Test
  default void numbersOfItsOwnAreBounded() {
    requireFitting(withNumber(null, 0));
    for (Class<?> type = layer().getClass();
        type != GraphLayer.class;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        boolean number = field.getType().isPrimitive() && field.getType() != boolean.class;
        if (number
            && !Modifier.isStatic(field.getModifiers())
            && !Modifier.isTransient(field.getModifiers())
            && !mayHaveAnyValue(field.getName())) {
          boolean real = field.getType() == double.class || field.getType() == float.class;
          double[] numbers = {-1, real ? 1e30 : Integer.MAX_VALUE};
          double[] none = {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
          for (double hostile : real ? none : numbers) {
            GraphLayer changed = withNumber(field.getName(), hostile);
            assertThrows(
                RuntimeException.class,
                () -> requireFitting(changed),
                () -> field.getName() + " = " + hostile + ": see GraphLayer.validate");
          }
        }
      }
    }
  }

  /** The layer as a file has it that holds another number. */
  private GraphLayer withNumber(@Nullable String field, double value) {
    ObjectMapper mapper = NeuralNetConfiguration.mapper();
    ObjectNode json = mapper.valueToTree(layer());
    if (field != null) {
      if (value == Math.rint(value) && Math.abs(value) <= Integer.MAX_VALUE) {
        json.put(field, (int) value);
      } else {
        json.put(field, value);
      }
    }
    try {
      return (GraphLayer) mapper.treeToValue(json, Layer.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the layer cannot be read from its JSON", e);
    }
  }

  private void requireFitting(GraphLayer layer) {
    new NetworkDefinition(List.of(layer), new NoOp(), 0)
        .completedFor(graph())
        .shapes(layer().inputs(), layer().outputWidth());
  }

  /** Bound inside a DL4J network the layer gives the outputs and gradients that it gives here. */
  @Test
  default void computesTheSameInsideADl4jNetwork() {
    Adjacency graph = graph();
    MultiLayerNetwork network = SingleLayer.network(layer(), 1);
    AttachedLayer attached = attach(graph, Workers.sequential());
    attached
        .values()
        .forEach((name, value) -> Nd4jArrays.copy(network.getLayer(0).getParam(name), value));
    DenseMatrix input = input(graph.nodes());
    attached.setInput(input);
    GraphLayers.bind(network, graph);
    INDArray array = Nd4jArrays.toNd4j(input);

    float[] output = new float[attached.forward(false, null).data().length];
    Nd4jArrays.copy(network.output(array), output);
    assertArrayEquals(attached.forward(false, null).data(), output);

    RandomStream random = RandomStream.of(network.getLayer(0).conf().getSeed());
    DenseMatrix trained = attached.forward(true, random.derive(0).derive(0));
    DenseMatrix ones = DenseMatrix.zeros(trained.rows(), trained.columns());
    ones.fill(1f);
    float[] inputGradient = attached.backward(ones, true).data();

    network.setInput(array);
    network.feedForward(true, false);
    LayerWorkspaceMgr workspaces = LayerWorkspaceMgr.noWorkspaces();
    var result = network.backpropGradient(Nd4jArrays.toNd4j(ones), workspaces);
    float[] epsilon = new float[inputGradient.length];
    Nd4jArrays.copy(result.getSecond(), epsilon);
    assertArrayEquals(inputGradient, epsilon);
    Gradient gradient = result.getFirst();
    for (AttachedLayer.Slot slot : attached.slots()) {
      float[] copy = new float[slot.gradient().length];
      Nd4jArrays.copy(gradient.getGradientFor("0_" + slot.name()), copy);
      assertArrayEquals(slot.gradient(), copy, slot.name());
    }
  }

  /** Asked for the outputs of some nodes, the layer gives what it gives them among all. */
  @Test
  default void someNodesGetWhatTheyGetAmongAll() {
    Adjacency graph = prepare(RandomInputs.graph(60, 2, RandomStream.of(1)));
    RowSet some = RowSet.of(60, new int[] {3, 17, 40});
    AttachedLayer whole = attach(graph, Workers.sequential());
    AttachedLayer partial = attach(graph, Workers.sequential());
    DenseMatrix input = input(60);
    whole.setInput(input);
    partial.setInput(input);
    DenseMatrix expected = whole.forward(true, RandomStream.of(4));
    DenseMatrix actual = partial.forward(true, RandomStream.of(4), partial.inputRows(some), some);
    DenseMatrix gradient = DenseMatrix.zeros(60, expected.columns());
    for (int node : new int[] {3, 17, 40}) {
      for (int c = 0; c < expected.columns(); c++) {
        assertEquals(expected.get(node, c), actual.get(node, c), "output of node " + node);
        gradient.set(node, c, c + 1f);
      }
    }
    float[] expectedGradient = whole.backward(gradient.copy(), true).data();
    assertArrayEquals(expectedGradient, partial.backward(gradient, true).data());
    for (int i = 0; i < whole.slots().size(); i++) {
      assertArrayEquals(whole.slots().get(i).gradient(), partial.slots().get(i).gradient());
    }
  }

  /** Outputs and gradients are the same, bit by bit, whatever the number of threads. */
  @Test
  default void threadsDoNotChangeTheResult() {
    List<float[]> one = results(Workers.sequential());
    for (int threads = 2; threads <= 3; threads++) {
      List<float[]> several = results(Workers.of(threads));
      for (int i = 0; i < one.size(); i++) {
        assertArrayEquals(one.get(i), several.get(i));
      }
    }
  }

  /** Wide and large enough for all loops to be worth several threads. */
  private List<float[]> results(Workers workers) {
    int nodes = 13_000;
    int width = 64;
    GraphLayer wide = layer();
    int inputs = wide.getNIn() < wide.getNOut() ? width / 4 : width;
    wide.setNIn(inputs);
    wide.setNOut(width);
    AttachedLayer attached =
        SingleLayer.attach(
            wide, 1, prepare(RandomInputs.graph(nodes, 8, RandomStream.of(1))), workers);
    List<float[]> results = new ArrayList<>();
    CsrMatrix features =
        RandomInputs.sparse(nodes, inputs, lowestInput(), highestInput(), RandomStream.of(5));
    DenseMatrix dense =
        RandomInputs.dense(nodes, inputs, lowestInput(), highestInput(), RandomStream.of(6));
    for (boolean sparse : new boolean[] {true, false}) {
      if (sparse) {
        attached.setInput(new SparseInput(features));
      } else {
        attached.setInput(dense);
      }
      DenseMatrix output = attached.forward(true, RandomStream.of(2));
      results.add(output.data().clone());
      DenseMatrix inputGradient = attached.backward(output.copy(), !sparse);
      if (!sparse) {
        results.add(inputGradient.data().clone());
      }
      attached.slots().forEach(slot -> results.add(slot.gradient().clone()));
    }
    return results;
  }

  /** Used before it is bound to a graph, the layer says what is missing. */
  @Test
  default void unboundLayerSaysSo() {
    MultiLayerNetwork network = SingleLayer.network(layer(), 1);
    INDArray input = Nd4j.zeros(3, layer().inputs());
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> network.output(input));
    assertTrue(thrown.getMessage().contains("GraphLayers.bind"), thrown.getMessage());
  }

  /** Input of another number of nodes or values is refused with both sizes. */
  @Test
  default void inputOfAnotherSizeIsRefused() {
    Adjacency graph = graph();
    AttachedLayer attached = attach(graph, Workers.sequential());
    DenseMatrix wrong = DenseMatrix.zeros(graph.nodes() + 1, layer().inputs() + 2);
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> attached.setInput(wrong));
    assertTrue(
        thrown.getMessage().contains(String.valueOf(layer().inputs()))
            && thrown.getMessage().contains(wrong.rows() + " x " + wrong.columns()),
        thrown.getMessage());
  }

  private GradientCheck gradientCheck() {
    return GradientCheck.of(layer())
        .inputsBetween(lowestInput(), highestInput())
        .on(prepare(GradientCheck.smallGraph()));
  }

  private Adjacency graph() {
    return prepare(RandomInputs.graph(12, 3, RandomStream.of(1)));
  }

  private DenseMatrix input(int nodes) {
    return RandomInputs.dense(
        nodes, layer().inputs(), lowestInput(), highestInput(), RandomStream.of(2));
  }

  private AttachedLayer attach(Adjacency graph, Workers workers) {
    return SingleLayer.attach(layer(), 1, graph, workers);
  }
}

package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.layer.internal.Nd4jRandomness;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.api.TrainingConfig;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.jspecify.annotations.Nullable;
import org.nd4j.common.primitives.Pair;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.regularization.Regularization;

/**
 * Runs one of DL4J's own feed-forward layers between graph layers, through ND4J arrays. What the
 * layer itself allocates, it allocates in every pass, outside the heap.
 */
final class AttachedDl4jLayer extends AttachedLayer {
  private final NeuralNetConfiguration conf;
  private final Layer layer;
  private final int nodes;
  private final LayerWorkspaceMgr workspaces = LayerWorkspaceMgr.noWorkspaces();
  private final Map<String, float[]> values;
  private final List<Slot> slots = new ArrayList<>();
  private @Nullable DenseMatrix input;
  private @Nullable DenseMatrix output;
  private @Nullable DenseMatrix inputGradient;
  private @Nullable INDArray inputArray;
  private @Nullable INDArray outputGradientArray;

  AttachedDl4jLayer(NeuralNetConfiguration conf, int nodes) {
    this(conf, nodes, new LinkedHashMap<>());
    layer.paramTable().forEach((name, array) -> values.put(name, toFloats(array)));
  }

  private AttachedDl4jLayer(NeuralNetConfiguration conf, int nodes, Map<String, float[]> values) {
    super(nodes);
    Nd4jBackend.require("DL4J's " + conf.getLayer().getClass().getSimpleName());
    this.conf = conf;
    this.nodes = nodes;
    this.values = values;
    this.layer = instantiate(false);
  }

  @Override
  public AttachedLayer twin() {
    return sharing(nodes);
  }

  @Override
  public AttachedLayer on(Adjacency adjacency, Workers workers) {
    return sharing(adjacency.nodes());
  }

  private AttachedLayer sharing(int count) {
    AttachedDl4jLayer other = new AttachedDl4jLayer(conf, count, values);
    other.parametersChanged();
    return other;
  }

  /** ND4J's generator and OpenMP's threads are those of the fit's thread. */
  @Override
  public boolean runsBesideTwins() {
    return false;
  }

  private Layer instantiate(boolean initialize) {
    long count = conf.getLayer().initializer().numParams(conf);
    INDArray parameters = count == 0 ? null : Nd4j.create(DataType.FLOAT, 1, count);
    return conf.getLayer().instantiate(conf, null, 0, parameters, initialize, DataType.FLOAT);
  }

  private static float[] toFloats(INDArray array) {
    float[] values = new float[Math.toIntExact(array.length())];
    Nd4jArrays.copy(array, values);
    return values;
  }

  @Override
  public void initialize(RandomStream random) {
    Layer drawn = Nd4jRandomness.seeded(random.key(), () -> instantiate(true));
    drawn
        .paramTable()
        .forEach((name, array) -> Nd4jArrays.copy(array, Objects.requireNonNull(values.get(name))));
    parametersChanged();
  }

  private static Slot slot(String name, float[] value, TrainingConfig config) {
    IUpdater updater = config.getUpdaterByParam(name);
    List<Regularization> penalties = config.getRegularizationByParam(name);
    return new Slot(
        name,
        value,
        new float[value.length],
        updater == null ? new NoOp() : updater,
        penalties == null ? List.of() : penalties);
  }

  @Override
  public void setInput(SparseInput sparse) {
    throw new IllegalArgumentException(
        layer.conf().getLayer().getClass().getSimpleName()
            + " takes dense input only: put a graph layer (LinearLayer will do) before it");
  }

  @Override
  public void setInput(DenseMatrix dense) {
    input = dense;
  }

  @Override
  public RowSet inputRows(RowSet outputRows) {
    return allNodes;
  }

  @Override
  public DenseMatrix forward(
      boolean training, @Nullable RandomStream random, RowSet inputRows, RowSet outputRows) {
    DenseMatrix from = Objects.requireNonNull(input, "no input yet");
    if (inputArray == null) {
      inputArray = Nd4jArrays.toNd4j(from);
    } else {
      Nd4jArrays.copy(from.data(), inputArray);
    }
    INDArray result =
        training
            ? Nd4jRandomness.seeded(
                Objects.requireNonNull(random).key(),
                () -> layer.activate(inputArray, true, workspaces))
            : layer.activate(inputArray, false, workspaces);
    if (output == null) {
      output = DenseMatrix.zeros(nodes, Math.toIntExact(result.size(1)));
    }
    Nd4jArrays.copy(result, output);
    return output;
  }

  @Override
  public @Nullable DenseMatrix backward(DenseMatrix outputGradient, boolean needsInputGradient) {
    if (outputGradientArray == null) {
      outputGradientArray = Nd4jArrays.toNd4j(outputGradient);
    } else {
      Nd4jArrays.copy(outputGradient.data(), outputGradientArray);
    }
    slots(); // DL4J writes into the view that comes with them
    Pair<Gradient, INDArray> result = layer.backpropGradient(outputGradientArray, workspaces);
    for (Slot slot : slots()) {
      Nd4jArrays.copy(result.getFirst().getGradientFor(slot.name()), slot.gradient());
    }
    if (!needsInputGradient) {
      return null;
    }
    if (inputGradient == null) {
      inputGradient = DenseMatrix.zeros(nodes, Objects.requireNonNull(input).columns());
    }
    Nd4jArrays.copy(result.getSecond(), inputGradient);
    return inputGradient;
  }

  @Override
  public Map<String, float[]> values() {
    return values;
  }

  @Override
  public int[] shape(String parameter) {
    return new int[] {1, Objects.requireNonNull(values.get(parameter)).length};
  }

  @Override
  public DenseMatrix output() {
    return Objects.requireNonNull(output, "no forward pass yet");
  }

  @Override
  public List<Slot> slots() {
    if (slots.isEmpty() && !values.isEmpty()) {
      values.forEach((name, value) -> slots.add(slot(name, value, layer.getConfig())));
      layer.setBackpropGradientsViewArray(Nd4j.zeros(layer.params().dataType(), layer.numParams()));
    }
    return List.copyOf(slots);
  }

  @Override
  public void parametersChanged() {
    values.forEach((name, value) -> Nd4jArrays.copy(value, layer.getParam(name)));
  }
}

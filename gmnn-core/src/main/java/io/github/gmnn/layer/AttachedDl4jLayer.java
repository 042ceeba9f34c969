package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.api.TrainingConfig;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.nd4j.common.primitives.Pair;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.NoOp;

/**
 * Runs one of DL4J's own feed-forward layers between graph layers, through ND4J arrays. What the
 * layer itself allocates, it allocates in every pass, outside the heap.
 */
final class AttachedDl4jLayer extends AttachedLayer {
  private final Layer layer;
  private final int nodes;
  private final LayerWorkspaceMgr workspaces = LayerWorkspaceMgr.noWorkspaces();
  private final List<Slot> slots = new ArrayList<>();
  private DenseMatrix input;
  private DenseMatrix output;
  private DenseMatrix inputGradient;
  private INDArray inputArray;
  private INDArray outputGradientArray;

  AttachedDl4jLayer(Layer layer, int nodes) {
    super(nodes);
    this.layer = layer;
    this.nodes = nodes;
    TrainingConfig config = layer.getConfig();
    for (Map.Entry<String, INDArray> entry : layer.paramTable().entrySet()) {
      String name = entry.getKey();
      float[] value = new float[Math.toIntExact(entry.getValue().length())];
      Nd4jArrays.copy(entry.getValue(), value);
      slots.add(
          new Slot(
              name,
              value,
              new float[value.length],
              config.getUpdaterByParam(name) == null ? new NoOp() : config.getUpdaterByParam(name),
              config.getRegularizationByParam(name) == null
                  ? List.of()
                  : config.getRegularizationByParam(name)));
    }
    if (!slots.isEmpty()) {
      layer.setBackpropGradientsViewArray(Nd4j.zeros(layer.params().dataType(), layer.numParams()));
    }
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
      boolean training, RandomStream random, RowSet inputRows, RowSet outputRows) {
    if (inputArray == null) {
      inputArray = Nd4jArrays.toNd4j(input);
    } else {
      Nd4jArrays.copy(input.data(), inputArray);
    }
    INDArray result =
        training
            ? Nd4jRandomness.seeded(
                random.key(), () -> layer.activate(inputArray, true, workspaces))
            : layer.activate(inputArray, false, workspaces);
    if (output == null) {
      output = DenseMatrix.zeros(nodes, Math.toIntExact(result.size(1)));
    }
    Nd4jArrays.copy(result, output);
    return output;
  }

  @Override
  public DenseMatrix backward(DenseMatrix outputGradient, boolean needsInputGradient) {
    if (outputGradientArray == null) {
      outputGradientArray = Nd4jArrays.toNd4j(outputGradient);
    } else {
      Nd4jArrays.copy(outputGradient.data(), outputGradientArray);
    }
    Pair<Gradient, INDArray> result = layer.backpropGradient(outputGradientArray, workspaces);
    for (Slot slot : slots) {
      Nd4jArrays.copy(result.getFirst().getGradientFor(slot.name()), slot.gradient());
    }
    if (!needsInputGradient) {
      return null;
    }
    if (inputGradient == null) {
      inputGradient = DenseMatrix.zeros(nodes, input.columns());
    }
    Nd4jArrays.copy(result.getSecond(), inputGradient);
    return inputGradient;
  }

  @Override
  public List<Slot> slots() {
    return List.copyOf(slots);
  }

  @Override
  public void parametersChanged() {
    store();
  }

  @Override
  public void store() {
    for (Slot slot : slots) {
      Nd4jArrays.copy(slot.value(), layer.getParam(slot.name()));
    }
  }
}

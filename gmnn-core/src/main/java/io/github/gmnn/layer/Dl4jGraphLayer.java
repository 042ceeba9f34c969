package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.gradient.DefaultGradient;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.layers.BaseLayer;
import org.deeplearning4j.nn.workspace.ArrayType;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.jspecify.annotations.Nullable;
import org.nd4j.common.primitives.Pair;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A {@link GraphLayer} inside a DL4J network: the same passes, between copies of ND4J arrays. */
final class Dl4jGraphLayer extends BaseLayer<GraphLayer> {
  private static final long serialVersionUID = 1L;

  private transient @Nullable AttachedGraphLayer attached;
  private transient @Nullable SparseInput features;
  private transient @Nullable DenseMatrix denseInput;
  private transient @Nullable DenseMatrix outputGradient;

  Dl4jGraphLayer(NeuralNetConfiguration conf, DataType dataType) {
    super(conf, dataType);
  }

  void bind(Adjacency adjacency, @Nullable SparseInput sparseFeatures, Workers workers) {
    attached = new AttachedGraphLayer(layerConf(), adjacency, workers);
    features = sparseFeatures;
    if (features == null) {
      denseInput = DenseMatrix.zeros(adjacency.nodes(), layerConf().inputs());
      attached.setInput(denseInput);
    } else {
      attached.setInput(features);
    }
    outputGradient = DenseMatrix.zeros(adjacency.nodes(), layerConf().outputWidth());
  }

  private AttachedGraphLayer attached() {
    if (attached == null) {
      throw new IllegalStateException(
          layerConf().getClass().getSimpleName()
              + " is not bound to a graph "
              + layerId()
              + ": call GraphLayers.bind(network, adjacency) after init(), and again after the"
              + " network was loaded from a file");
    }
    return attached;
  }

  @Override
  public INDArray activate(boolean training, LayerWorkspaceMgr workspaceMgr) {
    assertInputSet(false);
    AttachedGraphLayer bound = attached();
    bound.parametersToChange().forEach((name, to) -> Nd4jArrays.copy(getParam(name), to));
    if (features == null) {
      DenseMatrix dense = Objects.requireNonNull(denseInput, "bound without features");
      checkShape(input, dense);
      Nd4jArrays.copy(input, dense);
    } else if (input.size(0) != features.rows()) {
      throw new IllegalArgumentException(
          "the network is bound to "
              + features.rows()
              + " nodes, got an input of "
              + input.size(0)
              + " rows "
              + layerId());
    }
    RandomStream random =
        RandomStream.of(conf.getSeed()).derive(getIndex()).derive(getIterationCount());
    DenseMatrix output = bound.forward(training, random);
    INDArray result =
        workspaceMgr.createUninitialized(
            ArrayType.ACTIVATIONS, dataType, new long[] {output.rows(), output.columns()}, 'c');
    Nd4jArrays.copy(output.data(), result);
    return result;
  }

  private void checkShape(INDArray array, DenseMatrix expected) {
    if (array.rank() != 2
        || array.size(0) != expected.rows()
        || array.size(1) != expected.columns()) {
      throw new IllegalArgumentException(
          "expected an input of "
              + expected.rows()
              + " nodes x "
              + expected.columns()
              + " values, got "
              + array.shapeInfoToString()
              + " "
              + layerId());
    }
  }

  @Override
  public Pair<Gradient, INDArray> backpropGradient(
      INDArray epsilon, LayerWorkspaceMgr workspaceMgr) {
    AttachedGraphLayer bound = attached();
    DenseMatrix gradient = Objects.requireNonNull(outputGradient, "bound");
    Nd4jArrays.copy(epsilon, gradient);
    DenseMatrix inputGradient = bound.backward(gradient, true);
    Gradient result = new DefaultGradient(gradientsFlattened);
    if (gradientViews != null) { // there are none without parameters
      for (Map.Entry<String, INDArray> view : gradientViews.entrySet()) {
        Nd4jArrays.copy(bound.gradient(view.getKey()), view.getValue());
        result.setGradientFor(view.getKey(), view.getValue());
      }
    }
    INDArray next = null;
    if (inputGradient != null) {
      next =
          workspaceMgr.createUninitialized(
              ArrayType.ACTIVATION_GRAD,
              dataType,
              new long[] {inputGradient.rows(), inputGradient.columns()},
              'c');
      Nd4jArrays.copy(inputGradient.data(), next);
    }
    return new Pair<>(result, next);
  }

  @Override
  public boolean isPretrainLayer() {
    return false;
  }

  @Override
  public boolean hasBias() {
    return layerConf().hasBias();
  }
}

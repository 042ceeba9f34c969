package io.github.gmnn.layer;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.layer.internal.Nd4jRandomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.api.ParamInitializer;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** Lays the parameters that a {@link GraphLayer} declares into DL4J's flat vector, row-major. */
final class GraphParamInitializer implements ParamInitializer {
  static final GraphParamInitializer INSTANCE = new GraphParamInitializer();

  private GraphParamInitializer() {}

  /** The layer's declared parameters, then the bias if it has one. */
  static List<Parameter> all(GraphLayer layer) {
    List<Parameter> all = new ArrayList<>(layer.parameters());
    for (Parameter parameter : all) {
      if (parameter.name().equals(Parameter.BIAS)) {
        throw new IllegalStateException(
            layer.getClass().getName()
                + " declares a parameter named \"b\"; that name is the bias of hasBias(true)");
      }
    }
    if (layer.hasBias()) {
      all.add(new Parameter(Parameter.BIAS, 1, layer.outputWidth()));
    }
    return all;
  }

  /**
   * Draws a parameter for a network of this library: from a stream of ours where the layer's
   * initialisation is ours too, so that ND4J is not asked; else by DL4J.
   */
  static void draw(GraphLayer layer, Parameter parameter, float[] values, RandomStream random) {
    IWeightInit initialization = layer.getWeightInitFn();
    boolean bias = parameter.name().equals(Parameter.BIAS);
    if (bias) {
      Arrays.fill(values, (float) layer.getBiasInit());
    }
    if (initialization instanceof UniformWeights uniform) {
      if (bias) {
        uniform.fillBias(values, layer.inputs(), random);
      } else {
        uniform.fill(values, parameter, random);
      }
    } else if (!bias) {
      Nd4jBackend.require("DL4J's initialization " + initialization.getClass().getSimpleName());
      INDArray array =
          Nd4jRandomness.seeded(
              random.key(), () -> initialized(initialization, parameter).dup('c'));
      Nd4jArrays.copy(array, values);
    }
  }

  private static INDArray initialized(IWeightInit initialization, Parameter parameter) {
    INDArray view = Nd4j.create(DataType.FLOAT, 1, parameter.length());
    long[] shape = {parameter.rows(), parameter.columns()};
    return initialization.init(parameter.rows(), parameter.columns(), shape, 'c', view);
  }

  @Override
  public long numParams(NeuralNetConfiguration conf) {
    return numParams(conf.getLayer());
  }

  @Override
  public long numParams(Layer layer) {
    long sum = 0;
    for (Parameter parameter : all((GraphLayer) layer)) {
      sum += parameter.length();
    }
    return sum;
  }

  @Override
  public List<String> paramKeys(Layer layer) {
    return all((GraphLayer) layer).stream().map(Parameter::name).toList();
  }

  @Override
  public List<String> weightKeys(Layer layer) {
    return paramKeys(layer).stream().filter(key -> isWeightParam(layer, key)).toList();
  }

  @Override
  public List<String> biasKeys(Layer layer) {
    return paramKeys(layer).stream().filter(key -> isBiasParam(layer, key)).toList();
  }

  @Override
  public boolean isWeightParam(Layer layer, String key) {
    return !isBiasParam(layer, key);
  }

  @Override
  public boolean isBiasParam(Layer layer, String key) {
    return key.equals(Parameter.BIAS);
  }

  @Override
  public Map<String, INDArray> init(
      NeuralNetConfiguration conf, INDArray paramsView, boolean initializeParams) {
    GraphLayer layer = (GraphLayer) conf.getLayer();
    Map<String, INDArray> views = views(layer, paramsView);
    for (Parameter parameter : all(layer)) {
      conf.addVariable(parameter.name());
      if (!initializeParams) {
        continue;
      }
      INDArray view = Objects.requireNonNull(views.get(parameter.name()));
      if (isBiasParam(layer, parameter.name())) {
        view.assign(layer.getBiasInit());
      } else {
        layer
            .getWeightInitFn()
            .init(parameter.rows(), parameter.columns(), view.shape(), 'c', view);
      }
    }
    return views;
  }

  @Override
  public Map<String, INDArray> getGradientsFromFlattened(
      NeuralNetConfiguration conf, INDArray gradientView) {
    return views((GraphLayer) conf.getLayer(), gradientView);
  }

  private static Map<String, INDArray> views(GraphLayer layer, INDArray flat) {
    Map<String, INDArray> views = new LinkedHashMap<>();
    long start = 0;
    for (Parameter parameter : all(layer)) {
      INDArray row = flat.reshape(flat.length());
      INDArray part = row.get(NDArrayIndex.interval(start, start + parameter.length()));
      views.put(parameter.name(), part.reshape('c', parameter.rows(), parameter.columns()));
      start += parameter.length();
    }
    return views;
  }
}

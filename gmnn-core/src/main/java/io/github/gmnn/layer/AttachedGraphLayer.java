package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.conf.dropout.Dropout;
import org.deeplearning4j.nn.conf.dropout.IDropout;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link GraphLayer}: dropout on its input, the layer's own mathematics, bias, activation,
 * and the same backwards.
 */
final class AttachedGraphLayer extends AttachedLayer {
  private final GraphLayer layer;
  private final Pass pass;
  private final ActivationPass activation;
  private final double dropoutRate;
  private final @Nullable DenseMatrix bias;
  private final DenseMatrix output;
  private final boolean worksOnAllNodes;
  private @Nullable DenseMatrix denseInput;
  private @Nullable DenseMatrix droppedInput;
  private @Nullable DropoutMask mask;
  private @Nullable DenseMatrix outputGradient;

  /** The nodes whose outputs the last training pass gave: gradients at all others are zero. */
  private @Nullable RowSet trainedRows;

  private @Nullable RandomStream randomOfStep;

  AttachedGraphLayer(GraphLayer layer, Adjacency adjacency, Workers workers) {
    this(layer, new Pass(layer, adjacency, workers));
  }

  private AttachedGraphLayer(GraphLayer layer, Pass pass) {
    super(pass.nodes());
    Adjacency adjacency = pass.adjacency();
    this.layer = layer;
    this.pass = pass;
    this.activation = new ActivationPass(layer.getActivationFn());
    this.dropoutRate = dropoutRate(layer);
    this.bias = layer.hasBias() ? pass.parameter(Parameter.BIAS) : null;
    this.output = DenseMatrix.zeros(adjacency.nodes(), layer.outputWidth());
    this.worksOnAllNodes = layer.inputRows(allNodes, adjacency).isEmpty();
    pass.output = output;
  }

  private static double dropoutRate(GraphLayer layer) {
    if (layer.getWeightNoise() != null) {
      throw new IllegalArgumentException(
          layer.getClass().getSimpleName()
              + " does not support weight noise, got "
              + layer.getWeightNoise());
    }
    IDropout dropout = layer.getIDropout();
    if (dropout == null) {
      return 0;
    }
    if (dropout instanceof Dropout plain && plain.getPSchedule() == null) {
      return 1 - plain.getP();
    }
    throw new IllegalArgumentException(
        layer.getClass().getSimpleName()
            + " supports dropOut(p) with a fixed probability, got "
            + dropout);
  }

  @Override
  public AttachedLayer twin() {
    return new AttachedGraphLayer(layer, pass.twin());
  }

  @Override
  public AttachedLayer on(Adjacency adjacency, Workers workers) {
    return new AttachedGraphLayer(layer, pass.on(adjacency, workers));
  }

  @Override
  public boolean runsBesideTwins() {
    return !activation.usesNd4j();
  }

  @Override
  public void setPass(int index, RandomStream ofStep) {
    pass.index = index;
    randomOfStep = ofStep;
  }

  @Override
  public void beforePasses(SparseInput input, RowSet inputRows) {
    if (dropoutRate == 0) {
      setInput(input);
      pass.inputRows = inputRows;
      input.keepAll(inputRows);
      pass.shared = true;
      layer.beforePasses(pass);
    }
  }

  @Override
  public void afterPasses(List<AttachedLayer> passes) {
    if (pass.shared) {
      pass.shared = false;
      layer.afterPasses(passes.stream().map(twin -> ((AttachedGraphLayer) twin).pass).toList());
    }
  }

  @Override
  public void initialize(RandomStream random) {
    int index = 0;
    for (Parameter parameter : GraphParamInitializer.all(layer)) {
      float[] values = pass.parameter(parameter.name()).data();
      GraphParamInitializer.draw(layer, parameter, values, random.derive(index++));
    }
    pass.parametersChanged();
  }

  @Override
  public void setInput(SparseInput input) {
    checkInput(input.rows(), input.columns());
    pass.sparseInput = input;
    pass.denseInput = null;
    denseInput = null;
  }

  @Override
  public void setInput(DenseMatrix input) {
    checkInput(input.rows(), input.columns());
    pass.sparseInput = null;
    pass.denseInput = input;
    denseInput = input;
  }

  private void checkInput(int rows, int columns) {
    if (rows != pass.nodes() || columns != layer.inputs()) {
      throw new IllegalArgumentException(
          layer.getClass().getSimpleName()
              + " is bound to a graph of "
              + pass.nodes()
              + " nodes and takes "
              + layer.inputs()
              + " inputs per node, got an input of "
              + rows
              + " x "
              + columns);
    }
  }

  @Override
  public RowSet inputRows(RowSet outputRows) {
    return layer.inputRows(outputRows, pass.adjacency()).orElse(allNodes);
  }

  @Override
  public DenseMatrix forward(
      boolean training, @Nullable RandomStream random, RowSet inputRows, RowSet outputRows) {
    pass.inputRows = inputRows;
    pass.outputRows = worksOnAllNodes ? allNodes : outputRows;
    if (training && !pass.outputRows.equals(trainedRows)) {
      trainedRows = pass.outputRows;
      clearGradients();
    }
    pass.training = training;
    pass.random = training ? Objects.requireNonNull(random).derive(1) : null;
    // DL4J's own training says nothing of steps, which have one pass there.
    pass.stepRandom = randomOfStep == null ? pass.random : randomOfStep;
    RandomStream ofDropout =
        training && dropoutRate > 0 ? Objects.requireNonNull(random).derive(0) : null;
    if (denseInput == null) {
      dropSparse(pass.inputEntries(), ofDropout);
    } else {
      dropDense(denseInput, ofDropout);
    }
    layer.forward(pass);
    if (bias != null) {
      addBias(bias.data());
    }
    activation.forward(output, training, pass.workers());
    return output;
  }

  /** Passes write gradients at their own nodes alone and rely on zeros at the others. */
  private void clearGradients() {
    if (pass.outputRows.isAll()) {
      return;
    }
    pass.clearBuffers();
    if (outputGradient != null) {
      outputGradient.fill(0f);
    }
    if (pass.inputGradient != null) {
      pass.inputGradient.fill(0f);
    }
  }

  /** Drops with the given randomness, or nothing where there is none. */
  private void dropSparse(SparseInput input, @Nullable RandomStream random) {
    if (random != null) {
      input.drop(dropoutRate, random, pass.inputRows, pass.workers());
    } else {
      input.keepAll(pass.inputRows);
    }
  }

  private void dropDense(DenseMatrix input, @Nullable RandomStream random) {
    if (random == null) {
      pass.denseInput = input;
      return;
    }
    if (droppedInput == null || mask == null) {
      droppedInput = DenseMatrix.zeros(input.rows(), input.columns());
      mask = new DropoutMask(dropoutRate, input.rows(), input.columns());
    }
    mask.draw(random, pass.inputRows, pass.workers());
    mask.apply(input, droppedInput, pass.workers());
    pass.denseInput = droppedInput;
  }

  private void addBias(float[] b) {
    float[] out = output.data();
    int columns = b.length;
    pass.workers()
        .forRows(
            pass.outputRows,
            columns,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                for (int j = 0; j < columns; j++) {
                  out[row * columns + j] += b[j];
                }
              }
            });
  }

  @Override
  public @Nullable DenseMatrix backward(DenseMatrix gradient, boolean needsInputGradient) {
    if (outputGradient == null) {
      outputGradient = DenseMatrix.zeros(output.rows(), output.columns());
    }
    activation.backward(output, gradient, outputGradient, pass.workers());
    if (bias != null) {
      sumRows(outputGradient, pass.gradient(Parameter.BIAS));
    }
    pass.outputGradient = outputGradient;
    pass.needsInputGradient = needsInputGradient && denseInput != null;
    if (pass.needsInputGradient && denseInput != null && pass.inputGradient == null) {
      pass.inputGradient = DenseMatrix.zeros(denseInput.rows(), denseInput.columns());
    }
    layer.backward(pass);
    if (!pass.needsInputGradient) {
      return null;
    }
    DenseMatrix result = pass.inputGradient();
    if (mask != null && pass.denseInput == droppedInput) {
      mask.apply(result, result, pass.workers());
    }
    return result;
  }

  private static void sumRows(DenseMatrix matrix, DenseMatrix sums) {
    float[] out = sums.data();
    Arrays.fill(out, 0f);
    float[] in = matrix.data();
    int columns = out.length;
    for (int row = 0; row < matrix.rows(); row++) {
      for (int j = 0; j < columns; j++) {
        out[j] += in[row * columns + j];
      }
    }
  }

  @Override
  public Map<String, float[]> values() {
    Map<String, float[]> values = new LinkedHashMap<>();
    pass.parameters().forEach((name, matrix) -> values.put(name, matrix.data()));
    return values;
  }

  @Override
  public int[] shape(String parameter) {
    DenseMatrix matrix = pass.parameter(parameter);
    return new int[] {matrix.rows(), matrix.columns()};
  }

  @Override
  public DenseMatrix output() {
    return output;
  }

  @Override
  public List<Slot> slots() {
    List<Slot> slots = new ArrayList<>();
    for (Map.Entry<String, DenseMatrix> entry : pass.parameters().entrySet()) {
      String name = entry.getKey();
      slots.add(
          new Slot(
              name,
              entry.getValue().data(),
              pass.gradient(name).data(),
              layer.getUpdaterByParam(name),
              layer.getRegularizationByParam(name)));
    }
    return slots;
  }

  @Override
  public void parametersChanged() {
    pass.parametersChanged(); // the slots are the arrays that the passes read
  }

  /** The parameters by name, for DL4J's own training, whose updater works on the ND4J side. */
  Map<String, DenseMatrix> parametersToChange() {
    pass.parametersChanged();
    return pass.parameters();
  }

  /** The gradient of a parameter, likewise. */
  float[] gradient(String name) {
    return pass.gradient(name).data();
  }
}

package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.SparseInput;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link GraphLayer} sees of one pass over the graph: its input, its parameters, the graph,
 * and buffers that live as long as the layer is attached, so that nothing is allocated per epoch.
 *
 * <p>The input is either sparse (the features of the nodes, or annotations) or dense (the previous
 * layer's output); {@link #multiplyInput} and {@link #multiplyInputTransposed} serve both. Dropout
 * has been applied to it. Used by one thread at a time.
 */
public final class Pass {
  private final Adjacency adjacency;
  private final Workers workers;
  private final Map<String, DenseMatrix> parameters;
  private final Map<String, DenseMatrix> gradients = new LinkedHashMap<>();
  private final Map<String, DenseMatrix> buffers = new LinkedHashMap<>();
  private final Map<Class<?>, Object> kept = new HashMap<>();

  RowSet inputRows;

  RowSet outputRows;
  @Nullable SparseInput sparseInput;
  @Nullable DenseMatrix denseInput;
  @Nullable DenseMatrix inputGradient;
  @Nullable DenseMatrix output;
  @Nullable DenseMatrix outputGradient;
  boolean needsInputGradient;
  boolean training;
  @Nullable RandomStream random;
  @Nullable RandomStream stepRandom;
  int index;

  /** The pass that this one is a twin of, or itself: what the passes of a step share is there. */
  private final @Nullable Pass original;

  /** Whether the passes that this one is the first of have the same input. */
  boolean shared;

  /** Counts how often the parameters changed; passes over the same parameters share it. */
  private final int[] version;

  /** What {@link #inputProduct} holds the product of. */
  private @Nullable CsrMatrix multiplied;

  private int multipliedVersion;

  /** Makes a pass over parameters of its own, all zero. */
  Pass(GraphLayer layer, Adjacency adjacency, Workers workers) {
    this(adjacency, workers, new LinkedHashMap<>(), new int[1], null);
    for (Parameter parameter : GraphParamInitializer.all(layer)) {
      parameters.put(parameter.name(), DenseMatrix.zeros(parameter.rows(), parameter.columns()));
    }
  }

  private Pass(
      Adjacency adjacency,
      Workers workers,
      Map<String, DenseMatrix> parameters,
      int[] version,
      @Nullable Pass original) {
    this.original = original;
    this.version = version;
    this.adjacency = adjacency;
    this.workers = workers;
    this.parameters = parameters;
    this.inputRows = RowSet.all(adjacency.nodes());
    this.outputRows = inputRows;
  }

  /** Returns a pass over the same parameters, with all else its own. */
  Pass twin() {
    return new Pass(adjacency, workers, parameters, version, first());
  }

  /** Returns a pass over the same parameters on another graph. */
  Pass on(Adjacency other, Workers itsWorkers) {
    return new Pass(other, itsWorkers, parameters, version, null);
  }

  /** The first of the passes that run side by side. */
  Pass first() {
    return original == null ? this : original;
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return adjacency.nodes();
  }

  /** Returns the graph that the layer is bound to. */
  public Adjacency adjacency() {
    return adjacency;
  }

  /** Returns the threads to use. */
  public Workers workers() {
    return workers;
  }

  /** Returns whether this is a training pass (dropout applies) and not an evaluation. */
  public boolean training() {
    return training;
  }

  /**
   * Returns the randomness of this training pass, for layers with a dropout of their own. Its key
   * differs from epoch to epoch and from layer to layer.
   *
   * @throws IllegalStateException in an evaluation, which draws nothing
   */
  public RandomStream random() {
    return drawn(random);
  }

  /**
   * Returns which of the training step's passes this is, from 0: an objective may ask for several.
   */
  public int index() {
    return index;
  }

  /**
   * Returns randomness that the layer's passes of one training step have in common, where {@link
   * #random()} differs from pass to pass: for what one pass draws with regard to another.
   *
   * @throws IllegalStateException in an evaluation, which draws nothing
   */
  public RandomStream stepRandom() {
    return drawn(stepRandom);
  }

  private static RandomStream drawn(@Nullable RandomStream random) {
    if (random == null) {
      throw new IllegalStateException("an evaluation draws nothing: ask training() first");
    }
    return random;
  }

  /** Returns whether the input is sparse. */
  public boolean hasSparseInput() {
    return sparseInput != null;
  }

  /** Returns the share of the input's values that are not known to be zero; 1 if it is dense. */
  public double inputDensity() {
    return sparseInput == null ? 1 : sparseInput.matrix().density();
  }

  /**
   * Returns the sparse input as a whole, nodes x nIn, whatever is dropped of it: the same matrix
   * until the layer is given another input, so that what follows from it can be kept.
   *
   * @throws IllegalStateException if the input is dense
   */
  public CsrMatrix sparseInput() {
    if (sparseInput == null) {
      throw new IllegalStateException("the input of this layer is dense: use input()");
    }
    return sparseInput.matrix();
  }

  /**
   * Returns the dense input, nodes x nIn.
   *
   * @throws IllegalStateException if the input is sparse
   */
  public DenseMatrix input() {
    if (denseInput == null) {
      throw new IllegalStateException(
          "the input of this layer is sparse: use multiplyInput and multiplyInputTransposed");
    }
    return denseInput;
  }

  /**
   * Returns the sparse input as dropout left it, for loops over the entries of some rows.
   *
   * @throws IllegalStateException if the input is dense
   */
  public SparseInput inputEntries() {
    if (sparseInput == null) {
      throw new IllegalStateException("the input of this layer is dense: use input()");
    }
    return sparseInput;
  }

  /**
   * Returns the input as a dense matrix, nodes x nIn, whatever it is. Sparse input is written out:
   * meant for narrow input such as annotations.
   */
  public DenseMatrix denseInput() {
    if (sparseInput == null) {
      return input();
    }
    DenseMatrix dense = buffer("dense input", nodes(), sparseInput.columns());
    sparseInput.writeTo(dense, workers);
    return dense;
  }

  /** Computes the rows of {@code out = X·w} that this pass reads, X being the input. */
  public void multiplyInput(DenseMatrix w, DenseMatrix out) {
    multiplyInput(w, out, inputRows);
  }

  /**
   * Computes some rows of {@code out = X·w}, X being the input.
   *
   * @param rows some of the nodes whose input this pass reads, such as {@link #outputRows()} for
   *     what a node adds by itself
   */
  public void multiplyInput(DenseMatrix w, DenseMatrix out, RowSet rows) {
    if (sparseInput != null) {
      sparseInput.multiply(w, out, rows, workers);
    } else {
      Dense.multiply(input(), w, out, rows, workers);
    }
  }

  /**
   * Computes {@code out = Xᵀ·g}, X being the input.
   *
   * @param g a row per node; those of nodes whose input this pass does not read are zero
   */
  public void multiplyInputTransposed(DenseMatrix g, DenseMatrix out) {
    if (sparseInput != null) {
      sparseInput.multiplyTransposed(g, out, workers);
    } else {
      Dense.multiplyTransposedLeft(input(), g, out, inputRows, workers);
    }
  }

  /** Computes {@code out = D^-1/2 (A + I) D^-1/2 · in}, the step of a graph convolution. */
  public void propagate(DenseMatrix in, DenseMatrix out) {
    propagate(adjacency.normalized(), in, out);
  }

  /** Computes the transpose of {@link #propagate}, for gradients. */
  public void propagateTransposed(DenseMatrix in, DenseMatrix out) {
    propagateTransposed(adjacency.normalized(), in, out);
  }

  /**
   * Computes the wanted rows of {@code out = M·in}.
   *
   * @param operator M, one of {@link #adjacency()}'s: of all edges, of one relation's, of either
   *     direction
   */
  public void propagate(LinearOperator operator, DenseMatrix in, DenseMatrix out) {
    operator.apply(in, out, outputRows, workers);
  }

  /** Computes the needed rows of {@code out = Mᵀ·in}, for gradients. */
  public void propagateTransposed(LinearOperator operator, DenseMatrix in, DenseMatrix out) {
    operator.applyTransposed(in, out, inputRows, workers);
  }

  /** Returns the nodes whose input this pass reads. */
  public RowSet inputRows() {
    return inputRows;
  }

  /** Returns the nodes whose output this pass writes. */
  public RowSet outputRows() {
    return outputRows;
  }

  /** Says that parameters are no longer what they were. */
  void parametersChanged() {
    version[0]++;
  }

  /**
   * Returns whether the passes of this training step have the same input: {@link
   * GraphLayer#beforePasses} was called before them, and {@link GraphLayer#afterPasses} will be.
   */
  public boolean sharesInput() {
    return training && first().shared;
  }

  /**
   * Returns the product of the whole sparse input and a parameter, one for all passes of a step. An
   * evaluation between two training steps has the parameters of the step that follows, which finds
   * the product here.
   *
   * @param parameter the parameter's name
   * @return the product, which the layer must not change
   */
  public DenseMatrix inputProduct(String parameter) {
    return first().ownInputProduct(parameter);
  }

  private DenseMatrix ownInputProduct(String parameter) {
    DenseMatrix weights = parameter(parameter);
    DenseMatrix product = buffer("X" + parameter, nodes(), weights.columns());
    if (multiplied != sparseInput() || multipliedVersion != version[0]) {
      multiplyInput(weights, product);
      multiplied = sparseInput();
      multipliedVersion = version[0];
    }
    return product;
  }

  /** Sets all buffers to zero. */
  void clearBuffers() {
    multiplied = null;
    buffers.values().forEach(buffer -> buffer.fill(0f));
  }

  /**
   * Returns a parameter by the name it was declared with.
   *
   * @throws IllegalArgumentException if none was
   */
  public DenseMatrix parameter(String name) {
    DenseMatrix matrix = parameters.get(name);
    if (matrix == null) {
      throw new IllegalArgumentException(
          "no parameter is named \"" + name + "\"; the layer declares " + parameters.keySet());
    }
    return matrix;
  }

  /** Returns where the gradient of a parameter is to be written; made when first asked for. */
  public DenseMatrix gradient(String name) {
    DenseMatrix gradient = gradients.get(name);
    if (gradient == null) {
      DenseMatrix parameter = parameter(name);
      gradient = DenseMatrix.zeros(parameter.rows(), parameter.columns());
      gradients.put(name, gradient);
    }
    return gradient;
  }

  Map<String, DenseMatrix> parameters() {
    return parameters;
  }

  /**
   * Returns a buffer of the layer's own, made on first use and kept: what the forward pass leaves
   * in it, the backward pass finds.
   *
   * @param name the buffer's name
   * @param rows number of rows, the same in every call with this name
   * @param columns number of columns, likewise
   * @return the buffer
   * @throws IllegalArgumentException if it was asked for in another size before
   */
  public DenseMatrix buffer(String name, int rows, int columns) {
    DenseMatrix buffer = buffers.get(name);
    if (buffer == null) {
      buffer = DenseMatrix.zeros(rows, columns);
      buffers.put(name, buffer);
    } else if (buffer.rows() != rows || buffer.columns() != columns) {
      throw new IllegalArgumentException(
          "buffer \"" + name + "\" is " + buffer + ", asked for as " + rows + " x " + columns);
    }
    return buffer;
  }

  /**
   * Returns an object of the layer's own, made on first use and kept as long as the layer is bound
   * to this graph: for what follows from the graph alone, such as an index over its edges.
   *
   * @param type its class, of which a layer keeps one
   * @param maker makes it
   * @param <T> its class
   * @return the object
   */
  public <T> T kept(Class<T> type, Supplier<T> maker) {
    return type.cast(kept.computeIfAbsent(type, key -> maker.get()));
  }

  /** Returns where the forward pass writes, nodes x the layer's output width. */
  public DenseMatrix output() {
    return Objects.requireNonNull(output, "no output yet");
  }

  /** Returns the gradient of the loss at {@link #output()}; the backward pass may overwrite it. */
  public DenseMatrix outputGradient() {
    return Objects.requireNonNull(outputGradient, "no backward pass yet");
  }

  /** Returns whether the backward pass must fill {@link #inputGradient()}; not for sparse input. */
  public boolean needsInputGradient() {
    return needsInputGradient;
  }

  /**
   * Returns where the gradient of the loss at the input is to be written, nodes x nIn.
   *
   * @throws IllegalStateException if none is {@linkplain #needsInputGradient() needed}
   */
  public DenseMatrix inputGradient() {
    if (!needsInputGradient || inputGradient == null) {
      throw new IllegalStateException("no input gradient is needed in this pass");
    }
    return inputGradient;
  }
}

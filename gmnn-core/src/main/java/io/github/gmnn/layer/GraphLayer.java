package io.github.gmnn.layer;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Adjacency;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.deeplearning4j.nn.api.ParamInitializer;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.conf.memory.LayerMemoryReport;
import org.deeplearning4j.nn.conf.memory.MemoryReport;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.nd4j.linalg.activations.impl.ActivationIdentity;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.regularization.Regularization;
import org.nd4j.shade.jackson.annotation.JsonAutoDetect;
import org.nd4j.shade.jackson.core.JsonProcessingException;

/**
 * The base of all graph layers, shipped or your own: a Deeplearning4j layer configuration whose
 * mathematics is a forward and a backward pass over the graph it is bound to.
 *
 * <p>A subclass says three things: which weights it has ({@link #parameters()}), what it computes
 * ({@link #forward}) and the gradients of that ({@link #backward}). Dropout on the input, the bias,
 * the activation function, regularisation, initialisation, updaters, JSON and the exchange of
 * arrays with ND4J are done here. All instance fields of a subclass are written to the
 * configuration's JSON; a constructor without arguments (it may be private) lets them be read back.
 *
 * <p>Defaults differ from DL4J's in two points, whatever the network's global settings: the
 * activation is the identity and weights start uniform in ±1/sqrt(fan-out).
 *
 * <p>A configuration holds no graph. In a DL4J network, {@link GraphLayers#bind} attaches all graph
 * layers to a graph; the networks of this library do it by themselves.
 */
@JsonAutoDetect(
    fieldVisibility = JsonAutoDetect.Visibility.ANY,
    getterVisibility = JsonAutoDetect.Visibility.NONE,
    isGetterVisibility = JsonAutoDetect.Visibility.NONE,
    setterVisibility = JsonAutoDetect.Visibility.NONE)
public abstract class GraphLayer extends FeedForwardLayer {
  private static final long serialVersionUID = 1L;

  /** How often a layer may repeat a step: files hold as many arrays, and no more is of use. */
  protected static final int MOST_STEPS = 10_000;

  private boolean hasBias;

  /** For JSON alone. */
  protected GraphLayer() {}

  /**
   * Takes over the builder's settings.
   *
   * @param builder the layer's builder
   */
  protected GraphLayer(Builder<?> builder) {
    super(builder);
    this.hasBias = builder.hasBias;
    if (getActivationFn() == null) {
      setActivationFn(new ActivationIdentity());
    }
    if (getWeightInitFn() == null) {
      setWeightInitFn(new FanOutUniform());
    }
  }

  /**
   * Returns the weights this layer learns, the bias left out; called after {@code nIn} and {@code
   * nOut} are known. The order is the order in DL4J's flat parameter vector.
   */
  protected abstract List<Parameter> parameters();

  /**
   * Returns the names of parameters that training leaves as they are and that have no gradient;
   * none unless overridden. They are drawn and saved as the others are.
   */
  protected Set<String> fixedParameters() {
    return Set.of();
  }

  @Override
  public final IUpdater getUpdaterByParam(String paramName) {
    return fixedParameters().contains(paramName) ? new NoOp() : super.getUpdaterByParam(paramName);
  }

  @Override
  public final List<Regularization> getRegularizationByParam(String paramName) {
    return fixedParameters().contains(paramName)
        ? List.of()
        : super.getRegularizationByParam(paramName);
  }

  /**
   * Fills {@code pass.output()} from {@code pass}'s input and parameters, before bias and
   * activation.
   *
   * @param pass the layer's input, parameters, graph and buffers
   */
  protected abstract void forward(Pass pass);

  /**
   * From {@code pass.outputGradient()}, the gradient of the loss at what {@link #forward} wrote,
   * fills the gradient of every parameter and, if {@code pass.needsInputGradient()}, of the input.
   *
   * @param pass the pass that {@link #forward} was called with last; its buffers are as it left
   *     them
   */
  protected abstract void backward(Pass pass);

  /**
   * Computes what all passes of a training step need, before they run side by side; nothing unless
   * overridden. Called for a first layer of sparse input that is not dropped out, where a step has
   * several passes; {@link Pass#sharesInput()} then tells them so.
   *
   * @param first the first of the passes
   */
  protected void beforePasses(Pass first) {}

  /**
   * Computes the part of the gradient that is one for all passes, after they ran backward; nothing
   * unless overridden. Called where {@link #beforePasses} was.
   *
   * @param passes all of them, the first one first
   */
  protected void afterPasses(List<Pass> passes) {}

  /**
   * Checks the layer's own settings, whether a builder or a file set them; does nothing unless
   * overridden. A file may hold any number: a layer that has one, such as how often it repeats a
   * step or a slope, says here what it takes, so that no file can make it run for ever, ask for
   * more memory than there is, or give NaN. Networks of this library call it before anything else;
   * a builder calls it at its end. {@code GraphLayerContract} of the test fixtures checks it.
   *
   * @throws IllegalArgumentException if a setting is out of range; the message names it
   */
  protected void validate() {}

  /** Returns a layer whose settings are valid, for the end of a builder. */
  protected static <L extends GraphLayer> L validated(L layer) {
    layer.validate();
    return layer;
  }

  /**
   * Settles what the builder left open and the graph decides, such as the relations that a layer
   * has weights for, and checks that the layer fits the graph; does nothing unless overridden.
   * Networks of this library call it, on a configuration of their own, before they ask for {@link
   * #parameters()}. In a DL4J network nothing may be left open, and the call checks.
   *
   * @param adjacency the graph
   * @param oneHot whether the layer is known to get the identity as input: nodes without features
   *     are their own
   * @throws IllegalArgumentException if the layer does not fit the graph
   */
  protected void completeFor(Adjacency adjacency, boolean oneHot) {}

  /**
   * Settles what the builder left open and the number of classes decides; does nothing unless
   * overridden. Called as {@link #completeFor(Adjacency, boolean)} is.
   *
   * @param classes the number of classes, and of labels that p has before its attributes
   */
  protected void completeFor(int classes) {}

  /**
   * Returns the nodes whose input the layer needs for the outputs of some nodes; empty, as it is
   * unless overridden, if the layer always works on all nodes. A layer that returns nodes may leave
   * out all others: {@link Pass}'s products and propagations do so by themselves, and loops of its
   * own keep to {@link Pass#inputRows()} and {@link Pass#outputRows()}. What it leaves out must not
   * show in the rows that are asked for; {@code GraphLayerContract} of the test fixtures checks it.
   *
   * @param outputRows the nodes whose outputs are wanted
   * @param adjacency the graph
   */
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    return Optional.empty();
  }

  /**
   * Returns the number of inputs of a node.
   *
   * @throws IllegalStateException if it is not known yet
   */
  public final int inputs() {
    if (nIn < 1) {
      throw new IllegalStateException(
          "nIn of "
              + getClass().getSimpleName()
              + " is not set: set it, or give the network its setInputType(feedForward(n))");
    }
    return checkedWidth("nIn", nIn);
  }

  /**
   * Returns the number of outputs of a node, before {@link #outputWidth} has its say.
   *
   * @throws IllegalStateException if it is not known yet
   */
  public final int units() {
    if (nOut < 1) {
      throw new IllegalStateException("nOut of " + getClass().getSimpleName() + " is not set");
    }
    return checkedWidth("nOut", nOut);
  }

  private int checkedWidth(String name, long width) {
    if (width > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          name
              + " of "
              + getClass().getSimpleName()
              + " is "
              + width
              + ", more than the "
              + (Integer.MAX_VALUE - 8)
              + " that an array holds");
    }
    return (int) width;
  }

  /** Returns whether a bias is added to the output. */
  public final boolean hasBias() {
    return hasBias;
  }

  /**
   * Returns whether the layer gives as many values per node as it takes, so that {@code nOut} means
   * nothing to it; false unless overridden.
   */
  public boolean keepsWidth() {
    return false;
  }

  /**
   * Returns the number of values per node that the layer gives to the next one; {@code nOut}, or
   * {@code nIn} if it {@link #keepsWidth()}, unless overridden (several attention heads side by
   * side).
   */
  public int outputWidth() {
    return keepsWidth() ? inputs() : units();
  }

  @Override
  public final org.deeplearning4j.nn.api.Layer instantiate(
      NeuralNetConfiguration conf,
      Collection<TrainingListener> trainingListeners,
      int layerIndex,
      INDArray layerParamsView,
      boolean initializeParams,
      DataType networkDataType) {
    Dl4jGraphLayer layer = new Dl4jGraphLayer(conf, networkDataType);
    layer.setListeners(trainingListeners);
    layer.setIndex(layerIndex);
    layer.setParamsViewArray(layerParamsView);
    layer.setParamTable(initializer().init(conf, layerParamsView, initializeParams));
    layer.setConf(conf);
    return layer;
  }

  @Override
  public final ParamInitializer initializer() {
    return GraphParamInitializer.INSTANCE;
  }

  @Override
  public final InputType getOutputType(int layerIndex, InputType inputType) {
    if (inputType == null || inputType.getType() != InputType.Type.FF) {
      throw new IllegalArgumentException(
          getClass().getSimpleName()
              + " at index "
              + layerIndex
              + " takes a row of values per node, got "
              + inputType);
    }
    return InputType.feedForward(outputWidth());
  }

  @Override
  public final LayerMemoryReport getMemoryReport(InputType inputType) {
    InputType outputType = getOutputType(-1, inputType);
    long count = initializer().numParams(this);
    long state = getIUpdater() == null ? 0 : getIUpdater().stateSize(count);
    return new LayerMemoryReport.Builder(layerName, getClass(), inputType, outputType)
        .standardMemory(count, state)
        .workingMemory(0, 0, 0, 2 * outputType.arrayElementsPerExample())
        .cacheMemory(MemoryReport.CACHE_MODE_ALL_ZEROS, MemoryReport.CACHE_MODE_ALL_ZEROS)
        .build();
  }

  /** Returns whether another configuration is of the same class and has the same JSON. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof GraphLayer that
            && getClass() == that.getClass()
            && json().equals(that.json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  /** All settings, those of subclasses included. */
  private String json() {
    try {
      return NeuralNetConfiguration.mapper().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          getClass().getName() + " has a field that cannot be written as JSON", e);
    }
  }

  /**
   * A builder with DL4J's settings of a feed-forward layer ({@code nOut}, {@code activation},
   * {@code l2}, {@code updater}, {@code dropOut}, ...) and the bias. As everywhere in DL4J, {@code
   * dropOut(p)} names the probability to <em>keep</em> an input.
   *
   * @param <T> the builder's own type
   */
  public abstract static class Builder<T extends Builder<T>> extends FeedForwardLayer.Builder<T> {
    private boolean hasBias;

    /** For subclasses. */
    protected Builder() {}

    /**
     * Sets the probability to <em>drop</em> an input in training, the others being scaled up; none
     * is dropped by default. DL4J's {@code dropOut} names the probability to keep one.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public T inputDropout(double rate) {
      return dropOut(1 - DropoutMask.checkRate("inputDropout", rate));
    }

    /**
     * Adds a bias to the output; off by default, as in the paper's networks.
     *
     * @param hasBias whether to add one
     * @return this builder
     */
    @SuppressWarnings("unchecked")
    public T hasBias(boolean hasBias) {
      this.hasBias = hasBias;
      return (T) this;
    }
  }

  /**
   * A ready builder for layers without settings beyond the common ones: {@code return new
   * PlainBuilder<>(MyLayer::new)}.
   *
   * @param <L> the layer's type
   */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class PlainBuilder<L extends GraphLayer> extends Builder<PlainBuilder<L>> {
    private final Function<PlainBuilder<L>, L> constructor;

    /**
     * Builds through the given constructor.
     *
     * @param constructor makes the layer from the builder
     */
    public PlainBuilder(Function<PlainBuilder<L>, L> constructor) {
      this.constructor = constructor;
    }

    @Override
    public L build() {
      return validated(constructor.apply(this));
    }
  }
}

package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.regularization.Regularization;

/**
 * A layer attached to a graph, as the training step drives it: forward, backward, and its
 * parameters as plain arrays. Graph layers run without ND4J; DL4J's own feed-forward layers are
 * adapted with a copy of input and output.
 *
 * <p>For those who write training loops; a fit never shows it. Not thread-safe.
 */
public abstract class AttachedLayer {
  final RowSet allNodes;

  AttachedLayer(int nodes) {
    this.allNodes = RowSet.all(nodes);
  }

  /**
   * One parameter of a layer: the arrays that the step reads and changes.
   *
   * @param name the parameter's name within its layer
   * @param value the elements; after changing them call {@link #parametersChanged()}
   * @param gradient what the last backward pass wrote
   * @param updater how DL4J's configuration says it is updated
   * @param regularization its penalties, possibly empty
   */
  public record Slot(
      String name,
      float[] value,
      float[] gradient,
      IUpdater updater,
      List<Regularization> regularization) {}

  /**
   * Attaches a layer to a graph. Its parameters are zero until {@link #initialize} draws them or
   * {@link #values()} are filled; buffers and gradients are made by the passes that need them.
   *
   * @param conf the layer's configuration, with all sizes set
   * @param adjacency the graph
   * @param workers the threads to use
   * @return the attached layer
   * @throws IllegalArgumentException if the layer is configured with something that DL4J does
   *     between the layers' passes and the updaters: constraints or gradient normalisation
   */
  public static AttachedLayer of(
      NeuralNetConfiguration conf, Adjacency adjacency, Workers workers) {
    checkSupported(conf.getLayer());
    return conf.getLayer() instanceof GraphLayer layer
        ? new AttachedGraphLayer(layer, adjacency, workers)
        : new AttachedDl4jLayer(conf, adjacency.nodes());
  }

  private static void checkSupported(org.deeplearning4j.nn.conf.layers.Layer layer) {
    String setting = null;
    if (layer.getConstraints() != null && !layer.getConstraints().isEmpty()) {
      setting = "constraints " + layer.getConstraints();
    } else if (layer instanceof BaseLayer base
        && base.getGradientNormalization() != null
        && base.getGradientNormalization() != GradientNormalization.None) {
      setting = "gradient normalization " + base.getGradientNormalization();
    }
    if (setting != null) {
      throw new IllegalArgumentException(
          layer.getClass().getSimpleName()
              + " is configured with "
              + setting
              + ", which only DL4J's own fit applies: leave it out");
    }
  }

  /**
   * Returns a layer over the same parameters, with buffers and gradients of its own, so that
   * several passes of one step can stand at once. It must be told of {@link #parametersChanged()}
   * too.
   */
  public abstract AttachedLayer twin();

  /**
   * Returns a layer over the same parameters on another graph, to be evaluated there. Layers on
   * several graphs may run at once as long as nobody changes the parameters.
   *
   * @param adjacency the other graph
   * @param workers the threads to use
   */
  public abstract AttachedLayer on(Adjacency adjacency, Workers workers);

  /** Returns whether passes of twins may run on several threads at once. */
  public abstract boolean runsBesideTwins();

  /**
   * Says which pass of a training step the next one is; the only one unless told.
   *
   * @param index from 0
   * @param ofStep randomness of this layer that all passes of the step have in common
   */
  public void setPass(int index, RandomStream ofStep) {}

  /**
   * Computes what all passes of a step need of this layer, the first one of a network, before they
   * run side by side.
   *
   * @param input the input of all of them
   * @param inputRows the nodes whose input they read
   */
  public void beforePasses(SparseInput input, RowSet inputRows) {}

  /**
   * Computes the part of the gradient that is one for all passes.
   *
   * @param passes this layer and its twins in the order of the passes, all run backward
   */
  public void afterPasses(List<AttachedLayer> passes) {}

  /** Makes a sparse matrix the input of the following passes. */
  public abstract void setInput(SparseInput input);

  /** Makes a dense matrix the input of the following passes; it is read anew in each. */
  public abstract void setInput(DenseMatrix input);

  /** Returns the nodes whose input is needed for the outputs of some nodes. */
  public abstract RowSet inputRows(RowSet outputRows);

  /**
   * Runs the forward pass over all nodes.
   *
   * @param training whether dropout applies
   * @param random the randomness of this pass; unused in evaluation
   * @return the output, overwritten by the next pass
   */
  public final DenseMatrix forward(boolean training, @Nullable RandomStream random) {
    return forward(training, random, allNodes, allNodes);
  }

  /**
   * Runs the forward pass for the outputs of some nodes.
   *
   * @param training whether dropout applies
   * @param random the randomness of this pass; unused in evaluation
   * @param inputRows what {@link #inputRows} gave for {@code outputRows}
   * @param outputRows the nodes whose output is wanted; in training best the same set in every
   *     pass, since another one costs time
   * @return the output, overwritten by the next pass; rows of nodes that were not asked for hold
   *     anything
   */
  public abstract DenseMatrix forward(
      boolean training, @Nullable RandomStream random, RowSet inputRows, RowSet outputRows);

  /**
   * Runs the backward pass of the last forward pass in training.
   *
   * @param outputGradient gradient of the loss at the output, zero at nodes that {@link #forward}
   *     was not asked for
   * @param needsInputGradient whether the gradient at the input is wanted
   * @return the gradient at the input, or null if not wanted
   */
  public abstract @Nullable DenseMatrix backward(
      DenseMatrix outputGradient, boolean needsInputGradient);

  /**
   * Draws new parameters.
   *
   * @param random the randomness
   */
  public abstract void initialize(RandomStream random);

  /**
   * Returns the elements of each parameter by name, in the order of DL4J's flat vector; the arrays
   * themselves. After changing them call {@link #parametersChanged()}.
   */
  public abstract Map<String, float[]> values();

  /** Returns the rows and columns of a parameter; one row where a layer does not say. */
  public abstract int[] shape(String parameter);

  /** Returns what the last forward pass gave. */
  public abstract DenseMatrix output();

  /** Returns the parameters with their gradients, in the same order. */
  public abstract List<Slot> slots();

  /** Tells the layer that the arrays of {@link #values()} were changed. */
  public abstract void parametersChanged();
}

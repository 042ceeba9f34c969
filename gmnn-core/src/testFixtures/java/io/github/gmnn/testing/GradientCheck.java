package io.github.gmnn.testing;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.Locale;
import org.nd4j.linalg.learning.config.NoOp;

/**
 * Proves the backward pass of a {@link GraphLayer} against finite differences of its forward pass.
 *
 * <pre>{@code
 * @Test
 * void gradientsAreRight() {
 *   GradientCheck.of(MyLayer.builder().nIn(5).nOut(3).activation(Activation.TANH).build()).check();
 * }
 * }</pre>
 *
 * <p>The loss is a fixed random linear functional of the output, summed in double. For every
 * parameter, and for dense input, its derivative along random directions is compared with the
 * central difference quotient. Dropout is part of the check: every evaluation draws from the same
 * stream.
 *
 * <p><b>Tolerance.</b> The layer computes in {@code float}, so a quotient with step h is off by
 * about 6e-8·|L|/h from rounding and by h² from curvature. Each derivative is compared at several
 * steps from 0.1 to 0.001 of the parameter's size and the closest counts: what spoils one step
 * spares another, while a wrong gradient disagrees at all of them. Where even the smallest step
 * crosses a kink, as of ReLU, any slope between those on its two sides is right. The relative error
 * is the root mean square over the directions: typically 1e-5 to 1e-4 for a right gradient, while a
 * wrong one is off by something of the order of 1. The tolerance of 2e-3 stands between the two.
 * Where a parameter moves the loss by less than a twentieth, the error is taken relative to that
 * twentieth: differences of the loss that are smaller still drown in its rounding.
 */
public final class GradientCheck {
  /** The largest relative error that passes. */
  public static final double TOLERANCE = 2e-3;

  private static final int DEFAULT_NODES = 9;
  private static final int DEFAULT_DEGREE = 3;
  private static final int DEFAULT_INPUTS = 5;
  private static final int DEFAULT_UNITS = 3;
  private static final int DIRECTIONS = 8;
  private static final double SMALLEST_STEP = 0.001;
  private static final double[] STEPS = {0.1, 0.03, 0.01, 0.003, SMALLEST_STEP};
  private static final double SMALLEST_EFFECT = 0.05;

  private final GraphLayer configuration;
  private Adjacency adjacency = smallGraph();
  private double low = -1;
  private double high = 1;
  private long seed = 1;

  private GradientCheck(GraphLayer configuration) {
    this.configuration = configuration;
  }

  static Adjacency smallGraph() {
    return RandomInputs.graph(DEFAULT_NODES, DEFAULT_DEGREE, RandomStream.of(0));
  }

  /**
   * Prepares the check of a layer on a small graph: directed, weighted, with a node without edges.
   *
   * @param layer the configuration; where {@code nIn} or {@code nOut} is open, 5 and 3 are taken
   * @return the check
   */
  public static GradientCheck of(GraphLayer layer) {
    GraphLayer sized = (GraphLayer) layer.clone();
    if (sized.getNIn() == 0) {
      sized.setNIn(DEFAULT_INPUTS);
    }
    if (sized.getNOut() == 0) {
      sized.setNOut(DEFAULT_UNITS);
    }
    return new GradientCheck(sized);
  }

  /**
   * Takes another graph.
   *
   * @param graph the graph
   * @return this check
   */
  public GradientCheck on(Adjacency graph) {
    this.adjacency = graph;
    return this;
  }

  /**
   * Draws inputs from another range than [-1, 1], for layers that are not defined on all numbers.
   *
   * @param from the smallest input
   * @param to the largest
   * @return this check
   */
  public GradientCheck inputsBetween(double from, double to) {
    this.low = from;
    this.high = to;
    return this;
  }

  /**
   * Draws other weights, inputs, dropout masks and directions.
   *
   * @param number names them; 1 unless told
   * @return this check
   */
  public GradientCheck seed(long number) {
    this.seed = number;
    return this;
  }

  /**
   * Checks the layer with sparse and with dense input.
   *
   * @throws AssertionError if a gradient is wrong; the message names it
   */
  public void check() {
    checkSparseInput();
    checkDenseInput();
  }

  /**
   * Checks the gradients of all parameters, the input being sparse.
   *
   * @throws AssertionError if a gradient is wrong; the message names it
   */
  public void checkSparseInput() {
    CsrMatrix features =
        RandomInputs.sparse(
            adjacency.nodes(), configuration.inputs(), low, high, RandomStream.of(seed).derive(1));
    AttachedLayer layer = attach();
    layer.setInput(new SparseInput(features));
    new Run(layer, "sparse input", null).check();
  }

  /**
   * Checks the gradients of all parameters and of the input, the input being dense.
   *
   * @throws AssertionError if a gradient is wrong; the message names it
   */
  public void checkDenseInput() {
    DenseMatrix input =
        RandomInputs.dense(
            adjacency.nodes(), configuration.inputs(), low, high, RandomStream.of(seed).derive(1));
    AttachedLayer layer = attach();
    layer.setInput(input);
    new Run(layer, "dense input", input).check();
  }

  /** With parameters off zero, where a bias starts and a ReLU behind it would have its kink. */
  private AttachedLayer attach() {
    AttachedLayer layer = SingleLayer.attach(configuration, seed, adjacency, Workers.sequential());
    RandomStream random = RandomStream.of(seed).derive(5);
    for (Slot slot : layer.slots()) {
      for (int i = 0; i < slot.value().length; i++) {
        slot.value()[i] += (float) (0.2 * random.nextDouble() - 0.1);
      }
    }
    layer.parametersChanged();
    return layer;
  }

  /** The check of one attached layer. */
  private final class Run {
    private final AttachedLayer layer;
    private final String inputKind;
    private final DenseMatrix input;
    private final RandomStream directions = RandomStream.of(seed).derive(2);
    private final DenseMatrix functional;
    private double size;

    Run(AttachedLayer layer, String inputKind, DenseMatrix input) {
      this.layer = layer;
      this.inputKind = inputKind;
      this.input = input;
      this.functional =
          RandomInputs.dense(
              adjacency.nodes(),
              configuration.outputWidth(),
              -1,
              1,
              RandomStream.of(seed).derive(3));
    }

    void check() {
      size = size(forward());
      // A first pass with another gradient shows up what a layer fails to overwrite in the second.
      DenseMatrix other = functional.copy();
      other.fill(1f);
      layer.backward(other, input != null);
      forward();
      DenseMatrix inputGradient = layer.backward(functional.copy(), input != null);
      for (Slot slot : layer.slots()) {
        if (slot.updater() instanceof NoOp) {
          continue; // what training leaves as it is has no gradient
        }
        compare("parameter \"" + slot.name() + "\"", slot.value(), slot.gradient().clone());
      }
      if (input != null) {
        compare("the input", input.data(), inputGradient.data().clone());
      }
    }

    private void compare(String what, float[] values, float[] gradient) {
      float[] original = values.clone();
      double scale = Math.max(rootMeanSquare(original), 0.1);
      double errors = 0;
      double quotients = 0;
      StringBuilder table = new StringBuilder();
      for (int d = 0; d < DIRECTIONS; d++) {
        double[] direction = new double[values.length];
        double derivative = 0;
        for (int i = 0; i < direction.length; i++) {
          direction[i] = (2 * directions.nextDouble() - 1) * scale;
          derivative += direction[i] * gradient[i];
        }
        double quotient = closestQuotient(values, original, direction, derivative);
        errors += (derivative - quotient) * (derivative - quotient);
        quotients += quotient * quotient;
        table.append(String.format(Locale.ROOT, "%n  %12.5g %12.5g", derivative, quotient));
      }
      double smallest = SMALLEST_EFFECT * size;
      double error =
          errors == 0 // a layer that gives nothing but zeros has no size to compare with
              ? 0
              : Math.sqrt(errors)
                  / Math.max(Math.sqrt(quotients), smallest * Math.sqrt(DIRECTIONS));
      if (!(error <= TOLERANCE)) {
        throw new AssertionError(
            String.format(
                Locale.ROOT,
                "%s with %s: the gradient of %s is wrong, relative error %.2g where %.2g is"
                    + " allowed; along random directions%n  %12s %12s%s",
                configuration.getClass().getSimpleName(),
                inputKind,
                what,
                error,
                TOLERANCE,
                "backward",
                "difference",
                table));
      }
    }

    private double closestQuotient(
        float[] values, float[] original, double[] direction, double derivative) {
      double here = lossAt(values, original, direction, 0);
      double closest = Double.NaN;
      for (double step : STEPS) {
        double ahead = (lossAt(values, original, direction, step) - here) / step;
        double behind = (here - lossAt(values, original, direction, -step)) / step;
        double quotient =
            step == SMALLEST_STEP ? between(ahead, derivative, behind) : (ahead + behind) / 2;
        if (!(Math.abs(quotient - derivative) >= Math.abs(closest - derivative))) {
          closest = quotient;
        }
      }
      System.arraycopy(original, 0, values, 0, values.length);
      layer.parametersChanged();
      return closest;
    }

    private double lossAt(float[] values, float[] original, double[] direction, double step) {
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) (original[i] + step * direction[i]);
      }
      layer.parametersChanged();
      float[] output = forward().data();
      float[] c = functional.data();
      double loss = 0;
      for (int i = 0; i < output.length; i++) {
        loss += (double) c[i] * output[i];
      }
      return loss;
    }

    /** Every pass draws the same dropout. */
    private DenseMatrix forward() {
      return layer.forward(true, RandomStream.of(seed).derive(4));
    }

    /** What the loss would be of, if its terms did not cancel. */
    private double size(DenseMatrix output) {
      double sum = 0;
      for (int i = 0; i < output.data().length; i++) {
        sum += Math.pow((double) output.data()[i] * functional.data()[i], 2);
      }
      return Math.sqrt(sum);
    }
  }

  /** The number between the two ends that is closest to {@code value}. */
  private static double between(double end, double value, double otherEnd) {
    return Math.max(Math.min(end, otherEnd), Math.min(value, Math.max(end, otherEnd)));
  }

  private static double rootMeanSquare(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return Math.sqrt(sum / Math.max(1, values.length));
  }
}

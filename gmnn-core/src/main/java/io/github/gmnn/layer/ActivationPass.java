package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.kernel.FloatMath;
import io.github.gmnn.kernel.LayerKernels;
import io.github.gmnn.layer.internal.Nd4jArrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.IActivation;
import org.nd4j.linalg.activations.impl.ActivationELU;
import org.nd4j.linalg.activations.impl.ActivationIdentity;
import org.nd4j.linalg.activations.impl.ActivationLReLU;
import org.nd4j.linalg.activations.impl.ActivationReLU;
import org.nd4j.linalg.activations.impl.ActivationSigmoid;
import org.nd4j.linalg.activations.impl.ActivationTanH;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Applies an ND4J activation function to a layer's output, in place. The common functions run as
 * plain loops whose derivative needs the output alone; any other goes through ND4J, with copies.
 */
final class ActivationPass {
  private enum Kind {
    IDENTITY,
    RELU,
    LEAKY_RELU,
    ELU,
    TANH,
    SIGMOID,
    OTHER
  }

  private final IActivation function;
  private final Kind kind;
  private final float alpha;
  private @Nullable INDArray beforeActivation;

  ActivationPass(IActivation function) {
    this.function = function;
    this.kind = kindOf(function);
    this.alpha =
        switch (kind) {
          case LEAKY_RELU -> (float) ((ActivationLReLU) function).getAlpha();
          case ELU -> (float) ((ActivationELU) function).getAlpha();
          default -> 0f;
        };
    if (kind == Kind.OTHER) {
      Nd4jBackend.require("the activation function " + function);
    }
  }

  private static Kind kindOf(IActivation function) {
    if (function instanceof ActivationIdentity) {
      return Kind.IDENTITY;
    } else if (function instanceof ActivationReLU relu) {
      boolean plain =
          isZeroOrNull(relu.getThreshold())
              && isZeroOrNull(relu.getNegativeSlope())
              && relu.getMax() == null;
      return plain ? Kind.RELU : Kind.OTHER;
    } else if (function instanceof ActivationLReLU leaky && leaky.getAlpha() > 0) {
      return Kind.LEAKY_RELU;
    } else if (function instanceof ActivationELU elu && elu.getAlpha() > 0) {
      return Kind.ELU;
    } else if (function instanceof ActivationTanH) {
      return Kind.TANH;
    } else if (function instanceof ActivationSigmoid) {
      return Kind.SIGMOID;
    }
    return Kind.OTHER;
  }

  private static boolean isZeroOrNull(Double value) {
    return value == null || value == 0;
  }

  boolean usesNd4j() {
    return kind == Kind.OTHER;
  }

  /** Replaces {@code z} by the activation of it. */
  void forward(DenseMatrix z, boolean training, Workers workers) {
    if (kind == Kind.IDENTITY) {
      return;
    }
    if (kind == Kind.OTHER) {
      beforeActivation = Nd4jArrays.toNd4j(z);
      Nd4jArrays.copy(function.getActivation(beforeActivation.dup(), training), z);
      return;
    }
    float[] data = z.data();
    int columns = z.columns();
    workers.forRows(z.rows(), columns, (from, to) -> forward(data, from * columns, to * columns));
  }

  private void forward(float[] z, int from, int to) {
    switch (kind) {
      case RELU -> {
        for (int i = from; i < to; i++) {
          z[i] = Math.max(z[i], 0f);
        }
      }
      case LEAKY_RELU -> {
        for (int i = from; i < to; i++) {
          z[i] = z[i] > 0f ? z[i] : alpha * z[i];
        }
      }
      case ELU -> LayerKernels.BEST.elu(z, alpha, from, to);
      case TANH -> {
        for (int i = from; i < to; i++) {
          z[i] = (float) Math.tanh(z[i]);
        }
      }
      case SIGMOID -> {
        for (int i = from; i < to; i++) {
          z[i] = (float) (1 / (1 + Math.exp(-z[i])));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  /**
   * Computes into {@code result} the gradient before the activation from the one after it.
   *
   * @param output what {@link #forward} left
   * @param gradient the gradient at the output
   * @param result where the gradient before the activation goes; may be {@code gradient} itself
   */
  void backward(DenseMatrix output, DenseMatrix gradient, DenseMatrix result, Workers workers) {
    if (kind == Kind.OTHER) {
      INDArray before = Objects.requireNonNull(beforeActivation, "no forward pass yet");
      INDArray behind = Nd4jArrays.toNd4j(gradient);
      Nd4jArrays.copy(function.backprop(before, behind).getFirst(), result);
      return;
    }
    int columns = output.columns();
    float[] o = output.data();
    float[] g = gradient.data();
    float[] r = result.data();
    workers.forRows(
        output.rows(), columns, (from, to) -> backward(o, g, r, from * columns, to * columns));
  }

  private void backward(float[] o, float[] g, float[] r, int from, int to) {
    switch (kind) {
      case IDENTITY -> System.arraycopy(g, from, r, from, to - from);
      case RELU -> Elementwise.keepWherePositive(o, 1f, g, r, from, to);
      case LEAKY_RELU -> {
        for (int i = from; i < to; i++) {
          r[i] = FloatMath.select(o[i], alpha, 1f) * g[i];
        }
      }
      case ELU -> LayerKernels.BEST.eluBackward(o, alpha, g, r, from, to);
      case TANH -> {
        for (int i = from; i < to; i++) {
          r[i] = (1 - o[i] * o[i]) * g[i];
        }
      }
      case SIGMOID -> {
        for (int i = from; i < to; i++) {
          r[i] = o[i] * (1 - o[i]) * g[i];
        }
      }
      default -> throw new AssertionError(kind);
    }
  }
}

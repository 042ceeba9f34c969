package io.github.gmnn.network.internal;

import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.layer.internal.Nd4jArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.learning.regularization.L2Regularization;
import org.nd4j.linalg.learning.regularization.Regularization;

/**
 * Updates one parameter by its ND4J updater and DL4J regularisation: value -= update(gradient + l2
 * · value).
 *
 * <p>RMSProp, Adam and SGD with L2 run as plain loops that equal ND4J's to rounding, because an
 * ND4J operation on a small array costs ten times the loop and wakes OpenMP's threads. Every other
 * updater or penalty is handed to ND4J, and so needs a backend.
 *
 * <p>For those who write training loops; users of the library do not meet it. Not thread-safe.
 */
public abstract class ParameterUpdater {
  private static final Map<Class<?>, Function<Slot, ParameterUpdater>> LOOPS =
      Map.of(
          RmsProp.class, RmsPropLoop::new,
          Adam.class, AdamLoop::new,
          Sgd.class, SgdLoop::new,
          NoOp.class, NoOpLoop::new);

  final Slot slot;
  final float[] state;

  private ParameterUpdater(Slot slot, int stateLength) {
    this.slot = slot;
    this.state = new float[stateLength];
  }

  /**
   * Returns the updater of a parameter, its state as new.
   *
   * @param slot the parameter, with its updater and penalties
   */
  public static ParameterUpdater of(Slot slot) {
    var loop = LOOPS.get(slot.updater().getClass());
    return loop != null && hasLoop(slot) ? loop.apply(slot) : new Nd4jUpdater(slot);
  }

  private static boolean hasLoop(Slot slot) {
    Class<?> type = slot.updater().getClass();
    List<Regularization> penalties = slot.regularization();
    return LOOPS.containsKey(type)
        && (type == NoOp.class
            ? penalties.isEmpty()
            : penalties.stream().allMatch(r -> r.getClass() == L2Regularization.class));
  }

  /**
   * Checks that a parameter can be updated in this application.
   *
   * @throws IllegalStateException if that needs an ND4J backend and there is none
   */
  static void check(Slot slot) {
    if (!hasLoop(slot)) {
      String updater = "the updater " + slot.updater().getClass().getSimpleName();
      Nd4jBackend.require(
          slot.regularization().isEmpty()
              ? updater
              : updater + " with the penalties " + slot.regularization());
    }
  }

  /**
   * Changes the value by the gradient.
   *
   * @param scale what the slot's gradient is multiplied by: one over the weight of its sums
   * @param iteration how many updates were made before; an update of the whole graph is an epoch,
   *     so that schedules by epoch see the same number
   */
  public abstract void update(float scale, int iteration);

  /**
   * Changes the value by a share of what the gradient asks for; the updater remembers all of it.
   *
   * @param scale what the slot's gradient is multiplied by
   * @param iteration how many updates were made before
   * @param share the share, in 0..1
   */
  final void update(float scale, int iteration, float share) {
    if (share == 1) {
      update(scale, iteration);
      return;
    }
    float[] value = slot.value();
    float[] before = value.clone();
    update(scale, iteration);
    for (int i = 0; i < value.length; i++) {
      value[i] = before[i] + share * (value[i] - before[i]);
    }
  }

  /** Returns a copy of what the updater remembers from update to update. */
  public final float[] state() {
    return state.clone();
  }

  /**
   * Returns to what {@link #state()} gave.
   *
   * @throws IllegalArgumentException if it has another length
   */
  public final void restore(float[] saved) {
    if (saved.length != state.length) {
      throw new IllegalArgumentException(
          "updater state of "
              + slot.name()
              + ": expected "
              + state.length
              + " values, found "
              + saved.length);
    }
    System.arraycopy(saved, 0, state, 0, state.length);
    stateRestored();
  }

  /** Tells an updater that keeps its state elsewhere that {@link #state} was overwritten. */
  void stateRestored() {}

  final float l2(int iteration) {
    double sum = 0;
    List<Regularization> penalties = slot.regularization();
    for (int i = 0; i < penalties.size(); i++) {
      sum += ((L2Regularization) penalties.get(i)).getL2().valueAt(iteration, iteration);
    }
    return (float) sum;
  }

  private static final class SgdLoop extends ParameterUpdater {
    SgdLoop(Slot slot) {
      super(slot, 0);
    }

    @Override
    public void update(float scale, int iteration) {
      float rate = (float) slot.updater().getLearningRate(iteration, iteration);
      float l2 = l2(iteration);
      float[] value = slot.value();
      float[] gradient = slot.gradient();
      for (int i = 0; i < value.length; i++) {
        value[i] -= rate * (scale * gradient[i] + l2 * value[i]);
      }
    }
  }

  /** What batch normalisation's running means use: their "gradient" is the step itself. */
  private static final class NoOpLoop extends ParameterUpdater {
    NoOpLoop(Slot slot) {
      super(slot, 0);
    }

    @Override
    public void update(float scale, int iteration) {
      for (int i = 0; i < slot.value().length; i++) {
        slot.value()[i] -= scale * slot.gradient()[i];
      }
    }
  }

  private static final class RmsPropLoop extends ParameterUpdater {
    private final RmsProp settings;

    RmsPropLoop(Slot slot) {
      super(slot, slot.value().length);
      this.settings = (RmsProp) slot.updater();
      Arrays.fill(state, (float) settings.getEpsilon()); // as ND4J starts it
    }

    @Override
    public void update(float scale, int iteration) {
      float rate = (float) settings.getLearningRate(iteration, iteration);
      float decay = (float) settings.getRmsDecay();
      float rest = 1 - decay;
      float epsilon = (float) settings.getEpsilon();
      float l2 = l2(iteration);
      float[] value = slot.value();
      float[] gradient = slot.gradient();
      float[] squares = state;
      for (int i = 0; i < value.length; i++) {
        float g = scale * gradient[i] + l2 * value[i];
        float s = decay * squares[i] + rest * g * g;
        squares[i] = s;
        value[i] -= rate * g / ((float) Math.sqrt(s) + epsilon);
      }
    }
  }

  private static final class AdamLoop extends ParameterUpdater {
    private final Adam settings;

    AdamLoop(Slot slot) {
      super(slot, Math.multiplyExact(2, slot.value().length));
      this.settings = (Adam) slot.updater();
    }

    @Override
    public void update(float scale, int iteration) {
      double b1 = settings.getBeta1();
      double b2 = settings.getBeta2();
      double t = iteration + 1.0;
      float rate =
          (float)
              (settings.getLearningRate(iteration, iteration)
                  * Math.sqrt(1 - Math.pow(b2, t))
                  / (1 - Math.pow(b1, t)));
      float epsilon = (float) settings.getEpsilon();
      Elementwise.adam(
          slot.value(),
          slot.gradient(),
          state,
          scale,
          l2(iteration),
          rate,
          (float) b1,
          (float) b2,
          epsilon);
    }
  }

  /** Any updater and penalty of ND4J, by copying the parameter there and back. */
  private static final class Nd4jUpdater extends ParameterUpdater {
    private final GradientUpdater<?> updater;
    private final INDArray value;
    private final float[] scaled;
    private final INDArray step;
    private final @Nullable INDArray stateView;

    Nd4jUpdater(Slot slot) {
      super(slot, Math.toIntExact(slot.updater().stateSize(slot.value().length)));
      check(slot);
      value = Nd4j.create(DataType.FLOAT, 1, slot.value().length);
      scaled = new float[slot.value().length];
      step = Nd4j.create(DataType.FLOAT, 1, slot.value().length);
      stateView = state.length == 0 ? null : Nd4j.create(DataType.FLOAT, 1, state.length);
      updater = slot.updater().instantiate(stateView, true);
      if (stateView != null) {
        Nd4jArrays.copy(stateView, state);
      }
    }

    @Override
    public void update(float scale, int iteration) {
      Nd4jArrays.copy(slot.value(), value);
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] = scale * slot.gradient()[i];
      }
      Nd4jArrays.copy(scaled, step);
      IUpdater settings = slot.updater();
      double rate = settings.hasLearningRate() ? settings.getLearningRate(iteration, iteration) : 1;
      penalize(Regularization.ApplyStep.BEFORE_UPDATER, rate, iteration);
      updater.applyUpdater(step, iteration, iteration);
      penalize(Regularization.ApplyStep.POST_UPDATER, rate, iteration);
      value.subi(step);
      Nd4jArrays.copy(value, slot.value());
      if (stateView != null) {
        Nd4jArrays.copy(stateView, state);
      }
    }

    private void penalize(Regularization.ApplyStep when, double rate, int iteration) {
      for (Regularization penalty : slot.regularization()) {
        if (penalty.applyStep() == when) {
          penalty.apply(value, step, rate, iteration, iteration);
        }
      }
    }

    @Override
    void stateRestored() {
      if (stateView != null) {
        Nd4jArrays.copy(state, stateView);
      }
    }
  }
}

package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.TRIAL_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.VALIDATION_INTERVAL;

import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.Collection;

/**
 * Bounds what a fit costs where the kind of q is left open, on graphs so large that the usual
 * epochs would take many minutes: fewer of them are validated, and then there are fewer. A step
 * there sees so many labels that it says more than one on a small graph. What the user sets stays.
 *
 * <p>A processor with vectors of 256 bits does some 20 to 30 thousand million multiply-adds a
 * second.
 */
final class WorkBudget {
  /** Multiply-adds of a validation from which not every epoch has one. */
  private static final double DEAR_VALIDATION = 5e8;

  /** As often as the guard of EM looks. */
  private static final int INTERVAL = 4;

  /** Multiply-adds of the trials of all kinds, until the worst are given up. */
  private static final double TRIALS = 8e11;

  /** Multiply-adds of the trials that go on. */
  private static final double COMPARISON = 8e11;

  /** Multiply-adds of the training of q, EM included. */
  private static final double TRAINING = 1.5e12;

  /** Less says nothing. */
  private static final int FEWEST_TRIAL_EPOCHS = 20;

  private static final int FEWEST_EPOCHS = 60;

  private WorkBudget() {}

  /** The epochs after which kinds that are far behind are given up. */
  static int trialEpochs(Settings asked, Collection<FitWork> kinds) {
    int epochs = asked.get(TRIAL_EPOCHS);
    double ofOne = kinds.stream().mapToDouble(WorkBudget::epoch).sum();
    return asked.isSet(TRIAL_EPOCHS)
        ? epochs
        : bounded(epochs, TRIALS / ofOne, FEWEST_TRIAL_EPOCHS);
  }

  /** Whether trials that go on may cost so much. */
  static boolean allows(double comparison) {
    return comparison <= COMPARISON;
  }

  /**
   * The settings of a kind's fit.
   *
   * @param ofKind without regard to the size of the graph
   * @param asked what was asked for, which stays
   */
  static Settings suited(Settings ofKind, Settings asked, FitWork work) {
    Settings result = ofKind;
    if (interval(work) > 1 && !asked.isSet(VALIDATION_INTERVAL)) {
      result = result.with(VALIDATION_INTERVAL, interval(work));
    }
    double epochs =
        ofKind.get(PRETRAIN_EPOCHS)
            + (double) ofKind.get(EM_ITERATIONS) * ofKind.get(INFERENCE_EPOCHS);
    double share = TRAINING / (epochs * epoch(work));
    return fewer(fewer(result, asked, PRETRAIN_EPOCHS, share), asked, INFERENCE_EPOCHS, share);
  }

  private static Settings fewer(
      Settings settings, Settings asked, Setting<Integer> setting, double share) {
    int epochs = settings.get(setting);
    int bounded = bounded(epochs, share * epochs, FEWEST_EPOCHS);
    return bounded == epochs || asked.isSet(setting) ? settings : settings.with(setting, bounded);
  }

  private static int bounded(int epochs, double most, int fewest) {
    return (int) Math.min(epochs, Math.max(fewest, most));
  }

  /** What an epoch costs. */
  static double epoch(FitWork work) {
    return work.epoch(interval(work));
  }

  private static int interval(FitWork work) {
    return work.validation() > DEAR_VALIDATION ? INTERVAL : 1;
  }
}

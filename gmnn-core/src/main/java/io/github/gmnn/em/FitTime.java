package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.LEARNING_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PATIENCE;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.VALIDATION_INTERVAL;
import static io.github.gmnn.em.TrainerSettings.WHOLE_TRIALS;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.internal.Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.DoubleStream;

/** Estimates how long a fit takes on one thread: its work, at the speed of this machine. */
public final class FitTime {
  /** Multiply-adds that a fit does in the time of one of {@link MachineSpeed}'s. */
  private static final double SHARE_OF_SPEED = 0.5;

  /** How much of a phase is trained where patience may end it. */
  private static final double UNTIL_PATIENCE_ENDS = 0.7;

  /** Kinds that are trained to the end before one is chosen. */
  private static final int COMPARED = 2;

  private FitTime() {}

  /** Returns the time of a fit with settings, choosing the kind of q included. */
  public static Duration of(Settings settings, Graph<?> graph) {
    double seconds = work(settings, graph) / (SHARE_OF_SPEED * MachineSpeed.multiplyAdds());
    return Duration.ofMillis((long) Math.ceil(1000 * seconds));
  }

  /** The multiply-adds of a fit. */
  static double work(Settings settings, Graph<?> graph) {
    List<Candidate> kinds =
        settings.get(INFERENCE_AMONG).stream().filter(kind -> kind.suits().test(graph)).toList();
    if (kinds.isEmpty()) {
      return Phases.of(settings, graph).whole();
    }
    KnownLabels labels = KnownLabels.of(graph);
    List<Phases> fits =
        kinds.stream()
            .map(kind -> InferenceChoice.settingsOf(kind, settings, graph, labels))
            .map(ofKind -> Phases.of(ofKind, graph))
            .toList();
    if (settings.get(WHOLE_TRIALS)) {
      return fits.stream().mapToDouble(Phases::whole).sum();
    }
    int trial = WorkBudget.trialEpochs(settings, fits.stream().map(Phases::q).toList());
    double trials = fits.stream().mapToDouble(fit -> fit.ofQ(trial)).sum();
    return trials
        + (COMPARED - 1) * middle(fits.stream().mapToDouble(Phases::pretraining))
        + middle(fits.stream().mapToDouble(Phases::whole));
  }

  /** The geometric mean: a kind that costs ten times as much as others is seldom the one taken. */
  private static double middle(DoubleStream costs) {
    return Math.exp(costs.map(Math::log).average().orElseThrow());
  }

  /**
   * What the phases of a fit cost.
   *
   * @param settings of the fit
   * @param q an epoch of q
   * @param p an epoch of p
   */
  private record Phases(Settings settings, FitWork q, FitWork p) {
    static Phases of(Settings settings, Graph<?> graph) {
      FitPlan<?> plan = FitPlan.completed(settings, graph);
      FitWork ofP = plan.trainsLearning() ? FitWork.ofLearning(plan) : new FitWork(0, 0);
      return new Phases(plan.settings(), FitWork.of(plan), ofP);
    }

    private double epochs(int most) {
      return settings.get(PATIENCE) < most ? UNTIL_PATIENCE_ENDS * most : most;
    }

    /** So many epochs of q. */
    double ofQ(int epochs) {
      int passes = settings.get(TrainerSettings.INFERENCE_OBJECTIVE).passes();
      int interval = settings.get(VALIDATION_INTERVAL);
      return Math.min(epochs, settings.get(PRETRAIN_EPOCHS))
          * (passes * q.step() + q.validation() / interval);
    }

    double pretraining() {
      return epochs(settings.get(PRETRAIN_EPOCHS)) * ofQ(1);
    }

    double whole() {
      double iteration =
          epochs(settings.get(LEARNING_EPOCHS)) * p.epoch(settings.get(VALIDATION_INTERVAL))
              + epochs(settings.get(INFERENCE_EPOCHS)) * ofQ(1);
      return pretraining() + settings.get(EM_ITERATIONS) * iteration;
    }
  }
}

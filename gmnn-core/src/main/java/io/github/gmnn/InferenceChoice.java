package io.github.gmnn;

import static io.github.gmnn.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.TrainerSettings.PRETRAIN_EPOCHS;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses between kinds of q for a graph: each is trained for some epochs on the labels alone, and
 * validation decides. Where no nodes are held for validation, the labels are: in three parts, each
 * of which is held back once.
 *
 * <p>The first of the kinds has the benefit of the doubt: another must be right on more nodes by
 * more than a standard error. So noise does not take a graph away from the kind that suits most.
 */
final class InferenceChoice {
  private static final Logger LOG = LoggerFactory.getLogger(InferenceChoice.class);

  /** Enough to tell kinds apart; a whole fit by default has three times as many. */
  private static final int TRIAL_EPOCHS = 100;

  private static final int FOLDS = 3;

  private InferenceChoice() {}

  /** Returns settings with the chosen kind, and what was tried for {@link Settings#describe()}. */
  static Settings of(Settings settings, Graph<?> graph) {
    List<InferenceKind> kinds = settings.get(INFERENCE_AMONG);
    List<? extends Graph<?>> trials =
        graph.validationNodes().length > 0 ? List.of(graph) : folds(settings, graph);
    if (trials.isEmpty()) {
      String reason =
          kinds.get(0).name() + ", untried: a class has fewer than " + FOLDS + " labelled nodes";
      return settled(settings, kinds.get(0), reason);
    }
    int validated = 0;
    for (Graph<?> trial : trials) {
      validated += trial.validationNodes().length;
    }
    InferenceKind best = kinds.get(0);
    double metric = Double.NaN;
    List<String> tried = new ArrayList<>();
    for (InferenceKind kind : kinds) {
      double ofKind = validation(with(settings, kind), trials);
      tried.add(String.format(Locale.ROOT, "%s %.4f", kind.name(), ofKind));
      boolean first = Double.isNaN(metric);
      double margin = best == kinds.get(0) && !first ? error(metric, validated) : 0;
      if (first || ofKind > metric + margin) {
        best = kind;
        metric = ofKind;
      }
    }
    LOG.info("q is {}, chosen by validation: {}", best.name(), tried);
    return settled(settings, best, best.name() + " of " + tried);
  }

  private static double error(double share, int count) {
    return Math.sqrt(share * (1 - share) / count);
  }

  /** The settings of a kind, replaced by what was set apart from it. */
  private static Settings with(Settings settings, InferenceKind kind) {
    return settings.over(GmnnTrainer.builder().inference(kind).settings());
  }

  private static Settings settled(Settings settings, InferenceKind kind, String text) {
    return with(settings, kind).with(TrainerSettings.INFERENCE_CHOSEN, text);
  }

  /** The best validation metric of pre-training alone, the mean over the graphs. */
  private static double validation(Settings settings, List<? extends Graph<?>> trials) {
    int epochs = Math.min(TRIAL_EPOCHS, settings.get(PRETRAIN_EPOCHS));
    Settings trial =
        settings
            .with(INFERENCE_AMONG, List.of())
            .with(TrainerSettings.EM_ITERATIONS, 0)
            .with(PRETRAIN_EPOCHS, epochs)
            .with(TrainerSettings.LISTENERS, List.of())
            .with(TrainerSettings.INFERENCE_LISTENERS, List.of())
            .without(TrainerSettings.CHECKPOINT);
    double sum = 0;
    for (Graph<?> graph : trials) {
      FitPlan<?> plan = FitPlan.of(trial, graph);
      GmnnModel<?> model =
          FitThread.run(stop -> new EmAlgorithm<>(plan.settings(), plan.graph(), stop).run());
      sum += model.history().bestValidation(Phase.PRE_TRAINING).orElse(0);
    }
    return sum / trials.size();
  }

  /** The graph with a third of each class's labels held for validation, each third once. */
  private static <K> List<Graph<K>> folds(Settings settings, Graph<K> graph) {
    RandomStream random = RandomStream.of(settings.get(TrainerSettings.SEED)).derive("folds");
    Map<K, String> labels = new LinkedHashMap<>();
    Map<Integer, List<K>> byClass = new LinkedHashMap<>();
    for (int node : graph.trainingNodes()) {
      labels.put(graph.key(node), graph.classes().get(graph.label(node)));
      byClass.computeIfAbsent(graph.label(node), label -> new ArrayList<>()).add(graph.key(node));
    }
    List<List<K>> held = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      held.add(new ArrayList<>());
    }
    for (List<K> ofClass : byClass.values()) {
      if (ofClass.size() < FOLDS) {
        return List.of();
      }
      for (int left = ofClass.size(); left > 0; left--) {
        held.get(left % FOLDS).add(ofClass.remove(random.nextInt(left)));
      }
    }
    return held.stream().map(keys -> graph.withLabels(labels, keys)).toList();
  }
}

package io.github.gmnn;

import static io.github.gmnn.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.TrainerSettings.THREADS;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.persistence.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses between kinds of q for a graph: each is trained for some epochs on the labels alone, and
 * validation decides. Where no nodes are held for validation, the labels are: in three parts, each
 * of which is held back once.
 *
 * <p>The first of the kinds has the benefit of the doubt: another must be right on more nodes by
 * more than a standard error. So noise does not take a graph away from the kind that suits most.
 *
 * <p>A trial is the beginning of a fit: with validation nodes, the kind that wins goes on where its
 * trial ended. Trials on labels held back are three and so half as long. Trials on graphs too small
 * to keep several threads busy run side by side.
 *
 * @param <K> type of the nodes' keys
 */
final class InferenceChoice<K> {
  private static final Logger LOG = LoggerFactory.getLogger(InferenceChoice.class);

  /** Half of what a kind has for pre-training tells it apart, if that is neither few nor many. */
  private static final int FEWEST_EPOCHS = 50;

  private static final int MOST_EPOCHS = 100;

  private static final int FOLDS = 3;

  /** Nodes above which a step keeps several threads busy, and several networks fill memory. */
  private static final int SMALL_GRAPH = 20_000;

  private final Settings settings;
  private final List<InferenceKind> kinds;
  private final List<Graph<K>> graphs;

  private InferenceChoice(Settings settings, List<Graph<K>> graphs) {
    this.settings = settings;
    this.kinds = settings.get(INFERENCE_AMONG);
    this.graphs = graphs;
  }

  /** Returns the plan of a fit with the chosen kind; its settings say what was tried. */
  static <K> FitPlan<K> of(Settings settings, Graph<K> graph) {
    boolean validated = graph.validationNodes().length > 0;
    List<Graph<K>> graphs = validated ? List.of(graph) : folds(settings, graph);
    InferenceChoice<K> choice = new InferenceChoice<>(settings, graphs);
    if (graphs.isEmpty()) {
      String reason = ", untried: a class has fewer than " + FOLDS + " labelled nodes";
      return choice.plan(0, choice.kinds.get(0).name() + reason, graph);
    }
    List<Trial> trials = FitThread.run(choice::trials);
    double[] validation = choice.validation(trials);
    int best = choice.best(validation);
    String name = choice.kinds.get(best).name();
    List<String> tried = choice.tried(validation);
    LOG.info("q is {}, chosen by validation: {}", name, tried);
    FitPlan<K> plan = choice.plan(best, name + " of " + tried, graph);
    return validated ? plan.from(trials.get(best).end) : plan;
  }

  private FitPlan<K> plan(int kind, String chosen, Graph<K> graph) {
    return FitPlan.settled(with(kind).with(TrainerSettings.INFERENCE_CHOSEN, chosen), graph);
  }

  /** The settings of a kind, replaced by what was set apart from it. */
  private Settings with(int kind) {
    return settings.over(GmnnTrainer.builder().inference(kinds.get(kind)).settings());
  }

  /** How a kind did on a graph, and where its fit stands; NaN and null if it failed. */
  private record Trial(double validation, @Nullable Checkpoint end) {}

  /** All kinds on the first graph, then all on the next. */
  private List<Trial> trials(BooleanSupplier stop) {
    int count = graphs.size() * kinds.size();
    int threads = settings.get(THREADS);
    boolean sideBySide = graphs.get(0).nodeCount() <= SMALL_GRAPH;
    int threadsOfEach = sideBySide ? Math.max(1, threads / count) : threads;
    Trial[] trials = new Trial[count];
    (sideBySide ? Workers.of(threads) : Workers.sequential())
        .forParts(
            count,
            i -> {
              Settings ofKind = with(i % kinds.size()).with(THREADS, threadsOfEach);
              Graph<K> graph = graphs.get(i / kinds.size());
              trials[i] = FitThread.run(ended -> trial(ofKind, graph, stop));
            });
    return List.of(trials);
  }

  private Trial trial(Settings settings, Graph<K> graph, BooleanSupplier stop) {
    int whole = trialEpochs(settings.get(PRETRAIN_EPOCHS));
    int epochs = graphs.size() == 1 ? whole : (whole + 1) / 2;
    Settings quiet =
        settings
            .with(TrainerSettings.LISTENERS, List.of())
            .with(TrainerSettings.INFERENCE_LISTENERS, List.of())
            .without(TrainerSettings.CHECKPOINT);
    try {
      Checkpoint end = FitPlan.settled(quiet, graph).start(stop).runFirst(epochs);
      return new Trial(end.history().bestValidation(Phase.PRE_TRAINING).orElse(0), end);
    } catch (MemoryEstimate.TooLarge | ArithmeticException e) {
      LOG.warn("A kind of q is left out: {}", e.getMessage());
      return new Trial(Double.NaN, null);
    }
  }

  static int trialEpochs(int all) {
    return Math.min(all, Math.max(FEWEST_EPOCHS, Math.min(MOST_EPOCHS, all / 2)));
  }

  /** The best validation metric of each kind, the mean over the graphs. */
  private double[] validation(List<Trial> trials) {
    double[] mean = new double[kinds.size()];
    for (int i = 0; i < trials.size(); i++) {
      mean[i % mean.length] += trials.get(i).validation / graphs.size();
    }
    return mean;
  }

  private int best(double[] validation) {
    int validated = 0;
    for (Graph<K> graph : graphs) {
      validated += graph.validationNodes().length;
    }
    int best = 0;
    double toBeat = validation[0] + Math.sqrt(validation[0] * (1 - validation[0]) / validated);
    for (int kind = 1; kind < validation.length; kind++) {
      if (validation[kind] > toBeat) {
        best = kind;
        toBeat = validation[kind];
      }
    }
    return best;
  }

  private List<String> tried(double[] validation) {
    List<String> text = new ArrayList<>();
    for (int kind = 0; kind < validation.length; kind++) {
      String result =
          Double.isNaN(validation[kind])
              ? "failed"
              : String.format(Locale.ROOT, "%.4f", validation[kind]);
      text.add(kinds.get(kind).name() + " " + result);
    }
    return text;
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

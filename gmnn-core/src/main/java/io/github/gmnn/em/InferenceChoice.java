package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.FRESH_INFERENCE_NETWORK;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.NEIGHBORS_AS_FEATURES;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_SELECTION;
import static io.github.gmnn.em.TrainerSettings.THREADS;
import static io.github.gmnn.em.TrainerSettings.TRIAL_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.VALIDATION_METRIC;
import static io.github.gmnn.em.TrainerSettings.WITHIN;
import static io.github.gmnn.training.Selection.METRIC;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
 * validation decides. The order of the kinds counts: the first within half a standard error of the
 * best is taken, since differences that small are chance, and the best of several by chance is not
 * the best.
 *
 * <p>With validation nodes a trial is the beginning of a fit, and the kind that wins goes on where
 * its trial ended. Without them half of each class's labels is held back, once each half.
 *
 * <p>Trials on graphs too small to keep several threads busy run side by side.
 *
 * @param <K> type of the nodes' keys
 */
final class InferenceChoice<K> {
  private static final Logger LOG = LoggerFactory.getLogger(InferenceChoice.class);

  /** Standard errors that the best has to be ahead by. */
  private static final double CLEAR_LEAD = 0.5;

  /** The share of a trial's epochs where labels are held back: there are two such trials. */
  private static final double SHARE_ON_HALVES = 2 / 3.0;

  /** Fewer labels say nothing when halved. */
  private static final int FEWEST_LABELS = 6;

  /** What a fit without validation nodes has for EM, which nothing guards there. */
  private static final int UNGUARDED_ITERATIONS = 2;

  private static final int UNGUARDED_EPOCHS = 100;

  /** Nodes above which a step keeps several threads busy, and several networks fill memory. */
  private static final int SMALL_GRAPH = 20_000;

  private final Settings settings;
  private final List<Candidate> kinds;
  private final List<Graph<K>> graphs;

  private InferenceChoice(Settings settings, List<Candidate> kinds, List<Graph<K>> graphs) {
    this.settings = settings;
    this.kinds = kinds;
    this.graphs = graphs;
  }

  /** Returns the plan of a fit with the chosen kind; its choice says what was tried. */
  static <K> FitPlan<K> of(Settings settings, Graph<K> graph) {
    List<Candidate> kinds =
        settings.get(INFERENCE_AMONG).stream().filter(kind -> kind.suits().test(graph)).toList();
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "none of the kinds " + settings.get(INFERENCE_AMONG) + " suits " + graph);
    }
    if (kinds.size() == 1) {
      return plan(kinds.get(0), ", the only one that suits the graph", settings, graph);
    }
    boolean validated = graph.validationNodes().length > 0;
    List<Graph<K>> graphs = validated ? List.of(graph) : halves(settings, graph);
    if (graphs.isEmpty()) {
      String why = ", untried: too few labels to hold some back";
      return plan(kinds.get(0), why, settings, graph);
    }
    InferenceChoice<K> choice = new InferenceChoice<>(settings, kinds, graphs);
    List<Contender<K>> tried = FitThread.run(choice::trials);
    int best = choice.best(tried);
    FitPlan<K> plan = plan(kinds.get(best), " of " + tried, settings, graph);
    LOG.info("q is {}, chosen by validation", plan.choice());
    return validated ? plan.from(tried.get(best).end) : plan;
  }

  private static <K> FitPlan<K> plan(
      Candidate chosen, String why, Settings settings, Graph<K> graph) {
    return settled(chosen, settings, graph).with(new Choice(chosen.name(), why));
  }

  /** Returns the plan of a fit with a kind; settings made apart from it replace its own. */
  static <K> FitPlan<K> settled(Candidate kind, Settings settings, Graph<K> graph) {
    Settings ofKind = settings.over(kind.settings());
    return FitPlan.settled(
        graph.validationNodes().length == 0 ? unguarded(ofKind, settings, graph) : ofKind, graph);
  }

  /**
   * Without validation nodes nothing guards EM: it is short, and left out where labels are too few
   * to try anything or neighbours are not known to be alike, unless it was asked for.
   */
  private static Settings unguarded(Settings ofKind, Settings asked, Graph<?> graph) {
    if (asked.isSet(EM_ITERATIONS) || !ofKind.get(TrainerSettings.AMORTIZED)) {
      return ofKind;
    }
    LabelAgreement agreement = LabelAgreement.of(graph);
    boolean alike = agreement.isKnown() ? agreement.isHigh() : !ofKind.get(NEIGHBORS_AS_FEATURES);
    if (!alike || !canBeHalved(graph)) {
      return ofKind.with(EM_ITERATIONS, 0);
    }
    if (!ofKind.get(FRESH_INFERENCE_NETWORK)) {
      return ofKind;
    }
    Settings few =
        ofKind.with(EM_ITERATIONS, Math.min(UNGUARDED_ITERATIONS, ofKind.get(EM_ITERATIONS)));
    return asked.isSet(INFERENCE_EPOCHS)
        ? few
        : few.with(INFERENCE_EPOCHS, Math.min(UNGUARDED_EPOCHS, few.get(INFERENCE_EPOCHS)));
  }

  private List<Contender<K>> trials(BooleanSupplier stop) {
    List<Contender<K>> all = new ArrayList<>();
    for (Candidate candidate : kinds) {
      all.add(new Contender<>(candidate.name(), settings.over(candidate.settings()), graphs));
    }
    int threads = settings.get(THREADS);
    Duration within = settings.get(WITHIN);
    // by turns where time is short: then it is known which of them were tried
    boolean sideBySide = graphs.get(0).nodeCount() <= SMALL_GRAPH && within == null;
    long start = System.nanoTime();
    int threadsOfEach = sideBySide ? Math.max(1, threads / all.size()) : threads;
    for (int graph = 0; graph < graphs.size(); graph++) {
      int its = graph;
      (sideBySide ? Workers.of(threads) : Workers.sequential())
          .forParts(
              all.size(),
              i -> {
                Contender<K> contender = all.get(i);
                boolean late =
                    i > 0 && within != null && System.nanoTime() - start >= within.toNanos();
                contender.validation[its] =
                    late
                        ? Double.NEGATIVE_INFINITY
                        : FitThread.run(ended -> contender.train(its, threadsOfEach, stop));
              });
      tell(all, graph);
    }
    return all;
  }

  /** Tells listeners what was tried. */
  private void tell(List<Contender<K>> tried, int graph) {
    for (Contender<K> contender : tried) {
      for (GmnnListener listener : settings.get(TrainerSettings.LISTENERS)) {
        listener.onTrial(contender.name, contender.validation[graph]);
      }
    }
  }

  private int best(List<Contender<K>> tried) {
    int nodes = graphs.stream().mapToInt(graph -> graph.validationNodes().length).sum();
    boolean isShare = settings.get(VALIDATION_METRIC) == ValidationMetric.ACCURACY;
    return first(tried.stream().mapToDouble(Contender::mean).toArray(), isShare ? nodes : 0);
  }

  /**
   * Returns the first that the best is not clearly ahead of; 0 if all failed, whose fit says why.
   *
   * @param metrics the metric of each, negative infinity where it failed
   * @param nodes how many nodes it is a share of; 0 if it is no share, and the best is taken
   */
  static int first(double[] metrics, int nodes) {
    double highest = Arrays.stream(metrics).max().orElse(0);
    double error =
        nodes == 0 || highest < 0 ? 0 : Math.sqrt(Math.max(0, highest * (1 - highest)) / nodes);
    for (int kind = 0; kind < metrics.length; kind++) {
      if (metrics[kind] >= highest - CLEAR_LEAD * error) {
        return kind;
      }
    }
    return 0;
  }

  /** A kind, and how it did so far. */
  private static final class Contender<K> {
    private final String name;
    private final Settings settings;
    private final List<Graph<K>> graphs;

    /** The best validation metric on each graph; negative infinity where it failed or was late. */
    private final double[] validation;

    /** Where its fit stands, if there is one graph and it did not fail. */
    private @Nullable Checkpoint end;

    Contender(String name, Settings settings, List<Graph<K>> graphs) {
      this.name = name;
      // Trials on labels held back are not gone on from: no need to keep more than the best epochs.
      Settings kept = graphs.size() == 1 ? settings : settings.with(PRETRAIN_SELECTION, METRIC);
      this.settings = TrainerSettings.silent(kept);
      this.graphs = graphs;
      this.validation = new double[graphs.size()];
    }

    /** Trains it on a graph for the epochs of a trial. */
    double train(int graph, int threads, BooleanSupplier stop) {
      int epochs = Math.min(settings.get(TRIAL_EPOCHS), settings.get(PRETRAIN_EPOCHS));
      if (graphs.size() > 1) {
        epochs = (int) Math.ceil(SHARE_ON_HALVES * epochs);
      }
      try {
        FitPlan<K> plan = FitPlan.settled(settings.with(THREADS, threads), graphs.get(graph));
        ClassifierFit<K> fit = new ClassifierFit<>(plan, stop);
        TrainingHistory history = fit.runFirst(epochs);
        if (graphs.size() == 1) {
          end = fit.checkpoint();
        }
        return history.bestValidation(Phase.PRE_TRAINING).orElse(0);
      } catch (FitMemory.TooLarge | ArithmeticException e) {
        LOG.warn("A kind of q is left out: {}", e.getMessage());
        return Double.NEGATIVE_INFINITY;
      }
    }

    /** The mean over the graphs. */
    double mean() {
      return Arrays.stream(validation).average().orElse(0);
    }

    @Override
    public String toString() {
      return Double.isInfinite(mean())
          ? name + " left out"
          : String.format(Locale.ROOT, "%s %.4f", name, mean());
    }
  }

  /** Whether there are labels enough to hold half of them back. */
  private static boolean canBeHalved(Graph<?> graph) {
    int[] counts = new int[graph.classes().size()];
    for (int node : graph.trainingNodes()) {
      counts[graph.label(node)]++;
    }
    return graph.trainingNodes().length >= FEWEST_LABELS
        && Arrays.stream(counts).filter(count -> count >= 2).count() >= 2;
  }

  /**
   * The graph with half of each class's labels held for validation, the other half in the second.
   * The label of a class that has no other is always trained on.
   */
  private static <K> List<Graph<K>> halves(Settings settings, Graph<K> graph) {
    RandomStream random = RandomStream.of(settings.get(TrainerSettings.SEED)).derive("folds");
    Map<K, String> labels = graph.trainingLabels();
    Map<Integer, List<K>> byClass = new LinkedHashMap<>();
    for (int node : graph.trainingNodes()) {
      byClass.computeIfAbsent(graph.label(node), label -> new ArrayList<>()).add(graph.key(node));
    }
    byClass.values().removeIf(ofClass -> ofClass.size() < 2);
    if (!canBeHalved(graph)) {
      return List.of();
    }
    List<List<K>> held = List.of(new ArrayList<>(), new ArrayList<>());
    for (List<K> ofClass : byClass.values()) {
      for (int left = ofClass.size(); left > 0; left--) {
        held.get(left % 2).add(ofClass.remove(random.nextInt(left)));
      }
    }
    return held.stream().map(keys -> graph.withLabels(labels, keys)).toList();
  }
}

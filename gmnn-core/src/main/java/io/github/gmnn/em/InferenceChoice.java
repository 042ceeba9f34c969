package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_SELECTION;
import static io.github.gmnn.em.TrainerSettings.THREADS;
import static io.github.gmnn.training.Selection.METRIC;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Settings;
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
 * validation decides. Where no nodes are held for validation, the labels are: in three parts, two
 * of which are held back in turn. EM then has no guard, and is left out where most edges between
 * labelled nodes join different labels: there it does more harm than good.
 *
 * <p>The first of the kinds has the benefit of the doubt, unless most edges between labelled nodes
 * join different labels: another must be right on more nodes by more than a standard error. So
 * noise does not take a graph away from the kind that suits most.
 *
 * <p>Time is for kinds that may win, as in successive halving (Jamieson and Talwalkar 2016): a
 * round is some epochs, or one part of the labels held back, and a kind that is behind the best of
 * it by more than a standard error is out. With validation nodes a trial is the beginning of a fit,
 * and the kind that wins goes on where its trial ended. Trials on graphs too small to keep several
 * threads busy run side by side.
 *
 * @param <K> type of the nodes' keys
 */
final class InferenceChoice<K> {
  private static final Logger LOG = LoggerFactory.getLogger(InferenceChoice.class);

  /** Half of what a kind has for pre-training tells it apart, if that is neither few nor many. */
  private static final int FEWEST_EPOCHS = 50;

  private static final int MOST_EPOCHS = 100;

  /** The share of a trial's epochs that is its first round, or any round on labels held back. */
  private static final double FIRST_ROUND = 0.4;

  private static final int ROUNDS = 2;

  /** Parts of the labels, of which as many as there are rounds are held back. */
  private static final int FOLDS = 3;

  /** Nodes above which a step keeps several threads busy, and several networks fill memory. */
  private static final int SMALL_GRAPH = 20_000;

  private final Settings settings;
  private final List<Candidate> kinds;
  private final List<Graph<K>> graphs;

  /** Standard errors added to the score of the first of the kinds. */
  private final int benefit;

  private InferenceChoice(Settings settings, Graph<K> graph, List<Graph<K>> graphs) {
    this.settings = settings;
    this.kinds = settings.get(INFERENCE_AMONG);
    this.graphs = graphs;
    this.benefit = LabelledEdges.of(graph).mostDiffer() ? 0 : 1;
  }

  /** Returns the plan of a fit with the chosen kind; its choice says what was tried. */
  static <K> FitPlan<K> of(Settings settings, Graph<K> graph) {
    boolean validated = graph.validationNodes().length > 0;
    List<Graph<K>> graphs = validated ? List.of(graph) : folds(settings, graph);
    InferenceChoice<K> choice = new InferenceChoice<>(settings, graph, graphs);
    if (graphs.isEmpty()) {
      String why = ", untried: fewer than two classes have " + FOLDS + " labelled nodes";
      return choice.plan(0, why, graph);
    }
    List<Contender<K>> tried = FitThread.run(choice::trials);
    int best = best(tried, choice.benefit);
    FitPlan<K> plan = choice.plan(best, " of " + tried, graph);
    LOG.info("q is {}, chosen by validation", plan.choice());
    return validated ? plan.from(tried.get(best).end) : plan;
  }

  private FitPlan<K> plan(int kind, String why, Graph<K> graph) {
    Candidate chosen = kinds.get(kind);
    return settled(chosen, settings, graph).with(new Choice(chosen.name(), why));
  }

  /** Returns the plan of a fit with a kind; settings made apart from it replace its own. */
  static <K> FitPlan<K> settled(Candidate kind, Settings settings, Graph<K> graph) {
    Settings ofKind = settings.over(kind.settings());
    boolean harmfulEm =
        graph.validationNodes().length == 0
            && !settings.isSet(EM_ITERATIONS)
            && settings.get(TrainerSettings.AMORTIZED)
            && LabelledEdges.of(graph).mostDiffer();
    return FitPlan.settled(harmfulEm ? ofKind.with(EM_ITERATIONS, 0) : ofKind, graph);
  }

  private List<Contender<K>> trials(BooleanSupplier stop) {
    List<Contender<K>> all = new ArrayList<>();
    for (Candidate candidate : kinds) {
      all.add(new Contender<>(candidate.name(), settings.over(candidate.settings()), graphs));
    }
    boolean validated = graphs.size() == 1;
    List<Contender<K>> left = all;
    for (int round = 1; round <= ROUNDS && (round == 1 || left.size() > 1); round++) {
      train(left, validated ? 0 : round - 1, validated && round == 2 ? 1 : FIRST_ROUND, stop);
      if (round < ROUNDS) {
        markThoseBehind(left, all.get(0), benefit);
        left = left.stream().filter(contender -> !contender.out).toList();
      }
    }
    return all;
  }

  /** Trains contenders on a graph, side by side where it is small. */
  private void train(List<Contender<K>> contenders, int graph, double share, BooleanSupplier stop) {
    int threads = settings.get(THREADS);
    boolean sideBySide = graphs.get(graph).nodeCount() <= SMALL_GRAPH;
    int threadsOfEach = sideBySide ? Math.max(1, threads / contenders.size()) : threads;
    (sideBySide ? Workers.of(threads) : Workers.sequential())
        .forParts(
            contenders.size(),
            i -> {
              Contender<K> contender = contenders.get(i);
              contender.validation[graph] =
                  FitThread.run(ended -> contender.train(graph, share, threadsOfEach, stop));
              contender.seen = graph + 1;
            });
  }

  static int trialEpochs(int all) {
    return Math.min(all, Math.max(FEWEST_EPOCHS, Math.min(MOST_EPOCHS, all / 2)));
  }

  /** Puts out those that the best is too far ahead of. */
  private static <K> void markThoseBehind(
      List<Contender<K>> left, Contender<K> first, int benefit) {
    double best = Double.NEGATIVE_INFINITY;
    double error = 0;
    for (Contender<K> contender : left) {
      if (contender.mean() > best) {
        best = contender.mean();
        error = contender.standardError();
      }
    }
    for (Contender<K> contender : left) {
      double limit = best - error * (1 + (contender == first ? benefit : 0));
      contender.out = !(contender.mean() >= limit); // also if it failed
    }
  }

  private static <K> int best(List<Contender<K>> tried, int benefit) {
    int best = 0;
    double toBeat = Double.NEGATIVE_INFINITY;
    for (int kind = 0; kind < tried.size(); kind++) {
      Contender<K> contender = tried.get(kind);
      if (!contender.out && contender.mean() > toBeat) {
        best = kind;
        toBeat = contender.mean() + (kind == 0 ? benefit * contender.standardError() : 0);
      }
    }
    return best;
  }

  /** A kind, and how it did so far. */
  private static final class Contender<K> {
    private final String name;
    private final Settings settings;
    private final List<Graph<K>> graphs;

    /** The best validation metric on each graph; NaN where it failed. */
    private final double[] validation;

    /** How many of the graphs it saw. */
    private int seen;

    private boolean out;

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

    /** Trains it on a graph for a share of a trial, from where its fit stands. */
    double train(int graph, double share, int threads, BooleanSupplier stop) {
      int epochs = (int) Math.ceil(share * trialEpochs(settings.get(PRETRAIN_EPOCHS)));
      try {
        FitPlan<K> plan = FitPlan.settled(settings.with(THREADS, threads), graphs.get(graph));
        ClassifierFit<K> fit = new ClassifierFit<>(plan.from(end), stop);
        TrainingHistory history = fit.runFirst(epochs);
        if (graphs.size() == 1) {
          end = fit.checkpoint();
        }
        return history.bestValidation(Phase.PRE_TRAINING).orElse(0);
      } catch (FitMemory.TooLarge | ArithmeticException e) {
        LOG.warn("A kind of q is left out: {}", e.getMessage());
        return Double.NaN;
      }
    }

    /** The mean over the graphs it saw. */
    double mean() {
      return Arrays.stream(validation, 0, seen).average().orElse(Double.NaN);
    }

    double standardError() {
      int nodes = 0;
      for (Graph<K> graph : graphs.subList(0, seen)) {
        nodes += graph.validationNodes().length;
      }
      return Math.sqrt(mean() * (1 - mean()) / nodes);
    }

    @Override
    public String toString() {
      return Double.isNaN(mean())
          ? name + " failed"
          : String.format(Locale.ROOT, "%s %.4f%s", name, mean(), out ? " early" : "");
    }
  }

  /**
   * The graph with a third of each class's labels held for validation, another third in each round.
   * Labels of classes with fewer are always trained on.
   */
  private static <K> List<Graph<K>> folds(Settings settings, Graph<K> graph) {
    RandomStream random = RandomStream.of(settings.get(TrainerSettings.SEED)).derive("folds");
    Map<K, String> labels = new LinkedHashMap<>();
    Map<Integer, List<K>> byClass = new LinkedHashMap<>();
    for (int node : graph.trainingNodes()) {
      labels.put(graph.key(node), graph.classes().get(graph.label(node)));
      byClass.computeIfAbsent(graph.label(node), label -> new ArrayList<>()).add(graph.key(node));
    }
    byClass.values().removeIf(ofClass -> ofClass.size() < FOLDS);
    if (byClass.size() < 2) {
      return List.of();
    }
    List<List<K>> held = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      held.add(new ArrayList<>());
    }
    for (List<K> ofClass : byClass.values()) {
      for (int left = ofClass.size(); left > 0; left--) {
        held.get(left % FOLDS).add(ofClass.remove(random.nextInt(left)));
      }
    }
    return held.stream().limit(ROUNDS).map(keys -> graph.withLabels(labels, keys)).toList();
  }
}

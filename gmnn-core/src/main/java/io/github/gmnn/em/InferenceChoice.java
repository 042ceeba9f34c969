package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.DROPOUT;
import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.FRESH_INFERENCE_NETWORK;
import static io.github.gmnn.em.TrainerSettings.HIDDEN_UNITS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.NEIGHBORS_AS_FEATURES;
import static io.github.gmnn.em.TrainerSettings.PATIENCE;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.THREADS;
import static io.github.gmnn.em.TrainerSettings.TRIAL_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.VALIDATION_METRIC;
import static io.github.gmnn.em.TrainerSettings.WHOLE_TRIALS;
import static io.github.gmnn.em.TrainerSettings.WITHIN;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses between kinds of q for a graph. Each is trained for some epochs on the labels alone,
 * those that are not far behind to the end, and {@link KindRule} decides by the validation nodes.
 * The order of the kinds counts: of those that chance does not tell from the best the first is
 * taken. Where whole fits are compared, they include EM.
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

  /** The share of a trial's epochs where labels are held back: there are two such trials. */
  private static final double SHARE_ON_HALVES = 2 / 3.0;

  /** As many as tell kinds apart there, since nothing says when to stop. */
  private static final int EPOCHS_ON_HALVES = 100;

  /** What most kinds have with validation nodes. */
  private static final int EPOCHS_OF_TRAINING = 200;

  private static final double DROPOUT_OF_FEW_FEATURES = 0.5;

  /** Fewer labels say nothing when halved. */
  private static final int FEWEST_LABELS = 6;

  /** What a fit without validation nodes has for EM, which nothing guards there. */
  private static final int UNGUARDED_ITERATIONS = 2;

  private static final int UNGUARDED_EPOCHS = 100;

  /** What q has in place of EM there: as many epochs as EM may take. */
  private static final int EPOCHS_WITHOUT_EM = 800;

  private static final int PATIENCE_WITHOUT_EM = 260;

  /**
   * Trainings of the kind that leads after its trial which the choice may cost, where it does not
   * compare whole fits.
   */
  private static final int MOST_TRAININGS = 3;

  /** Nodes above which a step keeps several threads busy, and several networks fill memory. */
  private static final int SMALL_GRAPH = 20_000;

  private final Settings settings;
  private final List<Candidate> kinds;
  private final List<FitWork> work;
  private final List<Graph<K>> graphs;

  /** After so many epochs of pre-training kinds that are far behind are given up. */
  private final int trialEpochs;

  /** After so many epochs all others are compared, where pre-training does not end before. */
  private final int lastEpoch;

  private InferenceChoice(Settings settings, List<Candidate> kinds, List<Graph<K>> graphs) {
    this.settings = settings;
    this.kinds = kinds;
    this.graphs = graphs;
    this.work =
        kinds.stream()
            .map(kind -> work(ofKind(kind, settings, graphs.get(0)), graphs.get(0)))
            .toList();
    boolean onHalves = graphs.size() > 1;
    int trial = WorkBudget.trialEpochs(settings, work);
    int usual = onHalves ? (int) Math.ceil(SHARE_ON_HALVES * trial) : trial;
    this.trialEpochs =
        settings.isSet(TRIAL_EPOCHS) ? usual : Math.min(usual, mostTrialEpochs(onHalves));
    this.lastEpoch = onHalves ? EPOCHS_ON_HALVES : Integer.MAX_VALUE;
  }

  /** So many that the two best kinds can be trained to their end within the trainings there are. */
  private int mostTrialEpochs(boolean onHalves) {
    int training = onHalves ? EPOCHS_ON_HALVES : EPOCHS_OF_TRAINING;
    return (MOST_TRAININGS - 2) * training / Math.max(1, kinds.size() - 2);
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
    List<Contender<K>> tried = choice.contenders();
    long start = System.nanoTime();
    Contender<K> winner = FitThread.run(stop -> choice.winner(tried, stop));
    String why = " of " + tried + ", after " + choice.cost(tried, winner);
    FitPlan<K> plan = plan(kinds.get(tried.indexOf(winner)), why, settings, graph);
    LOG.info(
        "q is {}, chosen by validation in {} s", plan.choice(), (System.nanoTime() - start) / 1e9);
    return validated ? plan.from(winner.end()) : plan;
  }

  /** What the trials cost, in epochs and in trainings of the winner. */
  private String cost(List<Contender<K>> tried, Contender<K> winner) {
    int all = epochs(tried);
    String epochs = all + " epochs in all, as many as ";
    if (comparesWholeFits()) {
      double fits = (double) all / Math.max(1, winner.epochs());
      return String.format(Locale.ROOT, "%s%.1f fits with it", epochs, fits);
    }
    int ofWinner = winner.planned(lastEpoch);
    return String.format(
        Locale.ROOT,
        "%s%.1f trainings of it (%d epochs at most)",
        epochs,
        (double) all / ofWinner,
        ofWinner);
  }

  private static int epochs(List<? extends Contender<?>> tried) {
    return tried.stream().mapToInt(Contender::epochs).sum();
  }

  private boolean comparesWholeFits() {
    return settings.get(WHOLE_TRIALS) && graphs.size() == 1;
  }

  private static FitWork work(Settings settings, Graph<?> graph) {
    return FitWork.of(FitPlan.completed(settings, graph));
  }

  private List<Contender<K>> contenders() {
    KnownLabels labels = KnownLabels.of(graphs.get(0));
    List<Contender<K>> contenders = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      Candidate kind = kinds.get(i);
      Settings ofKind =
          comparesWholeFits()
              ? settingsOf(kind, settings, graphs.get(0), labels)
              : WorkBudget.suited(ofKind(kind, settings, graphs.get(0)), settings, work.get(i));
      contenders.add(new Contender<>(kind.name(), ofKind, work.get(i), graphs));
    }
    return contenders;
  }

  private static <K> FitPlan<K> plan(
      Candidate chosen, String why, Settings settings, Graph<K> graph) {
    return settled(chosen, settings, graph).with(new Choice(chosen.name(), why));
  }

  /** Returns the plan of a fit with a kind; settings made apart from it replace its own. */
  static <K> FitPlan<K> settled(Candidate kind, Settings settings, Graph<K> graph) {
    return FitPlan.settled(settingsOf(kind, settings, graph, KnownLabels.of(graph)), graph);
  }

  /**
   * Returns the settings of a fit with a kind.
   *
   * @param graph the graph, or a sample of it
   * @param labels what those of the graph as a whole tell
   */
  static Settings settingsOf(
      Candidate kind, Settings settings, Graph<?> graph, KnownLabels labels) {
    return WorkBudget.suited(
        suited(kind, settings, graph, labels),
        settings,
        work(ofKind(kind, settings, graph), graph));
  }

  /**
   * A kind's own settings under those that were asked for. With fewer features than hidden units a
   * step that drops most of them sees next to nothing of a node.
   */
  private static Settings ofKind(Candidate kind, Settings asked, Graph<?> graph) {
    Settings ofKind = asked.over(kind.settings());
    boolean few = graph.hasFeatures() && graph.featureCount() < ofKind.get(HIDDEN_UNITS);
    return few && !asked.isSet(DROPOUT) && ofKind.get(DROPOUT) > DROPOUT_OF_FEW_FEATURES
        ? ofKind.with(DROPOUT, DROPOUT_OF_FEW_FEATURES)
        : ofKind;
  }

  /** The settings of a fit with a kind, whatever it costs. */
  private static Settings suited(
      Candidate kind, Settings settings, Graph<?> graph, KnownLabels labels) {
    Settings ofKind = TrainerSettings.suited(ofKind(kind, settings, graph), graph);
    if (graph.validationNodes().length == 0) {
      return unguarded(ofKind, settings, graph, labels);
    }
    return labels.areEnough() ? withoutEm(ofKind, settings) : ofKind;
  }

  /**
   * Where most nodes are labelled and neighbours not alike, EM teaches q nothing that the labels
   * did not, and makes it surer than it should be: q learns from the labels for longer instead,
   * unless EM was asked for.
   */
  private static Settings withoutEm(Settings ofKind, Settings asked) {
    if (asked.isSet(EM_ITERATIONS) || !ofKind.get(FRESH_INFERENCE_NETWORK)) {
      return ofKind;
    }
    Settings alone = ofKind.with(EM_ITERATIONS, 0);
    if (!asked.isSet(PRETRAIN_EPOCHS)) {
      alone = alone.with(PRETRAIN_EPOCHS, Math.max(EPOCHS_WITHOUT_EM, ofKind.get(PRETRAIN_EPOCHS)));
    }
    return asked.isSet(PATIENCE) ? alone : alone.with(PATIENCE, PATIENCE_WITHOUT_EM);
  }

  /**
   * Without validation nodes nothing guards EM: it is short, and left out where labels are too few
   * to try anything or neighbours are not known to be alike, unless it was asked for.
   */
  private static Settings unguarded(
      Settings ofKind, Settings asked, Graph<?> graph, KnownLabels labels) {
    if (asked.isSet(EM_ITERATIONS) || !ofKind.get(TrainerSettings.AMORTIZED)) {
      return ofKind;
    }
    LabelAgreement agreement = labels.agreement().get();
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

  /** Tries all kinds and returns the one to take. */
  private Contender<K> winner(List<Contender<K>> all, BooleanSupplier stop) {
    Rounds rounds = new Rounds(stop);
    rounds.run(all, true, (kind, graph) -> kind.pretrain(graph, trialEpochs, rounds.threads, stop));
    boolean[] mayWin = KindRule.mayWin(metrics(all), validationNodes());
    List<Contender<K>> left = new ArrayList<>();
    for (int kind = 0; kind < mayWin.length; kind++) {
      if (mayWin[kind] && !all.get(kind).isLeftOut()) {
        left.add(all.get(kind));
      }
    }
    if (left.isEmpty()) {
      left.add(all.get(0)); // whose fit says why all failed
    }
    if (left.size() > 1 && !settings.get(WHOLE_TRIALS)) {
      left.retainAll(affordable(left, epochs(all)));
    }
    if (left.size() > 1 && !settings.get(WHOLE_TRIALS)) {
      left.retainAll(quickEnough(left));
    }
    if (left.size() > 1) {
      rounds.run(
          left, false, (kind, graph) -> kind.pretrain(graph, lastEpoch, rounds.threads, stop));
      if (comparesWholeFits()) {
        rounds.run(left, false, (kind, graph) -> kind.fit(graph, rounds.threads, stop));
      }
    }
    for (GmnnListener listener : settings.get(TrainerSettings.LISTENERS)) {
      all.forEach(kind -> listener.onTrial(kind.name(), kind.metric()));
    }
    return left.get(
        settings.get(VALIDATION_METRIC) == ValidationMetric.ACCURACY
            ? KindRule.byLoss(left.stream().map(Contender::losses).toArray(double[][]::new))
            : KindRule.byMetric(metrics(left)));
  }

  /**
   * Those whose training to the end the budget has room for, the best first. Training that is over
   * costs nothing.
   *
   * @param left the kinds that may still win
   * @param spentSoFar the epochs that all kinds have had
   */
  private List<Contender<K>> affordable(List<Contender<K>> left, int spentSoFar) {
    List<Contender<K>> bestFirst = bestFirst(left);
    int budget = MOST_TRAININGS * bestFirst.get(0).planned(lastEpoch);
    int spent = spentSoFar;
    List<Contender<K>> kept = new ArrayList<>();
    for (Contender<K> kind : bestFirst) {
      int rest = Math.max(0, kind.planned(lastEpoch) - kind.epochs());
      if (kept.isEmpty() || rest == 0 || spent + rest <= budget) {
        kept.add(kind);
        spent += rest;
      }
    }
    return kept;
  }

  /** Those whose training to the end is no matter of minutes, the best first. */
  private List<Contender<K>> quickEnough(List<Contender<K>> left) {
    double work = 0;
    List<Contender<K>> kept = new ArrayList<>();
    for (Contender<K> kind : bestFirst(left)) {
      int rest = Math.max(0, kind.planned(lastEpoch) - kind.epochs());
      double ofKind = rest * WorkBudget.epoch(kind.work());
      if (kept.isEmpty() || rest == 0 || WorkBudget.allows(work + ofKind)) {
        kept.add(kind);
        work += ofKind;
      }
    }
    return kept;
  }

  private static <K> List<Contender<K>> bestFirst(List<Contender<K>> kinds) {
    return kinds.stream()
        .sorted(Comparator.comparingDouble((Contender<K> kind) -> -kind.metric()))
        .toList();
  }

  private double[] metrics(List<Contender<K>> tried) {
    return tried.stream().mapToDouble(Contender::metric).toArray();
  }

  private int validationNodes() {
    return graphs.stream().mapToInt(graph -> graph.validationNodes().length).sum();
  }

  /** What a kind does in a round, on one of the graphs. */
  private interface Turn<K> {
    void of(Contender<K> kind, int graph);
  }

  /** Gives kinds their turns, side by side on small graphs, as long as there is time. */
  private final class Rounds {
    private final BooleanSupplier stop;
    private final @Nullable Duration within = settings.get(WITHIN);
    private final long start = System.nanoTime();

    // one after the other where time is short: then it is known which of them were tried
    private final boolean sideBySide = graphs.get(0).nodeCount() <= SMALL_GRAPH && within == null;
    private final int all = settings.get(THREADS);
    private final int threads = sideBySide ? Math.max(1, all / kinds.size()) : all;

    Rounds(BooleanSupplier stop) {
      this.stop = stop;
    }

    void run(List<Contender<K>> tried, boolean isFirst, Turn<K> turn) {
      for (int graph = 0; graph < graphs.size(); graph++) {
        int its = graph;
        (sideBySide ? Workers.of(all) : Workers.sequential())
            .forParts(
                tried.size(),
                i -> {
                  Contender<K> kind = tried.get(i);
                  boolean stopped = stop.getAsBoolean();
                  if (stopped && !isFirst || (stopped || isLate()) && i > 0) {
                    if (isFirst) {
                      kind.leaveOut();
                    }
                  } else if (!kind.isLeftOut()) {
                    FitThread.run(
                        ended -> {
                          turn.of(kind, its);
                          if (!sideBySide) { // which may take a while
                            LOG.info("tried so far: {}", kind);
                          }
                          return kind;
                        });
                  }
                });
      }
    }

    private boolean isLate() {
      return within != null && System.nanoTime() - start >= within.toNanos();
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

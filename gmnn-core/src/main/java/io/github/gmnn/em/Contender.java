package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.THREADS;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A kind of q on trial: how far its fits are, and what validation says of them. There is a fit for
 * each of the graphs, which differ in their labels alone.
 *
 * @param <K> type of the nodes' keys
 */
final class Contender<K> {
  private static final Logger LOG = LoggerFactory.getLogger(Contender.class);
  private static final double[] NONE = {};

  private final String name;
  private final Settings settings;
  private final FitWork work;
  private final List<Graph<K>> graphs;
  private final @Nullable Checkpoint[] ends;
  private final double[] metrics;
  private final double[][] losses;
  private final int[] epochs;
  private boolean failed;

  Contender(String name, Settings settings, FitWork work, List<Graph<K>> graphs) {
    this.name = name;
    this.work = work;
    this.settings = TrainerSettings.silent(settings);
    this.graphs = graphs;
    this.ends = new Checkpoint[graphs.size()];
    this.metrics = new double[graphs.size()];
    this.losses = new double[graphs.size()][];
    this.epochs = new int[graphs.size()];
    Arrays.fill(losses, NONE);
  }

  String name() {
    return name;
  }

  /** What an epoch of it costs. */
  FitWork work() {
    return work;
  }

  /** Leaves it out: it has no part in the choice from now on. */
  void leaveOut() {
    failed = true;
  }

  boolean isLeftOut() {
    return failed;
  }

  /** Trains it on a graph until it has had so many epochs, or pre-training ends. */
  void pretrain(int graph, int untilEpoch, int threads, BooleanSupplier stop) {
    run(
        graph,
        threads,
        stop,
        fit -> {
          int last = Math.min(untilEpoch, settings.get(PRETRAIN_EPOCHS));
          metrics[graph] = fit.runFirst(last).bestValidation(Phase.PRE_TRAINING).orElse(0);
          ends[graph] = fit.checkpoint();
          if (!stop.getAsBoolean()) { // else somebody waits
            losses[graph] = fit.pretrainedLosses();
          }
        });
  }

  /** Fits it to its end; what validation says before EM and after it counts half each. */
  void fit(int graph, int threads, BooleanSupplier stop) {
    run(
        graph,
        threads,
        stop,
        fit -> {
          ClassifierFit.Fitted after = fit.fitted();
          double[] before = losses[graph];
          losses[graph] = new double[before.length];
          Arrays.setAll(losses[graph], node -> (before[node] + after.losses()[node]) / 2);
          metrics[graph] = (metrics[graph] + after.metric()) / 2;
          ends[graph] = fit.checkpoint();
        });
  }

  private interface Work<K> {
    void on(ClassifierFit<K> fit);
  }

  private void run(int graph, int threads, BooleanSupplier stop, Work<K> work) {
    try {
      FitPlan<K> plan =
          FitPlan.settled(settings.with(THREADS, threads), graphs.get(graph)).from(ends[graph]);
      ClassifierFit<K> fit = new ClassifierFit<>(plan, stop);
      work.on(fit);
      epochs[graph] = fit.epochs();
    } catch (FitMemory.TooLarge | ArithmeticException e) {
      LOG.warn("A kind of q is left out: {}", e.getMessage());
      failed = true;
    }
  }

  /** Where its fit stands, on the only graph. */
  @Nullable Checkpoint end() {
    return ends[0];
  }

  /** The mean validation metric over the graphs; negative infinity if it is left out. */
  double metric() {
    return failed ? Double.NEGATIVE_INFINITY : DoubleStream.of(metrics).average().orElse(0);
  }

  /** The loss of every validation node of all graphs; empty if it is left out or was stopped. */
  double[] losses() {
    boolean known = !failed && Stream.of(losses).noneMatch(ofGraph -> ofGraph == NONE);
    return known ? Stream.of(losses).flatMapToDouble(Arrays::stream).toArray() : NONE;
  }

  /** The epochs of pre-training on all graphs, if each ends after so many at the latest. */
  int planned(int untilEpoch) {
    return graphs.size() * Math.min(untilEpoch, settings.get(PRETRAIN_EPOCHS));
  }

  /** The epochs of all its fits. */
  int epochs() {
    return Arrays.stream(epochs).sum();
  }

  @Override
  public String toString() {
    double[] all = losses();
    return failed
        ? name + " left out"
        : String.format(
            Locale.ROOT,
            "%s %.4f (log-loss %.4f, %d epochs)",
            name,
            metric(),
            Arrays.stream(all).average().orElse(0),
            epochs());
  }
}

package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a model up to date with a changing graph: it takes changes, trains on its own thread, and
 * predicts with the newest finished model.
 *
 * <pre>{@code
 * try (LiveModel<String> live = LiveModel.of(trainer, graph)) {
 *   live.onUpdate(update -> log(update.flipped()));
 *   live.submit(change -> change.label("b", "theory"));
 *   Prediction<String> prediction = live.predict("c");
 * }
 * }</pre>
 *
 * <p>{@link #submit} changes the graph at once and never waits for training. Learning works like
 * this:
 *
 * <ul>
 *   <li>Each training is a {@link GmnnTrainer#refit}. Changes that arrive during a training are
 *       learned together afterwards.
 *   <li>Once there are a quarter more labels than at the last fit from scratch, or if a refit is
 *       not possible, a {@link GmnnTrainer#fit} follows. It runs when there is nothing else to do
 *       and is given up when something arrives. Its result is kept unless the validation nodes
 *       object.
 *   <li>If a training fails, listeners are told and the model stays as it was. The next change
 *       tries again.
 * </ul>
 *
 * <p>Thread-safe. Closing it waits for the epoch that is running and ends the thread; what was
 * current stays so.
 *
 * @param <K> type of the nodes' keys
 */
public final class LiveModel<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveModel.class);

  /** Labels more than at the last fit from scratch, as a share, from which there is another one. */
  private static final double MORE_LABELS = 0.25;

  private final GmnnTrainer trainer;
  private final Thread thread;
  private final List<Consumer<? super Update<K>>> listeners = new CopyOnWriteArrayList<>();
  private final @Nullable Path file;

  private volatile Version<K> current;

  /** Predicts on the newest graph by the current model. */
  private volatile GraphPredictor<K> predictor;

  // Under the lock of this object:
  private Graph<K> newest;
  private List<CompletableFuture<Version<K>>> waiting = new ArrayList<>();
  private boolean closed;
  private boolean interruptible;

  /** Training labels at the last fit from scratch; of the training thread alone. */
  private int labelsOfFit;

  /**
   * A model and the graph it has learned.
   *
   * @param <K> type of the nodes' keys
   * @param revision how many models came before it
   * @param graph the graph
   * @param model the model
   */
  public record Version<K>(long revision, Graph<K> graph, GmnnModel<K> model) {}

  /**
   * What a training changed.
   *
   * @param <K> type of the nodes' keys
   * @param before what was current
   * @param after what is current now; the same as before if the training failed
   * @param flipped the nodes of both graphs that get another label now
   * @param drift by class, the share of nodes that get its label now less the share before
   * @param time how long the training took
   * @param failure why it failed, or null
   */
  public record Update<K>(
      Version<K> before,
      Version<K> after,
      List<K> flipped,
      Map<String, Double> drift,
      Duration time,
      @Nullable Throwable failure) {}

  private LiveModel(GmnnTrainer trainer, Version<K> first, @Nullable Path file) {
    this.trainer = trainer;
    this.current = first;
    this.newest = first.graph();
    this.predictor = first.model().on(newest);
    this.labelsOfFit = newest.trainingNodes().length;
    this.file = file;
    this.thread = new Thread(this::train, "gmnn-live");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Fits a model and keeps it up to date.
   *
   * @param <K> type of the nodes' keys
   * @param trainer fits and refits
   * @param graph a graph with features, at least one labelled training node and two classes
   * @return the live model, once it has been fitted
   */
  public static <K> LiveModel<K> of(GmnnTrainer trainer, Graph<K> graph) {
    return of(trainer, graph, trainer.fit(graph));
  }

  /**
   * Keeps a model up to date.
   *
   * @param <K> type of the nodes' keys
   * @param trainer refits; its layers are the model's
   * @param graph the graph that the model has learned
   * @param model the model, possibly from a file
   * @return the live model
   */
  public static <K> LiveModel<K> of(GmnnTrainer trainer, Graph<K> graph, GmnnModel<K> model) {
    Objects.requireNonNull(trainer, "trainer");
    return new LiveModel<>(trainer, new Version<>(0, graph, model), null);
  }

  /**
   * Keeps a model up to date and saves each new one, as {@link GmnnModel#save(Path)} does; one that
   * cannot be saved is logged as a warning.
   *
   * @param <K> type of the nodes' keys
   * @param trainer refits; its layers are the model's
   * @param graph the graph that the model has learned
   * @param model the model, possibly from that file
   * @param file the file, replaced if it exists
   * @return the live model
   */
  public static <K> LiveModel<K> of(
      GmnnTrainer trainer, Graph<K> graph, GmnnModel<K> model, Path file) {
    Objects.requireNonNull(trainer, "trainer");
    return new LiveModel<>(
        trainer, new Version<>(0, graph, model), Objects.requireNonNull(file, "file"));
  }

  /** Returns the newest finished model and its graph. */
  public Version<K> current() {
    return current;
  }

  /** Returns the graph with all changes, including those that no model has learned yet. */
  public synchronized Graph<K> graph() {
    return newest;
  }

  /**
   * Predicts a node of {@link #graph()} by the current model, on the caller's thread.
   *
   * @param key the node's key
   * @return the prediction
   * @throws IllegalArgumentException if there is no such node
   */
  public Prediction<K> predict(K key) {
    return predictor.predict(key);
  }

  /**
   * Predicts a node as if the graph had changed, without changing it; see {@link
   * GraphPredictor#predict(Object, Consumer)}.
   *
   * @param key the node's key
   * @param changes says what changes
   * @return the prediction
   */
  public Prediction<K> predict(K key, Consumer<? super GraphChange<K>> changes) {
    return predictor.predict(key, changes);
  }

  /**
   * Adds a listener, called after each training on the thread that trains. What it throws is
   * logged.
   *
   * @param listener told what changed
   */
  public void onUpdate(Consumer<? super Update<K>> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Changes the graph at once and schedules learning.
   *
   * @param changes says what changes
   * @return done when a model that has learned the change is current, which a later change may be
   *     in too; fails if that training fails, or if this is closed before it ends
   * @throws IllegalArgumentException if a change does not fit the graph; nothing is changed then
   * @throws IllegalStateException if this is closed
   */
  public CompletableFuture<Version<K>> submit(Consumer<? super GraphChange<K>> changes) {
    CompletableFuture<Version<K>> future = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the live model is closed");
      }
      newest = newest.with(changes);
      try {
        predictor = predictor.at(newest);
      } catch (IllegalArgumentException e) {
        LOG.debug("The current model cannot read the graph before it has learned it", e);
      }
      waiting.add(future);
      wake();
    }
    return future;
  }

  private void wake() {
    notifyAll();
    if (interruptible) {
      thread.interrupt();
    }
  }

  /** Learns changes until it is closed. */
  private void train() {
    for (boolean fitDue = false; ; ) {
      List<CompletableFuture<Version<K>>> learned;
      Graph<K> graph;
      synchronized (this) {
        while (waiting.isEmpty() && !closed && !fitDue) {
          try {
            wait();
          } catch (InterruptedException e) {
            LOG.debug("Only changes end this wait", e);
          }
        }
        if (closed) {
          waiting.forEach(future -> future.cancel(false));
          return;
        }
        if (Thread.interrupted()) {
          LOG.debug("What was to be given up has ended");
        }
        graph = newest;
        learned = waiting;
        waiting = new ArrayList<>();
        interruptible = learned.isEmpty();
      }
      if (!learned.isEmpty()) {
        learn(graph, learned);
        fitDue = graph.trainingNodes().length > (1 + MORE_LABELS) * labelsOfFit;
      } else {
        fitDue = !fitFromScratch(graph);
      }
    }
  }

  private void learn(Graph<K> graph, List<CompletableFuture<Version<K>>> learned) {
    long start = System.nanoTime();
    Version<K> before = current;
    try {
      GmnnModel<K> model = refit(graph, before.model());
      publish(before, graph, model, start);
      learned.forEach(future -> future.complete(current));
    } catch (RuntimeException | Error e) { // whatever it is: others wait for this thread
      LOG.warn("A training failed, and the model stays as it was", e);
      tell(before, before, start, e);
      learned.forEach(future -> future.completeExceptionally(e));
    }
  }

  private GmnnModel<K> refit(Graph<K> graph, GmnnModel<K> model) {
    try {
      return trainer.refit(graph, model);
    } catch (IllegalArgumentException e) {
      LOG.info("The model cannot be refitted ({}) and is fitted from scratch", e.getMessage());
      GmnnModel<K> fresh = trainer.fit(graph);
      labelsOfFit = graph.trainingNodes().length;
      return fresh;
    }
  }

  /** Returns whether the fit ended; not if a change came in between. */
  private boolean fitFromScratch(Graph<K> graph) {
    long start = System.nanoTime();
    Version<K> before = current;
    try {
      GmnnModel<K> model = trainer.fit(graph);
      synchronized (this) {
        interruptible = false;
        if (Thread.interrupted()) { // and not by a listener, which would end the next one too
          return false;
        }
      }
      if (isNoWorse(model, before.model(), graph)) {
        publish(before, graph, model, start);
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("A fit from scratch failed, and the model stays as it was", e);
      tell(before, before, start, e);
    } finally {
      synchronized (this) {
        interruptible = false;
      }
    }
    labelsOfFit = graph.trainingNodes().length;
    return true;
  }

  private static <K> boolean isNoWorse(GmnnModel<K> model, GmnnModel<K> old, Graph<K> graph) {
    Map<K, String> held = graph.validationLabels();
    return held.isEmpty()
        || !old.classes().equals(model.classes())
        || model.evaluate(held).accuracy() >= old.evaluate(held).accuracy();
  }

  private void publish(Version<K> before, Graph<K> graph, GmnnModel<K> model, long start) {
    Version<K> after = new Version<>(before.revision() + 1, graph, model);
    GraphPredictor<K> prepared = model.on(graph).prepared();
    synchronized (this) {
      predictor = prepared.at(newest);
      current = after;
    }
    if (file != null) {
      try {
        model.save(file);
      } catch (IOException | RuntimeException e) {
        LOG.warn("The model is not saved to {}", file, e);
      }
    }
    tell(before, after, start, null);
  }

  private void tell(Version<K> before, Version<K> after, long start, @Nullable Throwable failure) {
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    List<K> flipped = new ArrayList<>();
    Map<String, Double> drift = new TreeMap<>();
    if (failure == null && !listeners.isEmpty()) {
      Predictions<K> now = after.model().predictions();
      Predictions<K> old = before.model().predictions();
      for (K key : now.keys()) {
        String label = now.of(key).label();
        drift.merge(label, 1.0 / now.keys().size(), Double::sum);
        if (before.graph().contains(key) && !old.of(key).label().equals(label)) {
          flipped.add(key);
        }
      }
      for (K key : old.keys()) {
        drift.merge(old.of(key).label(), -1.0 / old.keys().size(), Double::sum);
      }
    }
    Update<K> update =
        new Update<>(
            before, after, List.copyOf(flipped), Collections.unmodifiableMap(drift), time, failure);
    for (Consumer<? super Update<K>> listener : listeners) {
      try {
        listener.accept(update);
      } catch (RuntimeException | Error e) {
        LOG.warn("A listener failed", e);
      }
    }
  }

  /** Ends the thread, after the running epoch. Changes not learned yet are cancelled. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      interruptible = true;
      wake();
    }
    boolean interrupted = false;
    while (thread.isAlive() && Thread.currentThread() != thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

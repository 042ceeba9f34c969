package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.advice.AdviceRequest;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A graph that is being labelled: its labels, the newest model, and the thread that fits the next
 * one. Labels are on the disk before a method that changes them returns. They are learned in the
 * background by a quick refit, the newest first. When labels pause, a fit from scratch replaces
 * what many refits have led to, and labels are held back in turn to measure it; the next label ends
 * both. A fit that fails leaves the model before it in place. A model to begin with stays until
 * there are some labels of each class and the validation nodes do not object. Thread-safe.
 */
final class LabelSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LabelSession.class);

  /** Labels more than at the last fit from scratch, as a share, from which there is another one. */
  private static final double MORE_LABELS = 0.25;

  /** How long a person waits for the advisor before nodes are asked for without it. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How long there must be no label before what takes time begins. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** How long a model may be old before a fit is let finish although there are newer labels. */
  private static final Duration STALE = Duration.ofSeconds(2);

  /** Labels a class, on average, until which a model to begin with stays. */
  private static final int FEWEST_LABELS = 4;

  private final Graph<String> graph;
  private final Fitted start;
  private final LabelLog log;
  private final Learner learner;
  private final long staleNanos;
  private final long pauseNanos;
  private final Labels labels;
  private final Set<String> skipped = new LinkedHashSet<>();
  private final CompletableFuture<LabelAdvisor<String>> advisor = new CompletableFuture<>();
  private final FirstCards firstCards;
  private final Thread fitting = new Thread(this::fitAlways, "gmnn-label-fit");

  private long version;
  private long changes;
  private boolean busy;
  private boolean pausing;
  private boolean closed;
  private long lastAnswer = System.nanoTime();
  private volatile Fitted fitted;

  /** The labels of the last fit from scratch; of the fitting thread alone. */
  private Map<String, String> ofWholeFit = Map.of();

  /**
   * Goes on where a file of labels ends.
   *
   * @param graph the data, with its own labels
   * @param start a model to begin with, or none
   * @param log what people did before; closed with the session
   * @throws IllegalArgumentException if the file has a node that is not in the graph
   */
  LabelSession(Graph<String> graph, Fitted start, LabelLog log, Learner learner) {
    this(graph, start, log, learner, STALE, PAUSE);
  }

  LabelSession(
      Graph<String> graph,
      Fitted start,
      LabelLog log,
      Learner learner,
      Duration stale,
      Duration pause) {
    this.graph = graph;
    this.start = start;
    this.fitted = start;
    this.pauseNanos = pause.toNanos();
    this.staleNanos = stale.toNanos();
    this.log = log;
    this.learner = learner;
    this.labels = new Labels(graph);
    this.firstCards = new FirstCards(graph);
    for (LabelLog.Change change : log.changes()) {
      replay(change);
    }
    version = labels.training().isEmpty() ? 0 : 1;
    fitting.setDaemon(true);
    fitting.start();
  }

  private void replay(LabelLog.Change change) {
    if (!change.equals(LabelLog.Change.UNDO)) {
      if (!graph.contains(change.node())) {
        throw new IllegalArgumentException(
            "the file of labels has the node "
                + Quote.of(change.node())
                + ", which is not in the data: name another file with --labels");
      }
      labels.requireRoomFor(change.label());
      labels.give(change.node(), change.label());
    } else if (labels.canUndo()) {
      labels.undo();
    }
  }

  Graph<String> graph() {
    return graph;
  }

  /** The newest answer. */
  Fitted fitted() {
    return fitted;
  }

  /** Brings what ranks nodes from now on. */
  void advise(LabelAdvisor<String> ready) {
    advisor.complete(ready);
    changed();
  }

  /** Says that there will be no advisor: nodes are asked for by their degree. */
  void adviseByDegree() {
    advise(null);
  }

  /**
   * Labels a node.
   *
   * @return the answer before the label is learned: its revision grows when it is
   * @throws NoSuchElementException if there is no such node
   * @throws IllegalArgumentException if the label is blank or too long
   */
  synchronized Fitted label(String node, String label) throws IOException {
    requireNode(node);
    LabelLog.Change change = LabelLog.Change.of(node, label);
    labels.requireRoomFor(change.label());
    log.append(change);
    labels.give(node, change.label());
    skipped.remove(node);
    return refit();
  }

  /**
   * Takes the last label back.
   *
   * @return the answer before that is learned
   * @throws IllegalStateException if there is none
   */
  synchronized Fitted undo() throws IOException {
    if (!labels.canUndo()) {
      throw new IllegalStateException("there is no label to undo");
    }
    log.append(LabelLog.Change.UNDO);
    labels.undo();
    return refit();
  }

  /** Puts a node off until all others are labelled. */
  synchronized void skip(String node) {
    requireNode(node);
    skipped.add(node);
    changed();
  }

  void requireNode(String node) {
    if (!graph.contains(node)) {
      throw new NoSuchElementException("there is no node " + Quote.of(node));
    }
  }

  private synchronized Fitted refit() {
    version++;
    if (busy && (pausing || System.nanoTime() - lastAnswer < staleNanos)) {
      fitting.interrupt(); // the newest labels win
    }
    changed();
    return fitted;
  }

  synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** The number of the last change that a reader might want to see. */
  synchronized long changes() {
    return changes;
  }

  /** Waits for a change after one, or until the time is up; returns the number of the last. */
  synchronized long awaitChange(long after, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (changes == after && !closed) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    return changes;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** A copy of the labels as they are now. */
  synchronized View view() {
    return new View(
        labels.classes(),
        labels.all(),
        labels.training(),
        labels.given(),
        Set.copyOf(skipped),
        labels.canUndo(),
        version != fitted.version());
  }

  /**
   * The labels at one moment.
   *
   * @param classes all classes in the order of keys
   * @param all all labels, validation nodes' too
   * @param training the labels that models learn from
   * @param given those among them that a person gave
   * @param skipped nodes put off
   * @param canUndo whether there is a label to take back
   * @param learning whether the newest labels are not learned yet
   */
  record View(
      List<String> classes,
      Map<String, String> all,
      Map<String, String> training,
      Map<String, String> given,
      Set<String> skipped,
      boolean canUndo,
      boolean learning) {}

  /**
   * The nodes to label next. Until they can be ranked, which it waits for a little, those with many
   * neighbours.
   */
  List<LabelAdvisor.Advice<String>> next(int count) {
    try {
      advisor.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("nodes cannot be ranked yet", e);
    }
    View now = view();
    List<LabelAdvisor.Advice<String>> first = next(now, now.skipped(), count);
    return first.isEmpty() ? next(now, Set.of(), count) : first; // what was put off comes last
  }

  private List<LabelAdvisor.Advice<String>> next(View now, Set<String> skipped, int count) {
    LabelAdvisor<String> ready = advisor.getNow(null);
    if (ready == null) {
      return firstCards.next(now.all().keySet(), skipped, count);
    }
    AdviceRequest<String> request =
        AdviceRequest.<String>of(now.all()).classes(now.classes().size()).without(skipped);
    Fitted answer = fitted;
    return ready.next(
        answer.hasModel() ? request.predictions(answer.predictions()) : request, count);
  }

  /** What a fit starts from. */
  private record Task(
      long version,
      List<String> classes,
      Map<String, String> training,
      List<String> held,
      Map<String, String> all) {
    boolean canFit() {
      return new HashSet<>(training.values()).size() > 1;
    }

    /** How many labels there are of a class on average. */
    int labels() {
      return training.size() / classes.size();
    }
  }

  private void fitAlways() {
    while (true) {
      Task task;
      try {
        task = nextTask();
      } catch (InterruptedException e) {
        continue; // told to stop a fit that had just ended
      }
      if (task == null) {
        return;
      }
      try {
        answer(task);
        if (fitted.model() != start.model() && labelsPause(task)) {
          fitFromScratch(task);
          measure(task);
        }
      } catch (CancellationException | InterruptedException e) {
        LOG.debug("a fit ended early: there are newer labels");
      } catch (RuntimeException | Error e) { // whatever it is: the page waits for this thread
        fail(task, e);
      } finally {
        synchronized (this) {
          busy = false;
          Thread.interrupted(); // meant for what has ended
        }
      }
    }
  }

  private synchronized Task nextTask() throws InterruptedException {
    while (!closed && version == fitted.version()) {
      wait();
    }
    if (closed) {
      return null;
    }
    Thread.interrupted();
    busy = true;
    pausing = false;
    return new Task(version, labels.classes(), labels.training(), labels.held(), labels.all());
  }

  private Graph<String> labelled(Task task, Map<String, String> kept) {
    Map<String, String> all = new LinkedHashMap<>(kept);
    task.held().forEach(node -> all.put(node, task.all().get(node)));
    return graph
        .withLabels(Map.of(), List.of())
        .withClasses(task.classes())
        .withLabels(all, task.held());
  }

  private void answer(Task task) {
    if (!task.canFit() || start.hasModel() && task.labels() < FEWEST_LABELS) {
      publish(task, start);
      return;
    }
    long begin = System.nanoTime();
    Graph<String> training = labelled(task, task.training());
    GmnnModel<String> last = fitted.model();
    GmnnModel<String> model;
    if (last == start.model() || learner.fitsAnew(training)) {
      model = whole(learner.fit(training));
      ofWholeFit = task.training();
    } else {
      model = whole(learner.refit(training, last));
    }
    boolean first = last == start.model() && start.hasModel();
    publish(
        task,
        first && !isNoWorse(model, start, task) ? start : answer(task, training, model, begin));
  }

  /** A model whose fit was not stopped. */
  private static GmnnModel<String> whole(GmnnModel<String> model) {
    if (!model.history().completed()) {
      throw new CancellationException("interrupted");
    }
    return model;
  }

  private Fitted answer(Task task, Graph<String> training, GmnnModel<String> model, long start) {
    HeldBack measured = task.held().isEmpty() ? null : HeldBack.of(model, task.held(), task.all());
    long millis = (System.nanoTime() - start) / 1_000_000;
    return fitted.with(task.classes(), training, model, measured, millis);
  }

  private synchronized void publish(Task task, Fitted answer) {
    fitted = answer.of(fitted.revision() + 1, task.version());
    lastAnswer = System.nanoTime();
    changed();
  }

  /** Waits whether labels pause; if so, what follows ends when one comes. */
  private synchronized boolean labelsPause(Task task) throws InterruptedException {
    long end = System.nanoTime() + pauseNanos;
    while (version == task.version() && !closed) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        pausing = true;
        return true;
      }
      wait(left);
    }
    return false;
  }

  /**
   * Fits from scratch if labels have grown by a share since the last time, or some of those are
   * gone. Validation nodes may object; without any, nothing speaks for the refits, which are there
   * to be quick.
   */
  private void fitFromScratch(Task task) {
    Map<String, String> training = task.training();
    if (training.size() <= (1 + MORE_LABELS) * ofWholeFit.size()
        && training.entrySet().containsAll(ofWholeFit.entrySet())) {
      return;
    }
    long start = System.nanoTime();
    Graph<String> graphNow = labelled(task, training);
    GmnnModel<String> model = whole(learner.fit(graphNow));
    ofWholeFit = training;
    if (!isNoWorse(model, fitted, task)) {
      return;
    }
    Fitted answer = answer(task, graphNow, model, start);
    synchronized (this) {
      if (version == task.version()) { // else the revision would grow without the newest label
        publish(task, answer);
      }
    }
  }

  /**
   * Whether a model is not clearly worse on the validation nodes: behind by at most a standard
   * error of the difference, which is the root of the number of nodes that one alone gets right.
   */
  private static boolean isNoWorse(GmnnModel<String> model, Fitted before, Task task) {
    int gained = 0;
    int lost = 0;
    for (String node : task.held()) {
      String truth = task.all().get(node);
      boolean now = model.predict(node).label().equals(truth);
      boolean then = before.predictions().of(node).label().equals(truth);
      gained += now && !then ? 1 : 0;
      lost += then && !now ? 1 : 0;
    }
    return lost - gained <= Math.sqrt(gained + lost);
  }

  /** Measures on labels held back in turn, where the data has no validation nodes to measure on. */
  private void measure(Task task) {
    if (!task.held().isEmpty() || task.training().size() < HeldBack.FEWEST) {
      return;
    }
    HeldBack measured =
        HeldBack.inTurn(
            task.classes(), task.training(), kept -> whole(learner.fit(labelled(task, kept))));
    synchronized (this) {
      fitted = fitted.with(measured);
      changed();
    }
  }

  private synchronized void fail(Task task, Throwable e) {
    LOG.warn("the fit failed; the page keeps the model before it", e);
    String problem = "The last fit failed: " + Quote.printable(String.valueOf(e.getMessage()));
    publish(task, fitted.with(problem));
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      fitting.interrupt();
      notifyAll();
    }
    log.close();
  }
}

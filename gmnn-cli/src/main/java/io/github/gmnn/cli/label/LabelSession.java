package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.advice.AdviceRequest;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.cli.run.Interval;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A graph that is being labelled: its labels, the newest model, and the thread that fits the next
 * one. Labels are on the disk before a method that changes them returns; fits run in the
 * background, on the newest labels, and one that fails leaves the model before it in place.
 * Thread-safe.
 */
final class LabelSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LabelSession.class);
  private static final int LONGEST_LABEL = 200;
  private static final int FOLDS = 5;

  /** Labels from which folds of them say something. */
  private static final int FEWEST_TO_VALIDATE = 10;

  /** How long a model may be old before a fit is let finish although there are newer labels. */
  private static final Duration STALE = Duration.ofSeconds(2);

  private final Graph<String> graph;
  private final LabelLog log;
  private final Learner learner;
  private final long staleNanos;
  private final Labels labels;
  private final Set<String> skipped = new LinkedHashSet<>();
  private final CompletableFuture<LabelAdvisor<String>> advisor = new CompletableFuture<>();
  private final Thread fitting = new Thread(this::fitAlways, "gmnn-label-fit");

  private long version;
  private long changes;
  private boolean busy;
  private boolean validating;
  private boolean closed;
  private long lastAnswer = System.nanoTime();
  private volatile Fitted fitted = Fitted.none();

  /**
   * Goes on where a file of labels ends.
   *
   * @param graph the data, with its own labels
   * @param log what people did before; closed with the session
   * @throws IllegalArgumentException if the file has a node that is not in the graph
   */
  LabelSession(Graph<String> graph, LabelLog log, Learner learner) {
    this(graph, log, learner, STALE);
  }

  LabelSession(Graph<String> graph, LabelLog log, Learner learner, Duration stale) {
    this.graph = graph;
    this.staleNanos = stale.toNanos();
    this.log = log;
    this.learner = learner;
    this.labels = new Labels(graph);
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

  /** Brings what ranks nodes, once it is there. */
  void advise(LabelAdvisor<String> ready) {
    advisor.complete(ready);
    changed();
  }

  /** Says that there will be no advisor. */
  void failAdvice(Throwable why) {
    advisor.completeExceptionally(why);
    changed();
  }

  /**
   * Labels a node.
   *
   * @throws NoSuchElementException if there is no such node
   * @throws IllegalArgumentException if the label is blank or too long
   */
  synchronized void label(String node, String label) throws IOException {
    requireNode(node);
    if (label.isBlank() || label.length() > LONGEST_LABEL) {
      throw new IllegalArgumentException(
          "expected a label of 1 to " + LONGEST_LABEL + " characters, found " + Quote.of(label));
    }
    String name = label.strip();
    log.append(new LabelLog.Change(node, name));
    labels.give(node, name);
    skipped.remove(node);
    refit();
  }

  /**
   * Takes the last label back.
   *
   * @throws IllegalStateException if there is none
   */
  synchronized void undo() throws IOException {
    if (!labels.canUndo()) {
      throw new IllegalStateException("there is no label to take back");
    }
    log.append(LabelLog.Change.UNDO);
    labels.undo();
    refit();
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

  private synchronized void refit() {
    version++;
    if (busy && (validating || System.nanoTime() - lastAnswer < staleNanos)) {
      fitting.interrupt(); // the newest labels win
    }
    changed();
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

  /** Whether nodes are ranked already. */
  boolean isAdvised() {
    return advisor.isDone();
  }

  /**
   * The nodes to label next; waits until they can be ranked.
   *
   * @throws IllegalStateException if they cannot
   */
  List<LabelAdvisor.Advice<String>> next(int count) {
    LabelAdvisor<String> ready;
    try {
      ready = advisor.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("nodes cannot be ranked: " + e.getCause().getMessage(), e);
    }
    View now = view();
    AdviceRequest<String> request =
        AdviceRequest.<String>of(now.all()).classes(now.classes().size());
    Fitted answer = fitted;
    if (answer.hasModel()) {
      request = request.predictions(answer.predictions());
    }
    List<LabelAdvisor.Advice<String>> first = ready.next(request.without(now.skipped()), count);
    return first.isEmpty() ? ready.next(request, count) : first; // what was put off comes last
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
        validate(task);
      } catch (CancellationException e) {
        LOG.debug("a fit ended early: there are newer labels");
      } catch (RuntimeException | OutOfMemoryError e) {
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
    validating = false;
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
    long start = System.nanoTime();
    if (!task.canFit()) {
      publish(task, null, null, null, 0, "");
      return;
    }
    Graph<String> training = labelled(task, task.training());
    GmnnModel<String> model = learner.fit(training);
    long millis = (System.nanoTime() - start) / 1_000_000;
    publish(task, training, model, heldAccuracy(task, model), millis, "");
  }

  private static Interval heldAccuracy(Task task, GmnnModel<String> model) {
    if (task.held().isEmpty()) {
      return null;
    }
    int right = 0;
    for (String node : task.held()) {
      right += model.predict(node).label().equals(task.all().get(node)) ? 1 : 0;
    }
    return Interval.of(right, task.held().size());
  }

  private synchronized void publish(
      Task task,
      Graph<String> training,
      GmnnModel<String> model,
      Interval validation,
      long millis,
      String problem) {
    Interval shown = validation == null && model != null ? fitted.validation() : validation;
    fitted =
        new Fitted(
            fitted.revision() + 1,
            task.version(),
            task.classes(),
            training,
            model,
            shown,
            millis,
            problem);
    lastAnswer = System.nanoTime();
    changed();
  }

  /**
   * Measures the model on the labels themselves, each of five parts predicted by a model of the
   * other four. Where the data has validation nodes, these measure it.
   */
  private void validate(Task task) {
    Map<String, String> training = task.training();
    if (!task.canFit() || !task.held().isEmpty() || training.size() < FEWEST_TO_VALIDATE) {
      return;
    }
    synchronized (this) {
      if (version != task.version()) {
        return;
      }
      validating = true;
    }
    List<String> nodes = new ArrayList<>(training.keySet());
    nodes.sort((a, b) -> training.get(a).compareTo(training.get(b))); // stable: parts are alike
    int right = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      Map<String, String> rest = new LinkedHashMap<>(training);
      List<String> asked = new ArrayList<>();
      for (int i = fold; i < nodes.size(); i += FOLDS) {
        asked.add(nodes.get(i));
      }
      rest.keySet().removeAll(new HashSet<>(asked));
      GmnnModel<String> model = learner.fit(labelled(task, rest));
      for (String node : asked) {
        right += model.predict(node).label().equals(training.get(node)) ? 1 : 0;
      }
    }
    synchronized (this) {
      fitted = fitted.with(Interval.of(right, nodes.size()));
      changed();
    }
  }

  private synchronized void fail(Task task, Throwable e) {
    LOG.warn("the fit failed; the page goes on with the model before it", e);
    Fitted last = fitted;
    String problem = "The last fit failed: " + Quote.printable(String.valueOf(e.getMessage()));
    fitted =
        new Fitted(
            last.revision() + 1,
            task.version(),
            last.classes(),
            last.graph(),
            last.model(),
            last.validation(),
            last.millis(),
            problem);
    changed();
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

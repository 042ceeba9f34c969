package io.github.gmnn.cli.label;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reasons of guesses. Finding them takes a prediction for each feature and neighbour, seconds
 * on a large graph, so that a thread of its own does, and nobody waits longer than they like.
 * Reasons of an older model are given up. Thread-safe.
 */
final class Reasons {
  private static final Logger LOG = LoggerFactory.getLogger(Reasons.class);

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "gmnn-label-reasons");
            created.setDaemon(true);
            return created;
          });

  // Under the lock of this object:
  private final Map<String, FutureTask<List<Map<String, Object>>>> ofNodes = new LinkedHashMap<>();
  private int revision;

  /**
   * The reasons of a guess.
   *
   * @param newRevision of the model
   * @param node the node
   * @param until how long to wait, by {@link System#nanoTime}
   * @param find finds them
   * @return the reasons; empty if they are not found yet
   */
  List<Map<String, Object>> of(
      int newRevision, String node, long until, Supplier<List<Map<String, Object>>> find) {
    try {
      long wait = Math.max(0, until - System.nanoTime());
      return task(newRevision, node, find).get(wait, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | CancellationException e) {
      LOG.debug("no reasons yet", e);
    } catch (ExecutionException e) {
      LOG.warn("the guess could not be explained", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of();
  }

  private synchronized Future<List<Map<String, Object>>> task(
      int newRevision, String node, Supplier<List<Map<String, Object>>> find) {
    if (newRevision > revision) {
      forget();
      revision = newRevision;
    }
    return ofNodes.computeIfAbsent(
        node,
        key -> {
          FutureTask<List<Map<String, Object>>> task = new FutureTask<>(find::get);
          thread.execute(task);
          return task;
        });
  }

  /** Gives up what is not found yet. */
  synchronized void forget() {
    ofNodes.values().forEach(task -> task.cancel(true));
    ofNodes.clear();
  }
}

package io.github.gmnn.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs configurations one after the other, and the runs of each at once on the given threads; a
 * training uses more than one thread only where there are fewer seeds than threads. Figures do not
 * depend on that: a training gives the same whatever its threads.
 */
public final class Runner {
  private final int threads;
  private final RunProgress progress;
  private final List<Future<Run>> running = new ArrayList<>();
  private boolean stopped;

  public Runner(int threads, RunProgress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  /** Runs all configurations; after {@link #stop()} what was finished is returned. */
  public List<ExperimentResult> run(List<Configuration> configurations) {
    List<ExperimentResult> results = new ArrayList<>();
    for (Configuration configuration : configurations) {
      ExperimentResult result = run(configuration);
      if (!result.runs().isEmpty()) {
        results.add(result);
      }
    }
    return results;
  }

  private ExperimentResult run(Configuration configuration) {
    boolean alone = configuration.trials().values().stream().anyMatch(Trial::wantsAllThreads);
    int parallel = alone ? 1 : Math.min(threads, configuration.runs());
    ExecutorService pool = Executors.newFixedThreadPool(parallel, Runner::daemon);
    long start = System.nanoTime();
    try {
      List<Run> runs = new ArrayList<>();
      for (Future<Run> future : submit(configuration, pool, Math.max(1, threads / parallel))) {
        try {
          runs.add(future.get());
        } catch (CancellationException e) {
          // Stopped: the runs that are through are kept.
        } catch (ExecutionException e) {
          throw e.getCause() instanceof RuntimeException unchecked
              ? unchecked
              : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
          stop();
          Thread.currentThread().interrupt();
        }
      }
      return new ExperimentResult(configuration, runs, (System.nanoTime() - start) / 1e9, threads);
    } finally {
      pool.shutdownNow();
    }
  }

  private synchronized List<Future<Run>> submit(
      Configuration configuration, ExecutorService pool, int threadsOfRun) {
    running.clear();
    if (!stopped) {
      boolean[] first = {true};
      configuration
          .trials()
          .forEach(
              (split, trial) -> {
                for (long seed : configuration.seeds()) {
                  boolean keepsFitted = first[0];
                  first[0] = false;
                  running.add(
                      pool.submit(
                          () -> {
                            Run run = run(configuration, split, trial, seed, threadsOfRun);
                            return keepsFitted ? run : run.withoutFitted();
                          }));
                }
              });
    }
    return List.copyOf(running);
  }

  private Run run(
      Configuration configuration, String split, Trial trial, long seed, int threadsOfRun) {
    String title =
        configuration.dataset() + (split.isEmpty() ? "" : "/" + split) + " " + configuration.name();
    RunProgress.OfRun followed = progress.started(title, seed);
    Run run = trial.run(seed, threadsOfRun, followed).ofSplit(split);
    if (!Thread.currentThread().isInterrupted()) { // else it ended early
      followed.finished(run);
    }
    return run;
  }

  /** Ends all runs soon: those under way are interrupted and dropped. */
  public synchronized void stop() {
    stopped = true;
    running.forEach(run -> run.cancel(true));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "gmnn-run");
    thread.setDaemon(true);
    return thread;
  }
}

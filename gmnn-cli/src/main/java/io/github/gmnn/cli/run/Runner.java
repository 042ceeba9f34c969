package io.github.gmnn.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs settings one after the other, and the runs of each at once on the given threads; a training
 * uses more than one thread only where there are fewer seeds than threads. Figures do not depend on
 * that: a training gives the same whatever its threads.
 */
public final class Runner {
  private final int threads;
  private final Progress progress;
  private final List<Future<Run>> running = new ArrayList<>();
  private boolean stopped;

  public Runner(int threads, Progress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  /** Runs all settings; after {@link #stop()} what was finished is returned. */
  public List<Result> run(List<Setting> settings) {
    List<Result> results = new ArrayList<>();
    for (Setting setting : settings) {
      Result result = run(setting);
      if (!result.runs().isEmpty()) {
        results.add(result);
      }
    }
    return results;
  }

  private Result run(Setting setting) {
    boolean alone = setting.trials().values().stream().anyMatch(Trial::wantsAllThreads);
    int parallel = alone ? 1 : Math.min(threads, setting.runs());
    ExecutorService pool = Executors.newFixedThreadPool(parallel, Runner::daemon);
    long start = System.nanoTime();
    try {
      List<Run> runs = new ArrayList<>();
      for (Future<Run> future : submit(setting, pool, Math.max(1, threads / parallel))) {
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
      return new Result(setting, runs, (System.nanoTime() - start) / 1e9, threads);
    } finally {
      pool.shutdownNow();
    }
  }

  private synchronized List<Future<Run>> submit(
      Setting setting, ExecutorService pool, int threadsOfRun) {
    running.clear();
    if (!stopped) {
      boolean[] first = {true};
      setting
          .trials()
          .forEach(
              (split, trial) -> {
                for (long seed : setting.seeds()) {
                  boolean keepsFitted = first[0];
                  first[0] = false;
                  running.add(
                      pool.submit(
                          () -> {
                            Run run = run(setting, split, trial, seed, threadsOfRun);
                            return keepsFitted ? run : run.withoutFitted();
                          }));
                }
              });
    }
    return List.copyOf(running);
  }

  private Run run(Setting setting, String split, Trial trial, long seed, int threadsOfRun) {
    String title = setting.dataset() + (split.isEmpty() ? "" : "/" + split) + " " + setting.name();
    Progress.OfRun followed = progress.started(title, seed);
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

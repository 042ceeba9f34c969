package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.testing.FreshJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes whose threads save into one place and load what is there: no save fails, and what is
 * loaded is whole. The same of any size is {@link #main}.
 */
class ManyWritersTest {
  /** A process of its own: the file, how many threads, how often each saves. */
  static final class Writers {
    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      int threads = Integer.parseInt(arguments[1]);
      int times = Integer.parseInt(arguments[2]);
      GmnnModel<Object> model =
          Gmnn.paper().pretrainEpochs(1).emIterations(0).fit(GoldenFiles.GRAPH);
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      List<Future<?>> writing = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        writing.add(pool.submit(() -> saveAndLoad(model, file, times)));
      }
      for (Future<?> each : writing) {
        each.get(); // throws what a save or a load threw
      }
      pool.shutdown();
    }

    private static void saveAndLoad(GmnnModel<Object> model, Path file, int times) {
      try {
        for (int i = 0; i < times; i++) {
          model.save(file);
          if (GmnnModel.load(file).predictions().all().size() != GoldenFiles.GRAPH.nodeCount()) {
            throw new IllegalStateException("another model was loaded");
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void run(Path folder, int processes, int threads, int times) throws Exception {
    String file = folder.resolve("model").toString();
    ExecutorService pool = Executors.newFixedThreadPool(processes);
    List<Future<?>> running = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      running.add(
          pool.submit(
              () ->
                  FreshJvm.run(
                      Writers.class, file, threads + "", times + ""))); // throws if it fails
    }
    for (Future<?> each : running) {
      each.get();
    }
    pool.shutdown();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(folder.resolve("model"));
    }
  }

  @Test
  void twoProcessesOfTwoThreadsSaveAndLoadOneFile(@TempDir Path folder) throws Exception {
    run(folder, 2, 2, 10);
  }

  /** Two processes: how many threads each has, how often a thread saves. */
  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    int times = Integer.parseInt(arguments[1]);
    run(Files.createTempDirectory("writers"), 2, threads, times);
    System.out.println(2 * threads * times + " saves, each loaded: none failed");
  }
}

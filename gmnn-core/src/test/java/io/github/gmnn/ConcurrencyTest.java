package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class ConcurrencyTest {
  private static final Logger log = LoggerFactory.getLogger(ConcurrencyTest.class);
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @Test
  void eightThreadsPredictAndTwoFitAtOnceWithSerialResults() throws Exception {
    GmnnTrainer trainer = SmallCitations.trainer().build();
    GmnnModel<Integer> model = trainer.fit(GRAPH);
    List<Prediction<Integer>> held = List.copyOf(model.predictions().all());
    List<Prediction<Integer>> inductive = List.copyOf(model.predict(GRAPH).all());

    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tasks.add(
          () -> {
            for (int round = 0; round < 5; round++) {
              assertThat(model.predict(GRAPH).all()).isEqualTo(inductive);
              assertThat(model.predictions().all()).isEqualTo(held);
            }
            return true;
          });
    }
    for (int i = 0; i < 2; i++) {
      tasks.add(
          () -> {
            for (int round = 0; round < 3; round++) {
              assertThat(trainer.fit(GRAPH).predictions().all()).isEqualTo(held);
            }
            return true;
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Boolean> task : pool.invokeAll(tasks)) {
        assertThat(task.get()).isTrue();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void modelsAndTrainersThatComeAndGoLeaveNoMemoryBehind()
      throws InterruptedException, IOException {
    cycles(100); // classes loaded, code compiled, pools filled
    long[] before = used();
    for (int done = 100; done <= 1000; done += 100) {
      cycles(100);
      long[] now = used();
      log.info(
          "after {} cycles: heap {} kB, off-heap {} kB, classes {}, threads {} more than before",
          done,
          (now[0] - before[0]) / 1024,
          (now[1] - before[1]) / 1024,
          now[2] - before[2],
          now[3] - before[3]);
      assertThat(now[0] - before[0]).as("heap after %d cycles", done).isLessThan(8L << 20);
      assertThat(now[1] - before[1]).as("off-heap after %d cycles", done).isLessThan(8L << 20);
      assertThat(now[2] - before[2]).as("classes after %d cycles", done).isLessThan(200);
      assertThat(now[3] - before[3]).as("threads after %d cycles", done).isLessThan(5);
    }
  }

  /** Fits, saves, loads and predicts. */
  private static void cycles(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      SmallCitations.trainer()
          .pretrainEpochs(1)
          .learningEpochs(1)
          .inferenceEpochs(1)
          .emIterations(1)
          .fit(GRAPH)
          .save(file);
      GmnnModel.load(new ByteArrayInputStream(file.toByteArray())).predict(GRAPH);
    }
  }

  /** Heap and JavaCPP's off-heap bytes in use after collection, classes and threads. */
  private static long[] used() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(100); // ND4J frees its arrays on threads of its own
    }
    Runtime runtime = Runtime.getRuntime();
    return new long[] {
      runtime.totalMemory() - runtime.freeMemory(),
      Pointer.totalBytes(),
      ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
      ManagementFactory.getThreadMXBean().getThreadCount()
    };
  }
}

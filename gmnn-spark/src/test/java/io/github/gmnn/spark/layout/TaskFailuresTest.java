package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.spark.LocalSpark;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

class TaskFailuresTest {
  private static final CountDownLatch STARTED = new CountDownLatch(1);
  private static final CountDownLatch CANCELLED = new CountDownLatch(1);

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
  }

  /** Waits for the end of time, or for its job to be cancelled. */
  private static int block(int value) {
    STARTED.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      CANCELLED.countDown();
    }
    return value;
  }

  @Test
  void anInterruptOfTheCallerCancelsItsJobs() throws InterruptedException {
    JavaSparkContext context = context();
    Thread caller = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                STARTED.await();
                caller.interrupt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    interrupter.start();
    try {
      assertThatThrownBy(
              () ->
                  TaskFailures.unwrap(
                      () -> context.parallelize(List.of(1), 1).map(v -> block(v)).count()))
          .isInstanceOf(CancellationException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(CANCELLED.await(60, TimeUnit.SECONDS)).isTrue();
    interrupter.join();
    assertThat(context.sc().getJobTags().isEmpty()).isTrue();
  }

  @Test
  void whatATaskRefusesTheCallerHears() {
    JavaSparkContext context = context();
    assertThatThrownBy(
            () ->
                TaskFailures.unwrap(
                    () -> context.parallelize(List.of(-1), 1).map(v -> refuse(v)).count()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-1 is refused");
  }

  private static int refuse(int value) {
    throw new IllegalArgumentException(value + " is refused");
  }
}

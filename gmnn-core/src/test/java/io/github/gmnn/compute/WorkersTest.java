package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.testing.FreshJvm;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private static final long MUCH = 10 * Workers.MIN_WORK_PER_THREAD;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void everyRowIsVisitedOnce(int threads) {
    AtomicIntegerArray visits = new AtomicIntegerArray(1_001);
    Workers.of(threads).forRows(1_001, MUCH, (from, to) -> visit(visits, from, to));
    assertVisitedOnce(visits);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void workersThatAreToldToStopBeginNothing(int threads) {
    Workers stopped = Workers.of(threads).stoppedBy(() -> true);
    int[] pointers = {0, 5, 9};
    AtomicInteger ran = new AtomicInteger();
    List<Runnable> loops =
        List.of(
            () -> stopped.forRows(9, MUCH, (from, to) -> ran.incrementAndGet()),
            () -> stopped.forRows(RowSet.of(9, new int[] {3}), 1, (a, b) -> ran.incrementAndGet()),
            () -> stopped.forNonZeros(pointers, MUCH, (from, to) -> ran.incrementAndGet()),
            () -> stopped.forParts(2, part -> ran.incrementAndGet()));
    for (Runnable loop : loops) {
      assertThatThrownBy(loop::run).isInstanceOf(CancellationException.class);
    }
    assertThat(ran).hasValue(0);
    assertThat(stopped.threads()).isEqualTo(threads);
  }

  /** What a busy pool has not looked at stays in its queue, perhaps for good. */
  @Test
  void aJobThatHasEndedHoldsNothing() throws InterruptedException {
    int busy = ForkJoinPool.getCommonPoolParallelism() + 1;
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < busy; i++) {
      ForkJoinPool.commonPool().execute(() -> awaitQuietly(release));
    }
    try {
      WeakReference<float[]> held = workOnAnArray();
      for (int i = 0; i < 100 && held.get() != null; i++) {
        System.gc();
        Thread.sleep(10);
      }
      assertThat(held.get()).isNull();
    } finally {
      release.countDown();
    }
  }

  private static WeakReference<float[]> workOnAnArray() {
    float[] values = new float[1000];
    Workers.of(4).forParts(8, part -> values[part] = 1);
    assertThat(values).startsWith(1, 1, 1, 1, 1, 1, 1, 1, 0);
    return new WeakReference<>(values);
  }

  /** Runs in a virtual machine whose common pool has no threads. */
  static final class WithoutAPool {
    public static void main(String[] arguments) {
      System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "0");
      Workers.of(4).forParts(8, part -> {});
      Workers.of(4).forRows(100, MUCH, (from, to) -> {});
      assertThat(ForkJoinPool.commonPool().hasQueuedSubmissions()).isFalse();
    }
  }

  @Test
  void nothingIsHandedToAPoolWithoutThreads() {
    FreshJvm.run(WithoutAPool.class);
  }

  @Test
  void manyRowsAreSplitAmongManyThreads() {
    AtomicLong visited = new AtomicLong();
    Workers.of(64)
        .forRows(
            2_000_000_000,
            1,
            (from, to) -> {
              assertThat(from).isNotNegative();
              visited.addAndGet(to - from);
            });
    assertThat(visited).hasValue(2_000_000_000L);
  }

  @Property(tries = 100)
  void everyRowOfASparseMatrixIsVisitedOnce(
      @ForAll @IntRange(min = 1, max = 9) int threads,
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 20) Integer> lengths) {
    int[] pointers = new int[lengths.size() + 1];
    for (int r = 0; r < lengths.size(); r++) {
      pointers[r + 1] = pointers[r] + lengths.get(r);
    }
    AtomicIntegerArray visits = new AtomicIntegerArray(lengths.size());
    Workers.of(threads).forNonZeros(pointers, MUCH, (from, to) -> visit(visits, from, to));
    assertVisitedOnce(visits);
  }

  @Test
  void noRowsIsNoWork() {
    Workers.of(4).forRows(0, MUCH, (from, to) -> assertThat(to).isEqualTo(from));
    Workers.of(4).forNonZeros(new int[1], MUCH, (from, to) -> assertThat(to).isEqualTo(from));
  }

  @Test
  void littleWorkStaysOnTheCallingThread() {
    Thread caller = Thread.currentThread();
    AtomicInteger ranges = new AtomicInteger();
    Workers.of(8)
        .forRows(
            100,
            10,
            (from, to) -> {
              assertThat(Thread.currentThread()).isSameAs(caller);
              ranges.incrementAndGet();
            });
    assertThat(ranges).hasValue(1);
  }

  @Test
  void noMoreThreadsThanAllowedAreUsed() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Workers.of(2).forRows(64, MUCH, (from, to) -> threads.add(Thread.currentThread()));
    assertThat(threads).hasSizeBetween(1, 2);
  }

  @Test
  void anExceptionIsPassedOnAfterAllPartsHaveEnded() {
    AtomicInteger ended = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Workers.of(4)
                    .forParts(
                        16,
                        part -> {
                          if (part == 0) {
                            throw new IllegalStateException("part 0");
                          }
                          pause();
                          ended.incrementAndGet();
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("part 0");
    assertThat(ended).hasValue(15);
  }

  @Test
  void anErrorIsPassedOnAsItIs() {
    assertThatThrownBy(
            () ->
                Workers.of(2)
                    .forParts(
                        4,
                        part -> {
                          throw new StackOverflowError("part");
                        }))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void aBusyPoolDoesNotHoldUpTheCaller() {
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool().execute(() -> awaitQuietly(release));
    }
    try {
      AtomicIntegerArray visits = new AtomicIntegerArray(100);
      Workers.of(4).forRows(100, MUCH, (from, to) -> visit(visits, from, to));
      assertVisitedOnce(visits);
    } finally {
      release.countDown();
    }
  }

  @Test
  void anInterruptIsKeptForTheCaller() {
    Thread.currentThread().interrupt();
    AtomicIntegerArray visits = new AtomicIntegerArray(100);
    Workers.of(4).forRows(100, MUCH, (from, to) -> visit(visits, from, to));
    assertThat(Thread.interrupted()).isTrue();
    assertVisitedOnce(visits);
  }

  @Test
  void aNumberOfThreadsBelowOneIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workers.of(0))
        .withMessage("threads must be at least 1, got 0");
  }

  static void visit(AtomicIntegerArray visits, int from, int to) {
    for (int r = from; r < to; r++) {
      visits.incrementAndGet(r);
    }
  }

  private static void assertVisitedOnce(AtomicIntegerArray visits) {
    for (int r = 0; r < visits.length(); r++) {
      assertThat(visits.get(r)).as("visits of row %d", r).isEqualTo(1);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

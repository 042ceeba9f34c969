package io.github.gmnn.training;

import io.github.gmnn.internal.Checks;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells an application how far a fit is and how long it will still take, for a progress bar or a
 * log.
 *
 * <pre>{@code
 * Gmnn.builder()
 *     .listener(ProgressListener.every(Duration.ofMillis(500), p -> bar.setValue(p.percent())))
 *     .fit(graph);
 * }</pre>
 *
 * <p>The time left is that of the epochs still to come, each as long as the median of recent epochs
 * of its phase; phases that have not been yet are taken to be like those that have. A phase that
 * ends sooner than planned, by patience, lets the fraction jump. What a fit does apart from its
 * epochs is not counted: the choice of q ({@code Gmnn.auto()}) before them, calibration after them.
 *
 * <p>One listener is for one fit at a time, and can be used for another one afterwards.
 */
public final class ProgressListener implements GmnnListener {
  private final long everyNanos;
  private final Consumer<Progress> consumer;
  private final Map<Phase, Recent> recent = new EnumMap<>(Phase.class);
  private List<Phase.Planned> phases = List.of();
  private int current = -1;
  private int lastEpoch;
  private long lastElapsed;
  private long lastTold;
  private double fraction;

  private ProgressListener(long everyNanos, Consumer<Progress> consumer) {
    this.everyNanos = everyNanos;
    this.consumer = consumer;
  }

  /**
   * Makes a listener.
   *
   * @param interval how much time passes at least between two calls; zero for a call each epoch
   * @param consumer called on the thread of the fit: after the first epoch, then by the interval,
   *     and after the last epoch if phases ran to their end
   * @return the listener
   * @throws IllegalArgumentException if the interval is negative
   */
  public static ProgressListener every(Duration interval, Consumer<Progress> consumer) {
    Checks.atLeast(0, Objects.requireNonNull(interval, "interval").toNanos(), "interval");
    return new ProgressListener(interval.toNanos(), Objects.requireNonNull(consumer, "consumer"));
  }

  @Override
  public void onStart(List<Phase.Planned> planned) {
    phases = List.copyOf(planned);
    recent.clear();
    current = -1;
    lastEpoch = 0;
    lastElapsed = 0;
    lastTold = Long.MIN_VALUE;
    fraction = 0;
  }

  @Override
  public boolean onEpoch(EpochReport report) {
    boolean first = current < 0;
    goTo(report);
    long elapsed = report.elapsed().toNanos();
    if (!first) { // that one loads classes, and compiles
      recent.computeIfAbsent(report.phase(), phase -> new Recent()).add(elapsed - lastElapsed);
    }
    lastElapsed = elapsed;
    List<Phase.Planned> later = phases.subList(current + 1, phases.size());
    boolean last =
        report.epoch() == report.epochs() && later.stream().allMatch(phase -> phase.epochs() == 0);
    double left = first ? Double.NaN : nanosLeft(report, later);
    fraction = last ? 1 : first ? 0 : Math.max(fraction, elapsed / (elapsed + left));
    if (last || lastTold == Long.MIN_VALUE || elapsed - lastTold >= everyNanos) {
      lastTold = elapsed;
      consumer.accept(
          new Progress(
              report.phase(),
              report.iteration(),
              report.epoch(),
              report.epochs(),
              fraction,
              report.elapsed(),
              last
                  ? Optional.of(Duration.ZERO)
                  : first ? Optional.empty() : Optional.of(Duration.ofNanos((long) left))));
    }
    return true;
  }

  /** Finds the phase of the report, at or after the one of the last report. */
  private void goTo(EpochReport report) {
    if (phases.isEmpty()) {
      throw new IllegalStateException(
          "the phases are not known: give the trainer this listener itself, or call onStart");
    }
    if (current < 0 || report.epoch() <= lastEpoch || !isOf(report)) {
      do {
        current++;
      } while (!isOf(report));
    }
    lastEpoch = report.epoch();
  }

  private boolean isOf(EpochReport report) {
    Phase.Planned phase = phases.get(current);
    return phase.phase() == report.phase() && phase.iteration() == report.iteration();
  }

  private double nanosLeft(EpochReport report, List<Phase.Planned> later) {
    Recent ofThisPhase = recent.computeIfAbsent(report.phase(), phase -> new Recent());
    double known = 0;
    for (Recent ofPhase : recent.values()) {
      known += ofPhase.median() / recent.size();
    }
    double left = (report.epochs() - report.epoch()) * ofThisPhase.median();
    for (Phase.Planned phase : later) {
      Recent ofPhase = recent.get(phase.phase());
      left += phase.epochs() * (ofPhase == null ? known : ofPhase.median());
    }
    return left;
  }

  /** How long the latest epochs took, of which the median is what one more will take. */
  private static final class Recent {
    private final double[] nanos = new double[11];
    private final double[] sorted = new double[nanos.length];
    private int added;

    void add(double time) {
      nanos[added++ % nanos.length] = time;
    }

    double median() {
      int count = Math.min(added, nanos.length);
      System.arraycopy(nanos, 0, sorted, 0, count);
      Arrays.sort(sorted, 0, count);
      return sorted[(count - 1) / 2];
    }
  }

  /**
   * How far a fit is.
   *
   * @param phase the phase
   * @param iteration the EM iteration, from 1; 0 in pre-training
   * @param epoch the epoch within the phase, from 1
   * @param epochs how many epochs the phase has at most
   * @param fraction how much of the fit's time has passed, from 0 to 1; it never falls
   * @param elapsed the time since the fit began
   * @param left the time that the epochs still to come will take, if the phases run to their end;
   *     empty after the first epoch, which is slow in a way that tells nothing of others
   */
  public record Progress(
      Phase phase,
      int iteration,
      int epoch,
      int epochs,
      double fraction,
      Duration elapsed,
      Optional<Duration> left) {
    /** Returns the fraction in whole percent, rounded down: 100 means the end. */
    public int percent() {
      return (int) Math.floor(100 * fraction);
    }

    /** Returns a line for people: {@code 42 %, E-step 1, epoch 30 of 100, 1.2 s left}. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d %%, %s, epoch %d of %d%s",
          percent(),
          phase.describe(iteration),
          epoch,
          epochs,
          left.map(time -> ", " + inWords(time) + " left").orElse(""));
    }

    private static String inWords(Duration time) {
      long seconds = time.toSeconds();
      return seconds >= 3600
          ? seconds / 3600 + " h " + seconds % 3600 / 60 + " min"
          : seconds >= 60
              ? seconds / 60 + " min " + seconds % 60 + " s"
              : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
  }
}

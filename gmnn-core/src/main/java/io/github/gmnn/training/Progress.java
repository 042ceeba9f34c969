package io.github.gmnn.training;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

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

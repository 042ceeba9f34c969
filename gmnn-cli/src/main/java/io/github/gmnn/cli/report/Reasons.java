package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.evaluation.Explanation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What speaks for a wrong label rather than the true one. */
final class Reasons {
  private static final Logger LOG = LoggerFactory.getLogger(Reasons.class);
  private static final int MOST = 5;

  private Reasons() {}

  /** Writes the largest effects as bars; nothing where the model cannot be explained. */
  static <K> void write(Markup out, TrainingOutcome<K> fitted, Measured.Case<K> error) {
    List<Explanation.Cause<K>> causes = causes(fitted, error);
    double largest = causes.stream().mapToDouble(cause -> Math.abs(cause.effect())).max().orElse(0);
    if (largest == 0) {
      return;
    }
    out.open("ul", "class", "reasons");
    for (Explanation.Cause<K> cause : causes) {
      double share = Math.abs(cause.effect()) / largest;
      out.open("li", "class", cause.effect() < 0 ? "against" : null);
      out.open("span", "class", "bar", "aria-hidden", true);
      out.element("i", "", "style", String.format(Locale.ROOT, "width:%.0f%%", 100 * share));
      out.close().element("bdi", Markup.shortened(cause.what()));
      out.element("small", String.format(Locale.ROOT, "%+.2f", cause.effect())).close();
    }
    out.close();
  }

  private static <K> List<Explanation.Cause<K>> causes(
      TrainingOutcome<K> fitted, Measured.Case<K> error) {
    List<Explanation.Cause<K>> causes = new ArrayList<>();
    explanation(fitted, error)
        .ifPresent(
            found -> {
              causes.addAll(found.inputs());
              causes.addAll(found.labels());
            });
    return causes.stream()
        .sorted(Comparator.comparingDouble(cause -> -Math.abs(cause.effect())))
        .limit(MOST)
        .toList();
  }

  private static <K> Optional<Explanation<K>> explanation(
      TrainingOutcome<K> fitted, Measured.Case<K> error) {
    if (fitted.model() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          fitted.model().explain(fitted.data().graph(), error.prediction().key(), error.truth()));
    } catch (UnsupportedOperationException | IllegalStateException | IllegalArgumentException e) {
      LOG.debug("no reasons", e); // not every model has them, nor for a class it never saw
      return Optional.empty();
    }
  }
}

package io.github.gmnn;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link GmnnModel} as text for a person: a line for each thing that one asks of a model. */
final class ModelSummary {
  private static final int CLASSES_SHOWN = 12;
  private static final String LINE = "%-12s%s%n";

  private final StringBuilder text = new StringBuilder();

  private ModelSummary() {}

  static String of(GmnnModel<?> model) {
    ModelSummary summary = new ModelSummary();
    summary.line("model", model.toString());
    summary.line("classes", classes(model.classes()));
    summary.line("features", features(model.state().features()));
    summary.line("networks", networks(model.state().networks()));
    summary.line("training", training(model.history()));
    summary.line("validation", validation(model.history()));
    for (String warning : model.warnings()) {
      summary.line("warning", warning);
    }
    summary.line(
        "made",
        model.provenance().created()
            + " by version "
            + model.provenance().libraryVersion()
            + " from data "
            + model.provenance().dataFingerprint());
    String name = "settings";
    for (Map.Entry<String, String> setting : model.provenance().settings().entrySet()) {
      summary.line(name, setting.getKey() + " " + setting.getValue());
      name = "";
    }
    return summary.text.toString();
  }

  private void line(String name, String value) {
    text.append(String.format(Locale.ROOT, LINE, name, Quote.printable(value)));
  }

  private static String classes(List<String> classes) {
    String shown = String.join(", ", classes.subList(0, Math.min(CLASSES_SHOWN, classes.size())));
    return classes.size() <= CLASSES_SHOWN
        ? shown
        : shown + " and " + (classes.size() - CLASSES_SHOWN) + " more";
  }

  private static String features(ModelState.Features features) {
    if (!features.present()) {
      return "none: each node is its own";
    }
    return features.count() + (features.names().isEmpty() ? "" : ", matched by name");
  }

  private static String networks(ModelState.Networks networks) {
    String q =
        networks.inference().isTrained()
            ? "q of " + networks.inference().parameterCount() + " parameters"
            : "q is no network";
    String p =
        networks.learning().isTrained()
            ? ", p of " + networks.learning().parameterCount() + " parameters"
            : "";
    return q + p + "; predictions by " + networks.predictor();
  }

  private static String training(TrainingHistory history) {
    List<EpochReport> epochs = history.epochs();
    String end = history.completed() ? "" : ", stopped before its end";
    if (epochs.isEmpty()) {
      return "no epochs" + end;
    }
    double seconds = epochs.get(epochs.size() - 1).elapsed().toNanos() / 1e9;
    return String.format(Locale.ROOT, "%d epochs in %.1f s%s", epochs.size(), seconds, end);
  }

  private static String validation(TrainingHistory history) {
    List<String> best = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      history
          .bestValidation(phase)
          .ifPresent(value -> best.add(String.format(Locale.ROOT, "%.4f in %s", value, phase)));
    }
    return best.isEmpty() ? "none: the last epoch was kept" : "best " + String.join(", ", best);
  }
}

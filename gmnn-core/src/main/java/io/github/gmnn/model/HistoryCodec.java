package io.github.gmnn.model;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** A training history as JSON: a list per epoch. */
final class HistoryCodec {
  private static final int COLUMNS = 8;

  private HistoryCodec() {}

  static void encode(TrainingHistory history, ObjectNode node) {
    node.put("completed", history.completed());
    ArrayNode epochs = node.putArray("epochs");
    for (EpochReport report : history.epochs()) {
      ArrayNode row = epochs.addArray();
      row.add(report.phase().name())
          .add(report.iteration())
          .add(report.epoch())
          .add(report.epochs())
          .add(report.loss());
      if (report.validation().isPresent()) {
        row.add(report.validation().getAsDouble());
      } else {
        row.addNull();
      }
      row.add(report.step().toNanos()).add(report.elapsed().toNanos());
    }
  }

  static TrainingHistory decode(Fields node) throws ModelFormatException {
    List<EpochReport> epochs = new ArrayList<>();
    for (JsonNode row : node.list("epochs")) {
      epochs.add(epoch(row));
    }
    return new TrainingHistory(epochs, node.flag("completed"));
  }

  private static EpochReport epoch(JsonNode row) throws ModelFormatException {
    boolean numbers = row.size() == COLUMNS;
    for (int i = 1; i < COLUMNS && numbers; i++) {
      JsonNode value = row.path(i);
      boolean whole = i < 4 || i > 5;
      numbers = whole ? value.isInt() || value.isLong() : value.isNumber() || value.isNull();
    }
    if (!numbers) {
      throw new ModelFormatException(
          "expected an epoch as a phase and seven numbers, found " + Shown.of(row));
    }
    return new EpochReport(
        phase(row.path(0)),
        row.path(1).asInt(),
        row.path(2).asInt(),
        row.path(3).asInt(),
        row.path(4).asDouble(),
        row.path(5).isNull() ? OptionalDouble.empty() : OptionalDouble.of(row.path(5).asDouble()),
        Duration.ofNanos(row.path(6).asLong()),
        Duration.ofNanos(row.path(7).asLong()));
  }

  private static Phase phase(JsonNode name) throws ModelFormatException {
    for (Phase phase : Phase.values()) {
      if (phase.name().equals(name.asText())) {
        return phase;
      }
    }
    throw new ModelFormatException("expected a phase of training, found " + Shown.of(name));
  }
}

package io.github.gmnn.model;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import java.util.List;
import java.util.Random;

/** What may become of forged data: a refusal that people can read, or a graph that holds. */
public final class Outcome {
  private Outcome() {}

  /** Ten errors at most are told, a line each, and how many there are more. */
  public static String refused(DataFormatException e) {
    List<String> lines = e.getMessage().lines().toList();
    if (lines.isEmpty() || lines.size() > 11 || lines.stream().anyMatch(l -> l.length() > 1000)) {
      throw new AssertionError("a message of ten short lines, not " + e.getMessage());
    }
    return "refused";
  }

  /** All numbers are finite, and what a fit makes of them is, too. */
  public static String used(Graph<?> graph, Random random) {
    for (float value : graph.features().values()) {
      if (!Float.isFinite(value)) {
        throw new AssertionError("a feature of " + value);
      }
    }
    if (graph.nodeCount() > 100 || random.nextInt(20) > 0) {
      return "read";
    }
    try {
      GmnnModel<?> model =
          Gmnn.paper()
              .hiddenUnits(2)
              .pretrainEpochs(1)
              .learningEpochs(1)
              .inferenceEpochs(1)
              .threads(1)
              .fit(graph);
      for (Prediction<?> prediction : model.predictions().all()) {
        if (!(prediction.probability() > 0)) {
          throw new AssertionError("predicts " + prediction);
        }
      }
      return "read and fitted";
    } catch (IllegalArgumentException | ArithmeticException expected) {
      return "read, refused by the fit: " + expected.getClass().getSimpleName();
    }
  }
}

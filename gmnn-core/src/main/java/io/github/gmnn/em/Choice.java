package io.github.gmnn.em;

import io.github.gmnn.model.Checkpoint;
import java.util.Map;

/**
 * What was chosen among several kinds of q.
 *
 * @param kind the name of the {@link Candidate}
 * @param why how it came to be chosen
 */
public record Choice(String kind, String why) {
  private static final String KIND = "inferenceChosen";
  private static final String WHY = "inferenceTried";

  /** The choice of the fit that wrote a checkpoint. */
  static Choice in(Checkpoint checkpoint) {
    return new Choice(
        checkpoint.texts().getOrDefault(KIND, "unknown"), checkpoint.texts().getOrDefault(WHY, ""));
  }

  /** The choice as a checkpoint keeps it. */
  public Map<String, String> texts() {
    return Map.of(KIND, kind, WHY, why);
  }

  /** Both, for people. */
  @Override
  public String toString() {
    return kind + why;
  }
}

package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long {@link InferenceChoice} tries a kind; the choice is tested through the trainer. */
class TrialLengthTest {
  @Test
  void aTrialIsHalfOfAKindsEpochsButNeitherFewNorMany() {
    Map<Integer, Integer> trials = new LinkedHashMap<>();
    for (int epochs : new int[] {20, 70, 150, 1_000}) {
      trials.put(epochs, InferenceChoice.trialEpochs(epochs));
    }
    assertThat(trials).isEqualTo(Map.of(20, 20, 70, 50, 150, 75, 1_000, 100));
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Model files of every release stay readable. {@code golden/model-1.gmnn} was written by version
 * 0.1.0 from {@link #GRAPH}, with keys of several types.
 */
class GoldenModelTest {
  private static final Graph<Object> GRAPH =
      Graph.<Object>builder()
          .addNode("a", 1, 0, 0)
          .addNode(7, 1, 1, 0)
          .addNode(8L, 0, 0, 1)
          .addNode("d", 0, 1, 1)
          .addEdge("a", 7)
          .addEdge(8L, "d")
          .label("a", "x")
          .label("d", "y")
          .build();

  @Test
  void aFileOfVersionOnePredictsAsItDidThen() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/golden/model-1.gmnn")) {
      GmnnModel<Object> model = GmnnModel.load(in);
      assertThat(model.keys()).containsExactly("a", 7, 8L, "d");
      assertThat(model.predict(7).label()).isEqualTo("x");
      assertThat(model.predict(8L).label()).isEqualTo("y");
      assertThat(model.history().epochs()).hasSize(30);
      Predictions<Object> again = model.predict(GRAPH);
      for (Object key : model.keys()) {
        assertThat(again.of(key).probability("x"))
            .isCloseTo(model.predict(key).probability("x"), offset(1e-6));
      }
    }
  }

  /** Writes the golden file of this version. */
  public static void main(String[] arguments) throws IOException {
    Gmnn.builder()
        .hiddenUnits(4)
        .pretrainEpochs(10)
        .learningEpochs(10)
        .inferenceEpochs(10)
        .dropout(0.2)
        .seed(1)
        .fit(GRAPH)
        .save(Path.of(arguments[0]));
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Model files of every version of the format stay readable, for every kind of layer: they predict
 * what they did when they were written by {@link GoldenFiles}.
 */
class GoldenModelTest {
  static Stream<String> files() {
    return GoldenFiles.trainers().keySet().stream().map(name -> "/golden/version-1/" + name);
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFilePredictsAsItDidWhenItWasWritten(String file) throws IOException {
    GmnnModel<Object> model = load(file + ".gmnn");
    assertThat(model.keys()).isEqualTo(GoldenFiles.GRAPH.keys());
    assertThat(model.classes()).containsExactly("x", "y");
    assertThat(model.history().epochs()).hasSize(7);
    assertThat(model.embedding("a")).isPresent();
    double[] then = values(new String(resource(file + ".txt"), StandardCharsets.UTF_8));
    assertThat(then).hasSize(4);
    assertThat(values(GoldenFiles.predictions(model))).containsExactly(then, offset(1e-6));
  }

  private static double[] values(String line) {
    return Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static GmnnModel<Object> load(String file) throws IOException {
    return GmnnModel.load(new ByteArrayInputStream(resource(file)));
  }

  private static byte[] resource(String file) throws IOException {
    try (InputStream in = GoldenModelTest.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.Export;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionsTest {
  private static <K> Predictions<K> predictions(List<K> keys, float... values) {
    Graph.Builder<K> graph = Graph.<K>builder().classes(List.of("a", "=b"));
    keys.forEach(graph::addNode);
    return Predictions.of(graph.build(), DenseMatrix.wrap(keys.size(), 2, values));
  }

  private static String text(Export export) throws IOException {
    StringWriter out = new StringWriter();
    export.writeTo(out);
    return out.toString();
  }

  @Test
  void csvHasLabelProbabilityAndEachClass() throws IOException {
    Predictions<String> predictions =
        predictions(List.of("x", "-y, z"), 0.75f, 0.25f, 0.125f, 0.875f);
    assertThat(text(predictions.csv()))
        .isEqualTo(
            """
            node,label,probability,a,=b
            x,a,0.75,0.75,0.25
            "-y, z",=b,0.875,0.125,0.875
            """);
    assertThat(text(predictions.csvForSpreadsheets()))
        .isEqualTo(
            """
            node,label,probability,a,'=b
            x,a,0.75,0.75,0.25
            "'-y, z",'=b,0.875,0.125,0.875
            """);
  }

  @Test
  void jsonLinesHaveTheDistributionByName() throws IOException {
    assertThat(text(predictions(List.of(7, -8), 0.75f, 0.25f, 0.5f, 0.5f).jsonLines()))
        .isEqualTo(
            """
            {"node":7,"label":"a","probability":0.75,"distribution":{"a":0.75,"=b":0.25}}
            {"node":-8,"label":"a","probability":0.5,"distribution":{"a":0.5,"=b":0.5}}
            """);
  }

  @Test
  void linksHaveTwoEnds() throws IOException {
    Predictions<LinkKey<String>> predictions =
        predictions(List.of(new LinkKey<>("s", "t")), 0.25f, 0.75f);
    assertThat(text(predictions.csv()))
        .isEqualTo("source,target,label,probability,a,=b\ns,t,=b,0.75,0.25,0.75\n");
    assertThat(text(predictions.jsonLines())).startsWith("{\"source\":\"s\",\"target\":\"t\",\"l");
  }

  @Test
  void arraysAreInTheOrderOfKeys() {
    Predictions<String> predictions = predictions(List.of("x", "y"), 0.75f, 0.25f, 0.125f, 0.875f);
    assertThat(predictions.classIndices()).containsExactly(0, 1);
    assertThat(predictions.matrix().toDoubles())
        .isDeepEqualTo(new double[][] {{0.75, 0.25}, {0.125, 0.875}});
    predictions.matrix().fill(9);
    assertThat(predictions.of("x").probability()).isEqualTo(0.75);
  }
}

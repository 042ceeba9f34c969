package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.testing.TextGraphs;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a person sees who prints a result. */
class ReadableTextTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @Test
  void aSummarySaysWhatAModelIsAndWhereItComesFrom() {
    GmnnModel<Integer> model = SmallCitations.trainer().fit(GRAPH);
    List<String> lines = model.summary().lines().toList();
    assertThat(lines.get(0)).isEqualTo("model       GmnnModel(300 nodes, 3 classes)");
    assertThat(lines.get(1)).isEqualTo("classes     " + String.join(", ", GRAPH.classes()));
    assertThat(lines.get(2)).isEqualTo("features    120");
    // two layers of 16 units without bias, over 120 words and over 3 classes
    assertThat(lines.get(3))
        .isEqualTo(
            "networks    q of 1968 parameters, p of 96 parameters; predictions by INFERENCE");
    assertThat(lines.get(4)).matches("training    80 epochs in \\d+\\.\\d s");
    assertThat(lines.get(5))
        .matches(
            "validation  best 0\\.\\d{4} in PRE_TRAINING, 0\\.\\d{4} in M_STEP, 0\\.\\d{4} in"
                + " E_STEP");
    assertThat(lines.get(6))
        .startsWith("made        " + model.provenance().created())
        .endsWith("from data " + model.provenance().dataFingerprint());
    assertThat(lines.get(7)).isEqualTo("settings    seed 3");
    assertThat(lines).hasSize(7 + model.provenance().settings().size());
    assertThat(lines).contains("            emIterations 2");
  }

  @Test
  void aSummarySaysWhatIsMissing() {
    Graph<String> graph = TextGraphs.parse("a-b a[x] b[y]");
    String stopped = Gmnn.paper().listener(epoch -> false).fit(graph).summary();
    assertThat(stopped)
        .contains("features    none: each node is its own")
        .contains("1 epochs in")
        .contains("stopped before its end")
        .contains("validation  none: the last epoch was kept");
    assertThat(Gmnn.paper().nonAmortized().fit(graph).summary()).contains("q is no network");
  }

  @Test
  void aLongListOfClassesIsCut() {
    List<String> classes = List.of("abcdefghijklmnop".split(""));
    Graph<String> graph = TextGraphs.parse("x[a] y[b]").withClasses(classes);
    assertThat(Gmnn.paper().pretrainEpochs(1).emIterations(0).fit(graph).summary())
        .contains("classes     a, b, c, d, e, f, g, h, i, j, k, l and 4 more");
  }

  @Test
  void resultsSayTheirSizeAndNotTheirContent() {
    Dataset<String> data =
        new Dataset<>("tiny", TextGraphs.parse("a-b a[x] b[y] c"), Map.of("c", "x"));
    assertThat(data)
        .hasToString(
            "Dataset(tiny, Graph(3 nodes, 1 edge, no features, 2 classes, 2 training nodes,"
                + " 0 validation nodes), 1 test labels)");
    assertThat(Predictions.of(data.graph(), DenseMatrix.zeros(3, 2)))
        .hasToString("Predictions(3 nodes, 2 classes)");
    assertThat(new Splits.Split<>(List.of(1, 2), List.of(), List.of(3)))
        .hasToString("Split(2 training, 0 validation, 1 test keys)");
    assertThat(SmallCitations.trainer().build().toString())
        .startsWith("GmnnTrainer{seed=3, ")
        .contains("emIterations=2");
  }

  @Test
  void numbersLookTheSameWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      Graph<String> graph = TextGraphs.parse("a-b a[x] b[y] c");
      DenseMatrix distributions = DenseMatrix.zeros(3, 2);
      distributions.fill(0.5f);
      Predictions<String> predictions = Predictions.of(graph, distributions);
      assertThat(predictions.of("c")).hasToString("c: x (0.500)");
      assertThat(predictions.evaluate(Map.of("a", "x")).toString()).startsWith("accuracy 1.0000,");
    } finally {
      Locale.setDefault(before);
    }
  }
}

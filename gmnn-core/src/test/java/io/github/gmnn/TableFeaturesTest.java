package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features as tables have them, and what a fit warns of. */
class TableFeaturesTest {
  private static final int NODES = 200;

  @TempDir private Path folder;

  private final Map<Integer, String> truth = new LinkedHashMap<>();
  private final Graph<Integer> graph = table();

  /** Three columns, one near 1000, on a ring of circles; the first two tell the class. */
  private Graph<Integer> table() {
    Random random = new Random(5);
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < NODES; i++) {
      boolean yes = i < NODES / 2;
      double centre = yes ? 0.6 : -0.6;
      builder.addNode(
          i,
          centre + random.nextGaussian(),
          centre + random.nextGaussian(),
          1000 + 10 * random.nextGaussian());
      truth.put(i, yes ? "yes" : "no");
    }
    for (int i = 0; i < NODES; i++) {
      int half = i < NODES / 2 ? 0 : NODES / 2;
      builder.addEdge(i, half + random.nextInt(NODES / 2));
      if (i % 5 == 0) {
        builder.label(i, truth.get(i));
      }
    }
    builder.validation(List.of(0, 5, 10, 100, 105, 110));
    return builder.build();
  }

  @Test
  void aLargeColumnDoesNotDrownTheOthers() throws IOException {
    GmnnModel<Integer> model = Gmnn.paper().featureScaling(FeatureScaling.AUTOMATIC).fit(graph);
    double accuracy = model.evaluate(truth).accuracy();
    assertThat(accuracy).isGreaterThan(0.85);
    double byRow =
        Gmnn.paper().featureScaling(FeatureScaling.ROW).fit(graph).evaluate(truth).accuracy();
    assertThat(accuracy).isGreaterThan(byRow + 0.1);
    assertThat(model.provenance().settings())
        .containsEntry("featureScaling", "AUTOMATIC")
        .containsEntry("featureScaling.chosen", "STANDARD");
    Path file = folder.resolve("model.gmnn");
    model.save(file);
    // a part of the graph has other means: the model's count
    Graph<String> part =
        Graph.<String>builder().addNode("a", 2, 2, 1000).addNode("b", 3, 2, 1010).build();
    Predictions<String> predicted = GmnnModel.load(file).predict(part);
    assertThat(predicted.all()).isEqualTo(model.predict(part).all());
    assertThat(predicted.of("a").label()).isEqualTo("yes");
    assertThat(predicted.of("b").label()).isEqualTo("yes");
  }

  @Test
  void aFitWarnsWhereEdgesJoinDifferentLabelsAndNothingValidates() throws IOException {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 20; i++) {
      builder.addNode(i, Map.of("word " + i % 2, 1)).label(i, i % 2 == 0 ? "even" : "odd");
      builder.addEdge(i, (i + 1) % 20, 1);
    }
    GmnnModel<Integer> model = Gmnn.paper().pretrainEpochs(30).emIterations(0).fit(builder.build());
    assertThat(model.warnings())
        .anyMatch(text -> text.startsWith("no node is held for validation"))
        .anyMatch(text -> text.startsWith("20 of the 20 edges between training nodes join"));
    Path file = folder.resolve("warned.gmnn");
    model.save(file);
    assertThat(GmnnModel.load(file).warnings()).isEqualTo(model.warnings());
  }

  @Test
  void aFitWarnsWhereAllNodesGetOneClass() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 20; i++) {
      builder.addNode(i, Map.of("word", 1)).label(i, i == 0 ? "rare" : "common");
    }
    Graph<Integer> alike = builder.validation(List.of(5)).build();
    assertThat(Gmnn.paper().pretrainEpochs(30).emIterations(0).fit(alike).warnings())
        .singleElement()
        .asString()
        .startsWith("all 20 nodes are predicted as \"common\"");
  }

  @Test
  void thePapersSettingsWarnWhereFeaturesAreNumbersAndNotWords() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 20; i++) {
      builder.addNode(i, Map.of("height", i - 9.5, "width", 3 * i + 1)).label(i, "c" + i / 10);
    }
    Graph<Integer> numbers = builder.validation(List.of(5, 15)).build();
    String warning = "BINARY_ROW, the paper's scaling, makes 1 of every feature";
    assertThat(Gmnn.paper().pretrainEpochs(30).emIterations(0).fit(numbers).warnings())
        .anyMatch(w -> w.startsWith(warning) && w.contains("100 % are not"));
    assertThat(Gmnn.builder().fit(numbers).warnings()).noneMatch(w -> w.startsWith(warning));
  }

  @Test
  void aFitWithoutAFlawWarnsOfNothing() {
    assertThat(Gmnn.builder().fit(graph).warnings()).isEmpty();
  }
}

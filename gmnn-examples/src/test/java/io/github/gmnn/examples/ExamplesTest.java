package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.CitationGraphGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
  private static final int MOST_LINES = 80;

  /** A main method. */
  @FunctionalInterface
  private interface Example {
    void main(String... args) throws IOException;
  }

  private static String output(Example example) throws IOException {
    PrintStream out = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      example.main();
    } finally {
      System.setOut(out);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  @Test
  void quickStartFindsTheLabel() throws IOException {
    assertThat(output(QuickStart::main)).startsWith("databases").contains("learning=");
  }

  @Test
  void fiveNodesAreAskedForWithTheirReasons() throws IOException {
    assertThat(output(LabelNext::main))
        .matches(
            "(?s)(paper \\d+: many nodes are near it.*?\\R){5}By a strategy of our own: paper"
                + " \\d+\\R");
  }

  @Test
  void linkClassificationFindsMostFrauds() throws IOException {
    List<String> lines = output(LinkClassification::main).lines().toList();
    assertThat(accuracy(lines, "Graph(")).isGreaterThan(0.8);
  }

  @Test
  void edgesOfPaymentsTellMoreOfFraudThanLabelsAround() throws IOException {
    List<String> lines = output(args -> Fraud.main("1", "2000")).lines().toList();
    double propagation = auc(lines, "label propagation");
    assertThat(auc(lines, "logistic regression, summaries")).isGreaterThan(propagation + 0.1);
    assertThat(auc(lines, "GMNN, summaries and edges")).isGreaterThan(propagation + 0.1);
  }

  private static double auc(List<String> table, String name) {
    String row =
        table.stream()
            .filter(line -> line.startsWith("| " + name + " |"))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(row.split("\\|")[2].strip().split(" ")[0]);
  }

  @Test
  void typesOfEdgesTellMoreThanEdges() throws IOException {
    String text = output(TypedGraph::main);
    String[] figures =
        text.replaceAll(
                "(?s).*convolutions: (\\S+).*propagation: (\\S+),.*chose: (\\S+).*", "$1 $2 $3")
            .split(" ");
    assertThat(Double.parseDouble(figures[0])).isGreaterThan(0.8);
    assertThat(Double.parseDouble(figures[2])).isGreaterThan(Double.parseDouble(figures[1]));
  }

  @Test
  void embeddingsTellClassesApart() throws IOException {
    String text = output(Embeddings::main);
    double percent = Double.parseDouble(text.replaceAll("(?s).*embeddings: ([0-9.]+)%.*", "$1"));
    assertThat(percent).isGreaterThan(50); // of six classes
    Files.delete(Path.of(text.replaceAll("(?s).*Saved to (\\S+) in.*", "$1")));
  }

  @Test
  void objectClassificationBeatsLabelPropagation() throws IOException {
    List<String> lines = output(ObjectClassification::main).lines().toList();
    assertThat(accuracy(lines, "GMNN:")).isGreaterThan(accuracy(lines, "label propagation:"));
  }

  @Test
  void kindsOfQSaysWhatWasTried() throws IOException {
    assertThat(output(KindsOfQ::main)).contains(" of [robust-appnp 0.").contains("robust-linkx 0.");
  }

  @Test
  void settingsAreChosenByValidation() throws IOException {
    assertThat(output(ChoosingSettings::main)).contains("gc").contains("test accuracy: 0.8");
  }

  @Test
  void whatIsNamedAsTheReasonMakesTheDifference() throws IOException {
    List<String> lines =
        output(WhyThisLabel::main).lines().filter(line -> line.contains("that is")).toList();
    assertThat(lines).hasSize(10);
    for (String line : lines) {
      String[] effects = line.replaceAll(".*: ([-+0-9.]+) .* that is (.*)", "$1 $2").split(" ");
      assertThat(Double.parseDouble(effects[1]))
          .as(line)
          .isCloseTo(Double.parseDouble(effects[0]), within(0.002));
    }
  }

  @Test
  void relationalLearningBeatsLabelPropagation() throws IOException {
    List<String> lines = output(RelationalLearning::main).lines().toList();
    for (String method : List.of("RMN:", "MLN:", "PRM:")) {
      assertThat(accuracy(lines, method)).isGreaterThan(accuracy(lines, "LP:"));
    }
  }

  @Test
  void customStrategyIsComparedWithTwoOthers() throws IOException {
    assertThat(output(CustomStrategy::main).lines()).hasSize(3).first().asString().contains("0.8");
  }

  @Test
  void labelSmoothingOfZeroIsCrossEntropyAndMoreIsNot() throws IOException {
    List<String> lines = output(CustomObjective::main).lines().toList();
    double plain =
        Gmnn.paper()
            .seed(1)
            .fit(CitationGraphGenerator.builder().build().generate().graph())
            .evaluate(CitationGraphGenerator.builder().build().generate().testLabels())
            .accuracy();
    assertThat(accuracy(lines, "rate 0.0:")).isCloseTo(plain, within(0.005));
    assertThat(accuracy(lines, "rate 0.1:")).isGreaterThan(0.7);
    assertThat(lines.get(1)).isNotEqualTo(lines.get(0).replace("0.0:", "0.1:"));
  }

  @Test
  void customLayerIsTrainedSavedAndLoaded() throws IOException {
    List<String> lines = output(CustomLayer::main).lines().toList();
    assertThat(accuracy(lines, "GMNN:")).isGreaterThan(0.6);
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).startsWith("Deeplearning4j: a distribution"));
  }

  @Test
  void segmentsComeBackIntoTheDatabase() throws IOException {
    String text = output(DatabaseGraph::main);
    assertThat(text).contains("Graph(200 nodes").contains("200 customers updated");
    for (String segment : List.of("saver", "spender")) {
      String right =
          text.replaceAll("(?s).*" + segment + "s: (\\d+) predicted as " + segment + ".*", "$1");
      assertThat(Integer.parseInt(right)).as(text).isGreaterThan(60); // of 80
    }
  }

  @Test
  void guavaGraphPutsMostMembersInTheirClub() throws IOException {
    String line = output(GuavaGraph::main);
    assertThat(Integer.parseInt(line.substring(0, line.indexOf(' ')))).isGreaterThan(240);
  }

  @Test
  void savedModelPredictsTheTrainingGraphAndAnother() throws IOException {
    List<String> lines = output(SaveAndLoad::main).lines().toList();
    assertThat(accuracy(lines, "the training graph:")).isGreaterThan(0.75);
    assertThat(accuracy(lines, "another graph:")).isGreaterThan(0.75);
  }

  private static double accuracy(List<String> lines, String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.replaceAll(".*accuracy ([0-9.]+).*", "$1"))
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElseThrow();
  }

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/java/io/github/gmnn/examples"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examplesAreShortAndTheirPageNamesThem(Path file) throws IOException {
    String text = Files.readString(file);
    assertThat(text.lines().count()).isLessThan(MOST_LINES);
    if (text.contains("void main(")) {
      assertThat(Path.of("README.md")).content().contains("examples/" + file.getFileName());
    }
  }
}

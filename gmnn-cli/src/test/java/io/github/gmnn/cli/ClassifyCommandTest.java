package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class ClassifyCommandTest {
  @TempDir private Path temp;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = SmallData.write(temp.resolve("small"));
  }

  private JsonNode classify(Object... options) throws IOException {
    Path json = temp.resolve("results.json");
    Object[] fixed = {"classify", "--data", data, "--json", json, "--epochs", 5};
    Object[] args = new Object[fixed.length + options.length];
    System.arraycopy(fixed, 0, args, 0, fixed.length);
    System.arraycopy(options, 0, args, fixed.length, options.length);
    Cli run = Cli.run(args);
    assertThat(run.code()).as(run.err()).isZero();
    return new ObjectMapper().readTree(json.toFile()).get("results");
  }

  @Test
  void jsonHasTheFieldsOfTheContract() throws IOException {
    JsonNode entry = classify("--runs", 3, "--seed", 5, "--threads", 2).get(0);
    assertThat(entry.fieldNames())
        .toIterable()
        .containsExactly(
            "dataset",
            "task",
            "setting",
            "preset",
            "runs",
            "mean",
            "std",
            "published",
            "trainSeconds",
            "msPerEpochQ",
            "msPerEpochP",
            "threads",
            "kernel");
    assertThat(entry.get("dataset").asText()).isEqualTo("small");
    assertThat(entry.get("task").asText()).isEqualTo("object");
    assertThat(entry.get("setting").asText()).isEqualTo("annealing");
    assertThat(entry.get("preset").asText()).isEqualTo("default");
    assertThat(entry.get("threads").asInt()).isEqualTo(2);
    assertThat(entry.get("kernel").asText()).isNotEmpty();
    assertThat(entry.get("msPerEpochQ").asDouble()).isPositive();
    assertThat(entry.get("msPerEpochP").asDouble()).isPositive();
    assertThat(entry.get("runs").findValues("seed"))
        .extracting(JsonNode::asLong)
        .containsExactly(5L, 6L, 7L);
    assertThat(entry.get("runs").get(0).fieldNames())
        .toIterable()
        .containsExactly("seed", "accuracy", "validationAccuracy", "trainSeconds");
    List<Double> accuracies =
        entry.get("runs").findValues("accuracy").stream().map(JsonNode::asDouble).toList();
    assertThat(accuracies).allMatch(accuracy -> accuracy > 0.4 && accuracy <= 1);
    assertThat(entry.get("mean").get("accuracy").asDouble())
        .isCloseTo(accuracies.stream().mapToDouble(a -> a).average().orElseThrow(), within(1e-12));
  }

  @Test
  void figuresDoNotDependOnThreads() throws IOException {
    JsonNode one = classify("--runs", 3, "--threads", 1).get(0);
    JsonNode two = classify("--runs", 3, "--threads", 2).get(0);
    JsonNode more = classify("--runs", 3, "--threads", 7).get(0);
    assertThat(two.get("mean")).isEqualTo(one.get("mean"));
    assertThat(more.get("mean")).isEqualTo(one.get("mean"));
  }

  @ParameterizedTest
  @EnumSource(Approximation.class)
  void strategiesAreNamedAsTheSetting(Approximation approximation) throws IOException {
    assertThat(classify("--approximation", approximation).get(0).get("setting").asText())
        .isEqualTo(approximation.toString());
  }

  @ParameterizedTest
  @EnumSource(value = Method.class, mode = EnumSource.Mode.EXCLUDE, names = "GMNN")
  void otherMethodsAreNamedAsTheSetting(Method method) throws IOException {
    assertThat(classify("--method", method).get(0).get("setting").asText())
        .isEqualTo(method.toString());
  }

  @Test
  void folderNameChoosesThePresetAndPublishedFigures() throws IOException {
    data = SmallData.write(temp.resolve("citeseer"));
    Path json = temp.resolve("results.json");
    assertThat(Cli.run("classify", "--data", data, "--json", json).code()).isZero();
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("preset").asText()).isEqualTo("citeseer");
    assertThat(entry.get("published").get("accuracy").asDouble()).isEqualTo(0.731);
    assertThat(classify("--preset", "pubmed").get(0).get("preset").asText()).isEqualTo("pubmed");
  }

  @Test
  void outGetsTableAndPicture() throws IOException {
    Path out = temp.resolve("new/out");
    classify("--out", out, "--runs", 2, "--attributes-in-p");
    assertThat(out.resolve("classify.md")).content().contains("annealing-attributes-in-p", "±");
    assertThat(out.resolve("classify-convergence.png")).isNotEmptyFile();
  }

  @Test
  void progressGoesToStderrUnlessQuiet() {
    Cli loud = Cli.run("classify", "--data", data, "--epochs", 2, "--runs", 2);
    assertThat(loud.err().lines()).hasSize(2).allMatch(line -> line.contains("/2] small"));
    assertThat(loud.out()).startsWith("| data").contains("| small");
    assertThat(Cli.run("classify", "--data", data, "--epochs", 2, "--quiet").err()).isEmpty();
  }

  @Test
  void dashPrintsJson() throws IOException {
    Cli run = Cli.run("classify", "--data", data, "--epochs", 2, "--json", "-");
    assertThat(new ObjectMapper().readTree(run.out()).has("results")).isTrue();
  }

  @Test
  void dataWithoutTestNodesIsClassified() throws IOException {
    Files.delete(data.resolve("test.txt"));
    assertThat(classify().get(0).get("mean").get("accuracy").isNull()).isTrue();
  }

  @Test
  void dataWithoutValidationNodesIsClassified() throws IOException {
    Files.delete(data.resolve("dev.txt"));
    JsonNode entry = classify("--out", temp.resolve("out")).get(0);
    assertThat(entry.get("runs").get(0).get("validationAccuracy").isNull()).isTrue();
  }
}

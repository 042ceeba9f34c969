package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
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
            "options",
            "runs",
            "mean",
            "std",
            "classes",
            "published",
            "trainSeconds",
            "msPerEpochQ",
            "msPerEpochP",
            "threads",
            "kernel");
    assertThat(entry.get("dataset").asText()).isEqualTo("small");
    assertThat(entry.get("task").asText()).isEqualTo("object");
    assertThat(entry.get("setting").asText()).isEqualTo("robust");
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
        .containsExactly(
            "seed",
            "accuracy",
            "macroF1",
            "balancedAccuracy",
            "rocAuc",
            "averagePrecision",
            "logLoss",
            "calibrationError",
            "validationAccuracy",
            "set90Coverage",
            "set90WorstClass",
            "set90Size",
            "set95Coverage",
            "set95WorstClass",
            "set95Size",
            "chosen",
            "trainSeconds");
    assertThat(entry.get("runs").get(0).get("chosen").asText())
        .matches(
            "robust-[a-z]+ of \\[robust-appnp [01]\\.\\d+ .+, robust-sage .+, robust-linkx .+],"
                + " after .+ trainings of it .+");
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
    assertThat(
            classify("--q", "gc", "--approximation", approximation).get(0).get("setting").asText())
        .isEqualTo(approximation.toString());
  }

  @Test
  void aStrategyInPlaceOfTheRobustKindsOwnIsNamed() throws IOException {
    assertThat(classify("--approximation", "max").get(0).get("setting").asText())
        .isEqualTo("max-robust");
  }

  @ParameterizedTest
  @CsvSource({"gcn, robust-alone", "self-training, self-training-robust"})
  void otherMethodsOfTheRobustChoiceSayWhatQIs(String method, String setting) throws IOException {
    JsonNode entry = classify("--method", method).get(0);
    assertThat(entry.get("setting").asText()).isEqualTo(setting);
    assertThat(entry.get("runs").get(0).get("chosen").asText()).startsWith("robust-");
  }

  @ParameterizedTest
  @EnumSource(value = TrainingMethod.class, mode = EnumSource.Mode.EXCLUDE, names = "GMNN")
  void otherMethodsAreNamedAsTheSetting(TrainingMethod method) throws IOException {
    assertThat(classify("--q", "gc", "--method", method).get(0).get("setting").asText())
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

  @ParameterizedTest
  @CsvSource({
    "--method gcn, 0.703",
    "--method label-propagation, 0.563",
    "--method self-training, 0.724",
    "--attributes-in-p, 0.729",
    "--approximation mean, 0.726",
  })
  void settingsOfThePaperHaveItsFigures(String options, double figure) throws IOException {
    assertThat(published(options).get("accuracy").asDouble()).isEqualTo(figure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--preset pubmed",
        "--epochs 3",
        "--directed",
        "--q gat --epochs 3",
        "--approximation mean --attributes-in-p"
      })
  void settingsThatThePaperDoesNotHaveHaveNoPublishedFigure(String options) throws IOException {
    assertThat(published(options)).isEmpty();
  }

  private JsonNode published(String options) throws IOException {
    Path citeseer = SmallData.write(temp.resolve("citeseer"));
    Path json = temp.resolve("results.json");
    List<Object> words = new ArrayList<>(List.of("classify", "--data", citeseer, "--json", json));
    words.addAll(List.of(options.split(" ")));
    assertThat(Cli.run(words.toArray()).code()).isZero();
    return new ObjectMapper().readTree(json.toFile()).get("results").get(0).get("published");
  }

  @Test
  void outGetsTableAndPicture() throws IOException {
    Path out = temp.resolve("new/out");
    classify("--out", out, "--runs", 2, "--q", "gc", "--attributes-in-p");
    assertThat(out.resolve("classify.md")).content().contains("annealing-attributes-in-p", "±");
    assertThat(out.resolve("classify-convergence.png")).isNotEmptyFile();
  }

  @Test
  void progressGoesToStderrUnlessQuiet() {
    Cli loud = Cli.run("classify", "--data", data, "--epochs", 2, "--runs", 2);
    assertThat(loud.err().lines().filter(line -> line.startsWith("["))).hasSize(2);
    assertThat(loud.err().lines().filter(line -> line.contains("E-step 1, 2 epochs"))).hasSize(2);
    assertThat(loud.err().lines().filter(line -> line.contains(": tried robust-sage, validation ")))
        .hasSize(2);
    assertThat(loud.out()).startsWith("| data").contains("| small");
    assertThat(Cli.run("classify", "--data", data, "--epochs", 2, "--quiet").err()).isEmpty();
  }

  @Test
  void dashPrintsJson() throws IOException {
    Cli run = Cli.run("classify", "--data", data, "--epochs", 2, "--json", "-");
    assertThat(new ObjectMapper().readTree(run.out()).has("results")).isTrue();
  }

  @Test
  void withoutTestNodesTheLabelsThemselvesAreShown() throws IOException {
    Files.delete(data.resolve("test.txt"));
    assertThat(classify().get(0).get("mean").get("accuracy").isNull()).isTrue();
    Cli run = Cli.run("classify", "--data", data, "--epochs", 2);
    assertThat(run.out()).doesNotContain("NaN").contains("| label ", "validation accuracy");
    assertThat(predictedCounts(run.out())).isEqualTo(100);
  }

  private static int predictedCounts(String tables) {
    return tables
        .lines()
        .dropWhile(line -> !line.startsWith("| label"))
        .skip(2)
        .mapToInt(line -> Integer.parseInt(line.split("\\|")[3].strip()))
        .sum();
  }

  @Test
  void oneRunHasNoDeviation() throws IOException {
    JsonNode entry = classify().get(0);
    assertThat(entry.get("std").get("accuracy").isNull()).isTrue();
    assertThat(classify("--runs", 2).get(0).get("std").get("accuracy").isNumber()).isTrue();
  }

  @Test
  void predictionsAreWrittenForEveryNode() throws IOException {
    Path file = temp.resolve("predictions.csv");
    classify("--predictions", file);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(201);
    assertThat(lines.get(0)).isEqualTo("node,label,probability,topic-0,topic-1,topic-2");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      double[] p = {
        Double.parseDouble(cells[3]), Double.parseDouble(cells[4]), Double.parseDouble(cells[5])
      };
      assertThat(p[0] + p[1] + p[2]).isCloseTo(1, within(1e-5));
      double best = Math.max(p[0], Math.max(p[1], p[2]));
      assertThat(Double.parseDouble(cells[2])).isEqualTo(best);
      assertThat(p[cells[1].charAt(6) - '0']).isEqualTo(best);
    }
  }

  @Test
  void setsAndDecisionsAreWrittenAndKept() throws IOException {
    Path model = temp.resolve("eager.gmnn");
    Path first = temp.resolve("first.csv");
    Path second = temp.resolve("second.csv");
    String rule = "recall:topic-1:0.8";
    JsonNode plain = classify().get(0);
    JsonNode entry =
        classify("--decide", rule, "--sets", 0.8, "--predictions", first, "--model", model).get(0);
    assertThat(entry.get("options").get("decide").asText()).isEqualTo(rule);
    assertThat(entry.get("classes").get("topic-1").get("recall").asDouble()).isBetween(0.5, 1.0);
    assertThat(entry.get("mean").get("set90Size")).isEqualTo(plain.get("mean").get("set90Size"));
    assertThat(plain.get("mean").get("set90Coverage").asDouble()).isBetween(0.5, 1.0);
    assertThat(plain.get("mean").get("set90Size").asDouble()).isBetween(1.0, 3.0);
    assertThat(plain.get("classes").get("topic-0").get("lift5").asDouble()).isPositive();
    List<String> lines = Files.readAllLines(first);
    assertThat(lines.get(0)).endsWith(",topic-2,set");
    assertThat(lines).noneMatch(line -> line.matches(".*[0-9]E-?[0-9].*"));
    for (String line : lines.subList(1, lines.size())) {
      assertThat(line.substring(line.lastIndexOf(',') + 1).split("\\|")).isNotEmpty();
    }
    Cli again =
        Cli.run(
            "predict", "--model", model, "--data", data, "--predictions", second, "--sets", 0.8);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(Files.readAllLines(second)).isEqualTo(lines);
    Path lined = temp.resolve("first.jsonl");
    classify("--sets", 0.8, "--smooth-sets", "--predictions", lined);
    assertThat(Files.readAllLines(lined))
        .hasSize(lines.size() - 1)
        .allMatch(line -> line.matches(".*\"set\":\\[\"topic-.*\"]}"));
    assertThat(Cli.run("classify", "--data", data, "--smooth-sets").err()).contains("--sets");
    for (Object[] wrong :
        new Object[][] {
          {"--decide", "recall:topic-9:0.8", "topic-9"},
          {"--decide", "fairly", "recall:LABEL:SHARE"},
          {"--sets", "1.5", "level"}
        }) {
      Cli refused = Cli.run("classify", "--data", data, wrong[0], wrong[1]);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains((String) wrong[2]);
    }
  }

  @Test
  void savedModelPredictsTheSame() throws IOException {
    Path model = temp.resolve("small.gmnn");
    Path first = temp.resolve("first.csv");
    Path second = temp.resolve("second.csv");
    classify("--predictions", first, "--model", model);
    Cli run = Cli.run("predict", "--model", model, "--data", data, "--predictions", second);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(Files.readAllLines(second)).isEqualTo(Files.readAllLines(first));
  }

  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      mode = EnumSource.Mode.MATCH_NONE,
      // RGCN asks for types of edges, EDGE for numbers on them
      names = {"GC", "RGCN", "EDGE", "AUTO", "ROBUST.*"})
  void kindsOfQWithLayersBringTheirOwnSettings(Architecture q) throws IOException {
    JsonNode entry = classify("--q", q, "--pretrain-epochs", 5).get(0);
    assertThat(entry.get("setting").asText()).isEqualTo("annealing-" + q);
    assertThat(entry.get("mean").get("accuracy").asDouble()).isBetween(0.2, 1.0);

    Cli refused = Cli.run("classify", "--data", data, "--q", q, "--hidden", 4);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--q " + q + " brings its own --hidden");
  }

  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      mode = EnumSource.Mode.MATCH_ANY,
      names = {"AUTO", "ROBUST.*"})
  void robustKindsOfQTakeSingleSettings(Architecture q) throws IOException {
    Object[] quick = {"--q", q, "--pretrain-epochs", 5, "--em-iterations", 1};
    JsonNode entry = classify(quick).get(0);
    assertThat(entry.get("setting").asText()).isEqualTo(q.toString());
    JsonNode narrow =
        classify("--q", q, "--pretrain-epochs", 5, "--em-iterations", 1, "--hidden", 2).get(0);
    assertThat(narrow.get("options").get("hidden").asInt()).isEqualTo(2);
    assertThat(narrow.get("mean")).isNotEqualTo(entry.get("mean"));
  }

  @Test
  void oneLineSaysWhichSettingsWereTaken() throws IOException {
    Object[] quick = {"--pretrain-epochs", 2, "--epochs", 2};
    assertThat(settingsLine(data, quick))
        .isEqualTo("Settings: chosen by validation (--preset default)");
    assertThat(settingsLine(data, "--q", "mlp", "--epochs", 2))
        .isEqualTo("Settings: the library's for its kind of q (--preset default --q mlp)");
    Path cora = SmallData.write(temp.resolve("cora"));
    assertThat(settingsLine(cora, quick))
        .isEqualTo("Settings: the paper's for Cora (--preset cora)");
    assertThat(settingsLine(cora, "--q", "robust", "--pretrain-epochs", 2, "--epochs", 2))
        .isEqualTo("Settings: chosen by validation (--preset default)");
  }

  private static String settingsLine(Path folder, Object... options) {
    List<Object> words = new ArrayList<>(List.of("classify", "--data", folder));
    words.addAll(List.of(options));
    Cli run = Cli.run(words.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err().lines().filter(line -> line.startsWith("Settings: "))).hasSize(1);
    return run.err().lines().findFirst().orElseThrow();
  }

  @Test
  void whatWasChosenIsSaidAfterTheFit() {
    Cli run = Cli.run("classify", "--data", data, "--epochs", 2, "--runs", 4);
    assertThat(run.err())
        .containsPattern("small robust: q is robust-[a-z]+ of \\[.+], after .+ in the first run");
  }

  @Test
  void aChoiceOfQTakesNoPublishedPreset() {
    Cli run = Cli.run("classify", "--data", data, "--q", "auto", "--preset", "cora");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--q auto chooses", "leave out --preset");
  }

  @Test
  void graphConvolutionsTakeSingleSettings() throws IOException {
    JsonNode entry =
        classify("--q", "gc", "--pretrain-epochs", 5, "--hidden", 4, "--dropout", 0).get(0);
    assertThat(entry.get("options").get("hidden").asInt()).isEqualTo(4);
    assertThat(entry.get("setting").asText()).isEqualTo("annealing");
    assertThat(entry.get("mean").get("accuracy").asDouble()).isBetween(0.2, 1.0);
  }

  @Test
  void theKindsOfQAreThoseOfTheLibrary() {
    assertThat(Architecture.values())
        .extracting(Architecture::toString)
        .containsExactlyInAnyOrderElementsOf(
            InferenceKinds.all().stream().map(InferenceKind::name).toList());
  }

  @Test
  void predictorAndScalingAndDecayChangeThePredictions() throws IOException {
    double asTheyAre = logLoss();
    assertThat(logLoss("--predictor", "p")).isNotEqualTo(asTheyAre);
    assertThat(logLoss("--predictor", "PRODUCT")).isNotEqualTo(asTheyAre);
    assertThat(logLoss("--scaling", "none")).isNotEqualTo(asTheyAre);
    assertThat(logLoss("--scaling", "unit")).isEqualTo(asTheyAre);
    assertThat(logLoss("--weight-decay", "0.1")).isNotEqualTo(asTheyAre);
    // after few epochs q is far too modest; later there is little to calibrate
    Object[] brief = {"--pretrain-epochs", 5, "--em-iterations", 0};
    Object[] uncalibrated = {"--pretrain-epochs", 5, "--em-iterations", 0, "--calibration", "none"};
    assertThat(logLoss(brief)).isLessThan(logLoss(uncalibrated));
  }

  private double logLoss(Object... options) throws IOException {
    return classify(options).get(0).get("mean").get("logLoss").asDouble();
  }

  @Test
  void foldersOfSplitsRunSplitBySplit() throws IOException {
    Path splits = temp.resolve("web");
    for (String split : List.of("s1", "s2", "s10")) {
      SmallData.write(splits.resolve(split));
    }
    data = splits;
    JsonNode entry = classify("--runs", 2).get(0);
    assertThat(entry.get("dataset").asText()).isEqualTo("web");
    assertThat(entry.get("runs").findValuesAsText("split"))
        .containsExactly("s1", "s1", "s2", "s2", "s10", "s10");
    assertThat(entry.get("runs").findValuesAsText("seed"))
        .containsExactly("1", "2", "1", "2", "1", "2");
  }

  @Test
  void dataWithoutValidationNodesIsClassified() throws IOException {
    Files.delete(data.resolve("dev.txt"));
    JsonNode entry = classify("--out", temp.resolve("out")).get(0);
    assertThat(entry.get("runs").get(0).get("validationAccuracy").isNull()).isTrue();
  }

  @Test
  void whatAModelWarnsOfIsSaidOnce() throws IOException {
    Files.delete(data.resolve("dev.txt"));
    Cli run = Cli.run("classify", "--data", data, "--runs", 2, "--quiet");
    assertThat(run.code()).isZero();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("gmnn: small: no node is held for validation");
  }

  @Test
  void helpHasEverySettingThatIsDeclaredAsAnOption() {
    String help = Cli.run("classify", "--help").out().replaceAll("\\s+", " ");

    assertThat(help)
        .contains("--em-iterations=N How often M-step and E-step alternate")
        .contains("--scaling=KIND How features are scaled: none, row, binary-row")
        .contains("--pretrain-epochs=N Epochs of q before EM. Default: the preset's.");
    for (Setting<?> setting : TrainerSettings.all()) {
      setting.option().ifPresent(option -> assertThat(help).contains("-" + option));
    }
  }

  @Test
  void aFlagOfTheSettingsIsAnOptionWithoutAValue() throws IOException {
    JsonNode entry = classify("--q", "gc", "--pretrain-epochs", 2, "--bias").get(0);
    assertThat(entry.get("options").get("bias").asBoolean()).isTrue();
    assertThat(logLoss("--q", "gc", "--bias")).isNotEqualTo(logLoss("--q", "gc"));
    assertThat(Cli.run("classify", "--data", data, "--q", "sage", "--bias").err())
        .contains("--q sage brings its own --hidden, --dropout, --bias and --learning-rate");
  }
}

package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.cli.links.LinkExperiment;
import io.github.gmnn.graph.LinkKey;
import io.github.gmnn.io.RatingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class LinksCommandTest {
  @TempDir private Path temp;

  @Test
  void jsonHasAnEntryPerMethodWithTheMetricsOfLinks() throws IOException {
    Path data = SmallRatings.write(temp.resolve("market"));
    Path json = temp.resolve("links.json");
    Path predictions = temp.resolve("links.csv");
    Cli run =
        Cli.run(
            "links",
            "--data",
            data,
            "--runs",
            2,
            "--preset",
            "paper",
            "--json",
            json,
            "--predictions",
            predictions);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results.findValuesAsText("setting"))
        .containsExactly("label-propagation", "gcn", "gmnn", "gmnn-attributes-in-p");
    assertThat(predictions)
        .content()
        .startsWith("source,target,label,probability,negative,positive\n")
        .hasLineCount(901);
    for (JsonNode entry : results) {
      assertThat(entry.get("task").asText()).isEqualTo("link");
      assertThat(entry.get("preset").asText()).isEqualTo("paper");
      assertThat(entry.get("runs").get(0).fieldNames())
          .toIterable()
          .contains("seed", "macroF1", "negativeF1", "rocAuc", "accuracy", "trainSeconds");
    }
  }

  @Test
  void whatIsTrainedIsWhatTheLibraryTrains() throws IOException {
    Path data = SmallRatings.write(temp.resolve("market"));
    Path file = temp.resolve("links.gmnn");
    Cli run = Cli.run("links", "--data", data, "--runs", 1, "--methods", "gmnn", "--model", file);
    assertThat(run.code()).as(run.err()).isZero();
    GmnnModel<Object> found = GmnnModel.load(file);
    LinkExperiment links = LinkExperiment.ofModel(RatingsReader.read(data), found.featureNames());
    GmnnModel<LinkKey<String>> expected =
        Gmnn.links().seed(1).fit(links.lines().graph().withLabels(links.labels(), List.of()));
    assertThat(found.featureSchema()).isEqualTo(expected.featureSchema());
    assertThat(settings(found)).isEqualTo(settings(expected));
  }

  /** All that was asked for; the labels decide what is chosen. */
  private static Map<String, String> settings(GmnnModel<?> model) {
    Map<String, String> settings = new TreeMap<>(model.provenance().settings());
    settings.keySet().removeIf(name -> name.contains("."));
    return settings;
  }

  @Test
  void aModelOfLinksPredictsLinksThatCameLater() throws IOException {
    Path data = SmallRatings.write(temp.resolve("market"));
    for (String view : List.of("all", "past")) {
      Path model = temp.resolve(view + ".gmnn");
      Path json = temp.resolve(view + ".json");
      Cli run =
          Cli.run(
              "links", "--data", data, "--runs", 1, "--view", view, "--model", model, "--json",
              json);
      assertThat(run.code()).as(run.err()).isZero();
      JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
      assertThat(results.findValuesAsText("setting"))
          .containsExactly(
              "label-propagation",
              "label-propagation-typed",
              "reverse-link",
              "logistic-regression",
              "gcn",
              "gmnn");
      Path more = Files.createDirectories(temp.resolve("more " + view));
      String known = Files.readString(data.resolve("ratings.csv"));
      Files.writeString(more.resolve("ratings.csv"), known + "new,4,-9,2\nnew,5,9,2\n");
      Path predictions = temp.resolve(view + ".csv");
      Cli predict =
          Cli.run("predict", "--model", model, "--data", more, "--predictions", predictions);
      assertThat(predict.code()).as(predict.err()).isZero();
      assertThat(predict.out()).contains("measured on labels of the folder");
      assertThat(predictions)
          .content()
          .startsWith("source,target,label,probability,negative,positive\n")
          .contains("\nnew,4,", "\nnew,5,")
          .hasLineCount(903);
    }
  }

  @Test
  void someMethodsMayBeChosen() throws IOException {
    Path data = SmallRatings.write(temp.resolve("market"));
    Cli run = Cli.run("links", "--data", data, "--runs", 1, "--methods", "reverse-link");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("reverse-link").doesNotContain("gmnn");
    Cli unknown = Cli.run("links", "--data", data, "--methods", "magic");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("magic", "logistic-regression");
  }

  @Test
  void thePaperSeesNoTimes() throws IOException {
    Path data = SmallRatings.write(temp.resolve("market"));
    Cli run = Cli.run("links", "--data", data, "--preset", "paper", "--view", "past");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--view past goes with --preset default");
  }

  @Test
  void malformedRatingIsNamedWithFileAndLineNumber() throws IOException {
    Path file = SmallRatings.write(temp.resolve("market")).resolve("ratings.csv");
    Files.writeString(file, Files.readString(file) + "a,b,good,1\n");
    Cli run = Cli.run("links", "--data", file.getParent());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(file.toString(), "line 902", "good");
  }

  @Test
  void tooFewRatingsAreSaid() throws IOException {
    Path file = Files.writeString(temp.resolve("few.csv"), "a,b,5,1\na,c,-5,1\n");
    Cli run = Cli.run("links", "--data", file);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
  }
}

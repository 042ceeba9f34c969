package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/** From CSV files of one's own to labels: describe, classify, predict. */
class UserPathTest {
  @TempDir private Path temp;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = Customers.write(temp.resolve("customers"));
  }

  @Test
  void describeTellsWhatWasUnderstood() throws IOException {
    Path json = temp.resolve("describe.json");
    Cli run = Cli.run("describe", "--data", data, "--json", json);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("| nodes ", "| income ", "| category | 300 ", "| leaves | 20 ", "homophily");
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("nodes").asInt()).isEqualTo(Customers.COUNT);
    assertThat(entry.get("trainingNodes").asInt()).isEqualTo(Customers.LABELLED);
    assertThat(entry.get("columns").findValuesAsText("kind"))
        .containsExactly("number", "number", "category", "text");
    assertThat(entry.get("homophily").asDouble()).isGreaterThan(0.6);
    assertThat(entry.get("labels").get("stays").get("training").asInt()).isEqualTo(40);
  }

  @Test
  void describeTellsWhatFitsTakeIfAsked() throws IOException {
    Path json = temp.resolve("estimates.json");
    Cli run = Cli.run("describe", "--data", data, "--estimate", "--json", json);
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("seconds on one thread", "| default", "| robust-sage");
    assertThat(Files.readString(json)).contains("\"estimates\"", "\"megabytes\"");
    assertThat(Cli.run("describe", "--data", data).out()).doesNotContain("seconds on one thread");
  }

  @Test
  void describeCountsEdgesAndComponentsByHand() throws IOException {
    Path tiny = Files.createDirectory(temp.resolve("tiny"));
    Files.writeString(tiny.resolve("nodes.csv"), "id,label\na,x\nb,x\nc,y\nd,\ne,y\nf,\n");
    Files.writeString(tiny.resolve("edges.csv"), "source,target\na,b\nb,c\nd,e\n");
    Path json = temp.resolve("describe.json");
    assertThat(Cli.run("describe", "--data", tiny, "--json", json).code()).isZero();
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("components").asInt()).isEqualTo(3);
    assertThat(entry.get("isolatedNodes").asInt()).isEqualTo(1);
    assertThat(entry.get("labelledEdges").asInt()).isEqualTo(2);
    assertThat(entry.get("homophily").asDouble()).isEqualTo(0.5);
    assertThat(entry.get("largestDegree").asInt()).isEqualTo(2);
  }

  @Test
  void theLabellingPageReadsFilesAsOtherCommandsDo() throws IOException {
    Path tiny = Files.createDirectory(temp.resolve("tiny"));
    Files.writeString(tiny.resolve("nodes.csv"), "account,age\na,-\nb,3\nc,4\n");
    Files.writeString(tiny.resolve("edges.csv"), "source,target\na,b\nb,gone\n");
    Path labels = temp.resolve("tiny.jsonl");
    Cli misspelt = Cli.run("label", "--data", tiny, "--labels", labels, "--rename", "acount=id");
    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).contains("a column 'acount' to rename");
    Cli read =
        Cli.run(
            "label",
            "--data",
            tiny,
            "--labels",
            labels,
            "--rename",
            "account=id",
            "--missing",
            "-",
            "--skip-unknown-edges",
            "--token",
            "<");
    assertThat(read.code()).isEqualTo(2);
    assertThat(read.err()).contains("1 edges end at no node", "for --token");
  }

  @Test
  void whoOnlySendsIsNotIsolated() throws IOException {
    Path tiny = Files.createDirectory(temp.resolve("tiny"));
    Files.writeString(tiny.resolve("nodes.csv"), "account,kind\na,x\nb,y\nc,x\n");
    Files.writeString(tiny.resolve("edges.csv"), "source,target\na,b\n");
    Cli run =
        Cli.run("describe", "--data", tiny, "--directed", "--rename", "account=id,kind=label");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("isolated nodes +\\| 1 ");
  }

  @Test
  void describeCountsEachDirectionOfEdgesThatKeepIt() throws IOException {
    Path tiny = Files.createDirectory(temp.resolve("tiny"));
    Files.writeString(tiny.resolve("nodes.csv"), "id,label\na,x\nb,x\nc,y\nd,\n");
    Files.writeString(tiny.resolve("edges.csv"), "source,target\na,b\nb,a\nb,c\nc,d\n");
    Path json = temp.resolve("describe.json");
    Cli run = Cli.run("describe", "--data", tiny, "--directed", "--json", json);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("edges").asInt()).isEqualTo(4);
    assertThat(entry.get("labelledEdges").asInt()).isEqualTo(3);
    assertThat(entry.get("homophily").asDouble()).isEqualTo(2 / 3.0);
  }

  @Test
  void typesOfEdgesAreShownAndLearnedFrom() throws IOException {
    Path typed = Files.createDirectory(temp.resolve("typed"));
    StringBuilder nodes = new StringBuilder("id,label,split\n");
    StringBuilder edges = new StringBuilder("source,target,type\n");
    for (int i = 0; i < 60; i++) {
      nodes.append("n" + i + "," + (i % 2 == 0 ? "x,train" : "y,train") + "\n");
      edges.append("n" + i + ",n" + (i + 2) % 60 + ",same\n");
      edges.append("n" + i + ",n" + (i + 1) % 60 + ",other\n");
    }
    Files.writeString(typed.resolve("nodes.csv"), nodes);
    Files.writeString(typed.resolve("edges.csv"), edges);
    Path json = temp.resolve("describe.json");
    Cli described = Cli.run("describe", "--data", typed, "--json", json);
    assertThat(described.out()).contains("| type of edges |", "| same ", "| other ");
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("edgeTypes").get("same").asInt()).isEqualTo(60);

    Cli run =
        Cli.run(
            "classify", "--data", typed, "--q", "rgcn", "--hold-validation", 0.3, "--json", json);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode result = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(result.get("options").get("hold-validation").asDouble()).isEqualTo(0.3);
    Cli again = Cli.run("classify", "--data", typed, "--hold-validation", 0);
    assertThat(again.code()).isNotZero();
    assertThat(again.err()).contains("share must be in (0, 1)");
  }

  @Test
  void unlabelledCustomersGetTheirLabels() throws IOException {
    Path predictions = temp.resolve("predictions.csv");
    Cli run = Cli.run("classify", "--data", data, "--predictions", predictions);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("| leaves | 20 ").doesNotContain("NaN");
    List<String> lines = Files.readAllLines(predictions);
    assertThat(lines).hasSize(Customers.COUNT + 1);
    long right = 0;
    for (int i = Customers.LABELLED; i < Customers.COUNT; i++) {
      String[] cells = lines.get(i + 1).split(",");
      assertThat(cells[0]).isEqualTo("customer " + i);
      right += cells[1].equals(Customers.leaves(i) ? "leaves" : "stays") ? 1 : 0;
    }
    assertThat(right).isGreaterThan((Customers.COUNT - Customers.LABELLED) * 9L / 10);
  }

  @Test
  void newCustomersArePredictedAndUnknownWordsCounted() throws IOException {
    Path model = temp.resolve("model.gmnn");
    Path fresh = Customers.writeNew(temp.resolve("new"));
    Path predictions = temp.resolve("new.csv");
    Cli trained = Cli.run("classify", "--data", data, "--model", model, "--quiet");
    assertThat(trained.code()).as(trained.err()).isZero();
    Cli run = Cli.run("predict", "--model", model, "--data", fresh, "--predictions", predictions);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("2 of ", "unknown to the model", "plan=platinum")
        .hasLineCount(1);
    assertThat(Files.readAllLines(predictions))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("anna,leaves,"))
        .anyMatch(line -> line.startsWith("ben,stays,"));
    Cli strict = Cli.run("predict", "--model", model, "--data", fresh, "--strict");
    assertThat(strict.code()).isEqualTo(2);
    assertThat(strict.err().lines()).hasSize(1);
    assertThat(strict.err()).contains("plan=platinum", "--strict");
  }

  @Test
  void columnsAreKnownInAnyCaseAndTheirAbsenceIsSaid() throws IOException {
    Path model = temp.resolve("model.gmnn");
    assertThat(Cli.run("classify", "--data", data, "--model", model, "--quiet").code()).isZero();
    Path fresh = Customers.writeNew(temp.resolve("new"));
    Path predictions = temp.resolve("new.csv");
    Path again = temp.resolve("again.csv");
    Cli.run("predict", "--model", model, "--data", fresh, "--predictions", predictions);
    Path nodes = fresh.resolve("nodes.csv");
    String text = Files.readString(nodes);
    Files.writeString(nodes, text.replace("age;income;plan;notes", "Age;INCOME;Plan;NOTES"));
    Cli.run("predict", "--model", model, "--data", fresh, "--predictions", again);
    assertThat(again).hasSameTextualContentAs(predictions);
    Files.writeString(nodes, text.replace("income", "earnings"));
    Cli run = Cli.run("predict", "--model", model, "--data", fresh);
    assertThat(run.err()).contains("lacks columns that the model was trained with", ": income");
  }

  @Test
  void aModelWithoutFeaturesKnowsNodesByTheirIdsAndNewOnesByTheirNeighbours() throws IOException {
    Files.delete(SmallData.write(temp.resolve("bare")).resolve("feature.txt"));
    Path bare = temp.resolve("bare");
    Path model = temp.resolve("bare.gmnn");
    assertThat(Cli.run("classify", "--data", bare, "--model", model, "--quiet").code()).isZero();
    Path before = temp.resolve("before.csv");
    Cli.run("predict", "--model", model, "--data", bare, "--predictions", before);
    Files.writeString(bare.resolve("net.txt"), netOf(bare) + "0\t51\n0\t102\n0\t153\n");
    Path changed = temp.resolve("changed.csv");
    Cli run = Cli.run("predict", "--model", model, "--data", bare, "--predictions", changed);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(changed)).isNotEqualTo(Files.readString(before));
    Files.writeString(bare.resolve("net.txt"), netOf(bare) + "0\tnew\n");
    Path predictions = temp.resolve("bare.csv");
    run = Cli.run("predict", "--model", model, "--data", bare, "--predictions", predictions);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(predictions).content().contains("\nnew,");
    Path strangers = Files.createDirectory(temp.resolve("strangers"));
    Files.writeString(strangers.resolve("net.txt"), "stranger\tother\n");
    run = Cli.run("predict", "--model", model, "--data", strangers);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("knows nodes by their keys alone").hasLineCount(1);
  }

  private static String netOf(Path folder) throws IOException {
    return Files.readString(folder.resolve("net.txt"));
  }
}

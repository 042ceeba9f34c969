package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.model.ModelAccess;
import io.github.gmnn.model.ModelFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands write, and what of it is there when something fails. */
class OutputFilesTest {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path temp;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = SmallData.write(temp.resolve("small"));
  }

  private Cli classify(Object... more) {
    Object[] words = {"classify", "--data", data, "--epochs", 2, "--quiet"};
    Object[] all = new Object[words.length + more.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Cli.run(all);
  }

  @Test
  void aReportThatCannotBeWrittenLosesNothingElse() {
    assumeTrue(Files.exists(FULL), "a disk that is full");
    Path model = temp.resolve("model.gmnn");
    Path predictions = temp.resolve("predictions.csv");
    Path json = temp.resolve("results.json");
    Cli run =
        classify("--report", FULL, "--model", model, "--predictions", predictions, "--json", json);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).contains("| small");
    assertThat(model).exists();
    assertThat(predictions).exists();
    assertThat(json).exists();
  }

  /** A second name of what was there shows whether that was written over or replaced. */
  @Test
  void everyOutputReplacesWhatWasThereWhenItIsWhole() throws IOException {
    Path out = Files.createDirectory(temp.resolve("out"));
    List<Path> outputs =
        List.of(
            temp.resolve("page.html"),
            temp.resolve("model.gmnn"),
            temp.resolve("predictions.csv"),
            temp.resolve("results.json"),
            out.resolve("classify.md"),
            out.resolve("classify-convergence.png"));
    for (Path output : outputs) {
      Files.writeString(output, "before");
      Files.createLink(temp.resolve("former " + output.getFileName()), output);
    }
    Cli run =
        classify(
            "--report",
            outputs.get(0),
            "--model",
            outputs.get(1),
            "--predictions",
            outputs.get(2),
            "--json",
            outputs.get(3),
            "--out",
            out);
    assertThat(run.code()).as(run.err()).isZero();
    for (Path output : outputs) {
      assertThat(Files.size(output)).as("%s", output).isGreaterThan(6);
      assertThat(temp.resolve("former " + output.getFileName())).hasContent("before");
    }
  }

  @Test
  void whatIsNoRegularFileIsWrittenInto() throws IOException {
    Path nothing = Path.of("/dev/null");
    assumeTrue(Files.exists(nothing), "a device");
    OutputFiles.write(nothing, "text");
    assertThat(Files.isRegularFile(nothing)).isFalse();
    Path file = Files.writeString(temp.resolve("file"), "before");
    assertThatThrownBy(
            () ->
                OutputFiles.write(
                    file,
                    out -> {
                      out.write("half");
                      throw new IOException("no space left");
                    }))
        .hasMessage("cannot write " + file + ": no space left");
    assertThat(file).hasContent("before");
  }

  @Test
  void oneOutputThatFailsLosesNoOther() throws IOException {
    assumeTrue(Files.exists(FULL), "a disk that is full");
    Path predictions = temp.resolve("predictions.csv");
    Path model = temp.resolve("model.gmnn");
    assertThat(classify("--model", model).code()).isZero();
    Path page = temp.resolve("page.html");
    Path out = temp.resolve("out");
    Cli run =
        Cli.run(
            "predict",
            "--model",
            model,
            "--data",
            data,
            "--predictions",
            FULL,
            "--json",
            FULL,
            "--out",
            out,
            "--report",
            page);
    assertThat(run.code()).isEqualTo(2); // one file of two options
    run =
        Cli.run(
            "predict",
            "--model",
            model,
            "--data",
            data,
            "--predictions",
            FULL,
            "--json",
            predictions,
            "--out",
            out,
            "--report",
            page);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("gmnn: cannot write " + FULL + ": ");
    assertThat(run.out()).contains("|");
    assertThat(page).exists();
    assertThat(predictions).exists();
    assertThat(out.resolve("predict.md")).exists();
  }

  @Test
  void standardOutputThatCannotBeWrittenIsSaid() throws IOException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code;
    try (PrintStream broken =
            new PrintStream(
                new OutputStream() {
                  @Override
                  public void write(int b) throws IOException {
                    throw new IOException("Broken pipe");
                  }
                });
        PrintStream heard = new PrintStream(said)) {
      System.setOut(broken);
      System.setErr(heard);
      code = GmnnCommand.execute("describe", "--data", data.toString());
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(code).isEqualTo(2);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("gmnn: cannot write to standard output");
  }

  @Test
  void theEndingOfAFileSaysWhatIsWritten() throws IOException {
    Path lines = temp.resolve("predictions.jsonl");
    assertThat(classify("--predictions", lines).code()).isZero();
    assertThat(Files.readAllLines(lines))
        .allSatisfy(
            line -> assertThat(line).startsWith("{\"node\":\"").contains("\"distribution\":{"));
    for (String name : List.of("e.tsv", "e.csv", "e.jsonl")) {
      Cli run =
          Cli.run(
              "embed",
              "--data",
              data,
              "--epochs",
              1,
              "--dimensions",
              2,
              "--embeddings",
              temp.resolve(name),
              "--quiet");
      assertThat(run.code()).as(run.err()).isZero();
    }
    List<String> rows = Files.readAllLines(temp.resolve("e.tsv"));
    assertThat(Files.readAllLines(temp.resolve("e.csv")))
        .hasSize(rows.size() + 1)
        .startsWith("node,d0,d1", rows.get(0).replace('\t', ','));
    assertThat(Files.readAllLines(temp.resolve("e.jsonl")))
        .hasSameSizeAs(rows)
        .first()
        .asString()
        .startsWith("{\"node\":\"")
        .contains("\"vector\":[");
  }

  @Test
  void aModelWithoutNodesPredictsAsAnyOther() throws IOException {
    Path model = temp.resolve("model.gmnn");
    assertThat(classify("--model", model).code()).isZero();
    Cli expected = Cli.run("predict", "--model", model, "--data", data);
    ModelFile.write(ModelAccess.stateOf(GmnnModel.load(model)).withoutNodes(), model);
    Cli run = Cli.run("predict", "--model", model, "--data", data);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(expected.out());
  }

  @Test
  void theFolderOfASparkModelIsToldFromItsFile() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("spark"));
    Files.writeString(folder.resolve("model.gmnn"), "");
    Cli run = Cli.run("predict", "--model", folder, "--data", data);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("found a folder").contains(folder.resolve("model.gmnn") + "");
  }

  private static final String HOSTILE = "=1+1\u001b[2J\u202e|";

  /** Labels that clear a terminal, turn text around, add columns and compute. */
  private Path hostile() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("hostile"));
    Files.writeString(
        folder.resolve("nodes.csv"), "id,size,label\na,1," + HOSTILE + "\n-b,2,y\n@c,3,\n");
    Files.writeString(folder.resolve("edges.csv"), "source,target\na,-b\n-b,@c\n");
    return folder;
  }

  @Test
  void labelsDoNotReachTheTerminalAsTheyAre() throws IOException {
    Path folder = hostile();
    for (String command : List.of("classify", "describe")) {
      Cli run = Cli.run(command, "--data", folder);
      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.out() + run.err()).doesNotContain("\u001b").doesNotContain("\u202e");
    }
    assertThat(Cli.run("classify", "--data", folder).out())
        .contains("| =1+1\\u001b[2J\\u202e\\| |");
    Cli wrong = Cli.run("classify", "--data", "\u001b[2J");
    assertThat(wrong.err()).doesNotContain("\u001b").contains("\\u001b[2J");
  }

  @Test
  void cellsDoNotComputeInASpreadsheetThatAsksForIt() throws IOException {
    Path folder = hostile();
    Path plain = temp.resolve("plain.csv");
    Path safe = temp.resolve("safe.csv");
    Cli.run("classify", "--data", folder, "--predictions", plain);
    Cli run = Cli.run("classify", "--data", folder, "--spreadsheet", "--predictions", safe);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readAllLines(plain).get(0)).contains("," + HOSTILE + ",");
    List<String> lines = Files.readAllLines(safe);
    assertThat(lines.get(0)).contains(",'" + HOSTILE + ",");
    assertThat(lines.get(1)).startsWith("a,");
    assertThat(lines.get(2)).startsWith("'-b,");
    assertThat(lines.get(3)).startsWith("'@c,");
  }
}

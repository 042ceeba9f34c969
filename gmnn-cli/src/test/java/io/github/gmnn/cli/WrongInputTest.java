package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrongInputTest {
  @TempDir private Path temp;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = SmallData.write(temp.resolve("small"));
  }

  private static void assertOneLine(Cli run, String... parts) {
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("gmnn: ").contains(parts);
  }

  @Test
  void missingFolderIsNamed() {
    Path missing = temp.resolve("missing");
    assertOneLine(Cli.run("classify", "--data", missing), missing.toString());
  }

  @Test
  void folderWithoutDataIsNamed() throws IOException {
    Path empty = Files.createDirectory(temp.resolve("empty"));
    assertOneLine(Cli.run("classify", "--data", empty), empty.toString(), "net.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"net.txt", "feature.txt", "label.txt", "train.txt"})
  void emptyFileIsNamed(String name) throws IOException {
    Files.writeString(data.resolve(name), "");
    assertOneLine(Cli.run("classify", "--data", data), name);
  }

  @ParameterizedTest
  @CsvSource({
    "net.txt, onecolumn",
    "net.txt, 1\t2\theavy",
    "net.txt, 1\t2\t-1",
    "feature.txt, x\t1:one",
    "feature.txt, x\tone:1",
    "feature.txt, x\t1:NaN",
    "label.txt, 1",
    "label.txt, nobody\tA",
    "train.txt, nobody",
    "test.txt, nobody"
  })
  void malformedLineIsNamedWithFileAndLineNumber(String name, String line) throws IOException {
    Path file = data.resolve(name);
    String text = Files.readString(file);
    long last = text.lines().count() + 1;
    Files.writeString(file, text + line + "\n");
    assertOneLine(Cli.run("classify", "--data", data), file.toString(), "line " + last, "expected");
  }

  @ParameterizedTest
  @CsvSource({
    "--unknown, 1",
    "--runs, 0",
    "--runs, many",
    "--runs, 2147483647",
    "--threads, 2147483647",
    "--threads, 0",
    "--seed, one",
    "--approximation, median",
    "--preset, corra",
    "--method, svm",
    "--dropout, 1",
    "--hidden, 0",
    "--learning-rate, fast",
    "--epochs, -1",
    "--learning-rate, -1",
    "--weight-decay, -1",
    "--scaling, log",
    "--calibration, lukewarm",
    "--predictor, r",
    "--q, rnn"
  })
  void wrongOptionIsNamed(String option, String value) {
    Cli run = Cli.run("classify", "--data", data, option, value);
    assertOneLine(run, value);
    assertThat(run.err().replace("-", "").toLowerCase())
        .contains(option.substring(2, Math.min(6, option.length())));
  }

  @Test
  void predictorThatIsNotTrainedIsRefused() {
    assertOneLine(
        Cli.run("classify", "--data", data, "--method", "gcn", "--predictor", "p"),
        "--predictor p",
        "--method gcn");
  }

  @Test
  void seedsBeyondTheLargestAreRefused() {
    assertOneLine(
        Cli.run("classify", "--data", data, "--seed", Long.MAX_VALUE, "--runs", 2),
        "--seed " + Long.MAX_VALUE);
  }

  @Test
  void argumentsAreNotReadFromFiles() throws IOException {
    Path file = Files.writeString(temp.resolve("args"), "--help");
    assertOneLine(Cli.run("classify", "--data", data, "@" + file), "@" + file);
  }

  @Test
  void filesToWriteAreCheckedBeforeAnyWork() {
    Path file = temp.resolve("file");
    assertOneLine(Cli.run("classify", "--data", data, "--predictions", temp), "--predictions");
    assertOneLine(
        Cli.run("classify", "--data", data, "--predictions", file, "--model", file),
        file.toString(),
        "--model",
        "--predictions");
    assertOneLine(
        Cli.run("classify", "--data", data, "--model", file, "--method", "label-propagation"),
        "--model");
  }

  @Test
  void modelThatIsNoneIsNamed() throws IOException {
    Path missing = temp.resolve("missing.gmnn");
    assertOneLine(Cli.run("predict", "--data", data, "--model", missing), missing.toString());
    Path text = Files.writeString(temp.resolve("text.gmnn"), "no model");
    assertOneLine(Cli.run("predict", "--data", data, "--model", text), text.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,label;a,;b,          | labels of some nodes",
        "id,label;a,x;b,x        | a single class, 'x'",
        "id,label,age;a,x,1;b,y,z | column 'age'",
        "id,label,day;a,x,2020-01-02;b,y, | the date '2020-01-02'",
        "name,label;a,x          | column 'id'"
      })
  void csvThatCannotBeLearnedFromIsNamed(String nodes, String part) throws IOException {
    Path folder = Files.createDirectory(temp.resolve("csv"));
    Files.writeString(folder.resolve("nodes.csv"), nodes.strip().replace(';', '\n') + "\n");
    Files.writeString(folder.resolve("edges.csv"), "source,target\na,b\n");
    assertOneLine(Cli.run("classify", "--data", folder), folder.toString(), part);
  }

  @Test
  void nodeWhoseNeighboursAreAskedForMustBeThere() {
    assertOneLine(Cli.run("embed", "--data", data, "--neighbors", "nobody"), "nobody");
  }

  @Test
  void missingOptionIsNamed() {
    assertOneLine(Cli.run("classify"), "--data");
  }

  @Test
  void unknownCommandIsNamed() {
    assertOneLine(Cli.run("clasify"), "clasify");
  }

  @Test
  void missingCommandIsSaid() {
    assertOneLine(Cli.run(), "command");
  }

  @Test
  void outThatIsAFileIsNamedBeforeAnyWork() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "");
    assertOneLine(Cli.run("classify", "--data", data, "--out", file), file.toString());
  }

  @Test
  void jsonThatIsAFolderIsNamedBeforeAnyWork() {
    assertOneLine(Cli.run("classify", "--data", data, "--json", temp), temp.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          classify --data TEMP/none                                 | TEMP/none: expected a data folder
          classify --data TEMP/small/net.txt                        | found a file
          classify --data TEMP/small --model TEMP/new/m.gmnn        | TEMP/new/m.gmnn: expected a folder
          classify --data TEMP/small --predictions TEMP/new/p.csv   | for --predictions, found nothing
          classify --data TEMP/small --report TEMP/new/r.html       | for --report
          classify --data TEMP/small --json TEMP/new/r.json         | for --json
          classify --data TEMP/small --json TEMP/small/net.txt/j    | found a file
          classify --data TEMP/small --out TEMP/small/net.txt       | expected a folder for --out
          classify --data TEMP/small --out TEMP/new/out --q rnn     | 'rnn'
          classify --data TEMP/small --out TEMP/out --runs 0        | --runs
          classify --data TEMP/small --q gat --hidden 8             | --q gat brings its own --hidden
          classify --data TEMP/small --method gcn --predictor p     | --predictor p needs p
          classify --data TEMP/small --threads 0 --out TEMP/out     | --threads
          classify                                                  | --data
          predict --data TEMP/small --model TEMP/none.gmnn          | TEMP/none.gmnn: expected a model file
          predict --data TEMP/small --model TEMP/small/net.txt --out TEMP/out | net.txt
          describe --data TEMP/none --out TEMP/out                  | TEMP/none
          embed --data TEMP/small --embeddings TEMP/new/e.tsv       | for --embeddings
          embed --data TEMP/small --neighbors nobody --out TEMP/out | 'nobody'
          links --data TEMP/none                                    | TEMP/none
          check TEMP/none.gmnn                                      | none.gmnn
          links --data TEMP/few.csv --model TEMP/m.gmnn             | found 1 and 0
          clasify --data TEMP/small                                 | clasify
          """)
  void wrongInputEndsWithCodeTwoBeforeAnyWorkAndLeavesNothing(String line, String part)
      throws IOException {
    Files.writeString(temp.resolve("few.csv"), "source,target,rating,time\na,b,5,1\n");
    Set<Path> before = files();
    Object[] words = line.strip().replace("TEMP", temp.toString()).split(" ");
    assertOneLine(Cli.run(words), part.strip().replace("TEMP", temp.toString()));
    assertThat(files()).isEqualTo(before);
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(temp)) {
      return all.collect(Collectors.toCollection(TreeSet::new));
    }
  }
}

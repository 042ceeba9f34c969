package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names of nodes, classes, columns and types that clear terminals, turn text around, end lines and
 * cells, and are markup: whatever a command prints or writes shows them and does nothing else.
 */
class HostileTextTest {
  private static final List<String> PIECES =
      List.of(
          "\u001b[2J",
          "\u001b]0;x\u0007",
          "\u009b2J",
          "\b",
          "\u202e",
          "\u2066",
          "\u200f",
          "\u2028",
          "\ufeff",
          "\n",
          "\t",
          "|",
          "`",
          "<script>x</script>",
          "<!--",
          "&lt;",
          "\"",
          "'",
          "=1+1",
          "@",
          ",",
          ";",
          "\\",
          "\u00e9",
          "\ud83d\ude00",
          " ");

  private static final int NODES = 12;

  @TempDir private Path temp;

  /** A name of some pieces; its number keeps it apart from others, letters keep its blanks. */
  private static String name(Random random, int number) {
    StringBuilder name = new StringBuilder("n" + number);
    for (int pieces = 1 + random.nextInt(4); pieces > 0; pieces--) {
      name.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return name.append('e').toString();
  }

  private static String cell(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private Path data(Random random, List<String> nodes, List<String> classes) throws IOException {
    Path folder = Files.createDirectory(temp.resolve("data"));
    StringBuilder table = new StringBuilder("id,label,split," + cell(name(random, 98)) + "\n");
    StringBuilder edges = new StringBuilder("source,target,type\n");
    String type = name(random, 99);
    for (int i = 0; i < NODES; i++) {
      nodes.add(name(random, i));
      String split = List.of("train", "train", "validation", "test").get(i / 3);
      table.append(cell(nodes.get(i))).append(',').append(cell(classes.get(i % 2)));
      table.append(',').append(split).append(',').append(i).append('\n');
      edges.append(cell(nodes.get(i))).append(',').append(cell(nodes.get(i / 2)));
      edges.append(',').append(cell(type)).append('\n');
    }
    Files.writeString(folder.resolve("nodes.csv"), table);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return folder;
  }

  private static void doesNothing(Cli run) {
    assertThat(run.code()).as(run.err()).isZero();
    onlyShows(run.out() + run.err());
  }

  private static void onlyShows(String text) {
    assertThat(text.codePoints().filter(c -> c != '\n'))
        .noneMatch(
            c ->
                List.of(
                        Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR)
                    .contains((byte) Character.getType(c)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void namesAreShownAndDoNothing(long seed) throws IOException {
    Random random = new Random(seed);
    List<String> nodes = new ArrayList<>();
    List<String> classes = List.of(name(random, 100), name(random, 101));
    Path data = data(random, nodes, classes);
    Path model = temp.resolve("model.gmnn");
    Path page = temp.resolve("page.html");
    Path predictions = temp.resolve("predictions.csv");

    doesNothing(Cli.run("describe", "--data", data));
    doesNothing(
        Cli.run(
            "classify",
            "--data",
            data,
            "--q",
            "gc",
            "--epochs",
            2,
            "--model",
            model,
            "--report",
            page,
            "--predictions",
            predictions));
    doesNothing(Cli.run("check", model));
    doesNothing(Cli.run("predict", "--model", model, "--data", data));

    assertThat(Files.readString(page)).doesNotContain("<script>x", "\u202e", "\u001b", "\u0007");
    List<List<String>> rows = rows(Files.readString(predictions));
    assertThat(rows).hasSize(NODES + 1);
    assertThat(rows.get(0).subList(3, 5)).containsExactlyInAnyOrderElementsOf(classes);
    for (int i = 0; i < NODES; i++) {
      assertThat(rows.get(i + 1).get(0)).isEqualTo(nodes.get(i));
      assertThat(classes).contains(rows.get(i + 1).get(1));
    }
    Cli wrong = Cli.run("classify", "--data", "no such " + classes.get(0));
    assertThat(wrong.code()).isEqualTo(2);
    onlyShows(wrong.out() + wrong.err());
  }

  /** As RFC 4180 has it, by a reader of its own. */
  private static List<List<String>> rows(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      boolean doubled = quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"';
      if (doubled) {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    return rows;
  }
}

package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.adapters.JdbcGraphs;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same data gives the same predictions, bit for bit, through the library and both its doors.
 */
class SameFolderTest {
  private static final int NODES = 90;

  @TempDir private Path temp;
  private Connection connection;
  private final Random random = new Random(3);

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private static GmnnModel<String> fit(Graph<String> graph) {
    return Gmnn.builder().seed(1).fit(graph);
  }

  /** What the command line trains on a folder by default. */
  private GmnnModel<String> classify(Path folder) throws IOException {
    Path model = temp.resolve("model.gmnn");
    Cli run = Cli.run("classify", "--data", folder, "--seed", 1, "--runs", 1, "--model", model);
    assertThat(run.code()).as(run.err()).isZero();
    return GmnnModel.load(model).keyedBy(String.class);
  }

  private GmnnModel<String> fromDatabase() throws Exception {
    return fit(
        JdbcGraphs.from(connection, String.class)
            .nodes("SELECT * FROM node ORDER BY CAST(SUBSTRING(id, 2) AS INT)")
            .edges("SELECT source, target FROM edge")
            .read("database")
            .graph());
  }

  private static void assertSame(GmnnModel<String> found, GmnnModel<String> expected) {
    assertThat(found.keys()).isEqualTo(expected.keys());
    assertThat(found.provenance().settings().get("featureScaling.chosen"))
        .isEqualTo(expected.provenance().settings().get("featureScaling.chosen"));
    for (String node : expected.keys()) {
      for (String label : expected.classes()) {
        assertThat(found.predict(node).probability(label))
            .as("%s of node %s", label, node)
            .isEqualTo(expected.predict(node).probability(label));
      }
    }
  }

  private static String label(int node) {
    return node % 3 == 0 ? "red" : "blue";
  }

  /** Mostly joins nodes of the same label. */
  private int neighbor(int node) {
    int other = random.nextInt(NODES);
    while (other == node || !label(other).equals(label(node)) && random.nextInt(4) > 0) {
      other = random.nextInt(NODES);
    }
    return other;
  }

  @Test
  void aTableOfNumbersCategoriesAndTexts() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("people"));
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE node (id VARCHAR, label VARCHAR, split VARCHAR,"
              + " age DOUBLE PRECISION, visits INT, member BOOLEAN, city VARCHAR, notes VARCHAR)");
      statement.execute("CREATE TABLE edge (source VARCHAR, target VARCHAR)");
      StringBuilder nodes = new StringBuilder("ID,LABEL,SPLIT,AGE,VISITS,MEMBER,CITY,NOTES");
      StringBuilder edges = new StringBuilder("SOURCE,TARGET\n");
      for (int i = 0; i < NODES; i++) {
        String split = i < 30 ? "train" : i < 60 ? "validation" : "test";
        String age = i % 10 == 0 ? "" : "" + (i % 3 == 0 ? 30 : 50) * random.nextDouble();
        int visits = random.nextInt(3) == 0 ? random.nextInt(9) : 0;
        int member = random.nextInt(2);
        String city = random.nextInt(5) == 0 ? "" : i % 3 == 0 ? "Rome" : "Oslo";
        String notes = "called case" + i + " wants word" + random.nextInt(8);
        nodes.append("\nn" + i + "," + label(i) + "," + split + "," + age);
        nodes.append("," + visits + "," + member + "," + city + "," + notes);
        statement.execute(
            "INSERT INTO node VALUES ('n%d', '%s', '%s', %s, %d, %b, %s, '%s')"
                .formatted(
                    i,
                    label(i),
                    split,
                    age.isEmpty() ? "NULL" : age,
                    visits,
                    member == 1,
                    city.isEmpty() ? "NULL" : "'" + city + "'",
                    notes));
        String other = "n" + neighbor(i);
        edges.append("n" + i + "," + other + "\n");
        statement.execute("INSERT INTO edge VALUES ('n" + i + "', '" + other + "')");
      }
      Files.writeString(folder.resolve("nodes.csv"), nodes + "\n");
      Files.writeString(folder.resolve("edges.csv"), edges);
    }
    GmnnModel<String> expected = fit(DatasetReader.read(folder).graph());
    assertThat(expected.featureNames())
        .contains("AGE", "VISITS", "MEMBER", "CITY=Rome", "NOTES: word3");
    assertThat(expected.provenance().settings()).containsEntry("featureScaling.chosen", "NONE");
    assertSame(classify(folder), expected);
    assertSame(fromDatabase(), expected);
  }

  @Test
  void aFolderOfWords() throws Exception {
    int words = 12;
    Path folder = Files.createDirectory(temp.resolve("papers"));
    StringBuilder net = new StringBuilder();
    StringBuilder features = new StringBuilder();
    StringBuilder labels = new StringBuilder();
    StringBuilder[] split = {new StringBuilder(), new StringBuilder(), new StringBuilder()};
    String[] names = {"train", "validation", "test"};
    try (Statement statement = connection.createStatement()) {
      StringBuilder columns = new StringBuilder();
      for (int word = 0; word < words; word++) {
        columns.append(", word" + word + " INT");
      }
      statement.execute(
          "CREATE TABLE node (id VARCHAR, label VARCHAR, split VARCHAR" + columns + ")");
      statement.execute("CREATE TABLE edge (source VARCHAR, target VARCHAR)");
      for (int i = 0; i < NODES; i++) {
        StringBuilder row = new StringBuilder();
        features.append("n" + i + "\t");
        for (int word = 0; word < words; word++) {
          boolean has = random.nextInt(word % 3 == i % 3 ? 3 : 8) == 0 || word == i % words;
          features.append(has ? word + ":1 " : "");
          row.append(has ? ", 1" : ", 0");
        }
        features.setCharAt(features.length() - 1, '\n');
        int part = i * 3 / NODES;
        labels.append("n" + i + "\t" + label(i) + "\n");
        split[part].append("n" + i + "\n");
        statement.execute(
            "INSERT INTO node VALUES ('n%d', '%s', '%s'%s)"
                .formatted(i, label(i), names[part], row));
      }
      for (int e = 0; e < 3 * NODES; e++) {
        int from = e % NODES;
        int to = e < NODES ? (from + 1) % NODES : neighbor(from); // nodes appear in their order
        net.append("n" + from + "\tn" + to + "\n");
        statement.execute("INSERT INTO edge VALUES ('n%d', 'n%d')".formatted(from, to));
      }
    }
    Files.writeString(folder.resolve("net.txt"), net);
    Files.writeString(folder.resolve("feature.txt"), features);
    Files.writeString(folder.resolve("label.txt"), labels);
    Files.writeString(folder.resolve("train.txt"), split[0]);
    Files.writeString(folder.resolve("dev.txt"), split[1]);
    Files.writeString(folder.resolve("test.txt"), split[2]);
    GmnnModel<String> expected = fit(DatasetReader.read(folder).graph());
    assertThat(expected.provenance().settings()).containsEntry("featureScaling.chosen", "UNIT");
    assertSame(classify(folder), expected);
    assertSame(fromDatabase(), expected);
  }
}

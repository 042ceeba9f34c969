package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.LongTails;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvColumnsTest {
  @TempDir private Path temp;
  private DataFolder folder;

  @BeforeEach
  void writeEdges() throws IOException {
    folder = new DataFolder(temp).with("edges.csv", "source,target\na,b\n");
  }

  private static Map<String, Float> features(Graph<String> graph, String node) {
    Map<String, Float> features = new TreeMap<>();
    int row = graph.indexOf(node);
    for (int e = graph.features().rowStart(row); e < graph.features().rowEnd(row); e++) {
      features.put(
          graph.featureNames().get(graph.features().columnIndex(e)), graph.features().value(e));
    }
    return features;
  }

  @Test
  void categoriesAreAFeatureForEachValue() throws IOException {
    folder.with("nodes.csv", "id,colour\na,red\nb, blue \nc,\nd,red\ne,NA\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(graph.featureNames()).containsExactly("colour=red", "colour=blue");
    assertThat(features(graph, "a")).isEqualTo(Map.of("colour=red", 1f));
    assertThat(features(graph, "b")).isEqualTo(Map.of("colour=blue", 1f));
    assertThat(features(graph, "c")).isEmpty();
    assertThat(features(graph, "e")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NA", "n/a", "NaN", "null", "?", "\"\"", " "})
  void aMissingLabelIsNone(String cell) throws IOException {
    folder.with("nodes.csv", "id,label\na,red\nb,blue\nc,%s\n".formatted(cell));
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(graph.classes()).containsExactlyInAnyOrder("red", "blue");
    assertThat(graph.trainingNodes()).hasSize(2);
  }

  @Test
  void aNodeOfTheSplitNeedsMoreThanAMissingLabel() throws IOException {
    folder.with("nodes.csv", "id,label,split\na,red,train\nb,NA,test\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .hasMessageContaining("expected a label on a node of the split, found 'b' without");
  }

  @Test
  void longTextsAreAFeatureForEachWordThatNodesShare() throws IOException {
    StringBuilder lines = new StringBuilder("id,Title\n");
    for (char node = 'a'; node < 'm'; node++) {
      lines.append(node).append(",\"Graphs, ").append(node < 'd' ? "deep" : "plain");
      lines.append(" word").append(node).append("\"\n");
    }
    folder.with("nodes.csv", lines.toString());
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(features(graph, "a")).isEqualTo(Map.of("Title: deep", 1f, "Title: graphs", 1f));
    assertThat(graph.featureNames())
        .containsExactlyInAnyOrder("Title: deep", "Title: graphs", "Title: plain");
    assertThat(DatasetReader.columns(temp, new ReaderOptions()))
        .containsExactly(
            new DatasetReader.Column(
                "Title", DatasetReader.Column.Kind.TEXT, 12, 0, 3, Double.NaN, Double.NaN));
  }

  @Test
  void numbersAreStandardizedAndTheSchemaKnowsHow() throws IOException {
    folder.with("nodes.csv", "id,age,visits,member\na,20,0,1\nb,40,8,1\nc,,0,1\nd,30,,0\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    float deviation = (float) Math.sqrt(200 / 3.0);
    assertThat(graph.featureNames()).containsExactly("age", "visits", "member");
    assertThat(graph.featureSchema().features())
        .containsExactly(
            Feature.number("age", 30, deviation),
            Feature.number("visits", 0, 8),
            Feature.number("member", 0, 1));
    assertThat(features(graph, "a")).isEqualTo(Map.of("age", -10 / deviation, "member", 1f));
    assertThat(features(graph, "b"))
        .isEqualTo(Map.of("age", 10 / deviation, "visits", 1f, "member", 1f));
    assertThat(features(graph, "c")).isEqualTo(Map.of("member", 1f));
    assertThat(features(graph, "d")).isEmpty();
  }

  @Test
  void longTailsGoThroughALogarithm() throws IOException {
    StringBuilder lines = new StringBuilder("id,amount,age,refund\n");
    double sum = 0;
    for (int i = 0; i < 70; i++) {
      double amount = Math.exp(i % 7);
      sum += amount;
      lines.append(i).append(',').append(amount).append(',').append(20 + i % 30);
      lines.append(',').append(i == 1 ? -5000 : i % 10 == 1 ? 2 : 0).append('\n');
    }
    folder.with("nodes.csv", lines.toString());
    folder.with("edges.csv", "source,target,amount\n0,1,1\n1,2,1\n2,3,1\n3,4,1\n4,5,1000\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    List<Feature> features = graph.featureSchema().features();

    Feature amount = features.get(0);
    assertThat(amount.logScale()).isCloseTo((float) (100 / (sum / 70)), within(1e-5f));
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < 7; i++) {
      double shortened = LongTails.shortened((float) Math.exp(i), amount.logScale());
      mean += shortened / 7;
      squares += shortened * shortened / 7;
    }
    assertThat((double) amount.mean()).isCloseTo(mean, within(0.02));
    assertThat((double) amount.divisor()).isCloseTo(Math.sqrt(squares - mean * mean), within(0.02));
    assertThat(features(graph, "3")).containsEntry("amount", amount.scaled(Math.exp(3)));
    assertThat(amount.unscaled(amount.scaled(300))).isCloseTo(300, within(1e-3));

    assertThat(features.get(1).logScale()).as("ages").isZero();
    Feature refund = features.get(2);
    assertThat(refund.mean()).as("most have none").isZero();
    assertThat(features(graph, "1")).containsEntry("refund", -1f);
    assertThat(features(graph, "2")).doesNotContainKey("refund");

    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.value(edges.sent(0), 0)).as("layers scale numbers on edges").isIn(1f, 1000f);
  }

  @Test
  void aModelsSchemaReadsOtherFilesInTheSameWay() throws IOException {
    folder.with(
        "nodes.csv", "id,label,age,colour\na,x,20,red\nb,y,40,blue\nc,,30,red\nd,,30,red\n");
    Graph<String> training = DatasetReader.read(temp).graph();
    // The same values here have another mean, and the only colour would not be a category's first.
    // Names of columns may be in upper case, as everywhere.
    folder.with("nodes.csv", "id,Colour,shoe,AGE\nnew,blue,44,40\na,violet,43,20\nb,red,42,?\n");
    Graph<String> graph = readFor(training.featureSchema());
    assertThat(features(graph, "new"))
        .isEqualTo(features(training, "b"))
        .containsEntry("colour=blue", 1f);
    assertThat(features(graph, "b")).isEqualTo(Map.of("colour=red", 1f));
    assertThat(graph.featureNames()).contains("shoe", "colour=violet");
    assertThat(graph.classes()).containsExactly("x", "y");
  }

  private Graph<String> readFor(FeatureSchema ofModel) throws IOException {
    return DatasetReader.read(temp, new ReaderOptions().forModel(ofModel, List.of("x", "y")))
        .graph();
  }

  @Test
  void namesThatAnApplicationGaveArePlainNumbers() throws IOException {
    folder.with("nodes.csv", "id,Age\na,20\nb,40\n");
    Graph<String> graph = readFor(FeatureSchema.ofNames(List.of("height", "age")));
    assertThat(features(graph, "b")).isEqualTo(Map.of("age", 40f));
  }

  @Test
  void columnsThatMakeFeaturesOfOneNameAreRefused() throws IOException {
    folder.with("nodes.csv", "id,colour,colour=red\na,red,0.5\nb,blue,0.25\nc,red,1\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("columns whose features differ in name, found 'colour=red' again");
  }

  @Test
  void columnsOfAModelAreFoundInTimeLinearInTheirNumber() throws IOException {
    int columns = 80_000;
    List<Feature> known = new ArrayList<>();
    StringBuilder header = new StringBuilder("id");
    StringBuilder row = new StringBuilder("\na");
    for (int c = 0; c < columns; c++) {
      known.add(Feature.number("column " + c, 1, 2));
      header.append(",Column ").append(c);
      row.append(",3");
    }
    folder.with("nodes.csv", header.append(row).append('\n').toString());
    folder.with("edges.csv", "source,target\n");
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long before = clock.getCurrentThreadCpuTime();
    Graph<String> graph = readFor(FeatureSchema.ofTable(known));
    double seconds = (clock.getCurrentThreadCpuTime() - before) / 1e9;
    assertThat(graph.featureSchema().features()).isEqualTo(known);
    assertThat(graph.features().nonZeros()).isEqualTo(columns);
    assertThat(seconds).as("processor time of this thread").isLessThan(10); // pairs take minutes
  }

  @Test
  void namesOfColumnsThatDifferInCaseAloneAreRefused() throws IOException {
    folder.with("nodes.csv", "id,label,Age,age\na,x,1,2\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("distinct names of columns")
        .hasMessageContaining("'age' again");
  }

  @Test
  void semicolonsAndTabsPartFieldsToo() throws IOException {
    folder
        .with("nodes.csv", "ID;Label;Split;share;name\na;x;TRAIN;0,5;\"n;1\"\nb;y;Train;1,25;n2\n")
        .with("edges.csv", "Source\tTARGET\tWeight\na\tb\t2\n");
    Dataset<String> data = DatasetReader.read(temp);
    assertThat(features(data.graph(), "a")).isEqualTo(Map.of("share", -1f, "name=n;1", 1f));
    assertThat(data.graph().featureSchema().features())
        .contains(Feature.number("share", 0.875f, 0.375f));
    assertThat(data.graph().trainingNodes()).hasSize(2);
    assertThat(data.graph().adjacency().matrix().value(0)).isEqualTo(2f);
  }

  @Test
  void blanksAroundIdsAndLabelsDoNotCount() throws IOException {
    folder
        .with("nodes.csv", "id, label\na, x\n b ,y\nc,x \n")
        .with("edges.csv", "source, target\na, b\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(graph.keys()).containsExactly("a", "b", "c");
    assertThat(graph.classes()).containsExactly("x", "y");
    assertThat(graph.edgeCount()).isEqualTo(1);
  }

  @Test
  void blanksMayStandAroundQuotes() throws IOException {
    folder
        .with("nodes.csv", "id, \"size\"\na, \"1\" \nb,\"2\" \n")
        .with("edges.csv", "source,target\na,b\n");
    assertThat(features(DatasetReader.read(temp).graph(), "b")).isEqualTo(Map.of("size", 1f));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,000", "12 %", "$5", "-1 234 567,8", "10€"})
  void numbersWrittenForPeopleAreRefused(String number) throws IOException {
    folder
        .with("nodes.csv", "id,cost\na,\"" + number + "\"\nb,\"" + number + "\"\nc,free\n")
        .with("edges.csv", "source,target\na,b\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContainingAll("line 2", "'cost'", "'" + number + "'", "separators");
  }

  @Test
  void weightsHaveADecimalCommaWhereSemicolonsPartFields() throws IOException {
    folder.with("nodes.csv", "id\na\nb\n").with("edges.csv", "source;target;weight\na;b;0,5\n");
    assertThat(DatasetReader.read(temp).graph().adjacency().matrix().value(0)).isEqualTo(0.5f);
  }

  @ParameterizedTest
  @CsvSource({
    "17, 17",
    "-3.5, -4",
    "1970-01-02, 86400",
    "1970-01-01T00:01, 60",
    "1970-01-01 00:00:07, 7",
    "1970-01-01T00:00:07.250, 7",
    "1970-01-01T01:00:00Z, 3600",
    "1970-01-01T01:00:00.123456+01:00, 0"
  })
  void timesOfEdgesAreNumbersOrDates(String written, long time) throws IOException {
    folder
        .with("nodes.csv", "id\na\nb\n")
        .with("edges.csv", "source,target,type,time\na,b,cites," + written + "\n");
    EdgeList edges = DatasetReader.read(temp).graph().edges().orElseThrow();
    assertThat(edges.types()).containsExactly("cites");
    assertThat(edges.time(0)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2020-02-30", "01/02/2020", "1e300", ""})
  void aTimeThatIsNeitherIsRefused(String written) throws IOException {
    folder
        .with("nodes.csv", "id\na\nb\n")
        .with("edges.csv", "source,target,time\na,b," + written + "\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("such as 2026-01-31")
        .hasMessageContaining("'" + written + "'");
  }

  @Test
  void directedEdgesLeadOneWay() throws IOException {
    folder.with("nodes.csv", "id\na\nb\n");
    assertThat(DatasetReader.read(temp).graph().adjacency().matrix().nonZeros()).isEqualTo(2);
    assertThat(
            DatasetReader.read(temp, new ReaderOptions().directed())
                .graph()
                .adjacency()
                .matrix()
                .nonZeros())
        .isEqualTo(1);
  }

  @Test
  void aFewCellsThatAreNoNumbersAreRefusedByTheNameOfTheColumn() throws IOException {
    folder.with("nodes.csv", "id,age\na,20\nb,twenty\nc,22\n");
    assertThatThrownBy(() -> DatasetReader.read(temp))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("nodes.csv, line 3: expected a number in column 'age'")
        .hasMessageEndingWith("found 'twenty'");
  }

  @Test
  void columnsAreDescribed() throws IOException {
    folder.with("nodes.csv", "id,age,colour,empty\na,20,red,\nb,40,blue,\nc,,red,\n");
    List<DatasetReader.Column> columns = DatasetReader.columns(temp, new ReaderOptions());
    assertThat(columns)
        .extracting(DatasetReader.Column::name)
        .containsExactly("age", "colour", "empty");
    DatasetReader.Column age = columns.get(0);
    assertThat(age.kind()).isEqualTo(DatasetReader.Column.Kind.NUMBER);
    assertThat(age.mean()).isEqualTo(30);
    assertThat(age.deviation()).isCloseTo(10, within(1e-12));
    assertThat(age.missing()).isEqualTo(1);
    assertThat(columns.get(1).kind()).isEqualTo(DatasetReader.Column.Kind.CATEGORY);
    assertThat(columns.get(1).distinct()).isEqualTo(2);
    assertThat(columns.get(2).cells()).isZero();
  }

  @Test
  void aModelNeedsNoLabels() throws IOException {
    DataFolder other = DataFolder.gmnn(temp).without("label.txt").without("train.txt");
    other.without("dev.txt").without("test.txt");
    Graph<String> graph =
        DatasetReader.read(
                other.path(),
                new ReaderOptions().forModel(FeatureSchema.UNNAMED, List.of("x", "y", "z")))
            .graph();
    assertThat(graph.trainingNodes()).isEmpty();
    assertThat(graph.classes()).containsExactly("x", "y", "z");
  }
}

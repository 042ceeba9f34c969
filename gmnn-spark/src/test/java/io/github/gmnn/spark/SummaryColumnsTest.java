package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class SummaryColumnsTest {
  private static final int ACCOUNTS = 40;

  private record Payment(int from, int to, String how, long time, double amount, double hour) {}

  private static List<Payment> payments() {
    SplittableRandom random = new SplittableRandom(5);
    List<Payment> payments = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      payments.add(
          new Payment(
              random.nextInt(ACCOUNTS - 3), // the last ones pay nobody
              random.nextInt(ACCOUNTS - 1),
              random.nextBoolean() ? "card" : "wire",
              1_700_000_000L + random.nextInt(1_000_000),
              Math.exp(random.nextDouble(-5, 12)),
              random.nextInt(24) - 12));
    }
    return payments;
  }

  private static Dataset<Row> edges(int partitions) {
    StructType schema =
        new StructType()
            .add("src", DataTypes.LongType)
            .add("dst", DataTypes.LongType)
            .add("type", DataTypes.StringType)
            .add("time", DataTypes.LongType)
            .add("the.amount", DataTypes.DoubleType)
            .add("hour", DataTypes.DoubleType);
    List<Row> rows =
        payments().stream()
            .map(
                p -> RowFactory.create((long) p.from, (long) p.to, p.how, p.time, p.amount, p.hour))
            .toList();
    return LocalSpark.session().createDataFrame(rows, schema).repartition(partitions);
  }

  private static Dataset<Row> vertices(Graph<Integer> graph) {
    return Frames.of(LocalSpark.session(), graph).vertices();
  }

  private static Graph<Integer> graph(boolean typed, boolean directed) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < ACCOUNTS; i++) {
      builder.addNode(i, Map.of("age", (double) i)).label(i, i % 2 == 0 ? "a" : "b");
    }
    builder.edgeSchema(FeatureSchema.ofNames(List.of("the.amount", "hour")));
    for (Payment p : payments()) {
      if (typed) {
        builder.addEdge(p.from, p.to, p.how, 1, p.time);
      } else {
        builder.addEdge(p.from, p.to, 1.0);
      }
      builder.edgeNumbers(p.amount, p.hour);
    }
    if (directed) {
      builder.directed();
    }
    return builder.build();
  }

  private static void assertSame(Graph<Integer> expected, Dataset<Row> found) {
    assertThat(found.columns()).containsExactly("id", "features", "label", "validation");
    AttributeGroup group = AttributeGroup.fromStructField(found.schema().apply("features"));
    List<String> names = expected.featureSchema().names();
    for (int c = 1; c < names.size(); c++) {
      assertThat(group.getAttr(c).name().get()).isEqualTo(names.get(c));
    }
    CsrMatrix features = expected.features();
    for (Row row : found.collectAsList()) {
      int node = (int) row.getLong(0);
      double[] wanted = Frames.vector(features, node).toArray();
      assertThat(row.<Vector>getAs(1).toArray()).as("of %d", node).hasSameSizeAs(wanted);
      for (int c = 0; c < wanted.length; c++) {
        assertThat(row.<Vector>getAs(1).apply(c))
            .as("%s of %d", names.get(c), node)
            .isCloseTo(wanted[c], within(1e-5));
      }
    }
  }

  @Test
  void typesAndTimesAreSummedUpAsOnOneMachine() {
    Graph<Integer> graph = graph(true, true);
    GmnnClassifier classifier = new GmnnClassifier().setEdgeTypeCol("type");
    Dataset<Row> found =
        classifier.withEdgeSummaries(
            vertices(graph), edges(3), "time", Long.MAX_VALUE, "the.amount", "hour");

    assertSame(graph.withEdgeSummaries(), found);
  }

  @Test
  void edgesAfterATimeDoNotCount() {
    Graph<Integer> graph = graph(true, true);
    long asOf = 1_700_400_000L;
    GmnnClassifier classifier = new GmnnClassifier().setEdgeTypeCol("type");
    Dataset<Row> found =
        classifier.withEdgeSummaries(vertices(graph), edges(3), "time", asOf, "the.amount", "hour");

    assertSame(graph.withEdgeSummaries(graph.featureSchema(), asOf), found);
  }

  @Test
  void edgesWithoutDirectionCountAtBothEnds() {
    Graph<Integer> graph = graph(false, false);
    Dataset<Row> found =
        new GmnnClassifier().withEdgeSummaries(vertices(graph), edges(2), "the.amount", "hour");

    assertSame(graph.withEdgeSummaries(), found);
  }

  @Test
  void directionsAreToldApart() {
    Graph<Integer> graph = graph(false, true);
    Dataset<Row> found =
        new GmnnClassifier()
            .setDirected(true)
            .withEdgeSummaries(vertices(graph), edges(2), "the.amount", "hour");

    assertSame(graph.withEdgeSummaries(), found);
  }

  @Test
  void partitionsDoNotChangeABit() {
    Graph<Integer> graph = graph(true, true);
    GmnnClassifier classifier = new GmnnClassifier().setEdgeTypeCol("type");
    List<List<Row>> found = new ArrayList<>();
    for (int partitions : new int[] {1, 7}) {
      found.add(
          classifier
              .withEdgeSummaries(vertices(graph), edges(partitions), "the.amount", "hour")
              .orderBy("id")
              .collectAsList());
    }

    assertThat(found.get(0)).isEqualTo(found.get(1));
  }

  @Test
  void summariesAreFitted() {
    Graph<Integer> graph = graph(true, true);
    GmnnClassifier classifier = new GmnnClassifier().setInferenceKind("sage").setPretrainEpochs(2);
    classifier.setEmIterations(0);
    Dataset<Row> summed =
        classifier.withEdgeSummaries(vertices(graph), edges(2), "the.amount", "hour");
    GmnnSparkModel model = classifier.fit(summed, edges(2));

    assertThat(model.transform(summed).select("predictedLabel").collectAsList())
        .hasSize(ACCOUNTS)
        .noneMatch(row -> row.isNullAt(0));
  }

  @Test
  void numbersThatAreMissingAreRefusedByTheNameOfTheirColumn() {
    Graph<Integer> graph = graph(true, true);
    Dataset<Row> holes = edges(2).selectExpr("src", "dst", "nullif(hour, 3.0) as hour");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GmnnClassifier().withEdgeSummaries(vertices(graph), holes, "hour"))
        .withMessageContaining("column hour of the edges");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GmnnClassifier().withEdgeSummaries(vertices(graph), edges(2), "type"))
        .withMessageContaining("no numbers");
  }
}

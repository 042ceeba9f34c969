package io.github.gmnn.spark;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A graph of any size as files: ten classes, twenty words a node of which half are its class's own,
 * ten edges a node of which two thirds stay within the class. A row depends on its number alone.
 */
final class GeneratedFrames {
  private static final int CLASSES = 10;
  private static final int WORDS = 500;
  private static final int WORDS_PER_NODE = 20;
  private static final int EDGES_PER_NODE = 10;

  private GeneratedFrames() {}

  /**
   * Writes them.
   *
   * @param types how many types of edges there are; 0 for none
   */
  static void write(SparkSession spark, int nodes, int types, int files, String folder) {
    StructType ofVertices =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("features", SQLDataTypes.VectorType())
            .add("label", DataTypes.StringType)
            .add("validation", DataTypes.BooleanType)
            .add("truth", DataTypes.StringType);
    spark
        .range(0, nodes, 1, files)
        .map((MapFunction<Long, Row>) id -> vertex(id, nodes), Encoders.row(ofVertices))
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(folder + "/vertices");
    StructType ofEdges =
        new StructType().add("src", DataTypes.LongType).add("dst", DataTypes.LongType);
    if (types > 0) {
      ofEdges = ofEdges.add("type", DataTypes.StringType);
    }
    spark
        .range(0, nodes, 1, files)
        .flatMap((FlatMapFunction<Long, Row>) id -> edges(id, nodes, types), Encoders.row(ofEdges))
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(folder + "/edges");
  }

  private static Row vertex(long id, int nodes) {
    RandomStream random = RandomStream.of(id).derive("words");
    int itsClass = (int) (id % CLASSES);
    int share = WORDS / CLASSES;
    int[] words =
        IntStream.generate(
                () ->
                    random.nextInt(2) == 0
                        ? random.nextInt(WORDS)
                        : itsClass * share + random.nextInt(share))
            .limit(WORDS_PER_NODE)
            .distinct()
            .sorted()
            .toArray();
    double[] ones = new double[words.length];
    Arrays.fill(ones, 1);
    String truth = "class-" + itsClass;
    double draw = RandomStream.of(id).derive("role").nextDouble() * nodes;
    boolean labelled = draw < 1_500; // a third of them to train on
    return RowFactory.create(
        id,
        Vectors.sparse(WORDS, words, ones),
        labelled ? truth : null,
        labelled && draw >= 500,
        truth);
  }

  private static Iterator<Row> edges(long id, int nodes, int types) {
    RandomStream random = RandomStream.of(id).derive("edges");
    return IntStream.range(0, EDGES_PER_NODE)
        .mapToObj(
            i -> {
              long end = random.nextInt(nodes);
              if (random.nextInt(3) > 0) {
                end = Math.min(nodes - 1, end / CLASSES * CLASSES + id % CLASSES);
              }
              return types == 0
                  ? RowFactory.create(id, end)
                  : RowFactory.create(id, end, "type-" + i % types);
            })
        .iterator();
  }
}

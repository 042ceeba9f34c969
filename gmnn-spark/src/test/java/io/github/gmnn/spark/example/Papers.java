package io.github.gmnn.spark.example;

import io.github.gmnn.spark.GmnnClassifier;
import io.github.gmnn.spark.GmnnSparkModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Classifies papers that are joined by edges of several types. */
public final class Papers {
  private Papers() {}

  /**
   * Fits a model.
   *
   * @param papers id, features, label
   * @param links src, dst, type
   */
  public static GmnnSparkModel fit(Dataset<Row> papers, Dataset<Row> links) {
    return new GmnnClassifier()
        .setInferenceKind("rgcn")
        .setEdgeTypeCol("type")
        .setUndirectedTypes("knows") // the others have a direction
        .fit(papers, links);
  }
}

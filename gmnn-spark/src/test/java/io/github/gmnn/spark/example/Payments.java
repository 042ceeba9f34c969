package io.github.gmnn.spark.example;

import io.github.gmnn.spark.GmnnClassifier;
import io.github.gmnn.spark.GmnnSparkModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Classifies the accounts of a graph of payments that is too large for one machine. */
public final class Payments {
  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("payments").getOrCreate();
    classify(spark, args[0], args[1], args[2]);
  }

  static void classify(SparkSession spark, String accountFiles, String paymentFiles, String to) {
    Dataset<Row> accounts = spark.read().parquet(accountFiles); // id, features, label, validation
    Dataset<Row> payments = spark.read().parquet(paymentFiles); // src, dst

    GmnnClassifier gmnn =
        new GmnnClassifier()
            .setValidationIndicatorCol("validation")
            .setTargets(0.1) // of the unlabelled accounts, as targets of the loss
            .setMaxNeighbors(10); // that training sees of each account, in each hop
    GmnnSparkModel model = gmnn.fit(accounts, payments);

    model
        .transform(accounts) // adds probability, prediction and predictedLabel
        .select("id", "predictedLabel", "probability")
        .write()
        .parquet(to);
  }
}

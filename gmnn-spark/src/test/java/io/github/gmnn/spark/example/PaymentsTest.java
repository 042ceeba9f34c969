package io.github.gmnn.spark.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.spark.TestGraphs;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaymentsTest {
  @Test
  void theExampleOfTheGuideRuns(@TempDir Path folder) {
    String accounts = folder.resolve("accounts").toUri().toString();
    String payments = folder.resolve("payments").toUri().toString();
    String answers = folder.resolve("answers").toUri().toString();
    SparkSession spark = TestGraphs.writeParquet(accounts, payments);

    Payments.classify(spark, accounts, payments, answers);

    assertThat(spark.read().parquet(answers).columns())
        .containsExactly("id", "predictedLabel", "probability");
    assertThat(spark.read().parquet(answers).count()).isEqualTo(200);
  }
}

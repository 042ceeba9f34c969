package io.github.gmnn.spark.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.spark.GmnnSparkModel;
import io.github.gmnn.spark.TestGraphs;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class PapersTest {
  @Test
  void theTypedExampleOfTheGuideRuns() {
    Dataset<Row> papers = TestGraphs.typedVertices();
    GmnnSparkModel model = Papers.fit(papers, TestGraphs.typedEdges());

    assertThat(model.transform(papers).count()).isEqualTo(200);
  }
}

package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors that are processes of their own: what travels is serialised, and one of them is killed
 * in the middle of a fit. Runs in a JVM of its own, because there is one Spark in each.
 */
@Tag("cluster")
class LocalClusterTest {
  @Test
  void aKilledExecutorDoesNotChangeABit(@TempDir Path folder) throws Exception {
    try (JavaProcess driver =
        JavaProcess.start(
            folder, "driver", ClusterFit.class.getName(), "local-cluster[2,1,1024]")) {
      String alone = ClusterFit.checksums(LocalSpark.session(), ClusterFit.classifier());

      assertThat(driver.result()).isEqualTo(alone + " killed");
    }
  }
}

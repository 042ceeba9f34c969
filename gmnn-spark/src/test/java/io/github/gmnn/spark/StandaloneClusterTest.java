package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster as operators run it: Spark's own master and two workers, started from the jars. One
 * worker is killed in the middle of a fit, and its executor ends with it.
 */
@Tag("cluster")
class StandaloneClusterTest {
  private static final String HOST = "127.0.0.1";

  @Test
  void aKilledWorkerDoesNotChangeABit(@TempDir Path folder) throws Exception {
    String master = "spark://" + HOST + ":" + freePort();
    try (JavaProcess ofMaster = startMaster(folder, master);
        JavaProcess victim = startWorker(folder, "first", master);
        JavaProcess other = startWorker(folder, "second", master);
        JavaProcess driver =
            JavaProcess.start(
                folder, "driver", ClusterFit.class.getName(), master, "" + victim.pid())) {
      String alone = ClusterFit.checksums(LocalSpark.session(), ClusterFit.classifier());

      assertThat(driver.result()).isEqualTo(alone + " killed");
      assertThat(victim.isAlive()).isFalse();
      assertThat(other.isAlive()).isTrue();
      assertThat(ofMaster.isAlive()).isTrue();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }

  private static JavaProcess startMaster(Path folder, String master) throws IOException {
    String port = master.substring(master.lastIndexOf(':') + 1);
    return JavaProcess.start(
        folder,
        "master",
        Master.class.getName(),
        "--host",
        HOST,
        "--port",
        port,
        "--webui-port",
        "0");
  }

  private static JavaProcess startWorker(Path folder, String name, String master)
      throws IOException {
    return JavaProcess.start(
        folder,
        name,
        Worker.class.getName(),
        "--host",
        HOST,
        "--webui-port",
        "0",
        "--cores",
        "1",
        "--memory",
        "1g",
        "--work-dir",
        folder.resolve("work-" + name).toString(),
        master);
  }
}

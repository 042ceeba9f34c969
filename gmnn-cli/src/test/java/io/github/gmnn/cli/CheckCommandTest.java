package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir Path folder;

  @Test
  void aModelIsDescribedAndADamagedOneIsRefused() throws IOException {
    Path file = folder.resolve("model.gmnn");
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", 1, 0)
            .addNode("b", 0, 1)
            .addEdge("a", "b")
            .label("a", "x")
            .label("b", "y")
            .build();
    Gmnn.builder().pretrainEpochs(1).emIterations(0).fit(graph).save(file);
    Cli whole = Cli.run("check", file);
    assertThat(whole.code()).isZero();
    assertThat(whole.out()).contains("gmnn-model, version 1").contains("nodes: 2\n");

    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    Cli damaged = Cli.run("check", file);
    assertThat(damaged.code()).isEqualTo(2);
    assertThat(damaged.out()).isEmpty();
    assertThat(damaged.err().lines()).hasSize(1).first().asString().contains("digest");
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.UnreliableDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saving is cut off at every single operation in turn: the old file or the new one is there. */
class PowerLossTest {
  private static final Logger log = LoggerFactory.getLogger(PowerLossTest.class);
  private static final String FILE = "file";

  @TempDir Path root;

  /** Something that writes a file. */
  private interface Save {
    void to(Path path) throws IOException;
  }

  /** Two contents of one kind of file. */
  private record Kind(String name, Save old, Save replacement) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() throws IOException {
    GmnnModel<?> old = ModelFileTest.tiny(List.of("a", "b", "c"));
    GmnnModel<?> replacement = ModelFileTest.tiny(List.of("d", "e", "f"));
    return Stream.of(
        new Kind("model", old::save, replacement::save),
        new Kind("embeddings", embeddings(1)::save, embeddings(2)::save),
        new Kind("table", embeddings(1)::writeTsv, embeddings(2)::writeTsv),
        new Kind("checkpoint", checkpoint(1)::write, checkpoint(2)::write));
  }

  private static NodeEmbeddings<?> embeddings(int value) {
    float[] values = new float[600];
    Arrays.fill(values, value);
    return NodeEmbeddings.of(List.of(1, 2, 3), DenseMatrix.wrap(3, 200, values));
  }

  private static Checkpoint checkpoint(double epoch) throws IOException {
    Path file = Files.createTempFile("checkpoint", null);
    try {
      Gmnn.paper().pretrainEpochs(1).emIterations(0).checkpoint(file, 1).fit(GoldenFiles.GRAPH);
      Checkpoint read = Checkpoint.read(file);
      return new Checkpoint.Builder()
          .number("epoch", epoch)
          .state("q", read.state("q"))
          .build("test", "", "", read.history());
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aLossOfPowerLeavesTheOldFileOrTheNewOne(Kind kind) throws IOException {
    byte[] old = bytes(kind.old());
    byte[] replacement = bytes(kind.replacement());
    int cut = 0;
    int states = 0;
    while (true) {
      Path folder = Files.createDirectory(root.resolve("cut-" + cut));
      Files.write(folder.resolve(FILE), old);
      UnreliableDisk disk = new UnreliableDisk(folder, cut, true);
      boolean saved = saves(kind.replacement(), disk);
      for (byte[] after : disk.afterPowerLoss(FILE)) {
        states++;
        assertThat(Arrays.equals(after, replacement) || !saved && Arrays.equals(after, old))
            .as("a whole file after %s", disk.operations())
            .isTrue();
      }
      // the killed writer's temporary file goes with the next write
      kind.replacement().to(folder.resolve(FILE));
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).containsExactly(folder.resolve(FILE));
      }
      if (saved) {
        assertThat(disk.operations())
            .startsWith("create", "write")
            .endsWith("move", "force folder");
        break;
      }
      cut++;
    }
    assertThat(cut).isGreaterThan(5);
    log.info("{}: power lost at {} operations, {} states of the disk", kind, cut, states);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anErrorOfTheDiskLeavesAWholeFileAndNothingElse(Kind kind) throws IOException {
    byte[] old = bytes(kind.old());
    byte[] replacement = bytes(kind.replacement());
    for (int failing = 0; ; failing++) {
      Path folder = Files.createDirectory(root.resolve("error-" + failing));
      Files.write(folder.resolve(FILE), old);
      UnreliableDisk disk = new UnreliableDisk(folder, failing, false);
      if (saves(kind.replacement(), disk)) {
        log.info("{}: an error at each of {} operations", kind, failing);
        break;
      }
      byte[] after = Files.readAllBytes(folder.resolve(FILE));
      boolean moved = disk.operations().contains("force folder");
      assertThat(after).as("after %s", disk.operations()).isEqualTo(moved ? replacement : old);
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).containsExactly(folder.resolve(FILE));
      }
    }
  }

  private static boolean saves(Save save, UnreliableDisk disk) {
    try {
      save.to(disk.path(FILE));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private byte[] bytes(Save save) throws IOException {
    Path file = Files.createTempFile(root, "whole", null);
    save.to(file);
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    return bytes;
  }
}

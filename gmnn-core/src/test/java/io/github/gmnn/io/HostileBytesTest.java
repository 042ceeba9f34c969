package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Readers answer any bytes with data or with a DataFormatException of a line for each error. */
class HostileBytesTest {
  private static final List<String> NAMES =
      List.of("net.txt", "feature.txt", "label.txt", "train.txt", "dev.txt", "test.txt");

  private interface Reading {
    void run() throws IOException;
  }

  private static void survives(Reading reading) throws IOException {
    try {
      reading.run();
    } catch (DataFormatException e) {
      assertThat(e.getMessage().lines()).hasSizeBetween(1, 11);
    }
  }

  private static void inFolder(FolderUse use) throws IOException {
    Path folder = Files.createTempDirectory("gmnn-hostile");
    try {
      use.with(folder);
    } finally {
      try (var files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private interface FolderUse {
    void with(Path folder) throws IOException;
  }

  /** Text of the pieces that the formats are made of, and some that they are not. */
  @Provide
  Arbitrary<byte[]> bytes() {
    Arbitrary<byte[]> pieces =
        Arbitraries.of(
                "a",
                "b",
                "id",
                "label",
                "split",
                "source",
                "target",
                "train",
                "\t",
                "\t",
                "\n",
                "\n",
                ",",
                ",",
                ":",
                " ",
                "1",
                "0",
                "-",
                ".5",
                "1e400",
                "1e-400",
                "NaN",
                "\"",
                "\"\"",
                "\r",
                "\r\n",
                "\0",
                "\uFEFF",
                "é",
                "16777215:1",
                "99999999999")
            .list()
            .ofMaxSize(40)
            .map(parts -> String.join("", parts).getBytes(StandardCharsets.UTF_8));
    Arbitrary<byte[]> anything = Arbitraries.bytes().array(byte[].class).ofMaxSize(60);
    return Arbitraries.oneOf(pieces, pieces, pieces, anything);
  }

  @Property(tries = 300)
  void gmnnFolders(@ForAll("bytes") byte[] bytes, @ForAll("names") String name) throws IOException {
    inFolder(
        folder -> {
          DataFolder.gmnn(folder).with(name, bytes);
          survives(() -> DatasetReader.read(folder));
        });
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(NAMES);
  }

  @Property(tries = 300)
  void csvFolders(@ForAll("bytes") byte[] nodes, @ForAll("bytes") byte[] edges) throws IOException {
    inFolder(
        folder -> {
          new DataFolder(folder).with("nodes.csv", nodes).with("edges.csv", "source,target\na,b\n");
          survives(() -> DatasetReader.read(folder));
          new DataFolder(folder).with("nodes.csv", "id\na\nb\n").with("edges.csv", edges);
          survives(() -> DatasetReader.read(folder));
        });
  }

  @Property(tries = 200)
  void linqsFolders(@ForAll("bytes") byte[] content, @ForAll("bytes") byte[] cites)
      throws IOException {
    ReaderOptions options = new ReaderOptions().withSplit(1, 0, 0);
    inFolder(
        folder -> {
          new DataFolder(folder).with("x.content", content).with("x.cites", "a b\n");
          survives(() -> DatasetReader.read(folder, options));
          new DataFolder(folder).with("x.content", "a 1 x\nb 0 y\n").with("x.cites", cites);
          survives(() -> DatasetReader.read(folder, options));
        });
  }

  @Property(tries = 200)
  void ratings(@ForAll("bytes") byte[] bytes) throws IOException {
    inFolder(
        folder -> {
          new DataFolder(folder).with("ratings.csv", bytes);
          survives(() -> RatingsReader.read(folder));
        });
  }
}

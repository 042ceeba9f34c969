package io.github.gmnn.io;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Coverage-guided fuzzing of the readers: any bytes give data or a {@link DataFormatException}.
 * Without {@code JAZZER_FUZZ=1} the saved inputs run as plain tests;
 * gmnn-lab/docs/robustness-notes.md says how to search on.
 */
class ReaderFuzzTest {
  private static final ReaderOptions SMALL = new ReaderOptions().withMaxBytesPerFile(1 << 20);

  @FuzzTest(maxDuration = "10m")
  void gmnnFolders(FuzzedDataProvider data) throws IOException {
    readFolder(
        data, List.of("net.txt", "label.txt", "train.txt", "dev.txt", "test.txt", "feature.txt"));
  }

  @FuzzTest(maxDuration = "10m")
  void csvFolders(FuzzedDataProvider data) throws IOException {
    readFolder(data, List.of("nodes.csv", "edges.csv"));
  }

  @FuzzTest(maxDuration = "10m")
  void linqsFolders(FuzzedDataProvider data) throws IOException {
    readFolder(data, List.of("x.content", "x.cites"));
  }

  @FuzzTest(maxDuration = "10m")
  void ratingsFiles(FuzzedDataProvider data) throws IOException {
    Path file = Files.createTempFile("ratings", ".csv");
    try {
      Files.write(file, data.consumeRemainingAsBytes());
      RatingsReader.read(file, SMALL);
    } catch (DataFormatException expected) {
      // what the reader promises
    } finally {
      Files.delete(file);
    }
  }

  private static void readFolder(FuzzedDataProvider data, List<String> names) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    try {
      for (int i = 0; i < names.size(); i++) {
        byte[] content =
            i == names.size() - 1
                ? data.consumeRemainingAsBytes()
                : data.consumeBytes(data.consumeInt(0, 2000));
        Files.write(folder.resolve(names.get(i)), content);
      }
      DatasetReader.read(folder, SMALL.withSplit(1, 1, 1));
    } catch (DataFormatException expected) {
      // what the reader promises
    } finally {
      try (var files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}

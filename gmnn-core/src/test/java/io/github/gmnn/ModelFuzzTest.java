package io.github.gmnn;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.Forged;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Coverage-guided fuzzing of model files and checkpoints: any bytes give a model or a {@link
 * ModelFormatException}. Without {@code JAZZER_FUZZ=1} the saved inputs run as plain tests;
 * gmnn-lab/docs/robustness-notes.md says how to search on.
 *
 * <p>A digest lets no other bytes through, so all but the first test make it right: what lies
 * behind it is what they are for.
 */
class ModelFuzzTest {
  private static final byte[] MODEL = tinyModel();
  private static final byte[] CHECKPOINT = tinyCheckpoint();

  private static byte[] tinyModel() {
    try {
      return ModelFileTest.bytes(ModelFileTest.tiny(List.of("a", 2, 3L)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] tinyCheckpoint() {
    try {
      Path file = Files.createTempFile("checkpoint", ".gmnn");
      try {
        Gmnn.paper()
            .hiddenUnits(2)
            .pretrainEpochs(1)
            .learningEpochs(1)
            .inferenceEpochs(1)
            .checkpoint(file, 1)
            .fit(GoldenFiles.GRAPH);
        return Files.readAllBytes(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @FuzzTest(maxDuration = "10m")
  void rawModelFiles(byte[] file) throws IOException {
    try {
      GmnnModel.load(new ByteArrayInputStream(file)).predictions().all();
    } catch (ModelFormatException expected) {
      // what load promises
    }
  }

  @FuzzTest(maxDuration = "10m")
  void modelFilesWithOneEntryChanged(FuzzedDataProvider data) throws IOException {
    rawModelFiles(patched(MODEL, data));
  }

  @FuzzTest(maxDuration = "10m")
  void modelFilesWithAnotherManifest(byte[] manifest) throws IOException {
    rawModelFiles(Forged.from(MODEL).with("manifest.json", manifest).bytes());
  }

  @FuzzTest(maxDuration = "10m")
  void checkpointsWithOneEntryChanged(FuzzedDataProvider data) throws IOException {
    checkpoint(patched(CHECKPOINT, data));
  }

  @FuzzTest(maxDuration = "10m")
  void checkpointsWithAnotherManifest(byte[] manifest) throws IOException {
    checkpoint(Forged.from(CHECKPOINT).with("manifest.json", manifest).bytes());
  }

  private static byte[] patched(byte[] file, FuzzedDataProvider data) {
    Forged forged = Forged.from(file);
    String[] names = forged.names();
    String changed = names[data.consumeInt(0, names.length - 1)];
    int position = data.consumeInt(0, 8000);
    byte[] patch = data.consumeRemainingAsBytes();
    byte[] content = forged.entry(changed);
    if (content.length > 0) {
      int start = position % content.length;
      System.arraycopy(patch, 0, content, start, Math.min(patch.length, content.length - start));
    }
    return forged.with(changed, content).bytes();
  }

  private static void checkpoint(byte[] content) throws IOException {
    Path file = Files.createTempFile("checkpoint", ".gmnn");
    try {
      Files.write(file, content);
      Checkpoint.read(file);
    } catch (ModelFormatException expected) {
      // what resume promises
    } finally {
      Files.delete(file);
    }
  }

  /** Writes the seeds of the searches: the manifests that they start from. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Files.writeString(
        folder.resolve("modelFilesWithAnotherManifest/tiny-manifest"), Forged.from(MODEL).json());
    Files.writeString(
        folder.resolve("checkpointsWithAnotherManifest/tiny-manifest"),
        Forged.from(CHECKPOINT).json());
    Files.write(folder.resolve("rawModelFiles/tiny-model"), MODEL);
  }
}

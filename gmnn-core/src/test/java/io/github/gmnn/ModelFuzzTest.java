package io.github.gmnn;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.gmnn.io.ModelFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Coverage-guided fuzzing of model files and checkpoints: any bytes give a model or a {@link
 * ModelFormatException}. Without {@code JAZZER_FUZZ=1} the saved inputs run as plain tests;
 * docs/fuzzing.md says how to search on.
 */
class ModelFuzzTest {
  private static final byte[] MODEL = tinyModel();

  private static byte[] tinyModel() {
    try {
      return ModelFileTest.bytes(ModelFileTest.tiny(List.of("a", 2, 3L)));
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

  /** Keeps the zip whole, checksums included, so that what lies inside it is reached. */
  @FuzzTest(maxDuration = "10m")
  void modelFilesWithOneEntryChanged(FuzzedDataProvider data) throws IOException {
    int changed = data.consumeInt(0, 6);
    int position = data.consumeInt(0, 8000);
    byte[] patch = data.consumeRemainingAsBytes();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out);
        ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(MODEL))) {
      int index = 0;
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] content = in.readAllBytes();
        if (index++ == changed && content.length > 0) {
          int start = position % content.length;
          int length = Math.min(patch.length, content.length - start);
          System.arraycopy(patch, 0, content, start, length);
        }
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(content.length);
        CRC32 crc = new CRC32();
        crc.update(content);
        copy.setCrc(crc.getValue());
        zip.putNextEntry(copy);
        zip.write(content);
      }
    }
    rawModelFiles(out.toByteArray());
  }

  @FuzzTest(maxDuration = "10m")
  void checkpoints(byte[] content) throws IOException {
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
}

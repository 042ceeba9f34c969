package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GmnnSparkModelTest {
  private static final Graph<String> GRAPH =
      Graph.<String>builder()
          .addNode("a", 1, 0)
          .addNode("b", 0, 1)
          .addNode("c", 1, 1)
          .addEdge("a", "b")
          .addEdge("b", "c")
          .label("a", "x")
          .label("c", "y")
          .build();
  private static final GmnnModel<String> MODEL =
      Gmnn.paper().pretrainEpochs(2).emIterations(0).fit(GRAPH);

  @Test
  void aModelOfOneMachineComesBackWithoutItsNodes() {
    GmnnSparkModel onSpark = GmnnSparkModel.of(MODEL);
    GmnnModel<Object> back = onSpark.toGmnnModel();
    assertThat(back.keys()).isEmpty();
    assertThat(back.predict(GRAPH).all()).isEqualTo(MODEL.predict(GRAPH).all());
    assertThat(onSpark.history()).isEqualTo(MODEL.history());
    assertThat(onSpark.provenance()).isEqualTo(MODEL.provenance());
  }

  @Test
  void whatTheLibraryRefusesSparkRefuses(@TempDir Path folder) throws Exception {
    LocalSpark.session();
    String path = folder.resolve("model").toUri().toString();
    GmnnSparkModel.of(MODEL).write().overwrite().save(path);
    Path file = folder.resolve("model/model.gmnn");
    byte[] whole = Files.readAllBytes(file);
    Files.delete(folder.resolve("model/.model.gmnn.crc")); // Hadoop's own, of the first content

    Files.write(file, forged(whole, "\"temperature\" : 1.0", "\"temperature\" : -1.0"));
    assertThatThrownBy(() -> GmnnSparkModel.load(path)).hasMessageContaining("temperature");
    Files.write(file, forged(whole, "\"nOut\" : 16", "\"nOut\" : 100000000"));
    assertThatThrownBy(() -> GmnnSparkModel.load(path)).hasMessageContaining("needs a parameter");
    Files.write(file, whole);
    assertThat(GmnnSparkModel.load(path).checksum()).isEqualTo(GmnnSparkModel.of(MODEL).checksum());
  }

  /** The file with another manifest, checksums and digest made right. */
  private static byte[] forged(byte[] file, String from, String to) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(file));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setComment("sha256:" + "0".repeat(64));
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] content = in.readAllBytes();
        if (entry.getName().equals("manifest.json")) {
          String json = new String(content, StandardCharsets.UTF_8);
          assertThat(json).contains(from);
          content = json.replace(from, to).getBytes(StandardCharsets.UTF_8);
        }
        store(zip, entry.getName(), content);
      }
    }
    byte[] bytes = out.toByteArray();
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update(bytes, 0, bytes.length - 71);
    byte[] hex = HexFormat.of().formatHex(sha256.digest()).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(hex, 0, bytes, bytes.length - 64, 64);
    return bytes;
  }

  private static void store(ZipOutputStream zip, String name, byte[] content) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Forged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCheckTest {
  @TempDir Path folder;

  @Test
  void aModelIsDescribed() throws IOException {
    Path file = folder.resolve("model");
    ModelFileTest.tiny(List.of("a", "b", "c")).save(file);
    GmnnModel.Check check = GmnnModel.Check.of(file);
    assertThat(check.format()).isEqualTo("gmnn-model");
    assertThat(check.version()).isEqualTo(1);
    assertThat(check.contents())
        .containsEntry("nodes", "3")
        .containsEntry("classes", "2")
        .containsEntry("features", "2")
        .containsEntry("parameters of q", "" + (2 * 16 + 16 * 2))
        .containsEntry("parameters of p", "none")
        .containsEntry("epochs", "2")
        .containsEntry("setting seed", "1")
        .containsEntry("bytes", "" + Files.size(file));
    assertThat(check.toString())
        .startsWith(file + ": gmnn-model, version 1\n")
        .contains("\n  nodes: 3\n");
  }

  @Test
  void settingsOfAFileDoNotImitateWhatWasFound() throws IOException {
    Path file = folder.resolve("model");
    byte[] model = ModelFileTest.bytes(ModelFileTest.tiny(List.of("a", "b", "c")));
    Files.write(
        file,
        Forged.from(model)
            .replacing("\"seed\" : \"1\"", "\"nodes\" : \"9\\n  classes: 7\\u001b[2J\"")
            .bytes());
    GmnnModel.Check check = GmnnModel.Check.of(file);
    assertThat(check.contents()).containsEntry("nodes", "3");
    assertThat(check.toString())
        .contains("  nodes: 3\n", "  classes: 2\n", "  setting nodes: 9\\u000a  classes: 7\\u001b")
        .doesNotContain("\u001b");
  }

  @Test
  void aCheckpointIsDescribed() throws IOException {
    Path file = folder.resolve("checkpoint");
    Gmnn.paper().pretrainEpochs(3).checkpoint(file, 1).fit(GoldenFiles.GRAPH);
    GmnnModel.Check check = GmnnModel.Check.of(file);
    assertThat(check.format()).isEqualTo("gmnn-checkpoint");
    assertThat(check.contents())
        .containsEntry("kind", "classifier")
        .containsEntry("epochs", "203")
        .containsEntry("parameters of q", "" + (3 * 16 + 16 * 2));
  }

  @Test
  void aDamagedFileOrAnotherOneIsNamed() throws IOException {
    Path file = folder.resolve("file");
    byte[] model = ModelFileTest.bytes(ModelFileTest.tiny(List.of("a", "b", "c")));
    model[model.length / 2] ^= 1;
    Files.write(file, model);
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> GmnnModel.Check.of(file))
        .withMessageContaining(file.toString());
    Files.write(file, Forged.manifest("{\"format\":\"other\",\"version\":1}").bytes());
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> GmnnModel.Check.of(file))
        .withMessageContaining("another format");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> GmnnModel.Check.of(folder.resolve("nowhere")));
  }
}

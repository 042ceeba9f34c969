package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFilesTest {
  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());

  @TempDir Path folder;

  private String file() {
    return folder.resolve("file").toUri().toString();
  }

  private String read() throws IOException {
    return ClusterFiles.read(context.hadoopConfiguration(), file(), Files::readString);
  }

  private void write(String text) throws IOException {
    ClusterFiles.write(context, file(), local -> Files.writeString(local, text));
  }

  @Test
  void aFileIsReplaced() throws IOException {
    write("first");
    write("second");
    assertThat(read()).isEqualTo("second");
    assertThat(folder.resolve("file.writing")).doesNotExist();
  }

  /** What a writer leaves that ended after deleting the old file and before the renaming. */
  private void leaveARenamePending(String text) throws IOException {
    write(text);
    Files.delete(folder.resolve(".file.crc"));
    Files.move(folder.resolve("file"), folder.resolve("file.writing"));
  }

  @Test
  void whatWasLeftBeforeItsRenameIsRead() throws IOException {
    leaveARenamePending("whole");
    assertThat(read()).isEqualTo("whole");
  }

  /** The next writer may end half-way too; what it found must still be there then. */
  @Test
  void aSecondCrashLosesNothing() throws IOException {
    leaveARenamePending("whole");
    ClusterFiles.Content copiedInVain = Files::createDirectory;
    assertThatThrownBy(() -> ClusterFiles.write(context, file(), copiedInVain))
        .isInstanceOf(IOException.class);
    assertThat(read()).isEqualTo("whole");
  }
}

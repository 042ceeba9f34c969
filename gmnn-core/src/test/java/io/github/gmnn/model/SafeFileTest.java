package io.github.gmnn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.testing.FreshJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeFileTest {
  @TempDir Path folder;

  private void write(Path file, String text) throws IOException {
    SafeFile.write(file, out -> out.write(text.getBytes()));
  }

  private boolean isPosix() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-r--r--", "rw-rw-rw-", "rwxr-x---"})
  void aFileThatIsReplacedKeepsItsPermissions(String text) throws IOException {
    assumeTrue(isPosix(), "permissions of POSIX");
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(text);
    Path file = Files.writeString(folder.resolve("file"), "old");
    Files.setPosixFilePermissions(file, permissions);
    write(file, "new");
    assertThat(file).hasContent("new");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
  }

  @Test
  void aNewFileHasThePermissionsOfAnyOther() throws IOException {
    assumeTrue(isPosix(), "permissions of POSIX");
    Path other = Files.writeString(folder.resolve("other"), "");
    Path file = folder.resolve("file");
    write(file, "new");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void aSymbolicLinkStaysOneAndWhatItMeansIsReplaced() throws IOException {
    assumeTrue(isPosix(), "symbolic links");
    Path file = Files.writeString(Files.createDirectory(folder.resolve("sub")).resolve("f"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("sub", "f"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), link);
    write(second, "new");
    assertThat(file).hasContent("new");
    assertThat(link).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("sub", "g"));
    write(dangling, "made");
    assertThat(folder.resolve("sub/g")).hasContent("made");
    Path circle = Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> write(circle, "never"))
        .withMessageContaining("too many symbolic links");
  }

  @Test
  void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
    Path file = folder.resolve("n".repeat(255));
    write(file, "old");
    write(file, "new");
    assertThat(file).hasContent("new");
  }

  @Test
  void whatIsNoRegularFileIsLeftAlone() throws IOException {
    Path other = Files.createDirectory(folder.resolve("sub"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> write(other, "new"))
        .withMessageContaining("not a regular file");
    assertThat(other).isEmptyDirectory();
  }

  @Test
  void temporaryFilesOfDeadWritersAreRemovedAndThoseOfLivingOnesAreNot() throws IOException {
    Path dead = Files.writeString(folder.resolve(".gmnn-dead.tmp"), "half a model");
    Path foreign = Files.writeString(folder.resolve(".other.tmp"), "not ours");
    Path living = folder.resolve(".gmnn-living.tmp");
    try (FileChannel writer =
        FileChannel.open(living, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      assertThat(writer.tryLock()).isNotNull();
      write(folder.resolve("file"), "new");
      assertThat(dead).doesNotExist();
      assertThat(living).exists();
      assertThat(foreign).exists();
    }
    write(folder.resolve("file"), "newer");
    assertThat(living).doesNotExist();
  }

  /** A writer of another process, which removes what nobody holds. */
  static final class AnotherProcess {
    public static void main(String[] arguments) throws IOException {
      write(Path.of(arguments[0]).resolve("of-another-process"), "new");
    }

    private static void write(Path file, String text) throws IOException {
      SafeFile.write(file, out -> out.write(text.getBytes()));
    }
  }

  /**
   * A process loses its lock of a file as soon as it closes any other descriptor of that file. So a
   * writer must not look into the temporary files of others in its process.
   */
  @Test
  void aSecondWriterOfAProcessDoesNotExposeTheFirstToOtherProcesses() throws IOException {
    Path file = folder.resolve("file");
    SafeFile.write(
        file,
        out -> {
          out.write("first".getBytes());
          write(folder.resolve("second"), "second");
          FreshJvm.run(AnotherProcess.class, folder.toString());
        });
    assertThat(file).hasContent("first");
    assertThat(folder.resolve("second")).hasContent("second");
    assertThat(folder.resolve("of-another-process")).hasContent("new");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatIsNoRegularFileIsNoLeftover() throws Exception {
    assumeTrue(isPosix(), "pipes");
    Path pipe = folder.resolve(".gmnn-x.tmp");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path target = Files.writeString(folder.resolve("target"), "not ours");
    Path link = Files.createSymbolicLink(folder.resolve(".gmnn-link.tmp"), target);
    write(folder.resolve("file"), "new");
    assertThat(folder.resolve("file")).hasContent("new");
    assertThat(pipe).exists();
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("not ours");
  }

  @Test
  void aFailureNamesTheFileAndNotTheOneBesideIt() throws IOException {
    Path file = Files.writeString(folder.resolve("model"), "before");
    for (IOException cause :
        new IOException[] {
          new IOException("No space left on device"),
          new FileSystemException("/tmp/.gmnn-1.tmp", null, "No space left on device")
        }) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () ->
                  SafeFile.write(
                      file,
                      out -> {
                        throw cause;
                      }))
          .withMessage("cannot write " + file + ": No space left on device")
          .withCause(cause);
    }
    assertThat(SafeFile.cannotWrite(file, new AccessDeniedException("/tmp/.gmnn-1.tmp")))
        .hasMessage("cannot write " + file + ": access denied");
    assertThat(file).hasContent("before");
  }

  @Test
  void aWriterThatThrowsLeavesTheOldFileAndNothingBeside() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                SafeFile.write(
                    file,
                    out -> {
                      out.write(1);
                      throw new IllegalStateException();
                    }));
    assertThat(file).hasContent("old");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void writersAtTheSameTimeDoNotDisturbEachOther() throws InterruptedException, IOException {
    Path file = folder.resolve("file");
    Thread[] writers = new Thread[8];
    IOException[] failures = new IOException[writers.length];
    for (int i = 0; i < writers.length; i++) {
      int writer = i;
      writers[i] =
          new Thread(
              () -> {
                try {
                  for (int j = 0; j < 20; j++) {
                    write(file, "writer " + writer);
                  }
                } catch (IOException e) {
                  failures[writer] = e;
                }
              });
      writers[i].start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(failures).containsOnlyNulls();
    assertThat(Files.readString(file)).matches("writer [0-7]");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}

package io.github.gmnn.model;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one way in which the library writes files. At every moment, a loss of power included, the
 * file's place holds the whole old file or the whole new one:
 *
 * <ol>
 *   <li>write beside the place, under a name of its own;
 *   <li>force the content to the disk;
 *   <li>move it into its place, in one step;
 *   <li>force the folder, so that the move itself lasts.
 * </ol>
 *
 * <p>A file that is replaced keeps its permissions, and a symbolic link stays one: what it points
 * to is replaced. While a writer lives it holds a lock on its temporary file; those that nobody
 * holds were left by writers that were killed, and the next write to the folder removes them. Those
 * of its own process a writer knows by name and never opens: POSIX takes a process's locks of a
 * file away when it closes any descriptor of it.
 */
public final class SafeFile {
  private static final String PREFIX = ".gmnn-";
  private static final String SUFFIX = ".tmp";
  private static final int MAX_LINKS = 40;

  /** One thread of a process at a time looks at leftovers: see the class's note on POSIX. */
  private static final ReentrantLock LOOKING = new ReentrantLock();

  /** Names of the temporary files of this process's writers. */
  private static final Set<String> WRITING = ConcurrentHashMap.newKeySet();

  private SafeFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes everything; the stream is buffered and closed by the caller.
     *
     * @param out where to
     */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a file; if that fails, what was there before is still there.
   *
   * @param path the file, replaced if it exists
   * @param content what to write
   * @throws IOException if it cannot be written, or the path is something other than a file
   */
  public static void write(Path path, Content content) throws IOException {
    try {
      writeBeside(path, content);
    } catch (IOException e) {
      throw cannotWrite(path, e);
    }
  }

  /** Writes a file of text in UTF-8, as {@link #write(Path, Content)} does. */
  public static void write(Path path, String text) throws IOException {
    write(path, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns a failure that names the file: a full disk names none, and others name the temporary
   * one beside it.
   */
  public static IOException cannotWrite(Path path, IOException cause) {
    String start = "cannot write " + path + ": ";
    String message = cause.getMessage();
    if (message != null && message.startsWith(start)) {
      return cause;
    }
    if (cause instanceof AccessDeniedException) {
      message = "access denied";
    } else if (cause instanceof FileSystemException file) {
      message = file.getReason();
    }
    return new IOException(
        start + (message == null ? cause.getClass().getSimpleName() : message), cause);
  }

  private static void writeBeside(Path path, Content content) throws IOException {
    Path target = follow(path);
    Path folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("cannot write " + path + ": the folder does not exist");
    }
    boolean replaces = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (replaces && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("cannot write " + path + ": it exists and is not a regular file");
    }
    removeLeftovers(folder);
    Beside beside = open(folder);
    try (FileChannel channel = beside.channel()) {
      try {
        if (replaces) {
          keepPermissions(target, beside.path());
        }
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        content.writeTo(out);
        out.flush();
        channel.force(true);
        // still locked: nobody takes the file for a leftover before it is in its place
        Files.move(beside.path(), target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(beside.path());
      }
    } finally {
      WRITING.remove(beside.name());
    }
    forceFolder(folder);
  }

  private record Beside(String name, Path path, FileChannel channel) {}

  /**
   * Creates and locks a temporary file. Its name has a length of its own, so that the target's may
   * be as long as the file system allows.
   */
  private static Beside open(Path folder) throws IOException {
    while (true) {
      String name = PREFIX + UUID.randomUUID() + SUFFIX;
      Path path = folder.resolve(name);
      WRITING.add(name);
      boolean held = false;
      try {
        FileChannel channel =
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // between creating and locking it another process may have taken it for a leftover
        held = lock(channel) && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (held) {
          return new Beside(name, path, channel);
        }
        channel.close();
        Files.deleteIfExists(path);
      } finally {
        if (!held) {
          WRITING.remove(name);
        }
      }
    }
  }

  /** The file that a path means in the end, whether it exists or not. */
  private static Path follow(Path path) throws IOException {
    Path target = path.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new IOException("cannot write " + path + ": too many symbolic links");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target)).toAbsolutePath();
    }
    return target;
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (old != null) {
      Files.setPosixFilePermissions(to, old.readAttributes().permissions());
    }
  }

  /**
   * Locks a file until its channel is closed; false if another writer holds it. Where the file
   * system knows no locks nothing is ever taken for a leftover, and none is needed.
   */
  private static boolean lock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      return true;
    }
  }

  private static void removeLeftovers(Path folder) {
    if (!LOOKING.tryLock()) {
      return; // somebody is at it
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      files.forEach(SafeFile::removeIfNobodyHolds);
    } catch (IOException | DirectoryIteratorException e) {
      return; // a folder that may be written but not listed
    } finally {
      LOOKING.unlock();
    }
  }

  private static void removeIfNobodyHolds(Path file) {
    if (WRITING.contains(file.getFileName().toString())
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return; // to open a pipe would wait for a reader for ever
    }
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (OverlappingFileLockException e) {
      return; // a writer of this process
    } catch (IOException | UnsupportedOperationException e) {
      return; // gone, another user's, or no locks here: it does no harm
    }
  }

  /**
   * Forces the folder that a file is in to the disk, so that the name of a new file lasts.
   *
   * @param path the file
   */
  public static void forceFolderOf(Path path) throws IOException {
    Path folder = follow(path).getParent();
    if (folder != null) {
      forceFolder(folder);
    }
  }

  private static void forceFolder(Path folder) throws IOException {
    if (Files.getFileAttributeView(folder, PosixFileAttributeView.class) == null) {
      return; // elsewhere folders cannot be opened, and a move lasts by itself
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (AccessDeniedException e) {
      return; // a folder that may be written but not read
    }
  }
}

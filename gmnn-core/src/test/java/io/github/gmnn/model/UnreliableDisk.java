package io.github.gmnn.model;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A folder on a disk that fails at the n-th operation that changes it: with an error, or by losing
 * power for good. It remembers what was forced, and so knows everything that such a disk may hold
 * afterwards.
 *
 * <p>A {@link FileSystem} over the default one: {@link #path} gives paths that go through it.
 */
public final class UnreliableDisk {
  private static final int LONGEST_WRITE = 512;

  /** A file's content, whatever its name is at the moment. */
  private static final class Content {
    byte[] written = new byte[0];
    byte[] forced = new byte[0];
  }

  /** What a disk without power may have of the content that was not forced. */
  private enum Unforced {
    LOST,
    TORN,
    KEPT
  }

  private final Path folder;
  private final int failAt;
  private final boolean powerLoss;
  private final Provider provider = new Provider();
  private final FileSystem fileSystem = new DiskFileSystem();
  private final List<String> operations = new ArrayList<>();
  private final Map<String, Content> names = new HashMap<>();
  private Map<String, Content> forcedNames;
  private boolean dead;

  /**
   * Takes over a folder as it is; all of it counts as forced.
   *
   * @param folder a folder of the default file system
   * @param failAt which operation fails, from 0; none if it is never reached
   * @param powerLoss whether nothing works any more from then on
   */
  public UnreliableDisk(Path folder, int failAt, boolean powerLoss) throws IOException {
    this.folder = folder;
    this.failAt = failAt;
    this.powerLoss = powerLoss;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Content content = new Content();
        content.written = Files.readAllBytes(file);
        content.forced = content.written;
        names.put(file.getFileName().toString(), content);
      }
    }
    forcedNames = new HashMap<>(names);
  }

  /** The path of a file in the folder, on this disk. */
  public Path path(String name) {
    return wrap(folder.resolve(name));
  }

  /** The operations so far: create, write, force, move, force folder, delete. */
  public List<String> operations() {
    return operations;
  }

  /**
   * All that a file may hold after the power was lost: renames are kept or lost, and so, each by
   * itself, is what was written since the last force; null stands for no file.
   */
  public List<byte[]> afterPowerLoss(String name) {
    List<byte[]> states = new ArrayList<>();
    for (Map<String, Content> directory : List.of(names, forcedNames)) {
      Content content = directory.get(name);
      for (Unforced unforced : Unforced.values()) {
        states.add(content == null ? null : content(content, unforced));
      }
    }
    return states;
  }

  private static byte[] content(Content content, Unforced unforced) {
    int forced = content.forced.length;
    return switch (unforced) {
      case LOST -> content.forced;
      case KEPT -> content.written;
      case TORN ->
          Arrays.copyOf(content.written, forced + (content.written.length - forced + 1) / 2);
    };
  }

  /** Counts an operation, and fails if it is its turn. */
  private void operation(String what) throws IOException {
    if (dead) {
      throw new IOException("no power");
    }
    operations.add(what);
    if (operations.size() - 1 == failAt) {
      dead = powerLoss;
      throw new IOException((powerLoss ? "power lost at " : "error at ") + what);
    }
  }

  private Path wrap(Path path) {
    return path == null
        ? null
        : (Path)
            Proxy.newProxyInstance(
                Wrapped.class.getClassLoader(),
                new Class<?>[] {Path.class, Wrapped.class},
                (proxy, method, arguments) -> {
                  if (method.getDeclaringClass() == Wrapped.class) {
                    return path;
                  }
                  if (method.getName().equals("getFileSystem")) {
                    return fileSystem;
                  }
                  Object[] real = arguments == null ? new Object[0] : arguments.clone();
                  Arrays.setAll(real, i -> real[i] instanceof Path p ? unwrap(p) : real[i]);
                  try {
                    Object result = method.invoke(path, real);
                    return result instanceof Path p ? wrap(p) : result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  /** Marks paths of this disk. */
  public interface Wrapped {
    /** The path of the default file system. */
    Path real();
  }

  private static Path unwrap(Path path) {
    return path instanceof Wrapped wrapped ? wrapped.real() : path;
  }

  private static String name(Path path) {
    return unwrap(path).getFileName().toString();
  }

  private final class Provider extends FileSystemProvider {
    private final FileSystemProvider real = FileSystems.getDefault().provider();

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      if (Files.isDirectory(unwrap(path))) {
        return new DiskChannel(real.newFileChannel(unwrap(path), options), null);
      }
      if (options.contains(StandardOpenOption.CREATE_NEW)) {
        operation("create");
        names.put(name(path), new Content());
      }
      FileChannel channel = real.newFileChannel(unwrap(path), options, attributes);
      return new DiskChannel(channel, names.get(name(path)));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      operation("move");
      real.move(unwrap(source), unwrap(target), options);
      names.put(name(target), names.remove(name(source)));
    }

    @Override
    public void delete(Path path) throws IOException {
      if (!Files.exists(unwrap(path), LinkOption.NOFOLLOW_LINKS)) {
        real.delete(unwrap(path)); // says so
      }
      operation("delete");
      real.delete(unwrap(path));
      names.remove(name(path));
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
      List<Path> entries = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(unwrap(path))) {
        for (Path file : files) {
          if (filter.accept(wrap(file))) {
            entries.add(wrap(file));
          }
        }
      }
      return new DirectoryStream<>() {
        @Override
        public java.util.Iterator<Path> iterator() {
          return entries.iterator();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      real.checkAccess(unwrap(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return real.getFileAttributeView(unwrap(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      return real.readAttributes(unwrap(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
        throws IOException {
      return real.readAttributes(unwrap(path), names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options)
        throws IOException {
      real.setAttribute(unwrap(path), name, value, options);
    }

    @Override
    public boolean isSameFile(Path a, Path b) throws IOException {
      return real.isSameFile(unwrap(a), unwrap(b));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
      return real.isHidden(unwrap(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      return real.getFileStore(unwrap(path));
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return newFileChannel(path, options, attributes);
    }

    @Override
    public String getScheme() {
      return "unreliable";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
      throw new UnsupportedOperationException();
    }
  }

  private final class DiskFileSystem extends FileSystem {
    private final FileSystem real = FileSystems.getDefault();

    @Override
    public FileSystemProvider provider() {
      return provider;
    }

    @Override
    public Path getPath(String first, String... more) {
      return wrap(real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      PathMatcher matcher = real.getPathMatcher(pattern);
      return path -> matcher.matches(unwrap(path));
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return real.supportedFileAttributeViews();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  /** A file, or a folder if there is no content. */
  private final class DiskChannel extends FileChannel {
    private final FileChannel real;
    private final Content content;

    DiskChannel(FileChannel real, Content content) {
      this.real = real;
      this.content = content;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      byte[] chunk = new byte[Math.min(source.remaining(), LONGEST_WRITE)];
      source.get(chunk);
      try {
        operation("write");
      } catch (IOException e) {
        append(Arrays.copyOf(chunk, chunk.length / 2)); // a write may fail half-way
        throw e;
      }
      append(chunk);
      return chunk.length;
    }

    private void append(byte[] chunk) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(chunk);
      while (buffer.hasRemaining()) {
        real.write(buffer);
      }
      int length = content.written.length;
      content.written = Arrays.copyOf(content.written, length + chunk.length);
      System.arraycopy(chunk, 0, content.written, length, chunk.length);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      operation(content == null ? "force folder" : "force");
      if (content == null) {
        forcedNames = new HashMap<>(names);
      } else {
        content.forced = content.written;
      }
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      real.close();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return real.read(target);
    }

    @Override
    public long size() throws IOException {
      return real.size();
    }

    @Override
    public long position() throws IOException {
      return real.position();
    }

    @Override
    public FileChannel position(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer target, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }
  }
}

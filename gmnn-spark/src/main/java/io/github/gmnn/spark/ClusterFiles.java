package io.github.gmnn.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;

/** Files on the cluster's file system, whole or not at all. */
final class ClusterFiles {
  private static final String WRITING = ".writing";

  private ClusterFiles() {}

  /** Writes a local file. */
  @FunctionalInterface
  interface Content {
    void write(java.nio.file.Path path) throws IOException;
  }

  /** Reads a local file. */
  @FunctionalInterface
  interface Reader<T> {
    T read(java.nio.file.Path path) throws IOException;
  }

  static void write(JavaSparkContext context, String to, Content content) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("gmnn");
    java.nio.file.Path local = folder.resolve("content");
    try {
      content.write(local);
      Path target = new Path(to);
      Path half = new Path(to + WRITING);
      FileSystem files = target.getFileSystem(context.hadoopConfiguration());
      if (!files.exists(target) && files.exists(half)) {
        rename(files, half, target); // all that an earlier writer left: not to be written over
      }
      try (OutputStream out = files.create(half, true)) {
        Files.copy(local, out);
      }
      files.delete(target, false); // rename does not replace
      rename(files, half, target);
    } finally {
      Files.deleteIfExists(local);
      Files.deleteIfExists(folder);
    }
  }

  private static void rename(FileSystem files, Path from, Path to) throws IOException {
    if (!files.rename(from, to)) {
      throw new IOException("cannot rename " + from + " to " + to);
    }
  }

  static <T> T read(Configuration configuration, String from, Reader<T> reader) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("gmnn");
    java.nio.file.Path local = folder.resolve("content");
    try {
      Path source = new Path(from);
      FileSystem files = source.getFileSystem(configuration);
      Path half = new Path(from + WRITING); // whole, if the writer ended just before renaming it
      boolean renamed = files.exists(source) || !files.exists(half);
      try (InputStream in = files.open(renamed ? source : half)) {
        Files.copy(in, local);
      }
      return reader.read(local);
    } finally {
      Files.deleteIfExists(local);
      Files.deleteIfExists(folder);
    }
  }
}

package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a data folder. */
public final class DatasetReader {
  private DatasetReader() {}

  public static Dataset read(Path folder) throws IOException {
    throw new UnsupportedOperationException(folder + " cannot be read yet");
  }
}

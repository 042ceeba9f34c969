package io.github.gmnn.model;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What a file of ours is.
 *
 * @param name the format: {@link ModelFile#FORMAT}, {@link EncoderState#FORMAT} or {@link
 *     Checkpoint#FORMAT}
 * @param version the version of the format
 */
public record FileFormat(String name, int version) {
  /**
   * Reads a file as a whole, checks its container and digest, and says what it is.
   *
   * @param path the file
   * @throws io.github.gmnn.io.ModelFormatException if it is damaged or none of ours
   */
  public static FileFormat of(Path path) throws IOException {
    Archive archive = Archive.read(path);
    return new FileFormat(archive.format(), archive.version());
  }
}

package io.github.gmnn.spark;

import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamPair;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import scala.Option;

/**
 * What Spark's writers say of an object beside its data: its class, its name and its parameters, a
 * line of JSON in a folder {@code metadata}. Read as something that a stranger wrote: no longer
 * than parameters are, of the class that is expected, and with values that setters take. Spark's
 * own reader has none of these bounds, and checks no default.
 */
final class SavedParams {
  static final int MAX_BYTES = 1 << 20;
  private static final int LONGEST_MESSAGE = 300;

  /** Spark makes names of folders from it. */
  private static final Pattern UID = Pattern.compile("[^/\\\\:\\p{Cntrl}]{1,256}");

  private final DefaultParamsReader.Metadata metadata;

  private SavedParams(DefaultParamsReader.Metadata metadata) {
    this.metadata = metadata;
  }

  /**
   * Reads a folder that Spark wrote.
   *
   * @param of the class that was saved
   * @throws IllegalArgumentException if it has no such parameters
   */
  static SavedParams read(Configuration configuration, String folder, Class<?> of)
      throws IOException {
    Path path = new Path(folder, "metadata");
    FileSystem files = path.getFileSystem(configuration);
    FileStatus[] parts = files.globStatus(new Path(path, "part-*"));
    if (parts != null) {
      Arrays.sort(parts);
      CompressionCodecFactory codecs = new CompressionCodecFactory(configuration);
      for (FileStatus part : parts) {
        String line = firstLine(files, part.getPath(), codecs);
        if (!line.isBlank()) {
          return of(line, of);
        }
      }
    }
    throw new IllegalArgumentException(
        "expected a file part-* of JSON in " + path + ", found none");
  }

  private static String firstLine(FileSystem files, Path part, CompressionCodecFactory codecs)
      throws IOException {
    CompressionCodec codec = codecs.getCodec(part);
    try (InputStream file = files.open(part);
        InputStream in = codec == null ? file : codec.createInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(
            "expected parameters of at most " + MAX_BYTES + " bytes, found more in " + part);
      }
      return new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    }
  }

  /** Reads the line of JSON. */
  static SavedParams of(String json, Class<?> of) {
    SavedParams saved =
        refusing(of, () -> new SavedParams(DefaultParamsReader.parseMetadata(json, of.getName())));
    String uid = saved.uid();
    if (uid == null || !UID.matcher(uid).matches()) {
      throw new IllegalArgumentException(
          "expected a uid of 1 to 256 characters without slashes, colons and controls in saved"
              + " parameters");
    }
    return saved;
  }

  String uid() {
    return metadata.uid();
  }

  /**
   * Sets the parameters and defaults of an object that has the defaults of its class.
   *
   * @throws IllegalArgumentException if there is one that it does not have or does not take
   */
  void applyTo(Params params) {
    Map<String, Class<?>> types = new HashMap<>();
    for (Param<?> param : params.params()) {
      types.put(param.name(), params.getDefault(param).get().getClass());
    }
    refusing(
        params.getClass(),
        () -> {
          metadata.getAndSetParams(params, Option.empty());
          for (Param<?> param : params.params()) {
            Class<?> type = Objects.requireNonNull(types.get(param.name()));
            check(param, params.getDefault(param), type);
            check(param, params.get(param), type);
          }
          return params;
        });
  }

  /** Spark checks neither defaults nor whether a text is one. */
  @SuppressWarnings("unchecked") // the value was set for the parameter
  private static void check(Param<?> param, Option<?> value, Class<?> type) {
    if (value.isEmpty()) {
      return;
    }
    if (!type.isInstance(value.get())) {
      throw new IllegalArgumentException(
          "expected " + param.name() + " to be a " + type.getSimpleName());
    }
    new ParamPair<>((Param<Object>) param, value.get()); // refuses what the parameter does
  }

  private interface Reading<T> {
    T read();
  }

  /** Spark answers JSON that it did not write with exceptions of all kinds. */
  private static <T> T refusing(Class<?> of, Reading<T> reading) {
    try {
      return reading.read();
    } catch (Exception e) { // Scala throws checked ones, too
      throw new IllegalArgumentException(
          "this is no saved " + of.getSimpleName() + ": " + shown(e), e);
    }
  }

  private static String shown(Exception e) {
    String message = String.valueOf(e.getMessage());
    return Quote.printable(message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
  }
}

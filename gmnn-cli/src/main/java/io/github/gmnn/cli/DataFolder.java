package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code --data} names: a data folder, or a folder of splits, {@code s1}, {@code s2}, ...,
 * each of them a data folder.
 *
 * @param name the folder's name
 * @param splits the data by the name of the split; of the empty name where the folder is data
 *     itself, as {@link Configuration#trials} has it
 */
public record DataFolder(String name, Map<String, Dataset<String>> splits) {
  public DataFolder {
    splits = Collections.unmodifiableMap(new LinkedHashMap<>(splits));
  }

  public static DataFolder read(Path folder, ReaderOptions options) throws IOException {
    Map<String, Dataset<String>> splits = new LinkedHashMap<>();
    for (Map.Entry<String, Path> split : paths(folder).entrySet()) {
      splits.put(split.getKey(), DatasetReader.read(split.getValue(), options));
    }
    return new DataFolder(folder.toAbsolutePath().normalize().getFileName().toString(), splits);
  }

  /** The data folders by the name of the split; the folder itself where it is data. */
  public static Map<String, Path> paths(Path folder) throws IOException {
    Map<Integer, Path> folders = splitsBelow(folder);
    if (folders.isEmpty() || DatasetReader.isDataFolder(folder)) {
      return Map.of("", folder);
    }
    Map<String, Path> paths = new LinkedHashMap<>();
    folders.values().forEach(split -> paths.put(split.getFileName().toString(), split));
    return paths;
  }

  /** Whether a folder is data, or has splits of data below it. */
  public static boolean isData(Path folder) throws IOException {
    return DatasetReader.isDataFolder(folder) || !splitsBelow(folder).isEmpty();
  }

  /** The folders s1, s2, ... by their numbers; none if there are none. */
  private static Map<Integer, Path> splitsBelow(Path folder) throws IOException {
    Map<Integer, Path> found = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
        for (Path each : folders) {
          String name = each.getFileName().toString();
          if (name.matches("s[0-9]{1,6}")) {
            found.put(Integer.valueOf(name.substring(1)), each);
          }
        }
      }
    }
    return found;
  }

  /** The first split, or the data itself. */
  Dataset<String> first() {
    return splits.values().iterator().next();
  }
}

package io.github.gmnn.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds the public datasets that tests on real data use. They are no part of the project: tests
 * that need them are skipped where they are missing.
 */
public final class SharedData {
  private static final String PROPERTY = "gmnn.data";

  private SharedData() {}

  /**
   * Returns the folder of a dataset, or skips the calling test with a message. Looks into the
   * folder that the system property {@code gmnn.data} names, else for {@code shared/data} beside
   * the working directory or any folder above it.
   *
   * @param name the dataset's folder, such as {@code cora}
   */
  public static Path folder(String name) {
    Path root = root();
    Assumptions.assumeTrue(
        root != null,
        "skipped: no shared/data in any parent folder; name its place with -D" + PROPERTY + "=...");
    Path folder = root.resolve(name);
    Assumptions.assumeTrue(Files.isDirectory(folder), () -> "skipped: no dataset " + folder);
    return folder;
  }

  private static Path root() {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return Path.of(named);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared").resolve("data");
      if (Files.isDirectory(candidate)) {
        return candidate;
      }
    }
    return null;
  }
}

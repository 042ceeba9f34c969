import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Prints one line with the sums of the test reports in the given directories.
 *
 * <p>Maven's {@code -q} hides Surefire's own summary; this line tells how many tests ran even then.
 * A directory that does not exist counts as no tests.
 */
public final class TestSummary {
  private TestSummary() {}

  public static void main(String[] directories) throws Exception {
    int tests = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    for (String name : directories) {
      Path directory = Path.of(name);
      if (!Files.isDirectory(directory)) {
        continue;
      }
      try (DirectoryStream<Path> reports = Files.newDirectoryStream(directory, "TEST-*.xml")) {
        for (Path report : reports) {
          Element suite = builder.parse(report.toFile()).getDocumentElement();
          tests += count(suite, "tests");
          failures += count(suite, "failures");
          errors += count(suite, "errors");
          skipped += count(suite, "skipped");
        }
      }
    }
    System.out.printf(
        "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d%n", tests, failures, errors, skipped);
  }

  private static int count(Element suite, String attribute) throws IOException {
    String value = suite.getAttribute(attribute);
    if (value.isEmpty()) {
      throw new IOException("a test report has no count of " + attribute);
    }
    return Integer.parseInt(value);
  }
}

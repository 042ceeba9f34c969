package io.github.gmnn.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures that Qu, Bengio and Tang (ICML 2019) print, as fractions: of {@code published.csv},
 * by the table, the setting and the name of the data. Of other work {@code best-published.csv} has
 * the best figure that compares: of the same data, measured in the same way.
 */
public final class Published {
  private record Key(String table, String setting, String dataset) {}

  private static final Map<Key, Double> FIGURES = read();

  private Published() {}

  private static Map<Key, Double> read() {
    Map<Key, Double> figures = new HashMap<>();
    List<String> lines = lines("published.csv");
    String[] header = lines.get(0).split(",");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      for (int i = 2; i < cells.length; i++) {
        if (!cells[i].isEmpty()) {
          figures.put(
              new Key(cells[0], cells[1], header[i]),
              new BigDecimal(cells[i]).movePointLeft(2).doubleValue());
        }
      }
    }
    return figures;
  }

  /**
   * The best figure that was published of some data.
   *
   * @param percent as it was printed
   * @param method of what
   * @param source by whom
   */
  public record Best(String percent, String method, String source) {}

  /** The best published figure of some data, if there is one that compares. */
  public static Optional<Best> best(String dataset) {
    return lines("best-published.csv").stream()
        .map(line -> line.split(","))
        .filter(cells -> cells[0].equals(dataset))
        .map(cells -> new Best(cells[1], cells[2], cells[3]))
        .findFirst();
  }

  private static List<String> lines(String resource) {
    try (InputStream in = Published.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A figure by the name of the metric that ours has; empty where none was published.
   *
   * @param table the word of the table
   * @param setting the name of the row
   * @param dataset the name of the data
   * @param metric the metric's name
   */
  public static Map<String, Double> figure(
      String table, String setting, String dataset, String metric) {
    Double figure = FIGURES.get(new Key(table, setting, dataset));
    return figure == null ? Map.of() : Map.of(metric, figure);
  }
}

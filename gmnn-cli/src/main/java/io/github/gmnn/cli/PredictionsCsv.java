package io.github.gmnn.cli;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.link.LinkKey;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Predictions as comma-separated values (RFC 4180): the key, the likeliest label, its probability,
 * then the probability of each class.
 */
final class PredictionsCsv {
  private PredictionsCsv() {}

  /** Writes the predictions of all nodes, in the order of the graph. */
  static <K> void writeNodes(Predictions<K> predictions, Path file, boolean spreadsheet)
      throws IOException {
    write(predictions, List.of("node"), List::of, file, spreadsheet);
  }

  /** Writes the predictions of all links, in the order of the graph. */
  static void writeLinks(Predictions<?> predictions, Path file, boolean spreadsheet)
      throws IOException {
    write(
        predictions,
        List.of("source", "target"),
        key -> List.of(((LinkKey<?>) key).source(), ((LinkKey<?>) key).target()),
        file,
        spreadsheet);
  }

  /**
   * Writes predictions.
   *
   * @param keyColumns the names of the columns that a key takes
   * @param cellsOf a key's cells
   * @param spreadsheet whether cells must not compute
   */
  private static <K> void write(
      Predictions<K> predictions,
      List<String> keyColumns,
      Function<? super K, List<?>> cellsOf,
      Path file,
      boolean spreadsheet)
      throws IOException {
    OutputFiles.write(
        file,
        out -> {
          List<Object> cells = new ArrayList<>(keyColumns);
          cells.add("label");
          cells.add("probability");
          cells.addAll(predictions.classes());
          writeRow(out, cells, spreadsheet);
          for (Prediction<K> prediction : predictions.all()) {
            cells.clear();
            cells.addAll(cellsOf.apply(prediction.key()));
            cells.add(prediction.label());
            cells.add((float) prediction.probability());
            prediction.distribution().values().forEach(p -> cells.add(p.floatValue()));
            writeRow(out, cells, spreadsheet);
          }
        });
  }

  private static void writeRow(Writer out, List<?> cells, boolean spreadsheet) throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      String cell = cells.get(i).toString();
      out.write(quoted(spreadsheet && computes(cell) ? "'" + cell : cell));
    }
    out.write('\n');
  }

  /** Whether a spreadsheet would take a cell for a formula. */
  private static boolean computes(String cell) {
    return !cell.isEmpty() && "=+-@\t\r\n".indexOf(cell.charAt(0)) >= 0;
  }

  /** In quotes where a comma, a quote, a line end or a blank at either end would mislead. */
  private static String quoted(String cell) {
    boolean plain =
        cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && cell.equals(cell.strip());
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}

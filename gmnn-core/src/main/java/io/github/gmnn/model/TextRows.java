package io.github.gmnn.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.Export;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are written as CSV (RFC 4180) or as JSON lines, each of which begins with the key of a
 * node, {@code node}, or of a link, {@code source} and {@code target}.
 */
public final class TextRows implements Export {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  /** Adds the cells of a row, in the order of columns. */
  @FunctionalInterface
  public interface Cells {
    void add(int row, List<Object> cells);
  }

  /** Writes the fields of a row. */
  @FunctionalInterface
  public interface Fields {
    void write(int row, JsonGenerator out) throws IOException;
  }

  private interface Rows {
    void writeTo(Writer out) throws IOException;
  }

  private final Rows rows;

  private TextRows(Rows rows) {
    this.rows = rows;
  }

  /**
   * Makes comma-separated values of rows.
   *
   * @param keys the keys of the rows
   * @param columns the names of all columns after those of the key
   * @param cells the cells of all columns after those of the key
   * @param spreadsheet whether text that a spreadsheet would compute is marked as text
   */
  public static Export csv(List<?> keys, List<String> columns, Cells cells, boolean spreadsheet) {
    return new TextRows(
        out -> {
          List<Object> row = new ArrayList<>();
          row.addAll(areLinks(keys) ? List.of("source", "target") : List.of("node"));
          row.addAll(columns);
          writeRow(out, row, spreadsheet);
          for (int i = 0; i < keys.size(); i++) {
            row.clear();
            if (keys.get(i) instanceof LinkKey<?> link) {
              row.add(link.source());
              row.add(link.target());
            } else {
              row.add(keys.get(i));
            }
            cells.add(i, row);
            writeRow(out, row, spreadsheet);
          }
        });
  }

  private static boolean areLinks(List<?> keys) {
    return !keys.isEmpty() && keys.get(0) instanceof LinkKey;
  }

  private static void writeRow(Writer out, List<?> cells, boolean spreadsheet) throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      String cell = cells.get(i).toString();
      boolean marked = spreadsheet && !(cells.get(i) instanceof Number) && computes(cell);
      out.write(quoted(marked ? "'" + cell : cell));
    }
    out.write('\n');
  }

  /** Whether a spreadsheet would take a text for a formula. */
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

  /**
   * Makes a line with a JSON object of each row.
   *
   * @param keys the keys of the rows; whole numbers are numbers, others are text
   * @param fields writes the fields after those of the key
   */
  public static Export jsonLines(List<?> keys, Fields fields) {
    return new TextRows(
        out -> {
          try (JsonGenerator json = JSON.createGenerator(out)) {
            json.setRootValueSeparator(null);
            for (int i = 0; i < keys.size(); i++) {
              json.writeStartObject();
              if (keys.get(i) instanceof LinkKey<?> link) {
                writeKey(json, "source", link.source());
                writeKey(json, "target", link.target());
              } else {
                writeKey(json, "node", keys.get(i));
              }
              fields.write(i, json);
              json.writeEndObject();
              json.writeRaw('\n');
            }
          }
        });
  }

  private static void writeKey(JsonGenerator json, String name, Object key) throws IOException {
    if (key instanceof Integer || key instanceof Long) {
      json.writeNumberField(name, ((Number) key).longValue());
    } else {
      json.writeStringField(name, key.toString());
    }
  }

  @Override
  public void writeTo(Path file) throws IOException {
    SafeFile.write(
        file,
        stream -> {
          try {
            writeTo(new OutputStreamWriter(stream, StandardCharsets.UTF_8.newEncoder()));
          } catch (CharacterCodingException e) {
            throw new IOException("a key or a class has half a surrogate pair, not text", e);
          }
        });
  }

  @Override
  public void writeTo(Writer out) throws IOException {
    rows.writeTo(out);
    out.flush();
  }
}

package io.github.gmnn.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads separated values as RFC 4180 defines them, but for the separator, which the first line
 * tells: a comma, a semicolon or a tab. Fields in quotes may hold separators, line ends (read as
 * one newline character) and doubled quotes; blanks around the quotes do not count. Blank lines
 * between records are skipped.
 */
final class CsvReader implements Closeable {
  private final LineReader lines;
  private final List<String> fields = new ArrayList<>();
  private char separator;

  CsvReader(LineReader lines) {
    this.lines = lines;
  }

  /** Returns the fields of the next record, in a list used again for the one after; null at end. */
  @Nullable List<String> next() throws IOException {
    String text = lines.next();
    if (text == null) {
      return null;
    }
    if (separator == 0) {
      separator = separatorOf(text);
    }
    fields.clear();
    int at = 0;
    while (at <= text.length()) {
      int quoted = afterBlanks(text, at);
      if (quoted < text.length() && text.charAt(quoted) == '"') {
        StringBuilder field = new StringBuilder();
        int from = quoted + 1;
        while (true) {
          int quote = text.indexOf('"', from);
          if (quote < 0) {
            field.append(text, from, text.length()).append('\n');
            text = continuation(field.length());
            from = 0;
          } else if (quote + 1 < text.length() && text.charAt(quote + 1) == '"') {
            field.append(text, from, quote + 1);
            from = quote + 2;
          } else {
            field.append(text, from, quote);
            at = afterBlanks(text, quote + 1);
            break;
          }
        }
        if (at < text.length() && text.charAt(at) != separator) {
          throw lines.error(
              separatorName() + " after a field in quotes",
              DataFormatException.quote(text.substring(at, at + 1)));
        }
        fields.add(field.toString());
      } else {
        int comma = text.indexOf(separator, at);
        int fieldEnd = comma < 0 ? text.length() : comma;
        String field = text.substring(at, fieldEnd);
        if (field.indexOf('"') >= 0) {
          throw lines.error("quotes around the whole field", DataFormatException.quote(field));
        }
        fields.add(field);
        at = fieldEnd;
      }
      at++;
    }
    return fields;
  }

  /** Where blanks end, which may stand around quotes. */
  private static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  /** The most frequent of the three outside quotes; a comma where there is none. */
  private static char separatorOf(String firstLine) {
    char best = ',';
    long most = 0;
    String outside = firstLine.replaceAll("\"[^\"]*\"?", "");
    for (char candidate : new char[] {',', ';', '\t'}) {
      long count = outside.chars().filter(c -> c == candidate).count();
      if (count > most) {
        best = candidate;
        most = count;
      }
    }
    return best;
  }

  private String separatorName() {
    return separator == ',' ? "a comma" : separator == ';' ? "a semicolon" : "a tab";
  }

  /**
   * Parses a number. Where semicolons part the fields, a comma may stand for the decimal point.
   *
   * @return the number, or NaN if the cell is none
   */
  double number(String cell) {
    double number = Numbers.parse(cell, 0, cell.length());
    return Double.isNaN(number) && separator == ';' && cell.indexOf('.') < 0
        ? Numbers.parse(cell.replace(',', '.'), 0, cell.length())
        : number;
  }

  private String continuation(int lengthSoFar) throws IOException {
    if (lengthSoFar > LineReader.MAX_LINE_BYTES) {
      throw lines.error(
          "a field of at most " + LineReader.MAX_LINE_BYTES + " characters", "a longer one");
    }
    String text = lines.nextRaw();
    if (text == null) {
      throw lines.error("a closing quote", "the end of the file");
    }
    return text;
  }

  LineReader lines() {
    return lines;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

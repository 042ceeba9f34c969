package io.github.gmnn.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A CSV file, whose first record names the columns. */
final class CsvTable implements DatasetReader.Table<String> {
  private final Path file;
  private final ReaderOptions options;

  CsvTable(Path file, ReaderOptions options) {
    this.file = file;
    this.options = options;
  }

  @Override
  public String name() {
    return file.getFileName().toString();
  }

  @Override
  public Rows<String> open() throws IOException {
    return new Records(new CsvReader(new LineReader(file, options)));
  }

  private static final class Records implements Rows<String> {
    private final CsvReader csv;
    private final List<String> columns;
    private List<String> record = List.of();

    Records(CsvReader csv) throws IOException {
      this.csv = csv;
      try {
        List<String> header = csv.next();
        columns = header == null ? List.of() : header.stream().map(String::strip).toList();
      } catch (IOException | RuntimeException e) {
        csv.close();
        throw e;
      }
    }

    @Override
    public List<String> columns() {
      return columns;
    }

    @Override
    public boolean next() throws IOException {
      List<String> next = csv.next();
      if (next == null) {
        return false;
      }
      if (next.size() != columns.size()) {
        throw DataFormatException.ofRow(
            position(), columns.size() + " columns", next.size() + " columns");
      }
      record = next;
      return true;
    }

    @Override
    public @Nullable String key(int column) {
      String key = record.get(column).strip();
      return key.isEmpty() ? null : key;
    }

    @Override
    public String text(int column) {
      return record.get(column);
    }

    @Override
    public double number(String text) {
      return csv.number(text);
    }

    @Override
    public String position() {
      return csv.lines().position();
    }

    @Override
    public void close() throws IOException {
      csv.close();
    }
  }
}

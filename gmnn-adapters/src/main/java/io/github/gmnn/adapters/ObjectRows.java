package io.github.gmnn.adapters;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows whose cells are objects of a driver. */
abstract class ObjectRows<K> implements DatasetReader.Table.Rows<K> {
  private final String table;
  private final Class<K> keyType;
  private final List<String> columns;
  private long row;

  /** Reads by a reader that knows files; what these rows throw but for wrong data is unchecked. */
  static <T> T reading(Reading<T> reading) throws DataFormatException {
    try {
      return reading.run();
    } catch (DataFormatException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A call of a reader. */
  interface Reading<T> {
    T run() throws IOException;
  }

  ObjectRows(String table, Class<K> keyType, List<String> columns) {
    this.table = table;
    this.keyType = keyType;
    this.columns = List.copyOf(columns);
  }

  /** Goes to the next row; false if there is none. */
  abstract boolean advance() throws IOException;

  /** A cell of this row. */
  abstract @Nullable Object value(int column) throws IOException;

  /** What is known of a cell that {@link Cells} makes no key of. */
  K otherKey(int column, Object value) throws IOException {
    throw noKey(column, value, null);
  }

  final DataFormatException noKey(int column, Object value, @Nullable Exception cause) {
    String found = Cells.text(value);
    return new DataFormatException(
        position()
            + ": expected "
            + keyType.getName()
            + " in column "
            + Quote.of(columns.get(column))
            + ", found "
            + (found == null ? value.getClass().getName() : Quote.of(found)),
        cause);
  }

  final Class<K> keyType() {
    return keyType;
  }

  @Override
  public final List<String> columns() {
    return columns;
  }

  @Override
  public final boolean next() throws IOException {
    row++;
    return advance();
  }

  @Override
  public final @Nullable K key(int column) throws IOException {
    Object value = value(column);
    if (value == null || value instanceof String text && text.isBlank()) {
      return null;
    }
    K key = Cells.key(value, keyType);
    return key == null ? otherKey(column, value) : key;
  }

  @Override
  public final String text(int column) throws IOException {
    Object value = value(column);
    String text = Cells.text(value);
    if (text == null) {
      throw new DataFormatException(
          position()
              + ": expected a number, text or a boolean in column "
              + Quote.of(columns.get(column))
              + ", found "
              + (value == null ? "nothing" : value.getClass().getSimpleName())
              + ": return its parts as columns, or leave it out",
          null);
    }
    return text;
  }

  @Override
  public final String position() {
    return row == 0 ? table : table + ", row " + row;
  }
}

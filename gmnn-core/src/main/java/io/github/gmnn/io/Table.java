package io.github.gmnn.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes or edges in rows and named columns, wherever they are kept: a CSV file, a query, a table of
 * the application's own. {@link DatasetReader#read(String, Table, Table, ReaderOptions)} makes a
 * graph of two of them.
 *
 * <p>A table is read row by row, two or three times: what a column is shows when all of it was
 * read. So every {@link #open()} must give the same rows.
 *
 * @param <K> type of the nodes' keys
 */
public interface Table<K> {
  /** What the table is called in messages, such as {@code nodes.csv}. */
  String name();

  /**
   * Starts at the first row.
   *
   * @return the rows; closed after use
   * @throws IOException if that fails
   */
  Rows<K> open() throws IOException;

  /**
   * The rows of a table, one at a time. Columns are numbered from 0.
   *
   * @param <K> type of the nodes' keys
   */
  interface Rows<K> extends Closeable {
    /** The names of the columns; none if the table has not even a header. */
    List<String> columns();

    /**
     * Goes to the next row, at first to the first one.
     *
     * @return whether there is one
     * @throws IOException if reading fails
     */
    boolean next() throws IOException;

    /**
     * Returns a cell of this row as the key of a node.
     *
     * @param column the column
     * @return the key; null if the cell is blank
     * @throws IOException if reading fails or the cell is no key
     */
    @Nullable K key(int column) throws IOException;

    /**
     * Returns a cell of this row as text.
     *
     * @param column the column
     * @return the text; blank if there is no value
     * @throws IOException if reading fails
     */
    String text(int column) throws IOException;

    /**
     * Returns the number that a cell's text says.
     *
     * @param text the text, without blanks at its ends
     * @return the number, infinite when too large; NaN if the text is none
     */
    default double number(String text) {
      return Numbers.parse(text, 0, text.length());
    }

    /** Says where this row is, for messages: {@code nodes.csv, line 7}. */
    String position();
  }
}

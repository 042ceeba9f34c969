package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a data folder, or {@linkplain Table tables} of the application's own. A folder may be in
 * any of three formats, told by the names of its files. Each file may be compressed, with {@code
 * .gz} after its name.
 *
 * <ul>
 *   <li><b>GMNN</b>, of the published code. {@code net.txt}: {@code node<TAB>node<TAB>weight}, the
 *       weight optional. {@code feature.txt}: {@code node<TAB>id:value id:value ...}, ids below
 *       2<sup>24</sup>; without this file each node is its own feature. {@code label.txt}: {@code
 *       node<TAB>class}. {@code train.txt}, {@code dev.txt}, {@code test.txt}: a labelled node a
 *       line, none in two of them; the last two may be missing, or all four files of a graph that
 *       is still to be labelled. Nodes are those of the first two files, in the order of their
 *       appearance; labels of nodes outside the split are not used.
 *   <li><b>CSV</b> (RFC 4180, also with semicolons or tabs in place of commas). {@code nodes.csv}:
 *       a header line, in upper or lower case, with the column {@code id} and optionally {@code
 *       label} and {@code split}. All other columns describe nodes; the graph's {@linkplain
 *       io.github.gmnn.graph.Graph#featureSchema schema} keeps how:
 *       <ul>
 *         <li>A column of numbers is a feature under its name. It is scaled to mean 0 and deviation
 *             1, or by the largest value if at least half are 0. Columns with {@linkplain
 *             io.github.gmnn.graph.LongTails long tails} go through a logarithm first. Columns of
 *             only 0 and 1 are left alone; blank cells are 0.
 *         <li>A column of few different values is a feature for each, {@code colour=red}.
 *         <li>Other text is a feature for each word that two or more nodes have, {@code title:
 *             graph}.
 *         <li>Dates are refused.
 *         <li>A split is {@code train}, {@code validation}, {@code test} or blank; a label with a
 *             blank split is not used. Without a split column, all labelled nodes are for training.
 *       </ul>
 *       {@code edges.csv}: a header line with {@code source}, {@code target} and optionally {@code
 *       weight}, {@code type}, which makes each type a relation, and {@code time}, a number rounded
 *       down. All other columns are {@linkplain io.github.gmnn.graph.Graph#edgeAttributes numbers
 *       on edges}: categories are a 0 or 1 for each value, and a blank number is the mean of its
 *       column.
 *   <li><b>LINQS</b>. {@code *.content}: paper, features and class, separated by tabs or blanks.
 *       {@code *.cites}: cited and citing paper. The split is drawn by {@link
 *       io.github.gmnn.graph.Splits#perClass} with the sizes and seed of the options (20 per class,
 *       500, 1,000). Citations of papers that the first file does not have are skipped, and counted
 *       in the log.
 * </ul>
 *
 * <p>Edges are undirected unless {@link ReaderOptions#directed} says otherwise, by the rules of
 * {@link io.github.gmnn.graph.Graph}. The graph's classes are those of all labels in the files. The
 * dataset takes the folder's name.
 *
 * <p>Text is UTF-8; blank lines are skipped. Files are read in time linear in their size; lines are
 * capped at 16 MiB, files by {@link ReaderOptions#maxBytesPerFile}.
 */
public final class DatasetReader {
  private DatasetReader() {}

  /**
   * Reads a data folder with the default options.
   *
   * @param folder the folder
   * @return the graph and the labels held back for testing; keys are the strings of the files
   * @throws DataFormatException if a file is missing or malformed; the message is one line with
   *     file, line number, what was expected and what was found
   * @throws IOException if reading fails
   */
  public static Dataset<String> read(Path folder) throws IOException {
    return read(folder, new ReaderOptions());
  }

  /**
   * Reads a data folder.
   *
   * @param folder the folder
   * @param options caps, and the split of formats that have none
   * @return the graph and the labels held back for testing; keys are the strings of the files
   * @throws DataFormatException if a file is missing or malformed; the message is one line with
   *     file, line number, what was expected and what was found
   * @throws IOException if reading fails
   */
  public static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(options, "options");
    if (!Files.isDirectory(folder)) {
      throw DataFormatException.of(
          folder, "a data folder", Files.exists(folder) ? "a file" : "nothing of that name", null);
    }
    if (Folder.find(folder, "net.txt") != null) {
      return GmnnFormat.read(folder, options);
    }
    if (Folder.find(folder, "nodes.csv") != null) {
      return TableFormat.read(folder, options);
    }
    if (Folder.findOnly(folder, "content") != null) {
      return LinqsFormat.read(folder, options);
    }
    throw DataFormatException.of(
        folder, "net.txt, nodes.csv or a .content file", "none of them", null);
  }

  /**
   * Returns what was understood of the columns of {@code nodes.csv} that describe nodes.
   *
   * @param folder a data folder
   * @param options the caps
   * @return the columns in their order; none if the folder is in another format
   * @throws DataFormatException if the file is malformed
   * @throws IOException if reading fails
   */
  public static List<Column> columns(Path folder, ReaderOptions options) throws IOException {
    return Folder.find(folder, "net.txt") != null || Folder.find(folder, "nodes.csv") == null
        ? List.of()
        : columns(new CsvTable(Folder.require(folder, "nodes.csv"), options), options);
  }

  /**
   * Makes a dataset of a table of nodes and one of edges, whose columns mean what those of {@code
   * nodes.csv} and {@code edges.csv} mean.
   *
   * @param <K> type of the nodes' keys
   * @param name what the data is called in tables
   * @param nodes the nodes; read two or three times if columns describe them
   * @param edges the edges; read once, or three times if columns describe them
   * @param options how columns become features, and whether edges keep their direction
   * @return the graph and the labels held back for testing
   * @throws DataFormatException if a column or a cell is not what it should be; the message names
   *     the row, what was expected and what was found
   * @throws IOException if reading fails
   */
  public static <K> Dataset<K> read(
      String name, Table<K> nodes, Table<K> edges, ReaderOptions options) throws IOException {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(nodes, "nodes");
    Objects.requireNonNull(edges, "edges");
    Objects.requireNonNull(options, "options");
    return TableFormat.read(name, name, nodes, edges, options);
  }

  /**
   * Returns what was understood of the columns of a table of nodes that describe them.
   *
   * @param nodes the nodes
   * @param options the options
   * @return the columns in their order
   * @throws DataFormatException if a column or a cell is not what it should be
   * @throws IOException if reading fails
   */
  public static List<Column> columns(Table<?> nodes, ReaderOptions options) throws IOException {
    Objects.requireNonNull(nodes, "nodes");
    Objects.requireNonNull(options, "options");
    return TableFormat.columns(nodes, options);
  }

  /**
   * Returns whether a folder has the files of one of the formats.
   *
   * @param folder the folder; it need not exist
   * @throws IOException if reading fails
   */
  public static boolean isDataFolder(Path folder) throws IOException {
    return Files.isDirectory(folder)
        && (Folder.find(folder, "net.txt") != null
            || Folder.find(folder, "nodes.csv") != null
            || Folder.findOnly(folder, "content") != null);
  }

  /**
   * What was understood of a column of {@code nodes.csv} that describes nodes.
   *
   * @param name its name in the header
   * @param kind what its cells are
   * @param cells how many cells have a value
   * @param missing how many are blank, or say {@code NA}, {@code N/A}, {@code NaN}, {@code null} or
   *     {@code ?}
   * @param distinct how many values differ, or words that several nodes have; 0 for numbers
   * @param mean the mean of numbers; NaN for other kinds
   * @param deviation the standard deviation of numbers; NaN for other kinds
   */
  public record Column(
      String name,
      Kind kind,
      long cells,
      long missing,
      int distinct,
      double mean,
      double deviation) {
    /** What cells are. */
    public enum Kind {
      /** Numbers: one feature. */
      NUMBER,
      /** One of few values: a feature for each, {@code column=value}. */
      CATEGORY,
      /** Words: a feature for each that two nodes have or more, {@code column: word}. */
      TEXT
    }
  }

  /**
   * Nodes or edges in rows and named columns, wherever they are kept: a CSV file, a query, a table
   * of the application's own. {@link DatasetReader#read(String, Table, Table, ReaderOptions)} makes
   * a graph of two of them.
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
}

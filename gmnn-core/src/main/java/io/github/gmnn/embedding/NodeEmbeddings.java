package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Interrupts;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.Export;
import io.github.gmnn.model.SafeFile;
import io.github.gmnn.model.TextRows;
import io.github.gmnn.training.TrainingHistory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A vector for every node of a graph. Immutable and thread-safe; it does not hold on to the graph,
 * only to its keys.
 *
 * <p>Saved as word2vec's text form, which viewers and libraries of embeddings read: a line with the
 * number of nodes and dimensions, then a line per node with its key and its values, all separated
 * by single spaces. The values read back are bit for bit those written.
 *
 * @param <K> type of the nodes' keys
 */
public final class NodeEmbeddings<K> {
  private static final Pattern WHITESPACE = Pattern.compile("\\s");
  private static final Pattern LINE_BREAK_OR_TAB = Pattern.compile("[\\t\\n\\r]");
  private static final Pattern SPACE = Pattern.compile(" ");

  /**
   * A node near another one.
   *
   * @param <K> type of the nodes' keys
   * @param key the node's key
   * @param similarity the cosine of the angle between the two vectors; 0 if one of them is zero
   */
  public record Neighbor<K>(K key, double similarity) {}

  private final NodeIndex<K> nodes;
  private final DenseMatrix vectors;
  private final TrainingHistory history;
  private final @Nullable NodeEncoder encoder;
  private final NearestSearch search;

  /** Takes over the matrix, a row per node. */
  NodeEmbeddings(NodeIndex<K> nodes, DenseMatrix vectors) {
    this(nodes, vectors, null, new TrainingHistory(List.of(), true));
  }

  /** Takes over the matrix, a row per node, and what made it. */
  NodeEmbeddings(
      NodeIndex<K> nodes,
      DenseMatrix vectors,
      @Nullable NodeEncoder encoder,
      TrainingHistory history) {
    this.nodes = nodes;
    this.encoder = encoder;
    this.vectors = vectors;
    this.history = history;
    this.search = new NearestSearch(vectors);
  }

  /**
   * Makes embeddings of vectors from elsewhere, for comparison with those learned here.
   *
   * @param <K> type of the keys
   * @param keys a distinct key per node
   * @param vectors a row per node, copied
   * @throws IllegalArgumentException if there are not as many keys as rows, or there is a duplicate
   */
  public static <K> NodeEmbeddings<K> of(List<? extends K> keys, DenseMatrix vectors) {
    if (keys.size() != vectors.rows()) {
      throw new IllegalArgumentException(
          vectors + " needs a key for each row, got " + keys.size() + " keys");
    }
    return new NodeEmbeddings<>(NodeIndex.of(keys), vectors.copy());
  }

  /** Returns the same vectors with how they were learned. */
  public NodeEmbeddings<K> withHistory(TrainingHistory newHistory) {
    return new NodeEmbeddings<>(nodes, vectors, encoder, newHistory);
  }

  /**
   * Returns what made the vectors, which embeds other graphs too; empty for vectors that were read
   * from a file or given, or learned by a method that knows the nodes of its graph alone.
   */
  public Optional<NodeEncoder> encoder() {
    return Optional.ofNullable(encoder);
  }

  /** Returns how they were learned; no epochs where they were read from a file or given. */
  public TrainingHistory history() {
    return history;
  }

  /** Returns the number of nodes. */
  public int size() {
    return vectors.rows();
  }

  /** Returns the length of the vectors. */
  public int dimensions() {
    return vectors.columns();
  }

  /** Returns the keys of all nodes, in the order of {@link #matrix()}'s rows. */
  public List<K> keys() {
    return nodes.keys();
  }

  /**
   * Returns the vector of a node, a copy.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public float[] vector(K key) {
    int node = nodes.require(Objects.requireNonNull(key, "key"), "");
    return Arrays.copyOfRange(vectors.data(), node * dimensions(), (node + 1) * dimensions());
  }

  /**
   * Returns all vectors, a row per node in the order of {@link #keys()}; a copy. {@link
   * DenseMatrix#toDoubles()} makes arrays of rows of it.
   */
  public DenseMatrix matrix() {
    return vectors.copy();
  }

  /** The vectors themselves, for readers within the package. */
  DenseMatrix vectors() {
    return vectors;
  }

  NodeIndex<K> nodes() {
    return nodes;
  }

  /**
   * Returns the nodes whose vectors point in the most similar direction, the most similar first; of
   * equally similar ones those that come first in the graph. Exact, in O(nodes · dimensions) on all
   * processors.
   *
   * @param key a node; it is not among its own neighbours
   * @param count how many, at least 1; fewer come back if there are not so many other nodes
   * @throws IllegalArgumentException if there is no such node, or {@code count} is below 1
   */
  public List<Neighbor<K>> nearest(K key, int count) {
    return nearest(vector(key), count, nodes.find(key));
  }

  /**
   * Returns the nodes whose vectors point in the direction most similar to a given vector's.
   *
   * @param vector as long as the embeddings
   * @param count how many, at least 1
   * @throws IllegalArgumentException if the length differs, or {@code count} is below 1
   */
  public List<Neighbor<K>> nearest(float[] vector, int count) {
    if (vector.length != dimensions()) {
      throw new IllegalArgumentException(
          "the embeddings have " + dimensions() + " dimensions, the vector " + vector.length);
    }
    return nearest(vector, count, -1);
  }

  private List<Neighbor<K>> nearest(float[] vector, int count, int excluded) {
    Checks.atLeast(1, count, "count");
    return search.find(vector, count, excluded, workers()).stream()
        .map(found -> new Neighbor<>(nodes.key(found.row()), found.similarity()))
        .toList();
  }

  private static Workers workers() {
    return Workers.of(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns a map of the nodes: embeddings of two dimensions that keep who is near whom, not
   * distances. Made after UMAP (McInnes et al. 2018), in about a second for 3,000 nodes and five
   * for 20,000.
   *
   * @param seed the seed of all randomness: the same one gives the same map
   */
  public NodeEmbeddings<K> toPlane(long seed) {
    RandomStream random = RandomStream.of(seed).derive("plane");
    return new NodeEmbeddings<>(nodes, PlaneMap.of(vectors, random, workers()));
  }

  /**
   * Saves the embeddings in word2vec's text form. At every moment, a loss of power included, the
   * path holds the whole old file or the whole new one.
   *
   * @param file where to; a file there is replaced
   * @throws IllegalArgumentException if a key's text is empty or has white space, which the form
   *     has no way to say
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    write(file, size() + " " + dimensions() + "\n", " ", WHITESPACE);
  }

  /**
   * Writes the embeddings as tab-separated values, a line per node with its key and its values, and
   * no header; keys may contain spaces.
   *
   * @param file where to; a file there is replaced
   * @throws IllegalArgumentException if a key's text is empty or has a tab or a line break
   * @throws IOException if it cannot be written
   */
  public void writeTsv(Path file) throws IOException {
    write(file, "", "\t", LINE_BREAK_OR_TAB);
  }

  /**
   * Returns the embeddings as comma-separated values (RFC 4180): {@code node}, or {@code source}
   * and {@code target} of links, then {@code d0}, {@code d1} and so on.
   */
  public Export csv() {
    return csv(false);
  }

  /**
   * Returns {@link #csv()} with {@code '} before keys that begin with =, +, -, @, a tab or a line
   * end: a spreadsheet would compute them.
   */
  public Export csvForSpreadsheets() {
    return csv(true);
  }

  private Export csv(boolean spreadsheet) {
    return TextRows.csv(
        nodes.keys(),
        IntStream.range(0, dimensions()).mapToObj(j -> "d" + j).toList(),
        (node, cells) -> {
          for (int j = 0; j < dimensions(); j++) {
            cells.add(vectors.get(node, j));
          }
        },
        spreadsheet);
  }

  /**
   * Returns the embeddings as JSON, a line for each node: {@code node}, or {@code source} and
   * {@code target} of links, and {@code vector}. Keys that are whole numbers are numbers, others
   * text.
   */
  public Export jsonLines() {
    return TextRows.jsonLines(
        nodes.keys(),
        (node, json) -> {
          json.writeArrayFieldStart("vector");
          for (int j = 0; j < dimensions(); j++) {
            json.writeNumber(vectors.get(node, j));
          }
          json.writeEndArray();
        });
  }

  private void write(Path file, String header, String separator, Pattern forbidden)
      throws IOException {
    for (Object key : nodes.keys()) {
      text(key, forbidden); // before anything is written
    }
    SafeFile.write(
        file,
        stream -> {
          Writer out = new OutputStreamWriter(stream, StandardCharsets.UTF_8.newEncoder());
          out.write(header);
          for (int node = 0; node < size(); node++) {
            out.write(text(nodes.key(node), forbidden));
            for (int j = 0; j < dimensions(); j++) {
              out.write(separator);
              out.write(Float.toString(vectors.get(node, j)));
            }
            out.write('\n');
          }
          out.flush();
        });
  }

  private static String text(Object key, Pattern forbidden) {
    String text = key.toString();
    if (text.isEmpty() || forbidden.matcher(text).find()) {
      throw new IllegalArgumentException(
          "the key "
              + Quote.of(text)
              + " is empty or contains a separator of the file's form: give the nodes other keys"
              + (forbidden == WHITESPACE ? ", or write TSV, where keys may contain spaces" : ""));
    }
    return text;
  }

  /**
   * Loads embeddings that were saved; keys are strings.
   *
   * @param file a file in word2vec's text form
   * @throws DataFormatException if it is no such file; the message names the line
   * @throws IOException if it cannot be read
   */
  public static NodeEmbeddings<String> load(Path file) throws IOException {
    return load(file, text -> text);
  }

  /**
   * Loads embeddings that were saved, with keys of another type.
   *
   * @param <K> type of the keys
   * @param file a file in word2vec's text form
   * @param keyOf makes a key of its text, such as {@code Integer::valueOf}
   * @throws DataFormatException if it is no such file; the message names the line
   * @throws IOException if it cannot be read
   */
  public static <K> NodeEmbeddings<K> load(Path file, Function<String, ? extends K> keyOf)
      throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // a pipe would be waited for, and a device has no end
      throw new DataFormatException(file + ": expected a regular file", null);
    }
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String header = in.readLine();
      String[] sizes = header == null ? new String[0] : SPACE.split(header);
      long count = sizes.length == 2 ? parseCount(sizes[0]) : -1;
      long dimensions = sizes.length == 2 ? parseCount(sizes[1]) : -1;
      check(count >= 1 && dimensions >= 1, file, 1, "expected \"nodes dimensions\"", header);
      // A value takes two bytes at least: a header that promises more than the file can hold is
      // refused before anything is allocated for it.
      check(
          count <= Integer.MAX_VALUE
              && dimensions <= Integer.MAX_VALUE
              && count * dimensions <= Math.min(Integer.MAX_VALUE - 8, Files.size(file) / 2),
          file,
          1,
          "expected sizes that fit the file of " + Files.size(file) + " bytes",
          header);
      List<K> keys = new ArrayList<>();
      DenseMatrix vectors = DenseMatrix.zeros((int) count, (int) dimensions);
      for (int node = 0; node < count; node++) {
        Interrupts.checkReading();
        keys.add(readLine(file, in.readLine(), node, vectors, keyOf));
      }
      String more = in.readLine();
      check(more == null, file, count + 2, "expected the end of the file", more);
      check(endsWithALine(file), file, count + 1, "expected a line break at the end", "");
      return new NodeEmbeddings<>(NodeIndex.of(keys), vectors);
    } catch (CharacterCodingException e) {
      throw new DataFormatException(file + ": expected text in UTF-8, found other bytes", e);
    } catch (IllegalArgumentException e) {
      throw new DataFormatException(
          file + ": " + Quote.printable(String.valueOf(e.getMessage())), e);
    }
  }

  private static <K> K readLine(
      Path file, String line, int node, DenseMatrix vectors, Function<String, K> keyOf)
      throws DataFormatException {
    int dimensions = vectors.columns();
    String expected = "expected a key and " + dimensions + " finite values";
    String[] parts = line == null ? new String[0] : SPACE.split(line, dimensions + 2);
    check(parts.length == dimensions + 1, file, node + 2L, expected, line);
    for (int j = 0; j < dimensions; j++) {
      float value = Float.NaN;
      try {
        value = Float.parseFloat(parts[j + 1]);
      } catch (NumberFormatException e) {
        check(false, file, node + 2L, expected, parts[j + 1]);
      }
      check(Float.isFinite(value), file, node + 2L, expected, parts[j + 1]);
      vectors.set(node, j, value);
    }
    return keyOf.apply(parts[0]);
  }

  /** Whether the last byte is a line break, which a file that was cut off in a value lacks. */
  private static boolean endsWithALine(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.size() > 0
          && channel.position(channel.size() - 1).read(last) == 1
          && last.get(0) == '\n';
    }
  }

  private static long parseCount(String text) {
    return text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
  }

  private static void check(boolean holds, Path file, long line, String expected, String found)
      throws DataFormatException {
    if (!holds) {
      String shown = found == null ? "the end of the file" : Quote.of(found);
      throw new DataFormatException(
          file + ", line " + line + ": " + expected + ", found " + shown, null);
    }
  }

  @Override
  public String toString() {
    return "NodeEmbeddings(" + size() + " nodes, " + dimensions() + " dimensions)";
  }
}

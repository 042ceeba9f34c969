package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects the features of nodes, or the numbers on edges, in any order of their owners, and makes
 * the sparse matrix of them.
 */
public final class FeatureRows {
  private enum Kind {
    NAMED("by name"),
    DENSE("as a dense array"),
    INDEXED("by index");

    private final String how;

    Kind(String how) {
      this.how = how;
    }
  }

  private final String owner;
  private final String feature;
  private final Map<String, Integer> nameIds = new HashMap<>();
  private final IntList owners = new IntList();
  private final IntList starts = new IntList();
  private final IntList columns = new IntList();
  private final FloatList values = new FloatList();
  private final BitSet filled = new BitSet();
  private @Nullable Kind kind;
  private @Nullable Object firstKey;
  private int denseLength;
  private int declaredCount = -1;
  private @Nullable List<String> declaredNames;

  /** Collects the features of nodes. */
  public FeatureRows() {
    this("node", "feature");
  }

  /**
   * Collects what others have.
   *
   * @param owner what messages call one of them
   * @param feature what they call a number that it has
   */
  public FeatureRows(String owner, String feature) {
    this.owner = owner;
    this.feature = feature;
  }

  /** How many have some. */
  public int size() {
    return owners.size();
  }

  /** Whether one of them has some. */
  public boolean has(int node) {
    return filled.get(node);
  }

  public void declareCount(int count) {
    declaredCount = Checks.atLeast(1, count, "featureCount");
  }

  public void declareNames(List<String> names) {
    List<String> copy = List.copyOf(names);
    Set<String> seen = new HashSet<>();
    for (String name : copy) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(feature + " '" + name + "' is named twice");
      }
    }
    declareCount(copy.size());
    declaredNames = copy;
  }

  public void addNamed(int node, Object key, Map<String, ? extends Number> features) {
    check(node, key, Kind.NAMED, features.size());
    int size = features.size();
    String[] names = new String[size];
    float[] row = new float[size];
    int i = 0;
    for (Map.Entry<String, ? extends Number> entry : features.entrySet()) {
      String name =
          Objects.requireNonNull(
              entry.getKey(), () -> "name of a " + feature + " of " + owner + " " + Quote.of(key));
      Number value =
          Objects.requireNonNull(
              entry.getValue(),
              () -> feature + " '" + name + "' of " + owner + " " + Quote.of(key));
      names[i] = name;
      row[i++] = checkValue(value.doubleValue(), key, name);
    }
    start(node, key, Kind.NAMED);
    for (i = 0; i < size; i++) {
      // Every name gets a column, even if it is zero wherever it stands.
      int id = nameIds.computeIfAbsent(names[i], name -> nameIds.size());
      addEntry(id, row[i]);
    }
  }

  public void addDense(int node, Object key, double[] features) {
    float[] row = new float[features.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = checkValue(features[i], key, i);
    }
    addDense(node, key, row);
  }

  public void addDense(int node, Object key, float[] features) {
    check(node, key, Kind.DENSE, features.length);
    if (kind == Kind.DENSE && features.length != denseLength) {
      throw new IllegalArgumentException(
          owner
              + " "
              + Quote.of(key)
              + " has "
              + features.length
              + " "
              + feature
              + "s, but "
              + owner
              + " "
              + Quote.of(firstKey)
              + " has "
              + denseLength
              + ": all "
              + owner
              + "s with dense "
              + feature
              + "s need the same number");
    }
    for (int i = 0; i < features.length; i++) {
      checkValue(features[i], key, i);
    }
    start(node, key, Kind.DENSE);
    denseLength = features.length;
    for (int i = 0; i < features.length; i++) {
      addEntry(i, features[i]);
    }
  }

  public void addIndexed(int node, Object key, int[] indices, float[] features) {
    check(node, key, Kind.INDEXED, features.length);
    if (indices.length != features.length) {
      throw new IllegalArgumentException(
          owner
              + " "
              + Quote.of(key)
              + " has "
              + indices.length
              + " indices of "
              + feature
              + "s, but "
              + features.length
              + " values");
    }
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0) {
        throw new IllegalArgumentException(
            owner + " " + Quote.of(key) + ": " + feature + " index " + indices[i] + " is negative");
      }
      checkValue(features[i], key, indices[i]);
    }
    start(node, key, Kind.INDEXED);
    for (int i = 0; i < indices.length; i++) {
      addEntry(indices[i], features[i]);
    }
  }

  private void check(int node, Object key, Kind newKind, int size) {
    if (filled.get(node)) {
      throw new IllegalArgumentException(
          owner + " " + Quote.of(key) + " has " + feature + "s already: give them once");
    }
    if (kind != null && kind != newKind) {
      throw new IllegalArgumentException(
          owner
              + " "
              + Quote.of(key)
              + " has "
              + feature
              + "s "
              + newKind.how
              + ", but "
              + owner
              + " "
              + Quote.of(firstKey)
              + " "
              + kind.how
              + ": give all "
              + feature
              + "s in one way");
    }
    Limits.checkNonZeros((long) columns.size() + size, "the features");
  }

  private float checkValue(double value, Object key, Object name) {
    float narrowed = (float) value;
    if (!Float.isFinite(narrowed)) {
      throw new IllegalArgumentException(
          owner
              + " "
              + Quote.of(key)
              + ", "
              + feature
              + " "
              + Quote.of(name)
              + ": value "
              + value
              + " is not a finite float; replace it or leave the "
              + feature
              + " out");
    }
    return narrowed;
  }

  private void start(int node, Object key, Kind newKind) {
    if (kind == null) {
      kind = newKind;
      firstKey = key;
    }
    filled.set(node);
    owners.add(node);
    starts.add(columns.size());
  }

  private void addEntry(int column, float value) {
    columns.add(column);
    values.add(value);
  }

  /** The names of the columns: empty when features are unnamed. */
  public List<String> names() {
    if (declaredNames != null) {
      return declaredNames;
    }
    // Sorted, since the order in which maps hand out names may change from run to run.
    return nameIds.keySet().stream().sorted().toList();
  }

  /** Makes the matrix, a row for each node; null when no features were given or declared. */
  public @Nullable CsrMatrix build(NodeIndex<?> nodes) {
    return build(nodes.size(), nodes::key);
  }

  /**
   * Makes the matrix; null when nothing was given or declared.
   *
   * @param rows how many may have some
   * @param keyOf what messages call each of them
   */
  public @Nullable CsrMatrix build(int rows, IntFunction<?> keyOf) {
    if (kind == null && declaredCount < 0) {
      return null;
    }
    int[] columnOf = columnOfName(keyOf);
    int count = columnCount();
    if (count == 0) {
      throw new IllegalArgumentException(
          owner
              + " "
              + Quote.of(firstKey)
              + " has an empty set of "
              + feature
              + "s, and so has every other: leave empty ones out");
    }
    int[] rowOf = new int[rows];
    Arrays.fill(rowOf, -1);
    for (int row = 0; row < owners.size(); row++) {
      rowOf[owners.get(row)] = row;
    }
    int[] pointers = new int[rows + 1];
    int[] sortedColumns = new int[columns.size()];
    float[] sortedValues = new float[columns.size()];
    int next = 0;
    long[] buffer = new long[0];
    for (int node = 0; node < rows; node++) {
      if (rowOf[node] >= 0) {
        int from = starts.get(rowOf[node]);
        int length = end(rowOf[node]) - from;
        if (buffer.length < length) {
          buffer = new long[length];
        }
        for (int i = 0; i < length; i++) {
          int column = columns.get(from + i);
          buffer[i] =
              (long) (columnOf == null ? column : columnOf[column]) << 32
                  | Float.floatToRawIntBits(values.get(from + i)) & 0xFFFFFFFFL;
        }
        Arrays.sort(buffer, 0, length);
        checkColumns(buffer, length, count, node, keyOf);
        for (int i = 0; i < length; i++) {
          float value = Float.intBitsToFloat((int) buffer[i]);
          if (value != 0) {
            sortedColumns[next] = (int) (buffer[i] >>> 32);
            sortedValues[next++] = value;
          }
        }
      }
      pointers[node + 1] = next;
    }
    return CsrMatrix.of(
        rows,
        count,
        pointers,
        next == sortedColumns.length ? sortedColumns : Arrays.copyOf(sortedColumns, next),
        next == sortedValues.length ? sortedValues : Arrays.copyOf(sortedValues, next));
  }

  private int end(int row) {
    return row + 1 < starts.size() ? starts.get(row + 1) : columns.size();
  }

  private int columnCount() {
    if (kind == Kind.DENSE) {
      if (declaredCount >= 0 && declaredCount != denseLength) {
        throw new IllegalArgumentException(
            owner
                + " "
                + Quote.of(firstKey)
                + " has "
                + denseLength
                + " "
                + feature
                + "s, but "
                + declaredCount
                + " were declared");
      }
      return denseLength;
    }
    if (declaredCount >= 0) {
      return declaredCount;
    }
    if (kind == Kind.NAMED) {
      return nameIds.size();
    }
    int largest = -1;
    for (int e = 0; e < columns.size(); e++) {
      largest = Math.max(largest, columns.get(e));
    }
    return Limits.checkNonZeros(largest + 1L, "feature columns");
  }

  private void checkColumns(long[] row, int length, int count, int node, IntFunction<?> keyOf) {
    for (int i = 0; i < length; i++) {
      int column = (int) (row[i] >>> 32);
      if (column >= count) {
        throw new IllegalArgumentException(
            owner
                + " "
                + Quote.of(keyOf.apply(node))
                + ": "
                + feature
                + " index "
                + column
                + " is beyond the declared "
                + count
                + " "
                + feature
                + "s");
      }
      if (i > 0 && (int) (row[i - 1] >>> 32) == column) {
        throw new IllegalArgumentException(
            owner
                + " "
                + Quote.of(keyOf.apply(node))
                + " has "
                + feature
                + " index "
                + column
                + " twice");
      }
    }
  }

  /** The column of each name's number, or null when features are not named one by one. */
  private int @Nullable [] columnOfName(IntFunction<?> keyOf) {
    if (kind != Kind.NAMED) {
      return null;
    }
    Map<String, Integer> position = new HashMap<>();
    for (String name : names()) {
      position.put(name, position.size());
    }
    int[] columnOf = new int[nameIds.size()];
    nameIds.forEach(
        (name, id) -> {
          Integer column = position.get(name);
          if (column == null) {
            throw new IllegalArgumentException(
                owner
                    + " "
                    + Quote.of(keyOf.apply(ownerOf(id)))
                    + " has "
                    + feature
                    + " "
                    + Quote.of(name)
                    + ", which is none of the "
                    + position.size()
                    + " declared ones: declare it or leave it out");
          }
          columnOf[id] = column;
        });
    return columnOf;
  }

  private int ownerOf(int column) {
    int entry = 0;
    while (columns.get(entry) != column) {
      entry++;
    }
    int row = 0;
    while (end(row) <= entry) {
      row++;
    }
    return owners.get(row);
  }
}

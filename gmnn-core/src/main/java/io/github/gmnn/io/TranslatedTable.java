package io.github.gmnn.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A table as {@link ReaderOptions} say it is to be read: columns renamed, some cells missing. */
record TranslatedTable<K>(DatasetReader.Table<K> table, ReaderOptions options)
    implements DatasetReader.Table<K> {
  static <K> DatasetReader.Table<K> of(DatasetReader.Table<K> table, ReaderOptions options) {
    return options.renamed().isEmpty() && options.missing().isEmpty()
        ? table
        : new TranslatedTable<>(table, options);
  }

  /**
   * Refuses to rename what is in neither of two tables: it is a misspelt name. A model's later data
   * may lack a column, that of labels above all.
   */
  static void checkRenamed(
      ReaderOptions options, DatasetReader.Table<?> nodes, DatasetReader.Table<?> edges)
      throws IOException {
    Set<String> missing = new TreeSet<>(options.renamed().keySet());
    if (missing.isEmpty() || options.model() != null) {
      return;
    }
    List<String> found = new ArrayList<>();
    for (DatasetReader.Table<?> table : List.of(nodes, edges)) {
      try (Rows<?> rows = table.open()) {
        found.addAll(rows.columns());
      }
    }
    found.forEach(column -> missing.remove(column.toLowerCase(Locale.ROOT)));
    if (!missing.isEmpty()) {
      throw DataFormatException.at(
          nodes.name() + " and " + edges.name(),
          "a column " + quoted(missing) + " to rename",
          "the columns " + quoted(found));
    }
  }

  private static String quoted(Collection<String> names) {
    return DataFormatException.quote(String.join(", ", names));
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public Rows<K> open() throws IOException {
    Rows<K> rows = table.open();
    List<String> columns =
        rows.columns().stream()
            .map(name -> options.renamed().getOrDefault(name.toLowerCase(Locale.ROOT), name))
            .toList();
    return new Rows<>() {
      @Override
      public List<String> columns() {
        return columns;
      }

      @Override
      public boolean next() throws IOException {
        return rows.next();
      }

      @Override
      public @Nullable K key(int column) throws IOException {
        return rows.key(column);
      }

      @Override
      public String text(int column) throws IOException {
        String text = rows.text(column);
        return options.missing().contains(text.strip().toLowerCase(Locale.ROOT)) ? "" : text;
      }

      @Override
      public double number(String text) {
        return rows.number(text);
      }

      @Override
      public String position() {
        return rows.position();
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }
}

package io.github.gmnn.io;

import java.util.Objects;
import java.util.function.Function;

/**
 * Converts keys of your own type to text and back, so that a model file can hold them. Strings,
 * integers, longs, UUIDs and links between keys need none.
 *
 * <pre>{@code
 * record Place(int row, int column) {}
 *
 * KeyFormat<Place> format = new KeyFormat<>(
 *     Place.class,
 *     place -> place.row() + ":" + place.column(),
 *     text -> new Place(
 *         Integer.parseInt(text.split(":")[0]), Integer.parseInt(text.split(":")[1])));
 * }</pre>
 *
 * @param <K> type of the keys
 * @param type the very class of the keys; a file knows it by its name
 * @param write gives the text of a key
 * @param read gives the key of a text: one that equals the key the text was made of
 */
public record KeyFormat<K>(
    Class<K> type, Function<? super K, String> write, Function<String, ? extends K> read) {
  /** Checks the parts. */
  public KeyFormat {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(write, "write");
    Objects.requireNonNull(read, "read");
  }

  /**
   * Returns the text of a key.
   *
   * @throws IllegalArgumentException if the text does not give back a key that equals it
   */
  public String text(Object key) {
    String text = write.apply(type.cast(key));
    Object again = text == null ? null : read.apply(text);
    if (!key.equals(again)) {
      throw new IllegalArgumentException(
          "the key "
              + key
              + " of type "
              + type.getName()
              + " is written as \""
              + text
              + "\" and read as "
              + again
              + ": its KeyFormat must give back an equal key");
    }
    return text;
  }
}

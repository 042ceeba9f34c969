package io.github.gmnn.adapters;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAccessor;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the objects that drivers hand over say as text of a cell and as the key of a node. */
final class Cells {
  private Cells() {}

  /**
   * Returns what a CSV file would have in place of a value.
   *
   * @return the text, blank for null; null if the value is nothing that fits into a cell
   */
  static @Nullable String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Boolean truth) {
      return truth ? "1" : "0";
    }
    if (value instanceof ZonedDateTime moment) {
      return moment.toOffsetDateTime().toString(); // ISO 8601 has no names of zones
    }
    if (value instanceof Timestamp moment) {
      return moment.toLocalDateTime().toString(); // as the database has it, whatever the zone here
    }
    if (value instanceof java.util.Date moment && !(value instanceof Date)) {
      return moment.toInstant().toString();
    }
    return value instanceof CharSequence
            || value instanceof Number
            || value instanceof Character
            || value instanceof UUID
            || value instanceof Enum
            || value instanceof TemporalAccessor
            || value instanceof Date
        ? value.toString()
        : null;
  }

  /**
   * Returns a value as a key.
   *
   * @return the key; null if the value is none of that type, or a blank text
   */
  static <K> @Nullable K key(Object value, Class<K> type) {
    if (type == String.class) {
      String text = text(value); // CHAR columns are filled with blanks
      return text == null || text.isBlank() ? null : type.cast(text.strip());
    }
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    if (value instanceof Number number && (type == Long.class || type == Integer.class)) {
      try {
        long whole = whole(number);
        return type == Long.class
            ? type.cast(Long.valueOf(whole))
            : type.cast(Integer.valueOf(Math.toIntExact(whole)));
      } catch (ArithmeticException e) {
        return null;
      }
    }
    return null;
  }

  private static long whole(Number number) {
    if (number instanceof BigInteger integer) {
      return integer.longValueExact();
    }
    if (number instanceof BigDecimal || number instanceof Double || number instanceof Float) {
      try {
        return new BigDecimal(number.toString()).longValueExact();
      } catch (NumberFormatException e) { // NaN, infinite
        throw new ArithmeticException(number.toString());
      }
    }
    return number.longValue();
  }
}

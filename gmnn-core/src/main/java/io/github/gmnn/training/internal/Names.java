package io.github.gmnn.training.internal;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** How values of settings are called, the same in every JVM. */
final class Names {
  private Names() {}

  /** Returns a value's text; its class where it has none of its own. */
  static String of(Object value) {
    if (value instanceof Collection<?> many) {
      return many.stream().map(Names::of).toList().toString();
    }
    if (value == null) {
      return "none";
    }
    if (isUnnamed(value)) {
      return "a lambda of the application";
    }
    return hasNoText(value) ? value.getClass().getName() : value.toString();
  }

  private static boolean hasNoText(Object value) {
    String text = value.toString();
    String type = value.getClass().getName();
    // Most texts do not begin so: the hash code of a record is slow when it is first asked for.
    return text.startsWith(type) && text.equals(type + "@" + Integer.toHexString(value.hashCode()));
  }

  /** Returns whether nothing tells the value from others in another JVM: it is a lambda. */
  static boolean isUnnamed(Object value) {
    return value != null && (value.getClass().isHidden() || value.getClass().isSynthetic());
  }

  /** Returns whether two values of the class may differ and have the same name. */
  static boolean isAmbiguous(Object value) {
    return isUnnamed(value) || value != null && hasNoText(value) && hasFields(value.getClass());
  }

  private static boolean hasFields(@Nullable Class<?> type) {
    return type != null
        && (Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> !Modifier.isStatic(field.getModifiers()))
            || hasFields(type.getSuperclass()));
  }
}

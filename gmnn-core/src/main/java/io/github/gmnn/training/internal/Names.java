package io.github.gmnn.training.internal;

import java.util.Collection;

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
    String text = value.toString();
    String byIdentity = value.getClass().getName() + "@" + Integer.toHexString(value.hashCode());
    return text.equals(byIdentity) ? value.getClass().getName() : text;
  }

  /** Returns whether nothing tells the value from others in another JVM: it is a lambda. */
  static boolean isUnnamed(Object value) {
    return value != null && (value.getClass().isHidden() || value.getClass().isSynthetic());
  }
}

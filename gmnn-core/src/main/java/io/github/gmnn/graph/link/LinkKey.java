package io.github.gmnn.graph.link;

import io.github.gmnn.internal.Checks;
import java.util.Objects;

/**
 * Names a link by its end nodes.
 *
 * @param <K> type of the nodes' keys
 * @param source key of the node the link starts at
 * @param target key of the node the link ends at
 * @param occurrence how many links from this source to this target were added before; 0 for the
 *     first
 */
@SuppressWarnings("rawtypes") // a hash map looks for a Comparable of the very class
public record LinkKey<K>(K source, K target, int occurrence) implements Comparable<LinkKey> {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if {@code occurrence} is negative
   */
  public LinkKey {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Checks.atLeast(0, occurrence, "occurrence");
  }

  /** Names the first link from a source to a target. */
  public LinkKey(K source, K target) {
    this(source, target, 0);
  }

  /**
   * Orders links by source, target and occurrence: keys of one class by their own order, of several
   * classes by the classes' names. A hash map needs an order to stay fast where hashes collide, and
   * those of links from a hostile file do. It is consistent with {@code equals} if the order of the
   * keys is; keys without an order all count as equal in it.
   */
  @Override
  public int compareTo(LinkKey other) {
    int bySource = compare(source, other.source);
    if (bySource != 0) {
      return bySource;
    }
    int byTarget = compare(target, other.target);
    return byTarget != 0 ? byTarget : Integer.compare(occurrence, other.occurrence);
  }

  @SuppressWarnings("unchecked") // of the same class
  private static int compare(Object a, Object b) {
    if (a.getClass() != b.getClass()) {
      return a.getClass().getName().compareTo(b.getClass().getName());
    }
    return a instanceof Comparable<?> comparable
        ? ((Comparable<Object>) comparable).compareTo(b)
        : 0;
  }

  @Override
  public String toString() {
    return source + "→" + target + (occurrence == 0 ? "" : "#" + occurrence);
  }
}

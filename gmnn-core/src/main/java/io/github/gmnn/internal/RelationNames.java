package io.github.gmnn.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** How relations are called. */
public final class RelationNames {
  /** What is put after the name of a relation for its edges turned round. */
  public static final String INVERSE = " inverse";

  private RelationNames() {}

  /**
   * Checks that names are there and distinct: those of a file need not be.
   *
   * @return the names
   * @throws IllegalArgumentException if they are not
   */
  public static List<String> checkDistinct(List<String> names) {
    Set<String> seen = new HashSet<>(names);
    Checks.argument(
        seen.size() == names.size() && seen.stream().allMatch(Objects::nonNull),
        "relations",
        "distinct names",
        names);
    return names;
  }
}

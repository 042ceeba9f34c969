package io.github.gmnn.sparse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The relations of an adjacency by name, each made on first use and kept. */
final class NamedRelations {
  /** A relation, or how to make it. */
  private static final class Relation {
    private final Supplier<Adjacency> maker;
    private @Nullable Adjacency made;

    Relation(Supplier<Adjacency> maker) {
      this.maker = maker;
    }

    synchronized Adjacency get() {
      if (made == null) {
        made = maker.get();
      }
      return made;
    }
  }

  private final Map<String, Relation> byName = new LinkedHashMap<>();

  void add(String name, Supplier<Adjacency> maker) {
    byName.put(name, new Relation(maker));
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  Adjacency get(String name) {
    Relation relation = byName.get(name);
    if (relation == null) {
      throw new IllegalArgumentException(
          "no relation is named \"" + name + "\"; there are " + byName.keySet());
    }
    return relation.get();
  }
}

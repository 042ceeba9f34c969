package io.github.gmnn.sparse;

import io.github.gmnn.internal.Lazy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The relations of an adjacency by name, each made on first use and kept. */
final class NamedRelations {
  private final Map<String, Lazy<Adjacency>> byName = new LinkedHashMap<>();

  void add(String name, Supplier<Adjacency> maker) {
    byName.put(name, new Lazy<>(maker));
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  Adjacency get(String name) {
    Lazy<Adjacency> relation = byName.get(name);
    if (relation == null) {
      throw new IllegalArgumentException(
          "no relation is named \"" + name + "\"; there are " + byName.keySet());
    }
    return relation.get();
  }
}

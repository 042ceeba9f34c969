package io.github.gmnn.lab.bench;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arguments of the form {@code --name value}, or {@code --name} alone for the given switches. */
record Options(Map<String, String> values) {
  static Options parse(String[] arguments, List<String> switches) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      if (switches.contains(name)) {
        values.put(name, "true");
      } else if (name.startsWith("--") && i + 1 < arguments.length) {
        values.put(name, arguments[++i]);
      } else {
        throw new IllegalArgumentException("unexpected argument " + name);
      }
    }
    return new Options(values);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  Path path(String name) {
    return has(name) ? Path.of(values.get(name)) : null;
  }
}

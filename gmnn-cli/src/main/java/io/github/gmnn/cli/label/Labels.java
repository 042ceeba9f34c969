package io.github.gmnn.cli.label;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Quote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The labels that the data has and those that a person gave since, the latter able to be taken back
 * one by one.
 */
final class Labels {
  private static final int MOST_CLASSES = 1_000;

  private record Done(String node, String before) {}

  private final Map<String, String> ofData;
  private final List<String> classesOfData;
  private final Set<String> held;
  private final Map<String, String> given = new LinkedHashMap<>();

  /** How many nodes have a label that was given. */
  private final Map<String, Integer> counts = new HashMap<>();

  private final Set<String> named = new LinkedHashSet<>();
  private final Deque<Done> done = new ArrayDeque<>();

  Labels(Graph<String> graph) {
    this.ofData = graph.labels();
    this.classesOfData = graph.classes();
    this.held = graph.validationLabels().keySet();
  }

  void give(String node, String label) {
    String before = given.put(node, label);
    done.push(new Done(node, before == null ? "" : before));
    count(before, -1);
    count(label, 1);
    named.add(label);
  }

  boolean canUndo() {
    return !done.isEmpty();
  }

  void undo() {
    Done last = done.pop();
    String label = given.remove(last.node());
    count(label, -1);
    if (!last.before().isEmpty()) {
      given.put(last.node(), last.before());
      count(last.before(), 1);
    }
    if (counts.get(label) == 0) {
      named.remove(label);
    }
  }

  private void count(String label, int more) {
    if (label != null) {
      counts.merge(label, more, Integer::sum);
    }
  }

  /**
   * Refuses one class too many: a model takes memory and time for each.
   *
   * @throws IllegalArgumentException if there are too many
   */
  void requireRoomFor(String label) {
    if (!named.contains(label) && named.size() >= MOST_CLASSES) {
      throw new IllegalArgumentException(
          "expected at most "
              + MOST_CLASSES
              + " classes that people name, found one more: "
              + Quote.of(label));
    }
  }

  /** What the person gave. */
  Map<String, String> given() {
    return new LinkedHashMap<>(given);
  }

  /** All labels, a person's before the data's. */
  Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>(ofData);
    all.putAll(given);
    return all;
  }

  /** The data's validation nodes that no person labelled. */
  List<String> held() {
    List<String> kept = new ArrayList<>(held);
    kept.removeAll(new HashSet<>(given.keySet()));
    return kept;
  }

  /** The labels to learn from. */
  Map<String, String> training() {
    Map<String, String> training = all();
    held().forEach(training::remove);
    return training;
  }

  /** The data's classes, then a person's in the order in which they were named: keys stay. */
  List<String> classes() {
    Set<String> classes = new LinkedHashSet<>(classesOfData);
    classes.addAll(named);
    return List.copyOf(classes);
  }
}

package io.github.gmnn.cli.label;

import io.github.gmnn.graph.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private record Done(String node, String before) {}

  private final Map<String, String> ofData;
  private final List<String> classesOfData;
  private final Set<String> held;
  private final Map<String, String> given = new LinkedHashMap<>();
  private final Set<String> named = new LinkedHashSet<>();
  private final Deque<Done> done = new ArrayDeque<>();

  Labels(Graph<String> graph) {
    this.ofData = graph.labels();
    this.classesOfData = graph.classes();
    this.held = graph.validationLabels().keySet();
  }

  void give(String node, String label) {
    done.push(new Done(node, given.containsKey(node) ? given.get(node) : ""));
    given.put(node, label);
    named.add(label);
  }

  boolean canUndo() {
    return !done.isEmpty();
  }

  void undo() {
    Done last = done.pop();
    String label = given.remove(last.node());
    if (!last.before().isEmpty()) {
      given.put(last.node(), last.before());
    }
    if (!given.containsValue(label)) {
      named.remove(label);
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

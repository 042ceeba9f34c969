package io.github.gmnn.lab.paper;

import java.util.Map;
import java.util.Set;

/** Where a simulated person labels: asks for nodes, takes labels, and learns from them. */
interface LabelingDesk extends AutoCloseable {
  /** Returns the node to label next; null if there is none that the person knows. */
  String next();

  /** Takes a label. */
  void label(String node, String label);

  /** Returns what is predicted for some nodes with all labels so far. */
  Map<String, String> predictions(Set<String> nodes);

  /** Returns more figures, by name. */
  Map<String, Double> figures();

  @Override
  void close();
}

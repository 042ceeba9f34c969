package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which nodes are labelled and how, resolved to indices. Immutable. */
public final class Labels {
  private final List<String> classes;
  private final boolean declared;
  private final int[] byNode;
  private final BitSet validation;

  private Labels(List<String> classes, boolean declared, int[] byNode, BitSet validation) {
    this.classes = classes;
    this.declared = declared;
    this.byNode = byNode;
    this.validation = validation;
  }

  /** Labels nobody. */
  public static Labels none(int nodes) {
    int[] byNode = new int[nodes];
    Arrays.fill(byNode, -1);
    return new Labels(List.of(), false, byNode, new BitSet());
  }

  /**
   * Resolves labels.
   *
   * @param nodes the nodes' keys
   * @param labels label by key
   * @param validationKeys labelled keys to hold for validation
   * @param declaredClasses all classes in order; null to take those of the labels, sorted
   */
  public static Labels resolve(
      NodeIndex<?> nodes,
      Map<?, String> labels,
      Collection<?> validationKeys,
      @Nullable List<String> declaredClasses) {
    Set<String> distinct = new TreeSet<>();
    labels.forEach((key, label) -> distinct.add(checkLabel(key, label)));
    if (declaredClasses == null && distinct.size() == 1) {
      throw new IllegalArgumentException(
          "a single class, '"
              + distinct.iterator().next()
              + "', on all "
              + labels.size()
              + " labelled nodes: at least 2 are needed; label nodes of another class, or declare"
              + " the classes");
    }
    List<String> classes =
        declaredClasses == null ? List.copyOf(distinct) : checkClasses(declaredClasses);
    Map<String, Integer> classIndex = indices(classes);
    int[] byNode = new int[nodes.size()];
    Arrays.fill(byNode, -1);
    labels.forEach(
        (key, label) -> {
          int node = nodes.require(key, "labelled key ");
          byNode[node] = classOf(label, key, classIndex, classes);
        });
    BitSet validation = new BitSet();
    for (Object key : validationKeys) {
      int node = nodes.require(key, "validation key ");
      if (byNode[node] < 0) {
        throw new IllegalArgumentException(
            "validation node "
                + Quote.of(key)
                + " has no label: label it, or take it out of the validation nodes");
      }
      validation.set(node);
    }
    return new Labels(classes, declaredClasses != null, byNode, validation);
  }

  /** Returns the same labels under a declared list of classes. */
  public Labels withClasses(List<String> newClasses, NodeIndex<?> nodes) {
    List<String> checked = checkClasses(newClasses);
    Map<String, Integer> classIndex = indices(checked);
    int[] renumbered = byNode.clone();
    for (int node = 0; node < renumbered.length; node++) {
      if (byNode[node] >= 0) {
        renumbered[node] = classOf(classes.get(byNode[node]), nodes.key(node), classIndex, checked);
      }
    }
    return new Labels(checked, true, renumbered, validation);
  }

  public static String checkLabel(Object key, @Nullable String label) {
    if (label == null || label.isBlank()) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has a "
              + (label == null ? "null" : "blank")
              + " label: leave unlabelled nodes out");
    }
    return label;
  }

  public static List<String> checkClasses(List<String> classes) {
    List<String> copy = List.copyOf(classes);
    Set<String> seen = new HashSet<>();
    for (String name : copy) {
      if (name.isBlank() || !seen.add(name)) {
        throw new IllegalArgumentException(
            "class '" + name + "' is " + (name.isBlank() ? "blank" : "declared twice"));
      }
    }
    if (copy.size() < 2) {
      throw new IllegalArgumentException("at least 2 classes must be declared, got " + copy);
    }
    return copy;
  }

  private static Map<String, Integer> indices(List<String> classes) {
    Map<String, Integer> index = new HashMap<>();
    for (String name : classes) {
      index.put(name, index.size());
    }
    return index;
  }

  private static int classOf(
      String label, Object key, Map<String, Integer> index, List<String> classes) {
    Integer found = index.get(label);
    if (found == null) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has label "
              + Quote.of(label)
              + ", which is none of the "
              + classes.size()
              + " declared classes "
              + Quote.of(classes));
    }
    return found;
  }

  public List<String> classes() {
    return classes;
  }

  /** The declared classes, or null when the labels name them. */
  public @Nullable List<String> declaredClasses() {
    return declared ? classes : null;
  }

  public int label(int node) {
    return byNode[Objects.checkIndex(node, byNode.length)];
  }

  public int[] validationNodes() {
    return validation.stream().toArray();
  }

  public int[] trainingNodes() {
    IntList nodes = new IntList();
    for (int node = 0; node < byNode.length; node++) {
      if (byNode[node] >= 0 && !validation.get(node)) {
        nodes.add(node);
      }
    }
    return Arrays.copyOf(nodes.array(), nodes.size());
  }
}

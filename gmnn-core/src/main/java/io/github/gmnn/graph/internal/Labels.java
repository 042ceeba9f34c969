package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.PersistentArray;
import io.github.gmnn.internal.Quote;
import java.util.ArrayList;
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
  /** Changes beside a graph in one piece that are not worth making it one piece again. */
  public static final int FEWEST_CHANGES = 1024;

  /** A graph becomes one piece again when a share of its nodes, 1 / this, has changed. */
  public static final int CHANGED_SHARE = 8;

  /** Of a node that lost its label. */
  private static final int NONE = -1;

  private final List<String> classes;
  private final boolean declared;
  private final int[] byNode;
  private final BitSet validation;

  /** Twice the class of nodes whose label changed, and 1 more if they are held for validation. */
  private final PersistentArray<Integer> changed;

  private final int nodes;
  private final Lazy<int[]> counts;

  private Labels(List<String> classes, boolean declared, int[] byNode, BitSet validation) {
    this.classes = classes;
    this.declared = declared;
    this.byNode = byNode;
    this.validation = validation;
    this.changed = PersistentArray.empty();
    this.nodes = byNode.length;
    this.counts = new Lazy<>(this::countLabels);
  }

  private Labels(Labels base, PersistentArray<Integer> changed, int nodes, int[] counts) {
    this.classes = base.classes;
    this.declared = base.declared;
    this.byNode = base.byNode;
    this.validation = base.validation;
    this.changed = changed;
    this.nodes = nodes;
    this.counts = new Lazy<>(() -> counts);
  }

  private int[] countLabels() {
    int[] result = new int[classes.size()];
    for (int label : byNode) {
      if (label >= 0) {
        result[label]++;
      }
    }
    return result;
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
      throw singleClass(distinct.iterator().next(), labels.size());
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

  private static IllegalArgumentException singleClass(String name, int labelled) {
    return new IllegalArgumentException(
        "a single class, '"
            + name
            + "', on all "
            + labelled
            + " labelled nodes: at least 2 are needed; label nodes of another class, or declare"
            + " the classes");
  }

  /** Returns the same labels under a declared list of classes. */
  public Labels withClasses(List<String> newClasses, NodeIndex<?> nodes) {
    List<String> checked = checkClasses(newClasses);
    Map<String, Integer> classIndex = indices(checked);
    int[] renumbered = new int[this.nodes];
    for (int node = 0; node < renumbered.length; node++) {
      int label = label(node);
      renumbered[node] =
          label < 0 ? -1 : classOf(classes.get(label), nodes.key(node), classIndex, checked);
    }
    return new Labels(checked, true, renumbered, validationSet());
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
    Integer code = changed.get(Objects.checkIndex(node, nodes));
    if (code != null) {
      return code < 0 ? -1 : code >> 1;
    }
    return node < byNode.length ? byNode[node] : -1;
  }

  /** Whether a node is held for validation. */
  public boolean isValidation(int node) {
    Integer code = changed.get(node);
    return code == null ? validation.get(node) : code >= 0 && (code & 1) == 1;
  }

  private BitSet validationSet() {
    if (changed.count() == 0) {
      return validation;
    }
    BitSet result = new BitSet();
    for (int node = 0; node < nodes; node++) {
      if (isValidation(node)) {
        result.set(node);
      }
    }
    return result;
  }

  public int[] validationNodes() {
    return validationSet().stream().toArray();
  }

  public int[] trainingNodes() {
    IntList training = new IntList();
    for (int node = 0; node < nodes; node++) {
      if (label(node) >= 0 && !isValidation(node)) {
        training.add(node);
      }
    }
    return training.toArray();
  }

  /**
   * Changes labels at the cost of the change, unless classes come or go: they are then numbered
   * anew, in time linear in the nodes.
   */
  public static final class Edit {
    private final Labels base;
    private final List<String> names;
    private PersistentArray<Integer> changed;
    private int[] counts;
    private int nodes;

    /** Begins with labels as they are. */
    public Edit(Labels base) {
      this.base = base;
      this.names = new ArrayList<>(base.classes);
      this.changed = base.changed;
      this.counts = base.counts.get().clone();
      this.nodes = base.nodes;
    }

    private int code(int node) {
      Integer code = changed.get(node);
      if (code != null) {
        return code;
      }
      int label = node < base.byNode.length ? base.byNode[node] : -1;
      return label < 0 ? NONE : 2 * label + (base.validation.get(node) ? 1 : 0);
    }

    private void set(int node, int code) {
      int old = code(node);
      if (old >= 0) {
        counts[old >> 1]--;
      }
      if (code >= 0) {
        counts[code >> 1]++;
      }
      changed = changed.with(node, code);
    }

    /** Adds a node without a label, which is the last. */
    public void addNode() {
      changed = changed.with(nodes++, NONE);
    }

    /** Labels a node. */
    public void label(int node, Object key, String label) {
      int index = names.indexOf(checkLabel(key, label));
      if (index < 0) {
        if (base.declared) {
          classOf(label, key, indices(base.classes), base.classes); // which says what is wrong
        }
        index = names.size();
        names.add(label);
        counts = Arrays.copyOf(counts, names.size());
      }
      int old = code(node);
      set(node, 2 * index + (old < 0 ? 0 : old & 1));
    }

    /** Takes the label of a node away. */
    public void unlabel(int node) {
      set(node, NONE);
    }

    /** Holds a labelled node for validation, or trains on it again. */
    public void validation(int node, Object key, boolean held) {
      int code = code(node);
      if (code < 0) {
        throw new IllegalArgumentException(
            "validation node " + Quote.of(key) + " has no label: label it first");
      }
      set(node, code & ~1 | (held ? 1 : 0));
    }

    /** Removes a node, whose index the last one gets. */
    public void removeNode(int node) {
      int last = nodes - 1;
      int moved = code(last);
      set(node, NONE);
      if (node != last) {
        set(last, NONE);
        set(node, moved);
      }
      nodes--;
    }

    /** Returns the labels as they are now. */
    public Labels build() {
      List<String> there = new ArrayList<>();
      for (int c = 0; c < names.size(); c++) {
        if (counts[c] > 0) {
          there.add(names.get(c));
        }
      }
      there.sort(null);
      if (!base.declared && there.size() == 1) {
        throw singleClass(there.get(0), Arrays.stream(counts).sum());
      }
      boolean same = base.declared || there.equals(base.classes);
      Labels result = new Labels(base, changed, nodes, counts);
      boolean many = changed.count() > Math.max(FEWEST_CHANGES, nodes / CHANGED_SHARE);
      return same && !many ? result : compact(same ? base.classes : List.copyOf(there));
    }

    private Labels compact(List<String> classes) {
      Map<String, Integer> index = indices(classes);
      int[] byNode = new int[nodes];
      BitSet validation = new BitSet();
      for (int node = 0; node < nodes; node++) {
        int code = code(node);
        byNode[node] = code < 0 ? -1 : index.getOrDefault(names.get(code >> 1), -1);
        if (code >= 0 && (code & 1) == 1) {
          validation.set(node);
        }
      }
      return new Labels(classes, base.declared, byNode, validation);
    }
  }
}

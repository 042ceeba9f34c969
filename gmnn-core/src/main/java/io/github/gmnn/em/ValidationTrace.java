package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What a network said of the validation nodes after some epochs of a stage: the first and every
 * fourth after it, or all that are validated where those are fewer. Of very many nodes the first
 * few are kept, so that a trace stays small.
 */
public final class ValidationTrace {
  private static final int EVERY = 4;

  /** The most logits of an epoch that are kept. */
  private static final int MOST_VALUES = 1 << 17;

  private final String name;

  /** After how many of the validations that it sees one is kept. */
  private final int every;

  private final int[] nodes;
  private final int[] labels;
  private final int classes;
  private float[] logits = {};
  private int seen;
  private int epochs;

  /**
   * Makes one that has seen nothing.
   *
   * @param name tells it apart from others of the fit
   * @param interval epochs from one validation to the next
   * @param validationNodes the nodes
   * @param labelsOfNodes their classes
   * @param classes how many classes there are
   */
  ValidationTrace(
      String name, int interval, int[] validationNodes, int[] labelsOfNodes, int classes) {
    this.every = Math.max(1, EVERY / interval);
    this.name = name;
    int kept = Math.min(validationNodes.length, most(classes));
    this.nodes = Arrays.copyOf(validationNodes, kept);
    this.labels = Arrays.copyOf(labelsOfNodes, kept);
    this.classes = classes;
  }

  /** How many nodes are looked at, at most. */
  static int most(int classes) {
    return MOST_VALUES / classes;
  }

  /** Returns whether the logits after the next epoch are kept. */
  boolean isDue() {
    return seen % every == 0;
  }

  /** Looks at the logits after an epoch, a row per node of the graph; asks if they are kept. */
  void add(Supplier<DenseMatrix> logitsOfAll) {
    if (!isDue()) {
      seen++;
      return;
    }
    seen++;
    DenseMatrix ofAllNodes = logitsOfAll.get();
    int needed = (epochs + 1) * nodes.length * classes;
    if (needed > logits.length) {
      logits = Arrays.copyOf(logits, Math.max(needed, 2 * logits.length));
    }
    int next = epochs++ * nodes.length * classes;
    for (int node : nodes) {
      System.arraycopy(ofAllNodes.data(), node * classes, logits, next, classes);
      next += classes;
    }
  }

  /** The nodes that it looks at. */
  int[] nodes() {
    return nodes;
  }

  /** Their classes. */
  int[] labels() {
    return labels;
  }

  int classes() {
    return classes;
  }

  /** How many epochs are kept. */
  int epochs() {
    return epochs;
  }

  /** All logits: by epoch, node and class. */
  float[] logits() {
    return logits;
  }

  void save(Checkpoint.Builder to) {
    to.number(name + ".seen", seen)
        .array(name, Arrays.copyOf(logits, epochs * nodes.length * classes));
  }

  void restore(Checkpoint from) throws ModelFormatException {
    seen = from.count(name + ".seen");
    epochs = (seen + every - 1) / every;
    long length = (long) epochs * nodes.length * classes;
    if (length > Integer.MAX_VALUE) {
      throw new ModelFormatException("the checkpoint has " + seen + " epochs in " + name);
    }
    logits = from.array(name, (int) length);
  }
}

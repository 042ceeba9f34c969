package io.github.gmnn.cli.training;

import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.training.internal.ValueType;
import java.util.List;

/** What q may be: the library's {@link InferenceKinds}. */
public enum Architecture {
  /** Two graph convolutions: the settings of a published preset, the paper's elsewhere. */
  GC,
  /** GraphSAGE with the mean. */
  SAGE,
  /** Graph attention. */
  GAT,
  /** Personalised propagation of predictions. */
  APPNP,
  /** Convolutions with initial residual. */
  GCNII,
  /** A plain network that sees no edges. */
  MLP,
  /** The perceptron with a feature for every neighbour. */
  LINKX,
  /** Relational convolutions, for edges with types. */
  RGCN,
  /** Convolutions whose messages see the numbers on edges. */
  EDGE,
  /** Features propagated once, then a perceptron. */
  DECOUPLED,
  /** Random propagation, eight steps far. */
  RANDOM_PROPAGATION,
  /** Random propagation, two steps far. */
  RANDOM_PROPAGATION_NEAR,
  /** A perceptron whose predictions are propagated, with settings for graphs of many kinds. */
  ROBUST_APPNP,
  /** The same, which reads vectors that were learned without labels. */
  ROBUST_VECTORS,
  /** Convolutions with weights for the node itself, likewise. */
  ROBUST_SAGE,
  /** A perceptron on features alone, likewise. */
  ROBUST_MLP,
  /** The perceptron with a feature for every neighbour, likewise. */
  ROBUST_LINKX,
  /** Who the neighbours are, propagated, and no features, likewise. */
  ROBUST_STRUCTURE,
  /** A deep network for many labels, likewise. */
  ROBUST_DEEP,
  /** Graph convolutions for graphs without features, likewise. */
  ROBUST_GCN,
  /** What validation prefers of the robust ones: the library's default. */
  ROBUST,
  /** The same with more kinds and longer trials. */
  AUTO;

  /** Those that differ by their layers alone. */
  public static List<Architecture> byLayers() {
    return List.of(GC, SAGE, GAT, APPNP, GCNII, MLP);
  }

  /** Whether validation chooses among several kinds. */
  boolean isChoice() {
    return this == ROBUST || this == AUTO;
  }

  /** Whether it is one of the robust kinds, or a choice among them. */
  boolean isRobust() {
    return isChoice() || name().startsWith("ROBUST");
  }

  /** Whether units, dropout and the like can be set: it names no layers of its own. */
  boolean takesSingleSettings() {
    return this == GC || this == EDGE || isRobust();
  }

  /** The library's kind of this name. */
  InferenceKind kind() {
    return InferenceKinds.named(toString());
  }

  @Override
  public String toString() {
    return ValueType.word(this);
  }
}

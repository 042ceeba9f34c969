package io.github.gmnn.cli.training;

import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.training.internal.ValueType;
import java.util.List;

/** What q may be: the library's {@link InferenceKinds}, which have all settings of their own. */
public enum Architecture {
  /** Two graph convolutions, as the preset has them: its settings and single ones apply. */
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
  /** Features propagated once, then a perceptron. */
  DECOUPLED,
  /** Random propagation, eight steps far. */
  RANDOM_PROPAGATION,
  /** Random propagation, two steps far. */
  RANDOM_PROPAGATION_NEAR,
  /** What validation prefers. */
  AUTO;

  /** Those that differ by their layers alone. */
  public static List<Architecture> byLayers() {
    return List.of(GC, SAGE, GAT, APPNP, GCNII, MLP);
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

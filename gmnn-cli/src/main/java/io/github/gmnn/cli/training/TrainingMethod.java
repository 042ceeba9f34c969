package io.github.gmnn.cli.training;

import io.github.gmnn.training.internal.ValueType;

/** The methods that {@code classify} compares. */
public enum TrainingMethod {
  GMNN,
  /** q alone. */
  GCN,
  LABEL_PROPAGATION,
  /** q annotates for itself. */
  SELF_TRAINING;

  @Override
  public String toString() {
    return ValueType.word(this);
  }
}

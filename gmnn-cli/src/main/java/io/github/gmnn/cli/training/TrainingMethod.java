package io.github.gmnn.cli.training;

import java.util.Locale;

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
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

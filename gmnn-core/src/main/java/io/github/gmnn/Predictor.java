package io.github.gmnn;

import java.util.List;

/** Which network gives the final distributions. */
public enum Predictor {
  /** q, the inference network: the paper's choice and the default. */
  INFERENCE,
  /** p, the learning network, fed with the annotations of q. */
  LEARNING,
  /** The normalised product of both. */
  PRODUCT,
  /**
   * Whichever of these validation holds for best, q where it is among them or nothing is held for
   * validation. The model then says which it is.
   */
  AUTO;

  /**
   * Returns the constant of a name. Files of the first version have the paper's letters.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Predictor named(String name) {
    return switch (String.valueOf(name)) {
      case "Q", "INFERENCE" -> INFERENCE;
      case "P", "LEARNING" -> LEARNING;
      case "PRODUCT" -> PRODUCT;
      default ->
          throw new IllegalArgumentException(
              "expected predictor to be one of "
                  + List.of(INFERENCE, LEARNING, PRODUCT)
                  + ", found "
                  + name);
    };
  }
}

package io.github.gmnn.cli.training;

import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.internal.ValueType;

/** Which network predicts, by the paper's letters. */
public enum PredictingNetwork {
  Q(Predictor.INFERENCE),
  P(Predictor.LEARNING),
  PRODUCT(Predictor.PRODUCT),
  AUTO(Predictor.AUTO);

  final Predictor predictor;

  PredictingNetwork(Predictor predictor) {
    this.predictor = predictor;
  }

  @Override
  public String toString() {
    return ValueType.word(this);
  }
}

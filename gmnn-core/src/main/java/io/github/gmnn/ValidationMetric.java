package io.github.gmnn;

/** What validation nodes choose the epoch by; the larger the better. */
public enum ValidationMetric {
  /** The share of correct labels: the paper's choice and the default. */
  ACCURACY {
    @Override
    double of(ConfusionMatrix confusion) {
      return confusion.accuracy();
    }
  },
  /** The mean of the classes' F1, for unbalanced classes. */
  MACRO_F1 {
    @Override
    double of(ConfusionMatrix confusion) {
      return confusion.macroF1();
    }
  };

  abstract double of(ConfusionMatrix confusion);
}

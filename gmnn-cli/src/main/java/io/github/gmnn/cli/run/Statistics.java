package io.github.gmnn.cli.run;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Figures of samples. */
public final class Statistics {
  private Statistics() {}

  /** The mean, or NaN of nothing. */
  public static double mean(DoubleStream values) {
    return values.average().orElse(Double.NaN);
  }

  /** The standard deviation of the sample (n - 1); NaN of a single value. */
  public static double std(double... values) {
    double mean = mean(Arrays.stream(values));
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
  }

  /** The median of the values that are numbers, or NaN if none is. */
  public static double median(DoubleStream values) {
    double[] sorted = values.filter(value -> !Double.isNaN(value)).sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

package io.github.gmnn.graph;

import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * How features are scaled before they enter a network. Fitting a scaling to the features of a
 * training graph and applying it each cost one pass over the non-zeros, {@link #STANDARD} one over
 * all cells.
 */
public enum FeatureScaling {
  /** As they are. */
  NONE,

  /** Each row divided by the sum of its absolute values; rows of zeros stay. */
  ROW,

  /** Every non-zero set to 1, then each row divided by its sum: the paper's bags of words. */
  BINARY_ROW,

  /** Each row divided by its Euclidean length; rows of zeros stay. */
  UNIT,

  /**
   * Each column less its mean and divided by its deviation, both of the training graph; a column
   * that is the same everywhere becomes 0. For the columns of a table, of whatever units. Zeros
   * become numbers, so that the result has rows x columns entries.
   */
  STANDARD,

  /**
   * {@link #STANDARD}, after columns with {@linkplain LongTails long tails}, such as amounts and
   * counters, went through a logarithm that keeps 0 and signs. The same as {@code STANDARD} if no
   * column has long tails.
   */
  STANDARD_LOG,

  /**
   * Not at all: every row becomes empty. For networks that read who a node's neighbours are and
   * nothing else, which is worth it where features say little about labels.
   */
  LEFT_OUT,

  /**
   * {@link #STANDARD_LOG} for real columns, {@link #UNIT} for words, {@link #NONE} for a table
   * whose numbers its reader has scaled: {@link Automatic} has the rule. It is one choice for all
   * columns, since a row is divided by its length as a whole. The model keeps the choice, and its
   * provenance names it as {@code featureScaling.chosen}.
   */
  AUTOMATIC;

  private static final float[] NONE_OF_ANY = {};

  /**
   * Learns what the scaling needs to know of the training graph.
   *
   * @param graph the training graph
   * @return the scaler for its features and for those of other graphs
   * @throws IllegalArgumentException if {@link #STANDARD} or {@link #STANDARD_LOG} would make more
   *     than 100 million entries
   */
  public Fitted fit(Graph<?> graph) {
    return fit(graph.features(), graph.featureSchema().isOfTable());
  }

  /**
   * Learns what the scaling needs to know of the training graph.
   *
   * @param features a row for each node of the training graph
   * @return the scaler for these and for other nodes
   * @throws IllegalArgumentException if {@link #STANDARD} or {@link #STANDARD_LOG} would make more
   *     than 100 million entries
   */
  public Fitted fit(CsrMatrix features) {
    return fit(features, false);
  }

  private Fitted fit(CsrMatrix features, boolean ofTable) {
    Objects.requireNonNull(features, "features");
    if (this == AUTOMATIC) {
      return Automatic.choose(features, ofTable).fit(features);
    }
    if (!isStandard()) {
      return new Fitted(this, NONE_OF_ANY, NONE_OF_ANY, NONE_OF_ANY);
    }
    if (Automatic.isTooLarge(features.rows(), features.columns())) {
      throw new IllegalArgumentException(
          this
              + " makes every cell of "
              + features
              + " a number, more than 100 million: use UNIT for features that are mostly zero");
    }
    return standard(features, logScales(features));
  }

  /**
   * Scales features by what they are themselves: {@code fit(features).apply(features)}.
   *
   * @param features a row for each node
   * @return a matrix of the same shape
   */
  public CsrMatrix apply(CsrMatrix features) {
    return fit(features).apply(features);
  }

  /**
   * Scales a graph's features by what they are themselves.
   *
   * @param graph the graph
   * @return a row for each of its nodes
   */
  public CsrMatrix apply(Graph<?> graph) {
    return fit(graph).apply(graph.features());
  }

  /** Whether every column is given the mean 0 and the deviation 1. */
  boolean isStandard() {
    return this == STANDARD || this == STANDARD_LOG;
  }

  private float[] logScales(CsrMatrix features) {
    if (this == STANDARD) {
      return new float[features.columns()];
    }
    LongTails tails = new LongTails(features.columns());
    for (int e = 0; e < features.nonZeros(); e++) {
      tails.add(features.columnIndex(e), features.value(e));
    }
    return tails.scales();
  }

  private static Fitted standard(CsrMatrix features, float[] logScales) {
    int columns = features.columns();
    double[] sums = new double[columns];
    for (int e = 0; e < features.nonZeros(); e++) {
      int c = features.columnIndex(e);
      sums[c] += LongTails.shortened(features.value(e), logScales[c]);
    }
    // squares of differences, not differences of squares: columns near 1000 would lose all digits
    double[] squares = new double[columns];
    int[] present = new int[columns];
    for (int e = 0; e < features.nonZeros(); e++) {
      int c = features.columnIndex(e);
      double value = LongTails.shortened(features.value(e), logScales[c]);
      double difference = value - sums[c] / features.rows();
      squares[c] += difference * difference;
      present[c]++;
    }
    double[] means = new double[columns];
    for (int c = 0; c < columns; c++) {
      means[c] = sums[c] / features.rows();
      squares[c] += (features.rows() - present[c]) * means[c] * means[c];
    }
    return Fitted.standard(features.rows(), logScales, means, squares);
  }

  /**
   * A {@link FeatureScaling} that knows what it needs of the training graph, so that nodes of
   * another graph are scaled in the same way. Immutable and thread-safe.
   */
  public static final class Fitted {
    private final FeatureScaling scaling;
    private final float[] logScales;
    private final float[] means;
    private final float[] deviations;

    Fitted(FeatureScaling scaling, float[] logScales, float[] means, float[] deviations) {
      this.scaling = scaling;
      this.logScales = logScales;
      this.means = means;
      this.deviations = deviations;
    }

    /**
     * Returns the scaler that {@link #scaling()}, {@link #means()} and {@link #deviations()} tell,
     * without logarithms.
     *
     * @throws IllegalArgumentException as {@link #of(FeatureScaling, float[], float[], float[])}
     */
    public static Fitted of(FeatureScaling scaling, float[] means, float[] deviations) {
      return of(scaling, NONE_OF_ANY, means, deviations);
    }

    /**
     * Returns the scaler that {@link #scaling()}, {@link #logScales()}, {@link #means()} and {@link
     * #deviations()} tell.
     *
     * @param scaling any but {@link FeatureScaling#AUTOMATIC}
     * @param logScales by column, empty unless the scaling is {@link FeatureScaling#STANDARD_LOG}
     * @param means by column, empty unless columns are given a mean of 0
     * @param deviations by column, as many
     * @throws IllegalArgumentException if they do not belong together, or a number is not finite or
     *     a scale or deviation negative
     */
    public static Fitted of(
        FeatureScaling scaling, float[] logScales, float[] means, float[] deviations) {
      if (scaling == FeatureScaling.AUTOMATIC) {
        throw new IllegalArgumentException(
            "expected the scaling that was chosen, found " + scaling);
      }
      if (means.length != deviations.length || means.length > 0 != scaling.isStandard()) {
        throw new IllegalArgumentException(
            "expected a mean and a deviation for each column with STANDARD and STANDARD_LOG and"
                + " none without them, found "
                + means.length
                + " and "
                + deviations.length
                + " with "
                + scaling);
      }
      if (logScales.length != (scaling == FeatureScaling.STANDARD_LOG ? means.length : 0)) {
        throw new IllegalArgumentException(
            "expected a scale for each column with STANDARD_LOG and none without it, found "
                + logScales.length
                + " with "
                + scaling);
      }
      for (int c = 0; c < means.length; c++) {
        float scale = logScales.length == 0 ? 0 : logScales[c];
        if (!Float.isFinite(means[c]) || !isSize(deviations[c]) || !isSize(scale)) {
          throw new IllegalArgumentException(
              "column "
                  + c
                  + " has the mean "
                  + means[c]
                  + ", the deviation "
                  + deviations[c]
                  + " and the scale "
                  + scale);
        }
      }
      return new Fitted(scaling, logScales.clone(), means.clone(), deviations.clone());
    }

    private static boolean isSize(float number) {
      return number >= 0 && number < Float.POSITIVE_INFINITY;
    }

    /**
     * Returns the scaler of {@link FeatureScaling#STANDARD_LOG}, or of {@link
     * FeatureScaling#STANDARD} if no column has long tails.
     *
     * @param rows nodes of the training graph
     * @param logScales {@link LongTails#scales} of each column
     * @param means the mean of each column, {@linkplain LongTails#shortened shortened}
     * @param squares by column, the sum over all rows of the squared difference from the mean
     */
    public static Fitted standard(long rows, float[] logScales, double[] means, double[] squares) {
      float[] rounded = new float[means.length];
      float[] deviations = new float[means.length];
      boolean anyLogs = false;
      for (int c = 0; c < means.length; c++) {
        rounded[c] = (float) means[c];
        double deviation = Math.sqrt(squares[c] / rows);
        // the mean is rounded, so that a column without deviation can seem to have a little
        deviations[c] = deviation <= 1e-6 * Math.abs(means[c]) ? 0f : (float) deviation;
        anyLogs |= logScales[c] > 0;
      }
      return anyLogs
          ? new Fitted(FeatureScaling.STANDARD_LOG, logScales.clone(), rounded, deviations)
          : new Fitted(FeatureScaling.STANDARD, NONE_OF_ANY, rounded, deviations);
    }

    /** Returns how features are scaled; never {@link FeatureScaling#AUTOMATIC}. */
    public FeatureScaling scaling() {
      return scaling;
    }

    /**
     * Returns what each column is multiplied by before its logarithm is taken, 0 if none is; empty
     * unless the scaling is {@link FeatureScaling#STANDARD_LOG}.
     */
    public float[] logScales() {
      return logScales.clone();
    }

    /** Returns the mean of each column of the training graph; empty if they are not needed. */
    public float[] means() {
      return means.clone();
    }

    /** Returns the deviation of each column of the training graph; empty if not needed. */
    public float[] deviations() {
      return deviations.clone();
    }

    /**
     * Returns the scaled features.
     *
     * @param features a row for each node, with the columns of the training graph
     * @return a matrix of the same shape
     * @throws IllegalArgumentException if the columns are not as many as those of the training
     *     graph
     */
    public CsrMatrix apply(CsrMatrix features) {
      Objects.requireNonNull(features, "features");
      return switch (scaling) {
        case NONE -> features;
        case LEFT_OUT ->
            CsrMatrix.ofOnes(
                features.rows(), features.columns(), new int[features.rows() + 1], new int[0]);
        case ROW, BINARY_ROW, UNIT -> scaleRows(features);
        default -> standardize(features);
      };
    }

    private CsrMatrix standardize(CsrMatrix features) {
      int columns = means.length;
      if (features.columns() != columns) {
        throw new IllegalArgumentException(
            "expected " + columns + " columns as the training graph had, found " + features);
      }
      int varying = 0;
      for (float deviation : deviations) {
        varying += deviation > 0 ? 1 : 0;
      }
      int count =
          Limits.checkNonZeros(
              (long) features.rows() * varying, "standardised features of all nodes");
      int[] pointers = new int[features.rows() + 1];
      int[] indices = new int[count];
      float[] values = new float[count];
      float[] row = new float[columns];
      int next = 0;
      for (int node = 0; node < features.rows(); node++) {
        Arrays.fill(row, 0f);
        for (int e = features.rowStart(node); e < features.rowEnd(node); e++) {
          row[features.columnIndex(e)] = features.value(e);
        }
        for (int c = 0; c < columns; c++) {
          if (deviations[c] > 0) {
            indices[next] = c;
            values[next++] = (shortened(row[c], c) - means[c]) / deviations[c];
          }
        }
        pointers[node + 1] = next;
      }
      return CsrMatrix.of(features.rows(), columns, pointers, indices, values);
    }

    private float shortened(float value, int column) {
      return logScales.length == 0 ? value : (float) LongTails.shortened(value, logScales[column]);
    }

    private CsrMatrix scaleRows(CsrMatrix features) {
      int rows = features.rows();
      int[] pointers = new int[rows + 1];
      int[] columns = new int[features.nonZeros()];
      float[] values = new float[features.nonZeros()];
      for (int row = 0; row < rows; row++) {
        double size = 0;
        for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
          double value = value(features, e);
          size += scaling == UNIT ? value * value : Math.abs(value);
        }
        size = scaling == UNIT ? Math.sqrt(size) : size;
        for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
          columns[e] = features.columnIndex(e);
          values[e] = size == 0 ? 0f : (float) (value(features, e) / size);
        }
        pointers[row + 1] = features.rowEnd(row);
      }
      return CsrMatrix.of(rows, features.columns(), pointers, columns, values);
    }

    private float value(CsrMatrix features, int entry) {
      float value = features.value(entry);
      return scaling == BINARY_ROW && value != 0 ? 1f : value;
    }

    @Override
    public String toString() {
      return "Fitted(" + scaling + ")";
    }
  }

  /**
   * What {@link FeatureScaling#AUTOMATIC} means, at one place: told all values of a training
   * graph's features, it chooses how they are scaled.
   *
   * <ul>
   *   <li>Features that a reader made of a table ({@link FeatureSchema#isOfTable}) have their
   *       numbers scaled already: {@link FeatureScaling#NONE} if one is below zero, else {@link
   *       FeatureScaling#UNIT}, which suits words, categories and counts.
   *   <li>Others are real columns, {@link FeatureScaling#STANDARD_LOG}, if one value is below zero;
   *       if at least half of all cells are neither 0 nor 1; or if columns of numbers that most
   *       nodes have hold two thirds of the sum of all values, beside which nothing would be left
   *       of the others in a row of length one. {@code UNIT} if they are none, or that would make
   *       more than 100 million entries.
   * </ul>
   *
   * <p>Values may be told in parts, on several machines, and the parts added up. Not thread-safe.
   */
  public static final class Automatic implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final long MOST_STANDARD_CELLS = 100_000_000L;

    private final long rows;
    private final boolean ofTable;
    private final boolean tooLarge;
    private final int[] present;
    private final boolean[] hasNumbers;
    private final double[] sums;
    private long numbers;
    private boolean negative;

    /**
     * Begins to look at features.
     *
     * @param rows nodes of the training graph
     * @param columns features of a node
     * @param ofTable whether a reader made them of a table
     */
    public Automatic(long rows, int columns, boolean ofTable) {
      this.rows = rows;
      this.ofTable = ofTable;
      this.tooLarge = isTooLarge(rows, columns);
      int looked = ofTable || tooLarge ? 0 : columns;
      this.present = new int[looked];
      this.hasNumbers = new boolean[looked];
      this.sums = new double[looked];
    }

    static FeatureScaling choose(CsrMatrix features, boolean ofTable) {
      Automatic automatic = new Automatic(features.rows(), features.columns(), ofTable);
      for (int e = 0; e < features.nonZeros() && !automatic.isSettled(); e++) {
        automatic.add(features.columnIndex(e), features.value(e));
      }
      return automatic.choice();
    }

    /** Whether standardised features would be too many. */
    static boolean isTooLarge(long rows, int columns) {
      return rows * columns > MOST_STANDARD_CELLS;
    }

    /** Returns whether the choice stands, whatever values follow. */
    public boolean isSettled() {
      return negative || tooLarge && !ofTable;
    }

    /** Takes a value into account; zeros may be left out. */
    public void add(int column, float value) {
      negative |= value < 0;
      if (present.length == 0 || value == 0) {
        return;
      }
      present[column]++;
      sums[column] += value;
      if (value != 1) {
        numbers++;
        hasNumbers[column] = true;
      }
    }

    /** Takes into account what another part of the same features told. */
    public void add(Automatic other) {
      negative |= other.negative;
      numbers += other.numbers;
      for (int c = 0; c < present.length; c++) {
        present[c] += other.present[c];
        hasNumbers[c] |= other.hasNumbers[c];
        sums[c] += other.sums[c];
      }
    }

    /** Returns how the features are scaled. */
    public FeatureScaling choice() {
      if (ofTable) {
        return negative ? FeatureScaling.NONE : FeatureScaling.UNIT;
      }
      return !tooLarge && (negative || areNumbers())
          ? FeatureScaling.STANDARD_LOG
          : FeatureScaling.UNIT;
    }

    private boolean areNumbers() {
      double sum = 0;
      double ofNumbers = 0;
      for (int c = 0; c < present.length; c++) {
        sum += sums[c];
        ofNumbers += hasNumbers[c] && 2L * present[c] > rows ? sums[c] : 0;
      }
      boolean table = numbers > 0 && 3 * ofNumbers >= 2 * sum;
      return table || 2 * numbers >= rows * present.length;
    }
  }
}

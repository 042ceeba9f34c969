package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A convolution whose propagation is decoupled from its weights: H' = σ(drop(P H) W), where P H has
 * no weights and is either the mean over hops, α H + (1 - α)/K Σ<sub>k=1..K</sub> Â<sup>k</sup> H
 * (Zhu and Koniusz, ICLR 2021), or the hops side by side, each with weights of its own (Frasca et
 * al. 2020). Â = D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup>.
 *
 * <p>As the first layer it propagates its input once, and again only when it is given another one:
 * from then on a node is a row, and an epoch costs O(nnz(P H) · nOut) for the nodes that count,
 * whatever the edges. P H takes 8 bytes per value, at most 8 · nodes · nIn. Dropout is on P H;
 * {@code inputDropout}, which would change H in every pass, is refused.
 */
public final class DecoupledConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private int hops;
  private double ownShare;
  private boolean sideBySide;
  private double propagatedDropout;

  private DecoupledConvLayer() {}

  private DecoupledConvLayer(Builder builder) {
    super(builder);
    this.hops = builder.hops;
    this.ownShare = builder.ownShare;
    this.sideBySide = builder.sideBySide;
    this.propagatedDropout = builder.propagatedDropout;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    if (getIDropout() != null) {
      throw new IllegalArgumentException(
          "DecoupledConvLayer propagates its input once and so cannot drop it: use"
              + " propagatedDropout instead of inputDropout");
    }
    hops();
    DropoutMask.checkRate("propagatedDropout", propagatedDropout);
  }

  /** Returns what the layer does to its input before weights come in: P. */
  public Hops hops() {
    return new Hops(hops, ownShare, sideBySide);
  }

  /** Returns the probability to drop a propagated value in training. */
  public double propagatedDropout() {
    return propagatedDropout;
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter(WEIGHTS, hops().width(inputs()), units()));
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    RowSet rows = outputRows;
    for (int k = 0; k < hops && !rows.isAll(); k++) {
      rows = adjacency.normalized().reach(rows);
    }
    return Optional.of(rows);
  }

  /** A sparse input and what became of it. */
  private static final class Propagated {
    private @Nullable CsrMatrix source;
    private @Nullable SparseInput rows;
  }

  private SparseInput propagated(Pass pass) {
    Propagated kept = pass.kept(Propagated.class, Propagated::new);
    CsrMatrix source = pass.sparseInput();
    SparseInput rows = kept.rows;
    if (rows == null || kept.source != source) {
      rows = new SparseInput(hops().apply(pass.adjacency().normalized(), source, pass.workers()));
      kept.source = source;
      kept.rows = rows;
    }
    return rows;
  }

  private boolean dropsOut(Pass pass) {
    return pass.training() && propagatedDropout > 0;
  }

  @Override
  protected void forward(Pass pass) {
    if (!pass.hasSparseInput()) {
      forwardDense(pass);
      return;
    }
    SparseInput rows = propagated(pass);
    if (dropsOut(pass)) {
      rows.drop(propagatedDropout, pass.random(), pass.outputRows(), pass.workers());
    } else {
      rows.keepAll(pass.outputRows());
    }
    rows.multiply(pass.parameter(WEIGHTS), pass.output(), pass.workers());
  }

  @Override
  protected void backward(Pass pass) {
    if (pass.hasSparseInput()) {
      propagated(pass)
          .multiplyTransposed(pass.outputGradient(), pass.gradient(WEIGHTS), pass.workers());
    } else {
      backwardDense(pass);
    }
  }

  private DenseMatrix densePropagated(Pass pass) {
    return pass.buffer("PH", pass.nodes(), hops().width(inputs()));
  }

  private DenseMatrix[] scratch(Pass pass) {
    return new DenseMatrix[] {
      pass.buffer("one hop", pass.nodes(), inputs()), pass.buffer("another", pass.nodes(), inputs())
    };
  }

  private DropoutMask mask(Pass pass) {
    return pass.kept(
        DropoutMask.class,
        () -> new DropoutMask(propagatedDropout, pass.nodes(), hops().width(inputs())));
  }

  /** What other layers give is propagated in every pass. */
  private void forwardDense(Pass pass) {
    DenseMatrix propagated = densePropagated(pass);
    hops()
        .apply(
            pass.adjacency().normalized(), pass.input(), propagated, scratch(pass), pass.workers());
    if (dropsOut(pass)) {
      mask(pass).draw(pass.random(), RowSet.all(pass.nodes()), pass.workers());
      mask(pass).apply(propagated, propagated, pass.workers());
    }
    Dense.multiply(propagated, pass.parameter(WEIGHTS), pass.output(), pass.workers());
  }

  private void backwardDense(Pass pass) {
    DenseMatrix gradient = pass.outputGradient();
    Dense.multiplyTransposedLeft(
        densePropagated(pass), gradient, pass.gradient(WEIGHTS), pass.workers());
    if (!pass.needsInputGradient()) {
      return;
    }
    DenseMatrix ofPropagated = pass.buffer("dPH", pass.nodes(), hops().width(inputs()));
    Dense.multiplyTransposedRight(gradient, pass.parameter(WEIGHTS), ofPropagated, pass.workers());
    if (dropsOut(pass)) {
      mask(pass).apply(ofPropagated, ofPropagated, pass.workers());
    }
    hops()
        .applyTransposed(
            pass.adjacency().normalized(),
            ofPropagated,
            pass.inputGradient(),
            scratch(pass),
            pass.workers());
  }

  /** Sets up the layer. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int hops = 2;
    private double ownShare;
    private boolean sideBySide;
    private double propagatedDropout;

    private Builder() {}

    /**
     * Sets K, how many steps away a node sees; 2.
     *
     * @param hops 1 to 10,000
     * @return this builder
     */
    public Builder hops(int hops) {
      this.hops = hops;
      return this;
    }

    /**
     * Sets α, the share of a node's own values in the mean over hops beside what Â has of them; 0.
     *
     * @param share in [0, 1]
     * @return this builder
     */
    public Builder ownShare(double share) {
      this.ownShare = share;
      return this;
    }

    /**
     * Sets whether the hops stay apart, each with weights of its own, in place of their mean;
     * false.
     *
     * @param sideBySide whether they do
     * @return this builder
     */
    public Builder sideBySide(boolean sideBySide) {
      this.sideBySide = sideBySide;
      return this;
    }

    /**
     * Sets the probability to drop a propagated value in training, the others being scaled up; 0.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder propagatedDropout(double rate) {
      this.propagatedDropout = rate;
      return this;
    }

    @Override
    public DecoupledConvLayer build() {
      return validated(new DecoupledConvLayer(this));
    }
  }

  /**
   * What nodes hold up to K steps away, as a linear map without weights: the mean over hops, α X +
   * (1 - α)/K Σ<sub>k=1..K</sub> M<sup>k</sup> X (Zhu and Koniusz, ICLR 2021), or the hops side by
   * side, [M X, ..., M<sup>K</sup> X] (Frasca et al. 2020). Propagated once, a row then stands for
   * its node: networks on rows need no graph.
   *
   * @param count K
   * @param ownShare α, the share of a node's own values in the mean; 0 side by side
   * @param sideBySide whether the hops stay apart
   */
  public record Hops(int count, double ownShare, boolean sideBySide) {
    /** Columns of a sparse matrix that are propagated at once: a few cache lines of each row. */
    private static final int BLOCK = 32;

    /** Checks the settings. */
    public Hops {
      Checks.between(1, MOST_STEPS, count, "hops");
      Checks.share(ownShare, "ownShare");
      if (sideBySide && ownShare != 0) {
        throw new IllegalArgumentException(
            "ownShare is a share of the mean over hops: it must be 0 side by side, got "
                + ownShare);
      }
    }

    /** Returns how many columns come out for so many. */
    public int width(int columns) {
      return sideBySide ? Math.multiplyExact(count, columns) : columns;
    }

    /**
     * Propagates.
     *
     * @param operator M
     * @param in X
     * @param out where the result goes, {@link #width} columns
     * @param scratch two matrices of the shape of {@code in}, overwritten
     * @param workers the threads to use
     */
    public void apply(
        LinearOperator operator,
        DenseMatrix in,
        DenseMatrix out,
        DenseMatrix[] scratch,
        Workers workers) {
      if (sideBySide) {
        DenseMatrix current = in;
        for (int k = 0; k < count; k++) {
          DenseMatrix next = scratch[k % 2];
          operator.apply(current, next, workers);
          copyColumns(next, 0, out, k * in.columns(), in.columns(), workers);
          current = next;
        }
        return;
      }
      mean(in, out, scratch[0], workers, (x, y) -> operator.apply(x, y, workers));
    }

    /**
     * Computes the transpose of {@link #apply}, for gradients.
     *
     * @param operator M
     * @param in the gradient at what {@code apply} gave
     * @param out where the gradient at what it was given goes
     * @param scratch two matrices of the shape of {@code out}, overwritten
     * @param workers the threads to use
     */
    public void applyTransposed(
        LinearOperator operator,
        DenseMatrix in,
        DenseMatrix out,
        DenseMatrix[] scratch,
        Workers workers) {
      if (!sideBySide) {
        mean(in, out, scratch[0], workers, (x, y) -> operator.applyTransposed(x, y, workers));
        return;
      }
      // Horner's scheme from the farthest hop: out ← Mᵀ (in_k + out)
      int columns = out.columns();
      for (int k = count - 1; k >= 0; k--) {
        copyColumns(in, k * columns, scratch[0], 0, columns, workers);
        if (k < count - 1) {
          Dense.add(out, scratch[0], workers);
        }
        operator.applyTransposed(scratch[0], out, workers);
      }
    }

    @FunctionalInterface
    private interface Step {
      void run(DenseMatrix in, DenseMatrix out);
    }

    /** Σ_{k=0..K} M^k X by Horner's scheme, of which hop 0 has a share of its own. */
    private void mean(
        DenseMatrix in, DenseMatrix out, DenseMatrix spread, Workers workers, Step propagate) {
      DenseMatrix current = in;
      for (int k = 0; k < count; k++) {
        propagate.run(current, spread);
        Dense.combine(1f, spread, 1f, in, out, workers);
        current = out;
      }
      float share = (float) ((1 - ownShare) / count);
      Dense.combine(share, out, (float) ownShare - share, in, out, workers);
    }

    private static void copyColumns(
        DenseMatrix from,
        int fromColumn,
        DenseMatrix to,
        int toColumn,
        int count,
        Workers workers) {
      workers.forRows(
          from.rows(),
          count,
          (first, end) -> {
            for (int row = first; row < end; row++) {
              System.arraycopy(
                  from.data(),
                  row * from.columns() + fromColumn,
                  to.data(),
                  row * to.columns() + toColumn,
                  count);
            }
          });
    }

    /**
     * Propagates a sparse matrix, some columns at a time. What comes out has entries wherever one
     * is within reach: the farther the hops, the closer to {@code rows · columns}.
     *
     * @param operator M
     * @param in X
     * @param workers the threads to use
     * @throws IllegalArgumentException if the result has more entries than an array holds
     */
    public CsrMatrix apply(LinearOperator operator, CsrMatrix in, Workers workers) {
      int rows = in.rows();
      DenseMatrix block = DenseMatrix.zeros(rows, BLOCK);
      DenseMatrix propagated = DenseMatrix.zeros(rows, width(BLOCK));
      DenseMatrix[] scratch = {DenseMatrix.zeros(rows, BLOCK), DenseMatrix.zeros(rows, BLOCK)};
      int[] next = new int[rows];
      for (int row = 0; row < rows; row++) {
        next[row] = in.rowStart(row);
      }
      int parts = sideBySide ? count : 1;
      List<List<Piece>> pieces = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        pieces.add(new ArrayList<>());
      }
      for (int first = 0; first < in.columns(); first += BLOCK) {
        block.fill(0f);
        for (int row = 0; row < rows; row++) {
          while (next[row] < in.rowEnd(row) && in.columnIndex(next[row]) < first + BLOCK) {
            block.set(row, in.columnIndex(next[row]) - first, in.value(next[row]++));
          }
        }
        apply(operator, block, propagated, scratch, workers);
        for (int part = 0; part < parts; part++) {
          int shift = part * in.columns() + first;
          pieces.get(part).add(Piece.of(propagated, part * BLOCK, shift));
        }
      }
      return joined(rows, width(in.columns()), pieces.stream().flatMap(List::stream).toList());
    }

    /** The non-zeros of a block of columns. */
    private record Piece(int[] pointers, int[] columns, float[] values) {
      static Piece of(DenseMatrix block, int from, int shift) {
        int[] pointers = new int[block.rows() + 1];
        for (int row = 0; row < block.rows(); row++) {
          int start = row * block.columns() + from;
          int count = 0;
          for (int i = start; i < start + BLOCK; i++) {
            count += block.data()[i] != 0f ? 1 : 0;
          }
          pointers[row + 1] = Math.addExact(pointers[row], count);
        }
        int[] columns = new int[pointers[block.rows()]];
        float[] values = new float[columns.length];
        int next = 0;
        for (int row = 0; row < block.rows(); row++) {
          for (int c = 0; c < BLOCK; c++) {
            float value = block.data()[row * block.columns() + from + c];
            if (value != 0f) {
              columns[next] = shift + c;
              values[next++] = value;
            }
          }
        }
        return new Piece(pointers, columns, values);
      }
    }

    private static CsrMatrix joined(int rows, int columns, List<Piece> pieces) {
      long entries = 0;
      for (Piece piece : pieces) {
        entries += piece.values.length;
      }
      if (entries > Integer.MAX_VALUE - 8) {
        throw new IllegalArgumentException(
            "the propagated features have "
                + entries
                + " values, more than an array holds: use fewer hops or features");
      }
      int[] pointers = new int[rows + 1];
      int[] indices = new int[(int) entries];
      float[] values = new float[(int) entries];
      int next = 0;
      for (int row = 0; row < rows; row++) {
        for (Piece piece : pieces) {
          int start = piece.pointers[row];
          int length = piece.pointers[row + 1] - start;
          System.arraycopy(piece.columns, start, indices, next, length);
          System.arraycopy(piece.values, start, values, next, length);
          next += length;
        }
        pointers[row + 1] = next;
      }
      return CsrMatrix.of(rows, columns, pointers, indices, values);
    }
  }
}

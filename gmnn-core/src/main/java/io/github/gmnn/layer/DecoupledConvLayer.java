package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.Hops;
import io.github.gmnn.sparse.SparseInput;
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
    if (getIDropout() != null) {
      throw new IllegalArgumentException(
          "DecoupledConvLayer propagates its input once and so cannot drop it: use"
              + " propagatedDropout in place of inputDropout");
    }
    this.hops = builder.hops;
    this.ownShare = builder.ownShare;
    this.sideBySide = builder.sideBySide;
    this.propagatedDropout = builder.propagatedDropout;
    hops();
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
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
     * @param hops at least 1
     * @return this builder
     */
    public Builder hops(int hops) {
      this.hops = Checks.atLeast(1, hops, "hops");
      return this;
    }

    /**
     * Sets α, the share of a node's own values in the mean over hops beside what Â has of them; 0.
     *
     * @param share in [0, 1]
     * @return this builder
     */
    public Builder ownShare(double share) {
      this.ownShare = Checks.share(share, "ownShare");
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
      this.propagatedDropout = DropoutMask.checkRate("propagatedDropout", rate);
      return this;
    }

    @Override
    public DecoupledConvLayer build() {
      return new DecoupledConvLayer(this);
    }
  }
}

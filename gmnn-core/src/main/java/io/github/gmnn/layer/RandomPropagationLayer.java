package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.ThinnedAdjacency;
import java.util.Arrays;
import java.util.List;

/**
 * Random propagation, Feng et al., "Graph Random Neural Networks for Semi-Supervised Learning on
 * Graphs" (GRAND), NeurIPS 2020: H' = σ(1/(K+1) Σ<sub>k=0..K</sub> Â<sup>k</sup> (n ⊙ X (c ⊙ W))),
 * with Â = D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup>. In training n drops whole nodes and c whole
 * columns of X, so that every pass sees another view of the graph; an objective such as {@code
 * Consistency} asks several passes to agree. Edges can be dropped too, Â then being that of the
 * edges that are left (DropEdge, Rong et al., ICLR 2020).
 *
 * <p>Dropped nodes are not made up for by the others: in evaluation every node counts 1 - δ, δ
 * being the probability to drop it. Dropped columns are, as usual. Since dropping nodes and mixing
 * orders is linear, XW is computed first and only {@code nOut} columns travel, by Horner's scheme.
 *
 * <p>An epoch costs O(nnz(X) · nOut + K · edges · nOut) for each pass, of which the first term is
 * one for all passes where neither columns nor elements of X are dropped.
 */
public final class RandomPropagationLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private int order;
  private double nodeDropout;
  private double columnDropout;
  private boolean antithetic;
  private double edgeDropout;

  private RandomPropagationLayer() {}

  private RandomPropagationLayer(Builder builder) {
    super(builder);
    this.order = builder.order;
    this.nodeDropout = builder.nodeDropout;
    this.columnDropout = builder.columnDropout;
    this.antithetic = builder.antithetic;
    this.edgeDropout = builder.edgeDropout;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    Checks.between(1, MOST_STEPS, order, "order");
    DropoutMask.checkRate("nodeDropout", nodeDropout);
    DropoutMask.checkRate("columnDropout", columnDropout);
    DropoutMask.checkRate("edgeDropout", edgeDropout);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter(WEIGHTS, inputs(), units()));
  }

  /** A factor for each row of a matrix: 0 for those that are dropped. */
  private static final class Factors {
    private final float[] values;

    Factors(int rows) {
      values = new float[rows];
    }

    void fill(float value) {
      Arrays.fill(values, value);
    }

    /** Drops rows, in mirror image those that are kept otherwise. */
    void draw(double rate, float kept, RandomStream random, boolean mirrored) {
      for (int row = 0; row < values.length; row++) {
        double draw = random.uniform(row);
        values[row] = (mirrored ? 1 - draw : draw) < rate ? 0f : kept;
      }
    }

    /** {@code out = factors ⊙ in}; {@code out} may be {@code in} itself. */
    void scaleRows(DenseMatrix in, DenseMatrix out, Workers workers) {
      int columns = in.columns();
      float[] a = in.data();
      float[] b = out.data();
      workers.forRows(
          in.rows(),
          columns,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              float factor = values[row];
              for (int i = row * columns; i < (row + 1) * columns; i++) {
                b[i] = factor * a[i];
              }
            }
          });
    }
  }

  /** What a pass drops. */
  private record Masks(Factors nodes, Factors columns) {}

  private Masks masks(Pass pass) {
    return pass.kept(
        Masks.class, () -> new Masks(new Factors(pass.nodes()), new Factors(inputs())));
  }

  @Override
  protected void forward(Pass pass) {
    Masks masks = masks(pass);
    float share = 1f / (order + 1);
    if (pass.training()) {
      masks.nodes.draw(nodeDropout, share, pass.random().derive("nodes"), false);
    } else {
      masks.nodes.fill((float) (1 - nodeDropout) * share);
    }
    DenseMatrix transformed = pass.buffer("nXW", pass.nodes(), units());
    masks.nodes.scaleRows(
        transformed(pass, masks.columns, transformed), transformed, pass.workers());
    mix(pass, step(pass), transformed, pass.output());
  }

  /** X (c ⊙ W), in the given buffer or where all passes of the step have it. */
  private DenseMatrix transformed(Pass pass, Factors columns, DenseMatrix buffer) {
    if (sharesProduct(pass) || !pass.training() && columnDropout == 0 && pass.hasSparseInput()) {
      return pass.inputProduct(WEIGHTS);
    }
    DenseMatrix weights = pass.parameter(WEIGHTS);
    if (dropsColumns(pass)) {
      drawColumns(columns, pass);
      DenseMatrix kept = pass.buffer("cW", inputs(), units());
      columns.scaleRows(weights, kept, pass.workers());
      weights = kept;
    }
    pass.multiplyInput(weights, buffer);
    return buffer;
  }

  /** XW is the same in all passes of a step where no columns are dropped. */
  @Override
  protected void beforePasses(Pass first) {
    if (columnDropout == 0) {
      first.inputProduct(WEIGHTS);
    }
  }

  private boolean sharesProduct(Pass pass) {
    return columnDropout == 0 && pass.sharesInput();
  }

  /** Xᵀ (G₁ + G₂ + ...) in the first pass; the gradient of the weights is zero in the others. */
  @Override
  protected void afterPasses(List<Pass> passes) {
    if (columnDropout > 0) {
      return;
    }
    Pass first = passes.get(0);
    DenseMatrix sum = first.buffer("nXW", first.nodes(), units());
    for (Pass other : passes.subList(1, passes.size())) {
      Dense.add(other.buffer("nXW", first.nodes(), units()), sum, first.workers());
    }
    first.multiplyInputTransposed(sum, first.gradient(WEIGHTS));
  }

  private Step step(Pass pass) {
    if (!dropsEdges(pass)) {
      return pass.adjacency().normalized()::applyAndAdd;
    }
    ThinnedAdjacency edges = edges(pass);
    edges.draw(edgeDropout, pass.random().derive("edges"), pass.workers());
    return edges::applyAndAdd;
  }

  private Step transposedStep(Pass pass) {
    return dropsEdges(pass)
        ? edges(pass)::applyTransposedAndAdd
        : pass.adjacency().normalized()::applyTransposedAndAdd;
  }

  private boolean dropsEdges(Pass pass) {
    return pass.training() && edgeDropout > 0;
  }

  private static ThinnedAdjacency edges(Pass pass) {
    return pass.kept(ThinnedAdjacency.class, () -> new ThinnedAdjacency(pass.adjacency().matrix()));
  }

  private boolean dropsColumns(Pass pass) {
    return pass.training() && columnDropout > 0;
  }

  /** Antithetic passes come in pairs that share a stream; the second mirrors its draws. */
  private void drawColumns(Factors columns, Pass pass) {
    RandomStream random =
        antithetic ? pass.stepRandom().derive(pass.index() / 2) : pass.random().derive("columns");
    boolean mirrored = antithetic && pass.index() % 2 == 1;
    columns.draw(columnDropout, (float) (1 / (1 - columnDropout)), random, mirrored);
  }

  @Override
  protected void backward(Pass pass) {
    Masks masks = masks(pass);
    DenseMatrix gradient = pass.buffer("nXW", pass.nodes(), units());
    mix(pass, transposedStep(pass), pass.outputGradient(), gradient);
    masks.nodes.scaleRows(gradient, gradient, pass.workers());
    if (sharesProduct(pass)) {
      return; // the products with the input are one for all passes
    }
    DenseMatrix ofWeights = pass.gradient(WEIGHTS);
    pass.multiplyInputTransposed(gradient, ofWeights);
    boolean dropped = dropsColumns(pass);
    if (dropped) {
      masks.columns.scaleRows(ofWeights, ofWeights, pass.workers());
    }
    if (pass.needsInputGradient()) {
      DenseMatrix weights =
          dropped ? pass.buffer("cW", inputs(), units()) : pass.parameter(WEIGHTS);
      Dense.multiplyTransposedRight(gradient, weights, pass.inputGradient(), pass.workers());
    }
  }

  @FunctionalInterface
  private interface Step {
    void run(
        float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers);
  }

  /** {@code out = Σ_k M^k in} by Horner's scheme: out ← M out + in, K times from out = in. */
  private void mix(Pass pass, Step propagate, DenseMatrix in, DenseMatrix out) {
    DenseMatrix other = pass.buffer("ÂY", pass.nodes(), units());
    DenseMatrix current = in;
    for (int k = order; k >= 1; k--) {
      DenseMatrix next = k % 2 == 1 ? out : other; // such that the last one is out
      propagate.run(1f, current, 1f, in, next, pass.workers());
      current = next;
    }
  }

  /** Sets up random propagation. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int order = 8;
    private double nodeDropout = 0.5;
    private double columnDropout;
    private boolean antithetic;
    private double edgeDropout;

    private Builder() {}

    /**
     * Sets K, how many steps away a node sees; 8.
     *
     * @param order 1 to 10,000
     * @return this builder
     */
    public Builder order(int order) {
      this.order = order;
      return this;
    }

    /**
     * Sets the probability δ to drop a node; 0.5.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder nodeDropout(double rate) {
      this.nodeDropout = rate;
      return this;
    }

    /**
     * Sets the probability to drop a column of the input in a pass, for all nodes at once, the
     * others being scaled up; 0. Unlike {@code inputDropout} it leaves a node's input a view that
     * its neighbours share.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder columnDropout(double rate) {
      this.columnDropout = rate;
      return this;
    }

    /**
     * Sets whether the passes of a step come in pairs whose draws of columns mirror each other: at
     * a rate of 0.5, one keeps what the other drops; false.
     *
     * @param antithetic whether they do
     * @return this builder
     */
    public Builder antithetic(boolean antithetic) {
      this.antithetic = antithetic;
      return this;
    }

    /**
     * Sets the probability to drop an edge in a pass, both directions of it together; 0. Degrees
     * are those of the edges that are left, and nothing makes up for the others in evaluation.
     * Edges must be written out, which those of line graphs are not.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder edgeDropout(double rate) {
      this.edgeDropout = rate;
      return this;
    }

    @Override
    public RandomPropagationLayer build() {
      return validated(new RandomPropagationLayer(this));
    }
  }
}

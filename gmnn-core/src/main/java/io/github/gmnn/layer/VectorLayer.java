package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A linear map of a node's features, and of its vector beside them: H' = σ(H W + drop(Z) V). The
 * rows of Z are those of Σ<sub>k=0..K</sub> s<sub>k</sub> Â<sup>k</sup> (H E + 1 cᵀ), each divided
 * by its length: what a linear encoder makes of the surroundings of a node. Training leaves E, c
 * and s as they are. A fit sets them to what {@code GmnnEmbedder} learns of the graph without
 * labels; until then they are random, as W and V are.
 *
 * <p>As the first layer it computes Z once, and again when it is given another input. An epoch
 * costs O((nnz(H) + nodes · vectors) · nOut), and Z takes 8 bytes a node and vector column in
 * training.
 */
public final class VectorLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";
  private static final String VECTOR_WEIGHTS = "V";

  /** The fixed parameters: features x vectors, a row of vectors, and a row of K + 1. */
  private static final String ENCODER = "E";

  private static final String CENTER = "c";
  private static final String SHARES = "s";
  private static final int MOST_VECTORS = 100_000;

  private int vectors;
  private int steps;
  private double vectorDropout;

  private VectorLayer() {}

  private VectorLayer(Builder builder) {
    super(builder);
    this.vectors = builder.vectors;
    this.steps = builder.steps;
    this.vectorDropout = builder.vectorDropout;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the length of the vectors. */
  public int vectors() {
    return vectors;
  }

  /** Returns K, how many steps away a vector sees at most. */
  public int steps() {
    return steps;
  }

  @Override
  protected void validate() {
    Checks.between(1, MOST_VECTORS, vectors, "vectors");
    Checks.between(0, MOST_STEPS, steps, "steps");
    DropoutMask.checkRate("vectorDropout", vectorDropout);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(
        new Parameter(WEIGHTS, inputs(), units()),
        new Parameter(VECTOR_WEIGHTS, vectors, units()),
        new Parameter(ENCODER, inputs(), vectors),
        new Parameter(CENTER, 1, vectors),
        new Parameter(SHARES, 1, steps + 1));
  }

  @Override
  protected Set<String> fixedParameters() {
    return Set.of(ENCODER, CENTER, SHARES);
  }

  /**
   * Sets what training leaves as it is.
   *
   * @param parameters those of a network that begins with such a layer, in their order; changed
   * @param encoder E
   * @param center c
   * @param shares s
   */
  public static void fix(float[][] parameters, float[] encoder, float[] center, float[] shares) {
    float[][] fixed = {encoder, center, shares};
    for (int i = 0; i < fixed.length; i++) {
      System.arraycopy(fixed[i], 0, parameters[2 + i], 0, parameters[2 + i].length);
    }
  }

  /** Vectors, and what they were made of. */
  private static final class Encoded {
    private @Nullable CsrMatrix source;
    private float[][] fixed = new float[0][];
    private DenseMatrix rows = DenseMatrix.zeros(0, 1);
    private float[] lengths = new float[0];
  }

  private Encoded encoded(Pass pass) {
    Encoded kept = pass.kept(Encoded.class, Encoded::new);
    CsrMatrix source = pass.hasSparseInput() ? pass.sparseInput() : null;
    float[][] fixed = {
      pass.parameter(ENCODER).data(), pass.parameter(CENTER).data(), pass.parameter(SHARES).data()
    };
    if (source == null || source != kept.source || !Arrays.deepEquals(fixed, kept.fixed)) {
      kept.rows = mixed(pass, projected(pass, source));
      kept.lengths = divideByLength(kept.rows);
      kept.source = source;
      kept.fixed = Arrays.stream(fixed).map(float[]::clone).toArray(float[][]::new);
    }
    return kept;
  }

  /** H E + 1 cᵀ; nothing is dropped of sparse input. */
  private DenseMatrix projected(Pass pass, @Nullable CsrMatrix source) {
    DenseMatrix projected = DenseMatrix.zeros(pass.nodes(), vectors);
    if (source == null) {
      Dense.multiply(pass.input(), pass.parameter(ENCODER), projected, pass.workers());
    } else {
      source.apply(pass.parameter(ENCODER), projected, pass.workers());
    }
    float[] center = pass.parameter(CENTER).data();
    for (int i = 0; i < projected.data().length; i++) {
      projected.data()[i] += center[i % vectors];
    }
    return projected;
  }

  /** Σ s_k Â^k in, by Horner's scheme from the last share that is not zero. */
  private DenseMatrix mixed(Pass pass, DenseMatrix in) {
    return mixed(pass, in, pass.adjacency().normalized()::applyAndAdd);
  }

  @FunctionalInterface
  private interface Step {
    void run(
        float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers);
  }

  private DenseMatrix mixed(Pass pass, DenseMatrix in, Step step) {
    float[] shares = pass.parameter(SHARES).data();
    int last = steps;
    while (last > 0 && shares[last] == 0) {
      last--;
    }
    DenseMatrix current = in.copy();
    Dense.scale(shares[last], current, pass.workers());
    for (int k = last - 1; k >= 0; k--) {
      DenseMatrix next = DenseMatrix.zeros(in.rows(), in.columns());
      step.run(1f, current, shares[k], in, next, pass.workers());
      current = next;
    }
    return current;
  }

  private static float[] divideByLength(DenseMatrix rows) {
    float[] lengths = new float[rows.rows()];
    float[] data = rows.data();
    int width = rows.columns();
    for (int row = 0; row < lengths.length; row++) {
      double squares = 0;
      for (int i = row * width; i < (row + 1) * width; i++) {
        squares += (double) data[i] * data[i];
      }
      lengths[row] = (float) Math.sqrt(squares);
      float factor = inverse(lengths[row]);
      for (int i = row * width; i < (row + 1) * width; i++) {
        data[i] *= factor;
      }
    }
    return lengths;
  }

  private static float inverse(float length) {
    return length < Float.MIN_NORMAL ? 0f : 1 / length;
  }

  @Override
  protected void forward(Pass pass) {
    Encoded encoded = encoded(pass);
    DenseMatrix seen = encoded.rows;
    if (dropsVectors(pass)) {
      mask(pass).draw(pass.random().derive("vectors"), pass.outputRows(), pass.workers());
      seen = pass.buffer("drop(Z)", pass.nodes(), vectors);
      mask(pass).apply(encoded.rows, seen, pass.workers());
    }
    pass.multiplyInput(pass.parameter(WEIGHTS), pass.output());
    DenseMatrix ofVectors = pass.buffer("ZV", pass.nodes(), units());
    Dense.multiply(seen, pass.parameter(VECTOR_WEIGHTS), ofVectors, pass.workers());
    Dense.add(ofVectors, pass.output(), pass.workers());
  }

  private DropoutMask mask(Pass pass) {
    return pass.kept(
        DropoutMask.class, () -> new DropoutMask(vectorDropout, pass.nodes(), vectors));
  }

  private boolean dropsVectors(Pass pass) {
    return pass.training() && vectorDropout > 0;
  }

  @Override
  protected void backward(Pass pass) {
    Encoded encoded = encoded(pass);
    DenseMatrix gradient = pass.outputGradient();
    DenseMatrix seen =
        dropsVectors(pass) ? pass.buffer("drop(Z)", pass.nodes(), vectors) : encoded.rows;
    pass.multiplyInputTransposed(gradient, pass.gradient(WEIGHTS));
    Dense.multiplyTransposedLeft(seen, gradient, pass.gradient(VECTOR_WEIGHTS), pass.workers());
    if (pass.needsInputGradient()) {
      Dense.multiplyTransposedRight(
          gradient, pass.parameter(WEIGHTS), pass.inputGradient(), pass.workers());
      addGradientOfVectors(pass, encoded, gradient);
    }
  }

  private void addGradientOfVectors(Pass pass, Encoded encoded, DenseMatrix gradient) {
    DenseMatrix ofRows = DenseMatrix.zeros(pass.nodes(), vectors);
    Dense.multiplyTransposedRight(gradient, pass.parameter(VECTOR_WEIGHTS), ofRows, pass.workers());
    if (dropsVectors(pass)) {
      mask(pass).apply(ofRows, ofRows, pass.workers());
    }
    float[] data = ofRows.data();
    float[] rows = encoded.rows.data();
    for (int row = 0; row < pass.nodes(); row++) { // what is along a row does not change it
      double along = 0;
      for (int i = row * vectors; i < (row + 1) * vectors; i++) {
        along += (double) data[i] * rows[i];
      }
      for (int i = row * vectors; i < (row + 1) * vectors; i++) {
        data[i] = (float) (data[i] - along * rows[i]) * inverse(encoded.lengths[row]);
      }
    }
    DenseMatrix back = mixed(pass, ofRows, pass.adjacency().normalized()::applyTransposedAndAdd);
    DenseMatrix ofInput = DenseMatrix.zeros(pass.nodes(), inputs());
    Dense.multiplyTransposedRight(back, pass.parameter(ENCODER), ofInput, pass.workers());
    Dense.add(ofInput, pass.inputGradient(), pass.workers());
  }

  /** Sets up the layer. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int vectors = 256;
    private int steps = 8;
    private double vectorDropout;

    private Builder() {}

    /**
     * Sets the length of the vectors; 256.
     *
     * @param vectors 1 to 100,000
     * @return this builder
     */
    public Builder vectors(int vectors) {
      this.vectors = vectors;
      return this;
    }

    /**
     * Sets K, how many steps away a vector sees at most; 8, which is enough for what a fit sets.
     *
     * @param steps 0 to 10,000
     * @return this builder
     */
    public Builder steps(int steps) {
      this.steps = steps;
      return this;
    }

    /**
     * Sets the probability to drop an entry of a vector in training, the others being scaled up; 0.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder vectorDropout(double rate) {
      this.vectorDropout = rate;
      return this;
    }

    @Override
    public VectorLayer build() {
      return validated(new VectorLayer(this));
    }
  }
}

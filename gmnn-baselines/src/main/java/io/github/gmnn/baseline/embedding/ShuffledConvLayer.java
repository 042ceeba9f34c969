package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import java.util.List;

/**
 * A graph convolution that corrupts the graph in every training pass but the first: Â P X W with P
 * a random permutation, so that every node has the features of another. P X W is P (X W), and so
 * only {@code nOut} columns are moved.
 *
 * <p>An epoch costs O(nnz(X) · nOut + edges · nOut) for each pass.
 */
final class ShuffledConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private ShuffledConvLayer() {}

  private ShuffledConvLayer(PlainBuilder<ShuffledConvLayer> builder) {
    super(builder);
  }

  static PlainBuilder<ShuffledConvLayer> builder() {
    return new PlainBuilder<>(ShuffledConvLayer::new);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter(WEIGHTS, inputs(), units()));
  }

  /** Whose features each node has in a pass. */
  private static final class Order {
    private final int[] nodes;

    Order(int count) {
      nodes = new int[count];
    }

    void draw(RandomStream random) {
      for (int i = 0; i < nodes.length; i++) {
        int j = random.nextInt(i + 1);
        nodes[i] = nodes[j];
        nodes[j] = i;
      }
    }

    /** {@code to = P from}. */
    void apply(DenseMatrix from, DenseMatrix to, Workers workers) {
      int columns = from.columns();
      workers.forRows(
          nodes.length,
          columns,
          (first, last) -> {
            for (int i = first; i < last; i++) {
              System.arraycopy(from.data(), nodes[i] * columns, to.data(), i * columns, columns);
            }
          });
    }

    /** {@code to = Pᵀ from}. */
    void applyTransposed(DenseMatrix from, DenseMatrix to, Workers workers) {
      int columns = from.columns();
      workers.forRows(
          nodes.length,
          columns,
          (first, last) -> {
            for (int i = first; i < last; i++) {
              System.arraycopy(from.data(), i * columns, to.data(), nodes[i] * columns, columns);
            }
          });
    }
  }

  private static boolean corrupts(Pass pass) {
    return pass.training() && pass.index() > 0;
  }

  private static Order order(Pass pass) {
    return pass.kept(Order.class, () -> new Order(pass.nodes()));
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("XW", pass.nodes(), units());
    pass.multiplyInput(pass.parameter(WEIGHTS), transformed);
    if (corrupts(pass)) {
      DenseMatrix shuffled = pass.buffer("PXW", pass.nodes(), units());
      order(pass).draw(pass.random().derive("order"));
      order(pass).apply(transformed, shuffled, pass.workers());
      transformed = shuffled;
    }
    pass.propagate(transformed, pass.output());
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix gradient = pass.buffer("AᵀG", pass.nodes(), units());
    pass.propagateTransposed(pass.outputGradient(), gradient);
    if (corrupts(pass)) {
      DenseMatrix ordered = pass.buffer("PᵀAᵀG", pass.nodes(), units());
      order(pass).applyTransposed(gradient, ordered, pass.workers());
      gradient = ordered;
    }
    pass.multiplyInputTransposed(gradient, pass.gradient(WEIGHTS));
    if (pass.needsInputGradient()) {
      Dense.multiplyTransposedRight(
          gradient, pass.parameter(WEIGHTS), pass.inputGradient(), pass.workers());
    }
  }
}

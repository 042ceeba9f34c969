package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first layer of a p that does not see its own label: H' = σ(X W<sub>0</sub> + Σ<sub>r</sub>
 * M<sub>r</sub> Y W<sub>r</sub>), Y being the labels, M<sub>r</sub> the mean over the neighbours of
 * a relation and X the attributes of the node itself, if p is given any. With {@code LinearLayer}s
 * after it p is the paper's p(y<sub>n</sub> | y<sub>NB(n)</sub>, x<sub>n</sub>) to the letter.
 * Every relation of the graph has weights of its own; a graph without relations has one set.
 *
 * <p>Labels are few columns, so that an epoch costs O(relations · edges · classes) for the means
 * and O(nodes · nOut · (relations · classes + attributes)) for the rest: where there are more
 * hidden units than classes, far less than a convolution of every relation.
 */
public final class NeighborLabelLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String ATTRIBUTES = "Wself";
  private static final String LABELS = "W";
  private static final String ALL = "";

  private int labels;

  @SuppressWarnings("serial") // of JDK 25, which takes an annotated List for another type
  private @Nullable List<String> relations;

  private NeighborLabelLayer() {}

  private NeighborLabelLayer(Builder builder) {
    super(builder);
    this.labels = builder.labels;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    Checks.atLeast(0, labels, "labels");
    if (relations != null) {
      RelationNames.checkDistinct(relations);
    }
  }

  @Override
  protected void completeFor(Adjacency adjacency, boolean oneHot) {
    List<String> found = adjacency.relations().isEmpty() ? List.of(ALL) : adjacency.relations();
    if (relations == null) {
      relations = List.copyOf(found);
    }
    if (!relations.containsAll(found)) {
      throw new IllegalArgumentException(
          "NeighborLabelLayer knows the relations " + relations + ", but the graph has " + found);
    }
  }

  @Override
  protected void completeFor(int classes) {
    if (labels == 0) {
      labels = classes;
    }
  }

  private List<String> relations() {
    if (relations == null || labels == 0) {
      throw new IllegalStateException(
          "NeighborLabelLayer does not know the "
              + (labels == 0 ? "number of labels" : "relations of the graph")
              + ": name them, or leave it to a network of this library");
    }
    return relations;
  }

  private int attributes() {
    int count = inputs() - labels;
    if (count < 0) {
      throw new IllegalArgumentException(
          "NeighborLabelLayer takes " + labels + " labels, but has " + inputs() + " inputs");
    }
    return count;
  }

  @Override
  protected List<Parameter> parameters() {
    Parameter ofLabels =
        new Parameter(LABELS, Math.multiplyExact(relations().size(), labels), units());
    return attributes() == 0
        ? List.of(ofLabels)
        : List.of(ofLabels, new Parameter(ATTRIBUTES, attributes(), units()));
  }

  /** The mean over the neighbours of a relation, and the first of its columns. */
  private record Mean(LinearOperator operator, int column) {}

  /** Those of the relations that the graph has; there are no labels along others. */
  private record Means(List<Mean> list) {}

  private List<Mean> means(Pass pass) {
    return pass.kept(Means.class, () -> collect(pass.adjacency())).list();
  }

  private Means collect(Adjacency graph) {
    List<Mean> means = new ArrayList<>();
    for (int r = 0; r < relations().size(); r++) {
      String relation = relations().get(r);
      if (relation.equals(ALL)) {
        means.add(new Mean(graph.mean(), r * labels));
      } else if (graph.relations().contains(relation)) {
        means.add(new Mean(graph.relation(relation).mean(), r * labels));
      }
    }
    return new Means(means);
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix own = pass.buffer("Y", pass.nodes(), labels);
    pass.multiplyInput(selection(pass), own);
    DenseMatrix around = around(pass);
    DenseMatrix ofRelation = pass.buffer("MY", pass.nodes(), labels);
    for (Mean mean : means(pass)) {
      pass.propagate(mean.operator, own, ofRelation);
      copyColumns(ofRelation, 0, around, mean.column, labels);
    }
    Dense.multiply(around, pass.parameter(LABELS), pass.output(), pass.workers());
    if (attributes() > 0) {
      DenseMatrix ofAttributes = pass.buffer("XW0", pass.nodes(), units());
      pass.multiplyInput(besideLabels(pass), ofAttributes);
      Dense.add(ofAttributes, pass.output(), pass.workers());
    }
  }

  /** The labels around each node, relation beside relation. */
  private DenseMatrix around(Pass pass) {
    return pass.buffer("labels around", pass.nodes(), relations().size() * labels);
  }

  /** What takes the labels out of the input. */
  private DenseMatrix selection(Pass pass) {
    DenseMatrix selection = pass.buffer("selection", inputs(), labels);
    for (int c = 0; c < labels; c++) {
      selection.set(c, c, 1f);
    }
    return selection;
  }

  /** The weights of attributes, below zeros for the labels. */
  private DenseMatrix besideLabels(Pass pass) {
    DenseMatrix weights = pass.buffer("W0", inputs(), units());
    float[] ofAttributes = pass.parameter(ATTRIBUTES).data();
    System.arraycopy(ofAttributes, 0, weights.data(), labels * units(), ofAttributes.length);
    return weights;
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix gradient = pass.outputGradient();
    Dense.multiplyTransposedLeft(around(pass), gradient, pass.gradient(LABELS), pass.workers());
    if (attributes() > 0) {
      DenseMatrix all = pass.buffer("dW0", inputs(), units());
      pass.multiplyInputTransposed(gradient, all);
      float[] ofAttributes = pass.gradient(ATTRIBUTES).data();
      System.arraycopy(all.data(), labels * units(), ofAttributes, 0, ofAttributes.length);
    }
    if (pass.needsInputGradient()) {
      inputGradient(pass, gradient);
    }
  }

  private void inputGradient(Pass pass, DenseMatrix gradient) {
    if (attributes() > 0) {
      Dense.multiplyTransposedRight(
          gradient, besideLabels(pass), pass.inputGradient(), pass.workers());
    } else {
      pass.inputGradient().fill(0f);
    }
    DenseMatrix ofAround =
        pass.buffer("d labels around", pass.nodes(), relations().size() * labels);
    Dense.multiplyTransposedRight(gradient, pass.parameter(LABELS), ofAround, pass.workers());
    DenseMatrix ofMean = pass.buffer("dMY", pass.nodes(), labels);
    DenseMatrix ofLabels = pass.buffer("dY", pass.nodes(), labels);
    for (Mean mean : means(pass)) {
      copyColumns(ofAround, mean.column, ofMean, 0, labels);
      pass.propagateTransposed(mean.operator, ofMean, ofLabels);
      for (int node = 0; node < pass.nodes(); node++) {
        for (int c = 0; c < labels; c++) {
          pass.inputGradient().data()[node * inputs() + c] += ofLabels.get(node, c);
        }
      }
    }
  }

  private static void copyColumns(DenseMatrix from, int start, DenseMatrix to, int at, int count) {
    for (int row = 0; row < from.rows(); row++) {
      System.arraycopy(
          from.data(), row * from.columns() + start, to.data(), row * to.columns() + at, count);
    }
  }

  /** Sets up such a layer. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int labels;
    private @Nullable Adjacency graph;

    private Builder() {}

    /**
     * Sets how many of the first inputs are labels; the number of classes in a network of this
     * library.
     *
     * @param count at least 1
     * @return this builder
     */
    public Builder labels(int count) {
      this.labels = Checks.atLeast(1, count, "labels");
      return this;
    }

    /**
     * Takes the relations of a graph, for DL4J networks; otherwise they are those of the graph that
     * the network is attached to.
     *
     * @param adjacency a graph
     * @return this builder
     */
    public Builder relationsOf(Adjacency adjacency) {
      this.graph = adjacency;
      return this;
    }

    @Override
    public NeighborLabelLayer build() {
      NeighborLabelLayer layer = validated(new NeighborLabelLayer(this));
      if (graph != null) {
        layer.completeFor(graph, false);
      }
      return layer;
    }
  }
}

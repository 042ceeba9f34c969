package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.MatrixLoops;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Relational graph convolution (R-GCN), Schlichtkrull et al., ESWC 2018: H' = σ(H W<sub>0</sub> +
 * Σ<sub>r</sub> Â<sub>r</sub> H W<sub>r</sub>), Â<sub>r</sub> being the mean over the neighbours of
 * one relation. Every type of edges has weights of its own, edges against their direction have
 * others, and so has the node itself.
 *
 * <p>Many relations have many weights, which overfit. Two decompositions share them: with bases,
 * W<sub>r</sub> = Σ<sub>b</sub> a<sub>rb</sub> V<sub>b</sub>; with blocks, W<sub>r</sub> is
 * block-diagonal.
 *
 * <p>The relations are those of the graph that the layer meets first. In a network of this library
 * that is the graph of the fit, and other graphs may have fewer, not more; in a DL4J network name
 * them with {@link Builder#relationsOf}.
 */
public final class RelationalConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String SELF = "Wself";
  private static final String COEFFICIENTS = "a";

  private @Nullable List<String> relations;

  /** Those of the relations that have weights against their direction too. */
  private @Nullable List<String> inverses;

  private boolean withoutInverses;
  private boolean withoutSelf;
  private int bases;
  private int blocks;

  private RelationalConvLayer() {}

  private RelationalConvLayer(Builder builder) {
    super(builder);
    this.withoutInverses = !builder.inverse;
    this.withoutSelf = !builder.selfWeight;
    this.bases = builder.bases;
    this.blocks = builder.blocks;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void completeFor(Adjacency adjacency) {
    List<String> found = adjacency.relations();
    if (found.isEmpty() && adjacency.entries() > 0) {
      throw new IllegalArgumentException(
          "RelationalConvLayer needs edges with types, and those of the graph have none: give"
              + " edges a type, or use another layer");
    }
    if (relations == null) {
      relations = List.copyOf(found);
      inverses = withoutInverses ? List.of() : directed(adjacency);
      return;
    }
    Set<String> known = new HashSet<>(relations);
    for (String relation : found) {
      if (!known.contains(relation)) {
        throw new IllegalArgumentException(
            "the graph has edges of type \""
                + relation
                + "\", for which RelationalConvLayer has no weights; it knows "
                + relations);
      }
    }
  }

  private static List<String> directed(Adjacency adjacency) {
    List<String> directed = new ArrayList<>();
    for (String relation : adjacency.relations()) {
      Adjacency edges = adjacency.relation(relation);
      if (edges.reversed() != edges) {
        directed.add(relation);
      }
    }
    return List.copyOf(directed);
  }

  /** Returns the names of the relations, those against their direction behind the others. */
  private List<String> directions() {
    if (relations == null || inverses == null) {
      throw new IllegalStateException(
          "the relations of RelationalConvLayer are not known: name them with relationsOf");
    }
    List<String> all = new ArrayList<>(relations);
    inverses.forEach(relation -> all.add(relation + " inverse"));
    return all;
  }

  @Override
  protected List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    if (!withoutSelf) {
      parameters.add(new Parameter(SELF, inputs(), units()));
    }
    List<String> directions = directions();
    if (bases > 0) {
      for (int b = 0; b < bases; b++) {
        parameters.add(new Parameter(basis(b), inputs(), units()));
      }
      if (!directions.isEmpty()) {
        parameters.add(new Parameter(COEFFICIENTS, directions.size(), bases));
      }
    } else {
      int width = blocks == 0 ? units() : units() / blocks;
      checkBlocks();
      directions.forEach(name -> parameters.add(new Parameter(weights(name), inputs(), width)));
    }
    return parameters;
  }

  private void checkBlocks() {
    if (blocks > 0 && (inputs() % blocks != 0 || units() % blocks != 0)) {
      throw new IllegalArgumentException(
          "blocks must divide inputs and units, got "
              + blocks
              + " blocks of "
              + inputs()
              + " inputs and "
              + units()
              + " units");
    }
  }

  private static String basis(int b) {
    return "V" + b;
  }

  private static String weights(String direction) {
    return "W " + direction;
  }

  /** A relation in one direction: its weights, and its mean over neighbours. */
  private record Direction(String weights, LinearOperator mean) {}

  /** The relations that the graph has edges of, in either direction. */
  private record Directions(List<Direction> list, int[] index) {}

  private Directions directions(Pass pass) {
    return pass.kept(Directions.class, () -> collect(pass.adjacency()));
  }

  private Directions collect(Adjacency adjacency) {
    Set<String> there = new HashSet<>(adjacency.relations());
    List<Direction> list = new ArrayList<>();
    List<Integer> index = new ArrayList<>();
    List<String> names = directions();
    for (int i = 0; i < names.size(); i++) {
      boolean inverse = i >= relations.size();
      String relation = inverse ? inverses.get(i - relations.size()) : relations.get(i);
      if (there.contains(relation)) {
        Adjacency edges = adjacency.relation(relation);
        list.add(new Direction(weights(names.get(i)), (inverse ? edges.reversed() : edges).mean()));
        index.add(i);
      }
    }
    return new Directions(list, index.stream().mapToInt(Integer::intValue).toArray());
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
    DenseMatrix mean = pass.buffer("AHW", pass.nodes(), units());
    if (withoutSelf) {
      pass.output().fill(0f);
    } else {
      pass.multiplyInput(pass.parameter(SELF), pass.output());
    }
    for (int b = 0; b < bases; b++) {
      pass.multiplyInput(pass.parameter(basis(b)), ofBasis(pass, b));
    }
    Directions directions = directions(pass);
    for (int i = 0; i < directions.list.size(); i++) {
      Direction direction = directions.list.get(i);
      if (bases > 0) {
        combine(pass, directions.index[i], transformed);
      } else {
        pass.multiplyInput(wholeWeights(pass, direction), transformed);
      }
      pass.propagate(direction.mean, transformed, mean);
      MatrixLoops.add(mean, pass.output(), pass.workers());
    }
  }

  private DenseMatrix ofBasis(Pass pass, int b) {
    return pass.buffer("HV" + b, pass.nodes(), units());
  }

  /** Σ_b a_rb H V_b. */
  private void combine(Pass pass, int row, DenseMatrix out) {
    DenseMatrix coefficients = pass.parameter(COEFFICIENTS);
    out.copyFrom(ofBasis(pass, 0));
    MatrixLoops.scale(coefficients.get(row, 0), out, pass.workers());
    for (int b = 1; b < bases; b++) {
      MatrixLoops.combine(1f, out, coefficients.get(row, b), ofBasis(pass, b), out, pass.workers());
    }
  }

  /** The weights of a relation, the zeros around blocks written out. */
  private DenseMatrix wholeWeights(Pass pass, Direction direction) {
    DenseMatrix weights = pass.parameter(direction.weights);
    if (blocks == 0) {
      return weights;
    }
    DenseMatrix whole = pass.buffer("blocks", inputs(), units());
    int width = units() / blocks;
    for (int i = 0; i < inputs(); i++) {
      int column = i / (inputs() / blocks) * width;
      System.arraycopy(weights.data(), i * width, whole.data(), i * units() + column, width);
    }
    return whole;
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix gradient = pass.outputGradient();
    DenseMatrix spread = pass.buffer("HW", pass.nodes(), units());
    if (pass.needsInputGradient()) {
      pass.inputGradient().fill(0f);
    }
    if (!withoutSelf) {
      backwardThrough(pass, pass.parameter(SELF), gradient, pass.gradient(SELF));
    }
    for (int b = 0; b < bases; b++) {
      ofBasisGradient(pass, b).fill(0f);
    }
    Directions directions = directions(pass);
    clearUnused(pass, directions);
    for (int i = 0; i < directions.list.size(); i++) {
      Direction direction = directions.list.get(i);
      pass.propagateTransposed(direction.mean, gradient, spread);
      if (bases > 0) {
        spreadOverBases(pass, directions.index[i], spread);
      } else if (blocks == 0) {
        backwardThrough(
            pass, pass.parameter(direction.weights), spread, pass.gradient(direction.weights));
      } else {
        DenseMatrix whole = pass.buffer("gradient of blocks", inputs(), units());
        backwardThrough(pass, wholeWeights(pass, direction), spread, whole);
        takeBlocks(whole, pass.gradient(direction.weights));
      }
    }
    for (int b = 0; b < bases; b++) {
      backwardThrough(
          pass, pass.parameter(basis(b)), ofBasisGradient(pass, b), pass.gradient(basis(b)));
    }
  }

  /** Relations without an edge in this graph have no gradient. */
  private void clearUnused(Pass pass, Directions directions) {
    List<String> names = directions();
    if (bases > 0 && !names.isEmpty()) {
      pass.gradient(COEFFICIENTS).fill(0f);
    }
    if (bases == 0 && directions.list.size() < names.size()) {
      names.forEach(name -> pass.gradient(weights(name)).fill(0f));
    }
  }

  /** The gradients at W and, added to what is there, at H, from the one at HW. */
  private void backwardThrough(
      Pass pass, DenseMatrix weights, DenseMatrix gradient, DenseMatrix ofWeights) {
    pass.multiplyInputTransposed(gradient, ofWeights);
    if (pass.needsInputGradient()) {
      DenseMatrix ofInput = pass.buffer("dH", pass.nodes(), inputs());
      Dense.multiplyTransposedRight(gradient, weights, ofInput, pass.workers());
      MatrixLoops.add(ofInput, pass.inputGradient(), pass.workers());
    }
  }

  private DenseMatrix ofBasisGradient(Pass pass, int b) {
    return pass.buffer("dHV" + b, pass.nodes(), units());
  }

  private void spreadOverBases(Pass pass, int row, DenseMatrix spread) {
    DenseMatrix coefficients = pass.parameter(COEFFICIENTS);
    for (int b = 0; b < bases; b++) {
      pass.gradient(COEFFICIENTS).set(row, b, product(ofBasis(pass, b), spread));
      DenseMatrix sum = ofBasisGradient(pass, b);
      MatrixLoops.combine(1f, sum, coefficients.get(row, b), spread, sum, pass.workers());
    }
  }

  private static float product(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.data().length; i++) {
      sum += (double) a.data()[i] * b.data()[i];
    }
    return (float) sum;
  }

  private void takeBlocks(DenseMatrix whole, DenseMatrix gradient) {
    int width = units() / blocks;
    for (int i = 0; i < inputs(); i++) {
      int column = i / (inputs() / blocks) * width;
      System.arraycopy(whole.data(), i * units() + column, gradient.data(), i * width, width);
    }
  }

  /** Sets up a relational graph convolution. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private @Nullable Adjacency graph;
    private boolean inverse = true;
    private boolean selfWeight = true;
    private int bases;
    private int blocks;

    private Builder() {}

    /**
     * Takes the relations of a graph, for DL4J networks; otherwise they are those of the graph that
     * the network is attached to.
     *
     * @param adjacency a graph whose edges have types
     * @return this builder
     */
    public Builder relationsOf(Adjacency adjacency) {
      this.graph = adjacency;
      return this;
    }

    /**
     * Sets whether edges count against their direction too, with weights of their own; true.
     * Relations whose edges have no direction have one set of weights in any case.
     *
     * @param both whether they do
     * @return this builder
     */
    public Builder inverseRelations(boolean both) {
      this.inverse = both;
      return this;
    }

    /**
     * Sets whether a node's own values are added, with weights of their own; true.
     *
     * @param weight whether they are
     * @return this builder
     */
    public Builder selfWeight(boolean weight) {
      this.selfWeight = weight;
      return this;
    }

    /**
     * Makes the weights of every relation a sum of shared ones; 0, each has its own.
     *
     * @param count how many matrices are shared
     * @return this builder
     */
    public Builder bases(int count) {
      this.bases = Checks.atLeast(0, count, "bases");
      return this;
    }

    /**
     * Makes the weights of every relation block-diagonal; 0, they are not.
     *
     * @param count how many blocks, a divisor of inputs and units
     * @return this builder
     */
    public Builder blocks(int count) {
      this.blocks = Checks.atLeast(0, count, "blocks");
      return this;
    }

    @Override
    public RelationalConvLayer build() {
      if (bases > 0 && blocks > 0) {
        throw new IllegalArgumentException(
            "weights are made of bases or of blocks, got " + bases + " and " + blocks);
      }
      RelationalConvLayer layer = new RelationalConvLayer(this);
      if (graph != null) {
        layer.completeFor(graph);
      }
      return layer;
    }
  }
}

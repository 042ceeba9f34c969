package io.github.gmnn.layer;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.Messages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
 * them with {@link Builder#relationsOf}. Edges without types are one relation. Where each node is
 * its own feature, a relation has weights for those nodes alone that send in it.
 *
 * <p>An epoch costs O(messages · inputs · nOut + edges · nOut), forward and backward alike, a
 * message being a node and a relation in which it sends; sparse input counts by its non-zeros.
 * Where edges are not written out, as those of line graphs, every relation costs a product with the
 * input of all nodes.
 */
public final class RelationalConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String SELF = "Wself";

  @SuppressWarnings("serial") // of JDK 25, which takes an annotated List for another type
  private @Nullable List<String> relations;

  /** Those of the relations that have weights against their direction too. */
  @SuppressWarnings("serial") // of JDK 25, which takes an annotated List for another type
  private @Nullable List<String> inverses;

  private boolean withoutInverses;
  private boolean withoutSelf;
  private int bases;
  private int blocks;

  /** How many rows of weights relations have where each node is its own feature; else 0. */
  private int senders;

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
  protected void validate() {
    Checks.between(0, MOST_STEPS, bases, "bases");
    Checks.atLeast(0, blocks, "blocks");
    Checks.atLeast(0, senders, "senders");
    if (relations != null || inverses != null) {
      List<String> names = RelationNames.checkDistinct(known(relations));
      List<String> turned = RelationNames.checkDistinct(known(inverses));
      Checks.argument(names.containsAll(turned), "inverses", "some of " + names, turned);
    }
    if (bases > 0 && blocks > 0) {
      throw new IllegalArgumentException(
          "weights are made of bases or of blocks, got " + bases + " and " + blocks);
    }
  }

  @Override
  protected void completeFor(Adjacency adjacency, boolean oneHot) {
    List<String> found = OperatorStep.relations(adjacency);
    if (relations == null) {
      relations = List.copyOf(found);
      inverses = withoutInverses ? List.of() : directed(adjacency, relations);
      if (oneHot && bases == 0 && blocks == 0) {
        senders = messages(adjacency).map(Messages::count).orElse(0);
      }
      return;
    }
    Set<String> known = new HashSet<>(relations);
    for (String relation : found) {
      if (!known.contains(relation) && adjacency.entries() > 0) {
        throw new IllegalArgumentException(
            "the graph has edges "
                + (relation.isEmpty() ? "without a type" : "of type \"" + relation + "\"")
                + ", for which RelationalConvLayer has no weights; it knows "
                + (known.contains("") ? "edges without types" : relations));
      }
    }
    int sending = senders == 0 ? 0 : messages(adjacency).map(Messages::count).orElse(0);
    if (sending != senders) {
      throw new IllegalArgumentException(
          "the weights of RelationalConvLayer belong to the "
              + senders
              + " messages of the graph that it was trained on, the graph has "
              + sending);
    }
  }

  private static List<String> directed(Adjacency adjacency, List<String> relations) {
    List<String> directed = new ArrayList<>();
    for (String relation : relations) {
      Adjacency edges = OperatorStep.relation(adjacency, relation);
      if (!edges.isOneWay() && edges.reversed() != edges) {
        directed.add(relation);
      }
    }
    return List.copyOf(directed);
  }

  private Optional<Messages> messages(Adjacency adjacency) {
    return adjacency.messages(known(relations), known(inverses));
  }

  private static List<String> known(@Nullable List<String> names) {
    if (names == null) {
      throw new IllegalStateException(
          "the relations of RelationalConvLayer are not known: name them with relationsOf");
    }
    return names;
  }

  private RelationWeights weights() {
    List<String> directions = new ArrayList<>(known(relations));
    known(inverses).forEach(relation -> directions.add(relation + RelationNames.INVERSE));
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
    return new RelationWeights(directions, bases, blocks, inputs(), units(), senders);
  }

  @Override
  protected List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    if (!withoutSelf) {
      parameters.add(new Parameter(SELF, inputs(), units()));
    }
    parameters.addAll(weights().parameters());
    return parameters;
  }

  private RelationalStep step(Pass pass) {
    return pass.kept(
        RelationalStep.class,
        () -> {
          Adjacency adjacency = pass.adjacency();
          return messages(adjacency)
              .<RelationalStep>map(messages -> new MessageStep(weights(), messages))
              .orElseGet(
                  () -> new OperatorStep(weights(), adjacency, known(relations), known(inverses)));
        });
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    return messages(adjacency)
        .map(
            messages -> {
              RowSet senders = messages.senders(messages.mean().reach(outputRows));
              return withoutSelf ? senders : union(senders, outputRows);
            });
  }

  private static RowSet union(RowSet a, RowSet b) {
    BitSet members = new BitSet(a.count());
    a.within(0, a.count(), members::set);
    b.within(0, b.count(), members::set);
    return RowSet.of(a.count(), members);
  }

  @Override
  protected void forward(Pass pass) {
    if (withoutSelf) {
      pass.output().fill(0f);
    } else {
      pass.multiplyInput(pass.parameter(SELF), pass.output());
    }
    step(pass).forward(pass);
  }

  @Override
  protected void backward(Pass pass) {
    if (pass.needsInputGradient()) {
      pass.inputGradient().fill(0f);
    }
    if (!withoutSelf) {
      RelationalStep.backwardThrough(
          pass, pass.parameter(SELF), pass.outputGradient(), pass.gradient(SELF));
    }
    step(pass).backward(pass);
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
     * Relations whose edges have no direction, or {@linkplain Adjacency#isOneWay() count in one
     * alone}, have one set of weights in any case.
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
     * @param count how many matrices are shared, up to 10,000
     * @return this builder
     */
    public Builder bases(int count) {
      this.bases = count;
      return this;
    }

    /**
     * Makes the weights of every relation block-diagonal; 0, they are not.
     *
     * @param count how many blocks, a divisor of inputs and units
     * @return this builder
     */
    public Builder blocks(int count) {
      this.blocks = count;
      return this;
    }

    @Override
    public RelationalConvLayer build() {
      RelationalConvLayer layer = validated(new RelationalConvLayer(this));
      if (graph != null) {
        layer.completeFor(graph, false);
      }
      return layer;
    }
  }
}

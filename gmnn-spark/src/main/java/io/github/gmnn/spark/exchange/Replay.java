package io.github.gmnn.spark.exchange;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.internal.DistantEdges;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartEdges;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.Messages;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a network on some rows of a graph whose other rows are elsewhere. The network runs
 * until a layer propagates what the other rows have a share in; what it wanted to propagate is told
 * by an exception, exchanged, and given back when the network runs once more: as often as it
 * propagates. So any layer that propagates by the operators of {@link Adjacency} is evaluated by
 * its own code.
 */
final class Replay {
  private final GraphNetwork network;
  private final List<float[]> known;
  private int next;

  private Replay(NetworkPlan plan, int rows, long[] messages, List<float[]> known) {
    this.known = known;
    this.network = plan.attach(new Rows(rows, messages, plan.types()));
  }

  /** Ends a pass that has come to a propagation whose result is not known. */
  private static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final transient PendingPropagation pending;

    Unknown(PendingPropagation pending) {
      super(null, null, false, false);
      this.pending = pending;
    }
  }

  /**
   * What a pass ended with: either is null.
   *
   * @param pending what has to be propagated to go on
   * @param output the outputs of the network, a row each
   * @param width how many outputs a row has
   */
  record Outcome(@Nullable PendingPropagation pending, float @Nullable [] output, int width) {}

  /**
   * Runs the network.
   *
   * @param plan the network
   * @param parameters its parameters
   * @param part whose rows they are
   * @param input its input, a row each
   * @param known the results of the first propagations
   * @param hidden whether the last layer is left out
   */
  static Outcome run(
      NetworkPlan plan,
      float[][] parameters,
      Part part,
      CsrMatrix input,
      List<float[]> known,
      boolean hidden) {
    long[] messages = part.relations() == null ? new long[0] : part.relations().messages();
    Replay replay = new Replay(plan, input.rows(), messages, known);
    replay.network.setParameters(parameters);
    return replay.run(input, hidden);
  }

  private Outcome run(CsrMatrix input, boolean hidden) {
    try {
      SparseInput sparse = new SparseInput(input);
      DenseMatrix output =
          hidden ? network.evaluateHidden(sparse) : network.evaluate(sparse).copy();
      if (output == null) {
        throw new IllegalArgumentException("a network of one layer has no hidden one");
      }
      return new Outcome(null, output.data(), output.columns());
    } catch (Unknown e) {
      return new Outcome(e.pending, null, 0);
    }
  }

  /**
   * Returns what evaluating a network propagates, in order, tried on a single node.
   *
   * @throws IllegalArgumentException if a layer needs more of the graph than its operators
   */
  static List<PendingPropagation> propagations(NetworkPlan plan, boolean hidden) {
    CsrMatrix nothing = CsrMatrix.of(1, plan.inputs(), new int[] {0, 0}, new int[0], new float[0]);
    List<float[]> known = new ArrayList<>();
    List<PendingPropagation> found = new ArrayList<>();
    try {
      while (true) {
        Outcome outcome = new Replay(plan, 1, new long[0], known).run(nothing, hidden);
        if (outcome.pending == null) {
          return found;
        }
        found.add(outcome.pending);
        known.add(new float[outcome.pending.width()]);
      }
    } catch (UnsupportedOperationException e) {
      throw new IllegalArgumentException(
          "on Spark, layers see the graph only through the operators of Adjacency, but one of "
              + plan.layers().stream().map(layer -> layer.getClass().getSimpleName()).toList()
              + " needs more: "
              + e.getMessage(),
          e);
    }
  }

  /** The graph as it looks from some of its rows. */
  private final class Rows implements Adjacency, DistantEdges {
    private final int count;
    private final long[] messages;
    private final @Nullable EdgeTypes types;

    Rows(int count, long[] messages, @Nullable EdgeTypes types) {
      this.count = count;
      this.messages = messages;
      this.types = types;
    }

    @Override
    public int nodes() {
      return count;
    }

    @Override
    public long entries() {
      return types == null ? 0 : count; // edges of whatever types may be there
    }

    @Override
    public LinearOperator normalized() {
      return new GraphOperator(Propagation.NORMALIZED, count);
    }

    @Override
    public LinearOperator normalizedWithoutLoops() {
      return new GraphOperator(Propagation.NORMALIZED_WITHOUT_LOOPS, count);
    }

    @Override
    public LinearOperator mean() {
      return new GraphOperator(Propagation.MEAN, count);
    }

    @Override
    public LinearOperator sum() {
      return new GraphOperator(Propagation.SUM, count);
    }

    @Override
    public Adjacency reversed() {
      return types == null ? this : UnsupportedOperators.reversed(this, types);
    }

    @Override
    public List<String> relations() {
      return types == null ? List.of() : types.named();
    }

    @Override
    public Adjacency relation(String name) {
      throw UnsupportedOperators.oneRelation();
    }

    @Override
    public Optional<Messages> messages(List<String> relations, List<String> inverses) {
      if (types == null || types.isEmpty() || relations.isEmpty()) {
        return Optional.empty();
      }
      MessageOrder order = MessageOrder.of(types, relations, inverses, messages).notEmpty();
      return Optional.of(order.messages(new MessageOperator(order, messages.length, count)));
    }

    /** Two nodes that tell what the numbers are; the edges are with {@link #addMeans}. */
    @Override
    public Optional<EdgeAttributes> edgeAttributes() {
      return types == null ? Optional.empty() : types.exampleNumbers();
    }

    @Override
    public void addMeans(
        EdgeAttributes.Scaling scaling, List<String> known, List<Way> ways, DenseMatrix out) {
      if (types == null) {
        return; // a graph without edges, to see whether a model can be run
      }
      if (next == Replay.this.known.size()) {
        throw new Unknown(messages(scaling, known, ways, out.columns()));
      }
      float[] means = Replay.this.known.get(next++);
      for (int i = 0; i < means.length; i++) {
        out.data()[i] += means[i];
      }
    }

    private PendingPropagation messages(
        EdgeAttributes.Scaling scaling, List<String> known, List<Way> ways, int units) {
      float[] rows = new float[Math.multiplyExact(ways.size(), count * units)];
      float[][] edgeWeights = new float[ways.size()][];
      for (int way = 0; way < edgeWeights.length; way++) {
        System.arraycopy(ways.get(way).rows().data(), 0, rows, way * count * units, count * units);
        edgeWeights[way] = ways.get(way).edgeWeights().data().clone();
      }
      return new PendingPropagation(
          null, units, rows, PartEdges.Weights.of(scaling, known, units, edgeWeights));
    }

    @Override
    public CsrMatrix matrix() {
      throw UnsupportedOperators.edges();
    }
  }

  /** An operator whose results come from elsewhere. */
  private abstract class RemoteOperator implements LinearOperator {
    private final int rows;

    RemoteOperator(int rows) {
      this.rows = rows;
    }

    /** What is to be propagated. */
    abstract PendingPropagation pending(DenseMatrix in);

    @Override
    public final int rows() {
      return rows;
    }

    @Override
    public final void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
      if (next == known.size()) {
        throw new Unknown(pending(in));
      }
      System.arraycopy(known.get(next++), 0, out.data(), 0, out.data().length);
    }

    @Override
    public final void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers) {
      throw new UnsupportedOperationException("gradients are made of blocks");
    }
  }

  /** An operator of the graph as a whole. */
  private final class GraphOperator extends RemoteOperator {
    private final Propagation kind;

    GraphOperator(Propagation kind, int rows) {
      super(rows);
      this.kind = kind;
    }

    @Override
    public int columns() {
      return rows();
    }

    @Override
    PendingPropagation pending(DenseMatrix in) {
      return new PendingPropagation(kind, in.columns(), in.data().clone());
    }
  }

  /** What brings messages to their receivers. */
  private final class MessageOperator extends RemoteOperator {
    private final MessageOrder order;
    private final int all;

    MessageOperator(MessageOrder order, int all, int rows) {
      super(rows);
      this.order = order;
      this.all = all;
    }

    @Override
    public int columns() {
      return order.senders().length;
    }

    @Override
    PendingPropagation pending(DenseMatrix in) {
      return new PendingPropagation(null, in.columns(), order.placed(in.data(), in.columns(), all));
    }
  }
}

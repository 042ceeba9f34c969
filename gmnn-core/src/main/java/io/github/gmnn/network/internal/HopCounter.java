package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.Messages;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph of one node that counts how often networks propagate on it, and so how many hops away
 * their outputs see: whatever the layers are, as long as they keep to the operators of {@link
 * Adjacency}. Propagations side by side count each, so that it may be more than need be.
 */
public final class HopCounter implements Adjacency {
  private final List<String> relations;
  private final boolean empty;
  private final @Nullable EdgeAttributes numbers;
  private final LinearOperator operator = new Counting(1);
  private int count;

  private HopCounter(List<String> relations, boolean empty, List<String> numbersOnEdges) {
    this.relations = relations;
    this.empty = empty;
    this.numbers =
        numbersOnEdges.isEmpty()
            ? null
            : EdgeAttributes.builder(1, new int[0], new int[0])
                .numbers(numbersOnEdges, new float[0])
                .build();
  }

  /** Returns one that stands for a graph. */
  public static HopCounter of(Graph<?> graph) {
    return of(graph, graph.edgeAttributes().map(EdgeAttributes::names).orElse(List.of()));
  }

  /** Returns one that stands for a graph whose edges have other numbers. */
  public static HopCounter of(Graph<?> graph, List<String> numbersOnEdges) {
    return new HopCounter(graph.edgeTypes(), graph.edgeCount() == 0, numbersOnEdges);
  }

  /** Returns how many hops away the outputs of a network see that is attached to a graph. */
  int hops(GraphNetwork network) {
    return hops(network.on(this, Workers.sequential()), network.inputs());
  }

  /**
   * Returns how many hops away the outputs of a network see that is attached to this.
   *
   * @param network the network
   * @param inputs the number of its inputs
   */
  public int hops(GraphNetwork network, int inputs) {
    count = 0;
    network.evaluate(
        new SparseInput(CsrMatrix.of(1, inputs, new int[2], new int[0], new float[0])));
    return count;
  }

  private final class Counting implements LinearOperator {
    private final int columns;

    Counting(int columns) {
      this.columns = columns;
    }

    @Override
    public int rows() {
      return 1;
    }

    @Override
    public int columns() {
      return columns;
    }

    @Override
    public void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
      count++;
      out.fill(0f);
    }

    @Override
    public void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers) {
      throw new UnsupportedOperationException("nothing is trained here");
    }
  }

  @Override
  public int nodes() {
    return 1;
  }

  @Override
  public long entries() {
    return empty ? 0 : 1;
  }

  @Override
  public LinearOperator normalized() {
    return operator;
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return operator;
  }

  @Override
  public LinearOperator mean() {
    return operator;
  }

  @Override
  public LinearOperator sum() {
    return operator;
  }

  @Override
  public Adjacency reversed() {
    return this;
  }

  @Override
  public List<String> relations() {
    return relations;
  }

  @Override
  public Adjacency relation(String name) {
    return this;
  }

  @Override
  public Optional<Messages> messages(List<String> along, List<String> against) {
    if (relations.isEmpty()) {
      return Optional.empty();
    }
    int directions = along.size() + against.size();
    return Optional.of(
        Messages.of(
            IntStream.rangeClosed(0, directions).toArray(),
            new int[directions],
            new Counting(directions)));
  }

  @Override
  public Optional<EdgeAttributes> edgeAttributes() {
    count++;
    return Optional.ofNullable(numbers);
  }

  @Override
  public CsrMatrix matrix() {
    count++;
    return CsrMatrix.of(1, 1, new int[2], new int[0], new float[0]);
  }
}

package io.github.gmnn.testing;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Random matrices and graphs for tests of layers; equal streams give equal ones. */
public final class RandomInputs {
  private static final double DENSITY = 0.5;

  private RandomInputs() {}

  /**
   * Returns a matrix with numbers uniform in [low, high).
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param low smallest number
   * @param high largest number
   * @param random the randomness
   * @return the matrix
   */
  public static DenseMatrix dense(
      int rows, int columns, double low, double high, RandomStream random) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = (float) (low + (high - low) * random.nextDouble());
    }
    return matrix;
  }

  /**
   * Returns a sparse matrix with half of the numbers of {@link #dense}; some rows may be empty.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param low smallest number
   * @param high largest number
   * @param random the randomness
   * @return the matrix
   */
  public static CsrMatrix sparse(
      int rows, int columns, double low, double high, RandomStream random) {
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * columns];
    float[] values = new float[rows * columns];
    int next = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        if (random.nextDouble() < DENSITY) {
          indices[next] = column;
          values[next++] = (float) (low + (high - low) * random.nextDouble());
        }
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.of(
        rows, columns, pointers, Arrays.copyOf(indices, next), Arrays.copyOf(values, next));
  }

  /**
   * Returns a directed, weighted graph in which node 0 has no edges, and every other node receives
   * from about {@code degree} random ones.
   *
   * @param nodes number of nodes
   * @param degree edges into a node
   * @param random the randomness
   * @return the graph
   */
  public static Adjacency graph(int nodes, int degree, RandomStream random) {
    int[] pointers = new int[nodes + 1];
    IntStream.Builder columns = IntStream.builder();
    for (int node = 1; node < nodes; node++) {
      int self = node;
      int[] row =
          IntStream.generate(() -> 1 + random.nextInt(nodes - 1))
              .limit(degree)
              .filter(other -> other != self)
              .sorted()
              .distinct()
              .toArray();
      Arrays.stream(row).forEach(columns::add);
      pointers[node + 1] = pointers[node] + row.length;
    }
    float[] weights = dense(1, pointers[nodes], 0.5, 1.5, random).data();
    return Adjacency.of(CsrMatrix.of(nodes, nodes, pointers, columns.build().toArray(), weights));
  }

  /**
   * Returns a graph with a random type on each edge; edges of the first type have no direction.
   *
   * @param graph the edges
   * @param types the types to draw from, at least one
   * @param random the randomness
   * @return the graph
   */
  public static Adjacency typed(Adjacency graph, List<String> types, RandomStream random) {
    CsrMatrix matrix = graph.matrix();
    int[] sources = new int[matrix.nonZeros()];
    int[] targets = new int[matrix.nonZeros()];
    int[] drawn = new int[matrix.nonZeros()];
    float[] weights = new float[matrix.nonZeros()];
    for (int row = 0; row < matrix.rows(); row++) {
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        sources[e] = matrix.columnIndex(e);
        targets[e] = row;
        weights[e] = matrix.value(e);
        drawn[e] = random.nextInt(types.size());
      }
    }
    EdgeList edges =
        EdgeList.of(
            matrix.rows(),
            sources.length,
            sources,
            targets,
            weights,
            types,
            drawn,
            Set.of(types.get(0)),
            null);
    return Adjacency.ofRelations(graph, edges);
  }

  /**
   * Returns a graph with random numbers on each edge, and some edges twice with other numbers.
   *
   * @param graph the edges, with types or without
   * @param numbers how many numbers an edge has, at least 1
   * @param directed whether edges without types have a direction
   * @param random the randomness
   * @return the graph
   */
  public static Adjacency attributed(
      Adjacency graph, int numbers, boolean directed, RandomStream random) {
    EdgeList edges =
        graph
            .relationEdges()
            .orElseGet(() -> typed(graph, List.of("all"), random).relationEdges().get());
    boolean hasTypes = !graph.relations().isEmpty();
    int count = edges.count();
    int total = count + count / 3;
    int[] sources = new int[total];
    int[] targets = new int[total];
    int[] types = new int[total];
    float[] weights = new float[total];
    for (int e = 0; e < total; e++) {
      sources[e] = edges.source(e % count);
      targets[e] = edges.target(e % count);
      types[e] = edges.type(e % count);
      weights[e] = edges.weight(e % count);
    }
    EdgeAttributes.Builder builder =
        EdgeAttributes.builder(graph.nodes(), sources, targets)
            .numbers(
                IntStream.range(0, numbers).mapToObj(i -> "number " + i).toList(),
                dense(total, numbers, -1, 1, random).data())
            .weights(weights);
    if (hasTypes) {
      builder.types(edges.types(), types, Set.of());
    }
    return Adjacency.withAttributes(graph, (directed ? builder.directed() : builder).build());
  }
}

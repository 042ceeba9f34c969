package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.HidingSurroundings;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.embedding.internal.Moments;
import io.github.gmnn.embedding.internal.Surroundings;
import io.github.gmnn.model.EncoderState;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.layout.NumberPartitioner;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.spark.layout.SparseArrays;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The surroundings of the nodes of a graph in parts. Columns pass the graph some at a time, an
 * exchange of halo rows for each step; what comes to the driver are sums of columns.
 */
final class PartSurroundings implements HidingSurroundings, AutoCloseable {
  /** Columns that travel at once. */
  private static final int BLOCK = 64;

  private final PartitionedGraph graph;
  private final FullGraphInference exact;
  private final float[] columnFactors;

  /** What executors keep for the columns that travel now. */
  private final List<JavaRDD<?>> kept = new ArrayList<>();

  private PartSurroundings(PartitionedGraph graph, float[] columnFactors) {
    this.graph = graph;
    this.exact = new FullGraphInference(graph);
    this.columnFactors = columnFactors;
  }

  static PartSurroundings of(PartitionedGraph graph) {
    int columns = graph.features();
    return new PartSurroundings(
        graph,
        Surroundings.factors(
            sum(
                graph,
                graph.parts().map(part -> squares(part.vertices().features(), columns)),
                columns)));
  }

  /** Sums of squares by columns. */
  private static double[] squares(SparseArrays features, int columns) {
    double[] squares = new double[columns];
    for (int e = 0; e < features.indices().length; e++) {
      squares[features.indices()[e]] += (double) features.values()[e] * features.values()[e];
    }
    return squares;
  }

  @Override
  public int nodes() {
    return graph.nodes();
  }

  @Override
  public int features() {
    return graph.features();
  }

  @Override
  public float[] columnFactors() {
    return columnFactors;
  }

  @Override
  public boolean shareFeatures() {
    return graph.hasFeatures()
        && graph
                .parts()
                .map(part -> (long) part.vertices().features().indices().length)
                .reduce(Long::sum)
            > features();
  }

  @Override
  public PartSurroundings with(float[] newFactors) {
    return new PartSurroundings(graph, newFactors);
  }

  @Override
  public double[] aroundHidden(DenseMatrix sums, int steps) {
    int width = sums.columns();
    int nodes = nodes();
    JavaRDD<float[]> own = centered(products(sums.data(), width), width);
    JavaRDD<float[]> seen =
        held(graph.parts().zip(own).map(pair -> without(pair._1, nodes, true, pair._2)));
    JavaRDD<float[]> around = mean(seen, width, steps);
    double[] found =
        sum(
            graph
                .parts()
                .zip(own)
                .zip(around)
                .map(all -> ofHidden(all._1._1, nodes, all._1._2, all._2)),
            3);
    close();
    return found;
  }

  private static double[] ofHidden(Part part, int nodes, float[] own, float[] around) {
    boolean[] hidden = HopChoice.hidden(nodes);
    int width = own.length / part.nodes();
    double[] found = new double[3];
    for (int i = 0; i < own.length; i++) {
      if (hidden[part.numberOf(i / width)]) {
        found[0] += (double) around[i] * own[i];
        found[1] += (double) around[i] * around[i];
        found[2] += (double) own[i] * own[i];
      }
    }
    return found;
  }

  /** The rows with zeros for the nodes that are hidden, or for all that are not. */
  private static float[] without(Part part, int nodes, boolean these, float[] rows) {
    boolean[] hidden = HopChoice.hidden(nodes);
    float[] left = new float[rows.length];
    int width = rows.length / part.nodes();
    for (int row = 0; row < part.nodes(); row++) {
      if (hidden[part.numberOf(row)] != these) {
        System.arraycopy(rows, row * width, left, row * width, width);
      }
    }
    return left;
  }

  @Override
  public Moments[] moments(DenseMatrix weights, int steps, DenseMatrix sums) {
    int width = weights.columns();
    JavaRDD<float[]> vectors =
        centered(mean(centered(products(weights.data(), width), width), width, steps), width);
    JavaRDD<float[]> told = centered(products(sums.data(), width), width);
    Moments[] moments = {moments(vectors, told, width, true), moments(vectors, told, width, false)};
    close();
    return moments;
  }

  /** The moments of the nodes that are seen, or of the hidden ones. */
  private Moments moments(
      JavaRDD<float[]> vectors, JavaRDD<float[]> told, int width, boolean seen) {
    int nodes = nodes();
    int products = width * width;
    double[] sums =
        sum(
            graph
                .parts()
                .zip(vectors)
                .zip(told)
                .map(all -> moments(all._1._1, nodes, seen, all._1._2, all._2, width)),
            2 * products + 1);
    return new Moments(matrix(sums, 0, width), matrix(sums, products, width), sums[2 * products]);
  }

  private static double[] moments(
      Part part, int nodes, boolean seen, float[] vectors, float[] told, int width) {
    Moments moments =
        Moments.of(
            DenseMatrix.wrap(part.nodes(), width, without(part, nodes, seen, vectors)),
            DenseMatrix.wrap(part.nodes(), width, without(part, nodes, seen, told)),
            Workers.sequential());
    int products = width * width;
    double[] sums = new double[2 * products + 1];
    for (int i = 0; i < products; i++) {
      sums[i] = moments.vectors().data()[i];
      sums[products + i] = moments.common().data()[i];
    }
    sums[2 * products] = moments.squares();
    return sums;
  }

  private static DenseMatrix matrix(double[] sums, int start, int width) {
    DenseMatrix matrix = DenseMatrix.zeros(width, width);
    for (int i = 0; i < width * width; i++) {
      matrix.data()[i] = (float) sums[start + i];
    }
    return matrix;
  }

  @Override
  public void takeThrough(DenseMatrix in, int steps, DenseMatrix out) {
    for (int start = 0; start < in.columns(); start += BLOCK) {
      int count = Math.min(BLOCK, in.columns() - start);
      float[] some = columns(in, start, count);
      scaleRows(some, count);
      JavaRDD<float[]> mixed =
          centered(mean(centered(products(some, count), count), count, steps), count);
      JavaRDD<float[]> back = centered(mean(mixed, count, steps), count);
      double[] sums =
          sum(
              graph.parts().zip(back).map(pair -> productsWithFeatures(pair._1, pair._2, count)),
              some.length);
      for (int i = 0; i < some.length; i++) {
        some[i] = (float) sums[i];
      }
      scaleRows(some, count);
      for (int row = 0; row < in.rows(); row++) {
        System.arraycopy(some, row * count, out.data(), row * out.columns() + start, count);
      }
      close();
    }
  }

  private void scaleRows(float[] matrix, int width) {
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] *= columnFactors[i / width];
    }
  }

  private static float[] columns(DenseMatrix from, int start, int count) {
    float[] some = new float[from.rows() * count];
    for (int row = 0; row < from.rows(); row++) {
      System.arraycopy(from.data(), row * from.columns() + start, some, row * count, count);
    }
    return some;
  }

  /**
   * What an encoder makes of the nodes.
   *
   * @param vectors an entry per part, to be unpersisted
   * @param means of the columns of features times weights
   * @param deviations of these less their means, averaged over the hops
   */
  record Encoded(JavaRDD<float[]> vectors, float[] means, float[] deviations) {}

  /**
   * Encodes the nodes.
   *
   * @param weights features x dimensions
   * @param hops steps over which features are averaged
   * @param smoothing steps over which vectors are averaged at the end
   */
  Encoded encode(DenseMatrix weights, int hops, int smoothing) {
    int width = weights.columns();
    float[] allMeans = new float[width];
    float[] allDeviations = new float[width];
    JavaRDD<float[]> vectors = graph.parts().map(part -> new float[0]);
    for (int start = 0; start < width; start += BLOCK) {
      int count = Math.min(BLOCK, width - start);
      JavaRDD<float[]> products = products(columns(weights, start, count), count);
      double[] means = means(products, count);
      JavaRDD<float[]> mixed = mean(held(products.map(rows -> less(rows, means))), count, hops);
      double[] deviations = deviations(mixed, count);
      for (int c = 0; c < count; c++) {
        allMeans[start + c] = (float) means[c];
        allDeviations[start + c] = (float) deviations[c];
      }
      float[] factors = factors(deviations, width);
      JavaRDD<float[]> scaled = held(mixed.map(rows -> times(rows, factors)));
      JavaRDD<float[]> some = mean(scaled, count, smoothing);
      vectors = beside(vectors, some, start, count);
      close();
    }
    return new Encoded(vectors, allMeans, allDeviations);
  }

  private static float[] factors(double[] deviations, int dimensions) {
    float[] factors = new float[deviations.length];
    for (int c = 0; c < factors.length; c++) {
      factors[c] = EncoderState.factor((float) deviations[c], dimensions);
    }
    return factors;
  }

  /** Columns beside those that there are. */
  private static JavaRDD<float[]> beside(
      JavaRDD<float[]> before, JavaRDD<float[]> some, int width, int count) {
    JavaRDD<float[]> joined =
        before
            .zip(some)
            .map(pair -> joined(pair._1, width, pair._2, count))
            .persist(StorageLevel.MEMORY_AND_DISK());
    joined.count();
    before.unpersist();
    return joined;
  }

  private static float[] joined(float[] left, int leftWidth, float[] right, int rightWidth) {
    float[] all = new float[left.length + right.length];
    int rows = right.length / rightWidth;
    int width = leftWidth + rightWidth;
    for (int row = 0; row < rows; row++) {
      System.arraycopy(left, row * leftWidth, all, row * width, leftWidth);
      System.arraycopy(right, row * rightWidth, all, row * width + leftWidth, rightWidth);
    }
    return all;
  }

  private <T> JavaRDD<T> held(JavaRDD<T> rows) {
    JavaRDD<T> persisted = rows.persist(StorageLevel.MEMORY_AND_DISK());
    kept.add(persisted);
    return persisted;
  }

  /** Features times a matrix. */
  private JavaRDD<float[]> products(float[] matrix, int width) {
    Broadcast<float[]> sent = graph.context().broadcast(matrix);
    return held(graph.parts().map(part -> products(part, sent.value(), width)));
  }

  private static float[] products(Part part, float[] matrix, int width) {
    CsrMatrix features = part.vertices().features().matrix();
    DenseMatrix out = DenseMatrix.zeros(part.nodes(), width);
    features.apply(DenseMatrix.wrap(features.columns(), width, matrix), out, Workers.sequential());
    return out.data();
  }

  private static double[] productsWithFeatures(Part part, float[] rows, int width) {
    SparseArrays features = part.vertices().features();
    double[] products = new double[features.columns() * width];
    for (int row = 0; row < part.nodes(); row++) {
      for (int e = features.pointers()[row]; e < features.pointers()[row + 1]; e++) {
        int at = features.indices()[e] * width;
        for (int c = 0; c < width; c++) {
          products[at + c] += (double) features.values()[e] * rows[row * width + c];
        }
      }
    }
    return products;
  }

  /** The mean over some steps, by Horner's scheme. */
  private JavaRDD<float[]> mean(JavaRDD<float[]> in, int width, int steps) {
    JavaRDD<float[]> current = in;
    for (int k = 0; k < steps; k++) {
      float share = k == steps - 1 ? 1f / (steps + 1) : 1f;
      JavaRDD<float[]> propagated =
          exact.propagate(
              current.map(rows -> new PendingPropagation(Propagation.NORMALIZED, width, rows)));
      current = held(in.zip(propagated).map(pair -> sum(pair._1, pair._2, share)));
    }
    return current;
  }

  private static float[] sum(float[] left, float[] right, float share) {
    float[] sum = new float[left.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = share * right[i] + share * left[i];
    }
    return sum;
  }

  /** Less the means of columns. */
  private JavaRDD<float[]> centered(JavaRDD<float[]> rows, int width) {
    double[] means = means(rows, width);
    return held(rows.map(ofPart -> less(ofPart, means)));
  }

  private static float[] less(float[] rows, double[] means) {
    float[] less = new float[rows.length];
    for (int i = 0; i < less.length; i++) {
      less[i] = rows[i] - (float) means[i % means.length];
    }
    return less;
  }

  private static float[] times(float[] rows, float[] factors) {
    float[] product = new float[rows.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = rows[i] * factors[i % factors.length];
    }
    return product;
  }

  private double[] means(JavaRDD<float[]> rows, int width) {
    double[] means = sum(rows.map(ofPart -> sums(ofPart, new double[width])), width);
    for (int c = 0; c < width; c++) {
      means[c] /= nodes();
    }
    return means;
  }

  private double[] deviations(JavaRDD<float[]> rows, int width) {
    double[] means = means(rows, width);
    double[] squares = sum(rows.map(ofPart -> squares(ofPart, means)), width);
    for (int c = 0; c < width; c++) {
      squares[c] = Math.sqrt(squares[c] / nodes());
    }
    return squares;
  }

  private static double[] sums(float[] rows, double[] to) {
    for (int i = 0; i < rows.length; i++) {
      to[i % to.length] += rows[i];
    }
    return to;
  }

  private static double[] squares(float[] rows, double[] means) {
    double[] squares = new double[means.length];
    for (int i = 0; i < rows.length; i++) {
      double difference = rows[i] - means[i % means.length];
      squares[i % means.length] += difference * difference;
    }
    return squares;
  }

  /** The sum over parts in their order, groups of neighbouring ones on executors before. */
  private double[] sum(JavaRDD<double[]> ofParts, int length) {
    return sum(graph, ofParts, length);
  }

  private static double[] sum(PartitionedGraph graph, JavaRDD<double[]> ofParts, int length) {
    int size = (int) Math.ceil(Math.sqrt(graph.partCount()));
    int groups = (graph.partCount() + size - 1) / size;
    double[] sum = new double[length];
    ofParts
        .mapPartitionsWithIndex(
            (part, one) ->
                List.of(new Tuple2<>(part / size, new Tuple2<>(part, one.next()))).iterator(),
            true)
        .mapToPair(pair -> pair)
        .partitionBy(new NumberPartitioner(groups))
        .mapPartitions(
            received -> {
              List<Tuple2<Integer, double[]>> inOrder = new ArrayList<>();
              received.forEachRemaining(pair -> inOrder.add(pair._2));
              inOrder.sort((a, b) -> Integer.compare(a._1, b._1));
              double[] ofGroup = new double[length];
              inOrder.forEach(piece -> add(piece._2, ofGroup));
              return List.of(ofGroup).iterator();
            })
        .collect()
        .forEach(ofGroup -> add(ofGroup, sum));
    return sum;
  }

  private static void add(double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** Lets go of columns. */
  @Override
  public void close() {
    kept.forEach(JavaRDD::unpersist);
    kept.clear();
  }
}

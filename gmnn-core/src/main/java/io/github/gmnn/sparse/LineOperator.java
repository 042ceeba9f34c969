package io.github.gmnn.sparse;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * diag(out) · (A + s·I) · diag(in) of a line graph's adjacency A: first the sum of each group, then
 * for each link the sums of its groups, then what these count too much or too little of the link
 * itself. Scales are folded into the values of the sparse matrices.
 */
final class LineOperator implements LinearOperator {
  /** The longest sum; longer ones are sums of sums, for accuracy and to be shared by threads. */
  private static final int LONGEST_SUM = 128;

  private final int links;

  /** From links to parts of groups, from these to larger parts, and so on to whole groups. */
  private final List<CsrMatrix> sums;

  private final CsrMatrix members;
  private final float[] own;
  private final Supplier<LineOperator> makeTransposed;
  private volatile @Nullable LineOperator transposed;
  private final Map<Integer, Queue<SoftReference<List<DenseMatrix>>>> idleBuffers =
      new ConcurrentHashMap<>();

  /**
   * Makes the operator.
   *
   * @param groups the links
   * @param in scale of each link's operand
   * @param out scale of each link's result
   * @param selfLoops the multiple s of the identity
   */
  LineOperator(LineGroups groups, float[] in, float[] out, int selfLoops) {
    links = groups.links();
    sums = sums(groups.giving(), in);
    members = members(groups, out);
    own = own(groups, in, out, selfLoops);
    makeTransposed = () -> new LineOperator(groups.reversed(), out, in, selfLoops);
    transposed = in == out && groups.reversed() == groups ? this : null;
  }

  private static List<CsrMatrix> sums(CsrMatrix incidence, float[] in) {
    List<CsrMatrix> levels = new ArrayList<>();
    CsrMatrix level = columnsScaled(incidence, in);
    int[] ends = incidence.rowPointers();
    while (true) {
      int[] partCounts = new int[ends.length];
      for (int b = 1; b < ends.length; b++) {
        int length = ends[b] - ends[b - 1];
        partCounts[b] = partCounts[b - 1] + (length + LONGEST_SUM - 1) / LONGEST_SUM;
      }
      int parts = partCounts[ends.length - 1];
      levels.add(
          CsrMatrix.of(
              parts,
              level.columns(),
              split(ends, partCounts),
              level.columnIndices(),
              level.values()));
      if (parts == ends.length - 1) {
        return levels;
      }
      level = CsrMatrix.identity(parts);
      ends = partCounts;
    }
  }

  /** The ends of all parts, each row being cut into as many as counted. */
  private static int[] split(int[] ends, int[] partCounts) {
    int[] pointers = new int[partCounts[ends.length - 1] + 1];
    for (int b = 1; b < ends.length; b++) {
      int part = partCounts[b - 1];
      for (int end = ends[b - 1]; end < ends[b]; ) {
        end = Math.min(end + LONGEST_SUM, ends[b]);
        pointers[++part] = end;
      }
    }
    return pointers;
  }

  private static CsrMatrix columnsScaled(CsrMatrix matrix, float[] scale) {
    float[] values = new float[matrix.nonZeros()];
    for (int e = 0; e < values.length; e++) {
      values[e] = scale[matrix.columnIndex(e)];
    }
    return matrix.withValues(values);
  }

  /** The groups that each link receives from, scaled by row. */
  private static CsrMatrix members(LineGroups groups, float[] out) {
    CsrMatrix pattern = groups.receiving();
    float[] values = new float[pattern.nonZeros()];
    for (int link = 0; link < pattern.rows(); link++) {
      for (int e = pattern.rowStart(link); e < pattern.rowEnd(link); e++) {
        values[e] = groups.sign(pattern.columnIndex(e)) * out[link];
      }
    }
    return pattern.withValues(values);
  }

  private static float[] own(LineGroups groups, float[] in, float[] out, int selfLoops) {
    float[] own = new float[in.length];
    for (int link = 0; link < own.length; link++) {
      own[link] = (selfLoops - groups.ownCount(link)) * in[link] * out[link];
    }
    return own;
  }

  @Override
  public int rows() {
    return links;
  }

  @Override
  public int columns() {
    return links;
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
    CsrMatrix.checkOperands(in, out, links, links);
    Queue<SoftReference<List<DenseMatrix>>> idle =
        idleBuffers.computeIfAbsent(in.columns(), width -> new ConcurrentLinkedQueue<>());
    List<DenseMatrix> buffers = take(idle, in.columns());
    DenseMatrix operand = in;
    for (int i = 0; i < sums.size(); i++) {
      sums.get(i).apply(operand, buffers.get(i), workers);
      operand = buffers.get(i);
    }
    members.apply(operand, out, workers);
    workers.forRows(links, in.columns(), (from, to) -> addOwn(in, out, from, to));
    idle.add(new SoftReference<>(buffers));
  }

  /** Buffers that no other product uses now, one for each level of sums. */
  private List<DenseMatrix> take(Queue<SoftReference<List<DenseMatrix>>> idle, int width) {
    SoftReference<List<DenseMatrix>> reference = idle.poll();
    while (reference != null) {
      List<DenseMatrix> buffers = reference.get();
      if (buffers != null) {
        return buffers;
      }
      reference = idle.poll();
    }
    return sums.stream().map(level -> DenseMatrix.zeros(level.rows(), width)).toList();
  }

  private void addOwn(DenseMatrix in, DenseMatrix out, int from, int to) {
    int width = in.columns();
    float[] x = in.data();
    float[] y = out.data();
    for (int link = from; link < to; link++) {
      float scale = own[link];
      if (scale != 0f) {
        for (int j = link * width; j < (link + 1) * width; j++) {
          y[j] += scale * x[j];
        }
      }
    }
  }

  @Override
  public void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers) {
    LineOperator operator = transposed;
    if (operator == null) {
      operator = makeTransposed.get();
      operator.transposed = this;
      transposed = operator;
    }
    operator.apply(in, out, workers);
  }

  @Override
  public String toString() {
    return "LineOperator(" + links + " links, " + sums.get(sums.size() - 1).rows() + " groups)";
  }
}

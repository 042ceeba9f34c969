package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.concurrent.TimeUnit;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The softmax over all nodes beside the three dense products that it stands for, through ND4J's
 * BLAS: logits, gradient at the hidden layer and gradient at the weights, 6 · nodes² · units
 * floating-point operations. In the package of what it measures, which is not public.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@Warmup(iterations = 2, time = 10)
@Measurement(iterations = 3, time = 10)
@SuppressWarnings("NullAway") // JMH calls the setup before all else
public class NodeSoftmaxBenchmark {
  /** Cora's and Citeseer's numbers of nodes. */
  @Param({"2708", "3327"})
  public int nodes;

  /** Hidden units, all in use. */
  @Param("512")
  public int units;

  private DenseMatrix hidden;
  private DenseMatrix hiddenGradient;
  private CsrMatrix targets;
  private NodeBatches.Batch allNodes;
  private BlockedSoftmax softmax;
  private RandomStream random;
  private INDArray left;
  private INDArray right;
  private INDArray logits;
  private INDArray product;

  /** Makes the operands. */
  @Setup
  public void setUp() {
    random = RandomStream.of(1);
    hidden = DenseMatrix.zeros(nodes, units);
    for (int i = 0; i < hidden.data().length; i++) {
      hidden.data()[i] = (float) Math.max(0, random.nextDouble() - 0.5);
    }
    hiddenGradient = DenseMatrix.zeros(nodes, units);
    targets = CsrMatrix.identity(nodes);
    allNodes = NodeBatches.all(nodes);
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    softmax = new BlockedSoftmax(nodes, units, new Adam(0.1), 0, random, workers);
    left = Nd4j.rand(nodes, units);
    right = Nd4j.rand(nodes, units);
    logits = Nd4j.rand(nodes, nodes);
    product = Nd4j.rand(nodes, units);
  }

  /** Forward, loss and both gradients, in blocks of rows. */
  @Benchmark
  public double softmax() {
    return softmax.lossAndGradient(hidden, targets, allNodes, hiddenGradient, random);
  }

  /** The three products alone, on whole matrices. */
  @Benchmark
  public INDArray blas() {
    Nd4j.gemm(left, right, logits, false, true, 1, 0);
    Nd4j.gemm(logits, right, product, false, false, 1, 0);
    return Nd4j.gemm(logits, left, product, true, false, 1, 0);
  }
}

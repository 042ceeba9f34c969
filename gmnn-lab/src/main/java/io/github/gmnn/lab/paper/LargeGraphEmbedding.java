package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.embedding.EmbeddingExperiment;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.training.EpochReport;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Embeds a generated graph that is too large for a softmax over all nodes, and compares what a
 * linear classifier gets out of the embeddings with what it gets out of simpler vectors: the words
 * themselves, words averaged over two steps (SGC, Wu et al. 2019), and random vectors averaged over
 * two steps, which know the edges alone.
 *
 * <p>Takes the number of nodes, 200,000 by default, and "neighbor-prediction" for the paper's
 * method in place of the default.
 */
public final class LargeGraphEmbedding {
  private static final int TESTED = 10_000;
  private static final int STEPS = 2;
  private static final double[] LEARNING_RATES = {0.0025, 0.025};

  private LargeGraphEmbedding() {}

  /** Runs the comparison. */
  public static void main(String[] args) {
    int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
    boolean paper = args.length > 1 && args[1].equals("neighbor-prediction");
    Dataset<Integer> data = generate(nodes);
    Graph<Integer> graph = data.graph();
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    System.out.println(graph);

    EmbeddingExperiment.EmbeddingRun<Integer> run =
        new EmbeddingExperiment<>(data)
            .run(
                paper
                    ? EmbeddingExperiment.EmbeddingPreset.of("generated", nodes)
                    : EmbeddingExperiment.EmbeddingPreset.components(nodes),
                1,
                workers.threads(),
                LargeGraphEmbedding::log);
    System.out.println(run);
    show("embeddings", run.embeddings(), data);

    LinearOperator operator = graph.adjacency().normalized();
    DenseMatrix words = dense(FeatureScaling.BINARY_ROW.apply(graph.features()));
    show("words", vectors(graph, words), data);
    show("words averaged", vectors(graph, propagate(operator, words, workers)), data);
    DenseMatrix noise = noise(nodes, run.embeddings().dimensions());
    show("noise averaged", vectors(graph, propagate(operator, noise, workers)), data);
  }

  private static boolean log(EpochReport epoch) {
    System.out.printf(
        "%s %d, epoch %d: loss %.3f, %d ms%n",
        epoch.phase(), epoch.iteration(), epoch.epoch(), epoch.loss(), epoch.step().toMillis());
    return true;
  }

  private static Dataset<Integer> generate(int nodes) {
    Dataset<Integer> all =
        CitationGraphGenerator.builder()
            .nodes(nodes)
            .classes(10)
            .words(500)
            .topicality(0.2)
            .validation(500)
            .build()
            .generate();
    Map<Integer, String> tested = new LinkedHashMap<>();
    all.testLabels().entrySet().stream()
        .limit(TESTED)
        .forEach(entry -> tested.put(entry.getKey(), entry.getValue()));
    return new Dataset<>(all.name(), all.graph(), tested);
  }

  private static DenseMatrix dense(CsrMatrix matrix) {
    DenseMatrix dense = DenseMatrix.zeros(matrix.rows(), matrix.columns());
    for (int row = 0; row < matrix.rows(); row++) {
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        dense.set(row, matrix.columnIndex(e), matrix.value(e));
      }
    }
    return dense;
  }

  private static DenseMatrix noise(int nodes, int dimensions) {
    RandomStream random = RandomStream.of(1);
    DenseMatrix noise = DenseMatrix.zeros(nodes, dimensions);
    for (int i = 0; i < noise.data().length; i++) {
      noise.data()[i] = (float) (random.nextDouble() - 0.5);
    }
    return noise;
  }

  private static DenseMatrix propagate(LinearOperator operator, DenseMatrix from, Workers workers) {
    DenseMatrix current = from;
    for (int step = 0; step < STEPS; step++) {
      DenseMatrix next = DenseMatrix.zeros(from.rows(), from.columns());
      operator.apply(current, next, workers);
      current = next;
    }
    return current;
  }

  /** Scales the vectors to a mean length of 10, so that the classifier's learning rates suit. */
  private static NodeEmbeddings<Integer> vectors(Graph<Integer> graph, DenseMatrix matrix) {
    double sum = 0;
    for (float value : matrix.data()) {
      sum += (double) value * value;
    }
    float scale = (float) (10 / Math.sqrt(sum / matrix.rows()));
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] *= scale;
    }
    return NodeEmbeddings.of(graph.keys(), matrix);
  }

  /** The better learning rate by validation, for each. */
  private static void show(String name, NodeEmbeddings<Integer> vectors, Dataset<Integer> data) {
    LinearProbe.Result best = null;
    for (double rate : LEARNING_RATES) {
      LinearProbe.Result result = new LinearProbe(0.5, rate, 100, 5, 1).evaluate(vectors, data);
      if (best == null
          || result.validationAccuracy().orElseThrow() > best.validationAccuracy().orElseThrow()) {
        best = result;
      }
    }
    System.out.printf(
        "%-15s test %.4f ± %.4f, validation %.4f%n",
        name, best.accuracy(), best.deviation(), best.validationAccuracy().orElseThrow());
  }
}

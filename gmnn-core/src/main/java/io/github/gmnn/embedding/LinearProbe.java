package io.github.gmnn.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.kernel.Elementwise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measures embeddings by the accuracy of a linear classifier on them. It trains on the training
 * nodes with dropout on its input and RMSProp, chooses the epoch by validation accuracy, and
 * reports the test accuracy at that epoch. This is the protocol of the released code.
 *
 * <p>An epoch costs O((training + validation nodes) · dimensions · classes).
 *
 * @param dropout the probability to drop an input in training
 * @param learningRate the learning rate of RMSProp (decay 0.99)
 * @param epochs how many epochs, at least 1
 * @param repeats how many classifiers are trained, at least 1
 * @param seed the seed of their initial weights and dropout
 */
public record LinearProbe(double dropout, double learningRate, int epochs, int repeats, long seed) {
  private static final float DECAY = 0.99f;
  private static final float EPSILON = 1e-8f;

  /**
   * What the classifiers reached.
   *
   * @param accuracies the share of test nodes that each classifier got right
   * @param validationAccuracies the same of the validation nodes, at the chosen epoch; empty
   *     without validation nodes
   */
  public record Result(List<Double> accuracies, List<Double> validationAccuracies) {
    /** Copies the lists. */
    public Result {
      accuracies = List.copyOf(accuracies);
      validationAccuracies = List.copyOf(validationAccuracies);
    }

    /** Returns the mean test accuracy. */
    public double accuracy() {
      return mean(accuracies).orElseThrow();
    }

    /** Returns the mean validation accuracy; empty without validation nodes. */
    public OptionalDouble validationAccuracy() {
      return mean(validationAccuracies);
    }

    /** Returns the standard deviation of the test accuracy over the repeats. */
    public double deviation() {
      double mean = accuracy();
      return Math.sqrt(
          accuracies.stream().mapToDouble(a -> (a - mean) * (a - mean)).average().orElseThrow());
    }

    private static OptionalDouble mean(List<Double> values) {
      return values.stream().mapToDouble(Double::doubleValue).average();
    }
  }

  /** Checks the settings. */
  public LinearProbe {
    Checks.dropRate(dropout, "dropout");
    Checks.positive(learningRate, "learningRate");
    Checks.atLeast(1, epochs, "epochs");
    Checks.atLeast(1, repeats, "repeats");
  }

  /**
   * A probe with the released code's settings: dropout 0.5, rate 0.0025, 100 epochs, 50 repeats.
   */
  public LinearProbe() {
    this(0.5, 0.0025, 100, 50, 1);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * Trains and tests the classifiers.
   *
   * @param embeddings embeddings of the data's nodes
   * @param data the labels: training and validation nodes of its graph, and the test nodes
   * @return what they reached
   * @throws IllegalArgumentException if a node has no embedding, or there are no training or no
   *     test nodes
   */
  public Result evaluate(NodeEmbeddings<?> embeddings, Dataset<?> data) {
    Graph<?> graph = data.graph();
    Examples training = Examples.of(embeddings, graph, graph.trainingNodes());
    Examples validation = Examples.of(embeddings, graph, graph.validationNodes());
    Examples test = Examples.of(embeddings, graph.classes(), data.testLabels());
    check(training.count() > 0, graph + " has no training nodes to fit a classifier to");
    check(test.count() > 0, data.name() + " has no test labels to measure with");
    List<Double> accuracies = new ArrayList<>();
    List<Double> validationAccuracies = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      Classifier classifier =
          new Classifier(training, graph.classes().size(), RandomStream.of(seed).derive(repeat));
      double best = -1;
      DenseMatrix bestWeights = classifier.weights;
      for (int epoch = 1; epoch <= epochs; epoch++) {
        classifier.train(this, epoch);
        if (validation.count() > 0) {
          double accuracy = validation.accuracy(classifier.weights);
          if (accuracy > best) {
            best = accuracy;
            bestWeights = classifier.weights.copy();
          }
        }
      }
      accuracies.add(test.accuracy(bestWeights));
      if (validation.count() > 0) {
        validationAccuracies.add(best);
      }
    }
    return new Result(accuracies, validationAccuracies);
  }

  /** Labelled vectors, each with a 1 behind it, so that the bias is a row of the weights. */
  private record Examples(DenseMatrix vectors, int[] labels) {
    static Examples of(NodeEmbeddings<?> embeddings, Graph<?> graph, int[] nodes) {
      int[] rows = new int[nodes.length];
      int[] labels = new int[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        rows[i] = row(embeddings.nodes(), graph.key(nodes[i]));
        labels[i] = graph.label(nodes[i]);
      }
      return of(embeddings, rows, labels);
    }

    static Examples of(NodeEmbeddings<?> embeddings, List<String> classes, Map<?, String> known) {
      int[] rows = new int[known.size()];
      int[] labels = new int[known.size()];
      int i = 0;
      for (Map.Entry<?, String> entry : known.entrySet()) {
        rows[i] = row(embeddings.nodes(), entry.getKey());
        labels[i++] = classes.indexOf(entry.getValue());
      }
      return of(embeddings, rows, labels);
    }

    private static int row(NodeIndex<?> nodes, Object key) {
      return nodes.require(key, "no embedding for ");
    }

    private static Examples of(NodeEmbeddings<?> embeddings, int[] rows, int[] labels) {
      int dimensions = embeddings.dimensions();
      DenseMatrix vectors = DenseMatrix.zeros(rows.length, dimensions + 1);
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(
            embeddings.vectors().data(),
            rows[i] * dimensions,
            vectors.data(),
            i * (dimensions + 1),
            dimensions);
        vectors.set(i, dimensions, 1f);
      }
      return new Examples(vectors, labels);
    }

    int count() {
      return labels.length;
    }

    double accuracy(DenseMatrix weights) {
      DenseMatrix logits = DenseMatrix.zeros(count(), weights.columns());
      Dense.multiply(vectors, weights, logits, Workers.sequential());
      int correct = 0;
      for (int i = 0; i < count(); i++) {
        int classes = weights.columns();
        int best = Elementwise.argMax(logits.data(), i * classes, classes);
        correct += best == labels[i] ? 1 : 0;
      }
      return (double) correct / count();
    }
  }

  /** One classifier in training. */
  private static final class Classifier {
    private final Examples examples;
    private final RandomStream random;
    private final DenseMatrix weights;
    private final DenseMatrix gradient;
    private final float[] squares;
    private final DenseMatrix dropped;
    private final DenseMatrix logits;

    Classifier(Examples examples, int classes, RandomStream random) {
      int inputs = examples.vectors().columns();
      this.examples = examples;
      this.random = random;
      this.weights = DenseMatrix.zeros(inputs, classes);
      this.gradient = DenseMatrix.zeros(inputs, classes);
      this.squares = new float[inputs * classes];
      this.dropped = DenseMatrix.zeros(examples.count(), inputs);
      this.logits = DenseMatrix.zeros(examples.count(), classes);
      double bound = 1 / Math.sqrt(inputs - 1);
      RandomStream initial = random.derive(0);
      for (int i = 0; i < squares.length; i++) {
        weights.data()[i] = (float) ((2 * initial.nextDouble() - 1) * bound);
      }
    }

    void train(LinearProbe settings, int epoch) {
      drop(settings.dropout(), random.derive(epoch));
      Dense.multiply(dropped, weights, logits, Workers.sequential());
      Dense.softmax(logits, 1, logits);
      for (int i = 0; i < examples.count(); i++) {
        int label = examples.labels()[i];
        logits.set(i, label, logits.get(i, label) - 1f);
      }
      Dense.multiplyTransposedLeft(dropped, logits, gradient, Workers.sequential());
      float rate = (float) settings.learningRate();
      for (int i = 0; i < squares.length; i++) {
        float g = gradient.data()[i] / examples.count();
        squares[i] = DECAY * squares[i] + (1 - DECAY) * g * g;
        weights.data()[i] -= rate * g / ((float) Math.sqrt(squares[i]) + EPSILON);
      }
    }

    /** Drops inputs, but not the one that stands for the bias. */
    private void drop(double rate, RandomStream epochRandom) {
      float[] from = examples.vectors().data();
      float[] to = dropped.data();
      int inputs = dropped.columns();
      float scale = (float) (1 / (1 - rate));
      for (int i = 0; i < to.length; i++) {
        boolean isBias = i % inputs == inputs - 1;
        to[i] = isBias ? 1f : epochRandom.nextDouble() < rate ? 0f : scale * from[i];
      }
    }
  }
}

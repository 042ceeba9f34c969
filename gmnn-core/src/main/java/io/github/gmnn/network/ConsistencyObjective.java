package io.github.gmnn.network;

import io.github.gmnn.compute.Elementwise;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Rows;
import java.util.Arrays;

/** The objective that {@link Consistency} describes, fused with its gradient at the logits. */
final class ConsistencyObjective implements Objective {
  /** Nodes taken at once, so that what they need stays in the first-level cache. */
  private static final int BLOCK = 64;

  private static final long WORK_PER_NODE = 200;
  private static final long WORK_PER_CLASS = 60;

  /** Keeps logarithms and powers of vanishing probabilities finite. */
  private static final float FLOOR = 1e-12f;

  private final Consistency settings;
  private final Targets targets;
  private final RowSet allNodes;
  private final boolean everyNodeHasATarget;

  /** The weight of each node's target; 0 where it has none. */
  private final float[] weights;

  /** The loss of each node, summed in their order whatever the threads. */
  private final double[] perNode;

  ConsistencyObjective(Consistency settings, Targets targets) {
    this.settings = settings;
    this.targets = targets;
    int count = targets.distributions().rows();
    this.allNodes = RowSet.all(count);
    this.everyNodeHasATarget = targets.nodes().length == count;
    this.perNode = new double[count];
    this.weights = new float[count];
    for (int i = 0; i < targets.nodes().length; i++) {
      weights[targets.nodes()[i]] = targets.weights()[i];
    }
  }

  @Override
  public int passes() {
    return settings.passes();
  }

  @Override
  public RowSet nodes() {
    return allNodes;
  }

  @Override
  public Loss lossAndGradient(Outputs outputs) {
    double lambda = settings.weight(outputs.epoch(), everyNodeHasATarget);
    int count = perNode.length;
    // The step divides by the weight of the targets; agreement is a mean over all nodes already.
    float agreement =
        (float) (lambda * targets.totalWeight() / ((double) settings.passes() * count));
    int classes = targets.distributions().columns();
    outputs
        .workers()
        .forRows(
            count,
            settings.passes() * (WORK_PER_NODE + WORK_PER_CLASS * classes),
            (from, to) -> {
              Block block = new Block(outputs, classes, agreement);
              for (int first = from; first < to; first += BLOCK) {
                block.run(first, Math.min(to, first + BLOCK));
              }
            });
    double loss = 0;
    for (double ofNode : perNode) {
      loss += ofNode;
    }
    return new Loss(loss, targets.totalWeight());
  }

  /** The nodes that one thread takes at once. */
  private final class Block {
    private final Outputs outputs;
    private final int classes;
    private final float agreement;
    private final float[] mean;
    private final float[] sharpened;

    Block(Outputs outputs, int classes, float agreement) {
      this.outputs = outputs;
      this.classes = classes;
      this.agreement = agreement;
      this.mean = new float[classes];
      this.sharpened = new float[classes];
    }

    void run(int from, int to) {
      for (int pass = 0; pass < settings.passes(); pass++) {
        softmax(outputs.logits(pass).data(), outputs.gradient(pass).data(), from, to);
      }
      for (int node = from; node < to; node++) {
        perNode[node] = node(node);
      }
    }

    /** Puts the distributions where their gradients go. */
    private void softmax(float[] logits, float[] probabilities, int from, int to) {
      int start = from * classes;
      int end = to * classes;
      for (int row = start; row < end; row += classes) {
        Rows.subtractMax(logits, row, classes, 1f, probabilities);
      }
      Elementwise.exp(probabilities, start, end);
      for (int row = start; row < end; row += classes) {
        float scale = (float) (1 / Rows.sum(probabilities, row, classes));
        for (int i = row; i < row + classes; i++) {
          probabilities[i] *= scale;
        }
      }
    }

    /** Replaces the node's distributions by the gradients, and returns its loss. */
    private double node(int node) {
      float perTarget = weights[node] / settings.passes();
      float perAgreement = sharpen(node) ? agreement : 0f;
      double loss = 0;
      for (int pass = 0; pass < settings.passes(); pass++) {
        float[] q = outputs.gradient(pass).data();
        int row = node * classes;
        double dot = 0;
        for (int c = 0; c < classes; c++) {
          double difference = q[row + c] - sharpened[c];
          loss += perAgreement * difference * difference;
          dot += 2 * perAgreement * difference * q[row + c];
        }
        for (int c = 0; c < classes; c++) {
          float probability = q[row + c];
          float target = targets.distributions().get(node, c);
          if (perTarget > 0 && target > 0) {
            loss -= perTarget * target * Math.log(probability + FLOOR);
          }
          float towards = 2 * perAgreement * (probability - sharpened[c]) - (float) dot;
          q[row + c] = probability * towards + perTarget * (probability - target);
        }
      }
      return loss;
    }

    /** Sharpens the mean of a node's distributions; false if it does not count. */
    private boolean sharpen(int node) {
      Arrays.fill(mean, 0f);
      for (int pass = 0; pass < settings.passes(); pass++) {
        float[] q = outputs.gradient(pass).data();
        for (int c = 0; c < classes; c++) {
          mean[c] += q[node * classes + c] / settings.passes();
        }
      }
      if (Rows.max(mean, 0, classes) * classes < settings.confidence()) {
        return false;
      }
      double power = 1 / settings.temperature();
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        double value = power == 2 ? mean[c] * mean[c] : Math.pow(mean[c] + FLOOR, power);
        sharpened[c] = (float) value;
        sum += value;
      }
      for (int c = 0; c < classes; c++) {
        sharpened[c] /= (float) sum;
      }
      return true;
    }
  }
}

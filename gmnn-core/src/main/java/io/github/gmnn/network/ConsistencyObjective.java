package io.github.gmnn.network;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.kernel.Elementwise;
import java.util.Arrays;

/** The objective that {@link Consistency} describes, fused with its gradient at the logits. */
final class ConsistencyObjective implements Objective {
  /** Nodes taken at once. Their sums are added in the order of blocks, whatever the threads. */
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

  /** The classes' shares among the targets, and what the mean distributions are multiplied by. */
  private final double[] shares;

  private final float[] factors;

  /** How far the one is led back to the other. */
  private final double alignment;

  /** The sums of each block's distributions. */
  private final double[] perBlock;

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
    int classes = targets.distributions().columns();
    this.shares = new double[classes];
    this.factors = new float[classes];
    this.alignment =
        settings.alignment((double) targets.nodes().length / classes, everyNodeHasATarget);
    this.perBlock = new double[blocks() * classes];
    for (int node : targets.nodes()) {
      for (int c = 0; c < classes; c++) {
        shares[c] += weights[node] * targets.distributions().get(node, c);
      }
    }
    double sum = Arrays.stream(shares).sum();
    for (int c = 0; c < classes; c++) {
      shares[c] /= sum;
    }
  }

  private int blocks() {
    return (perNode.length + BLOCK - 1) / BLOCK;
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
  public Loss lossAndGradient(Objective.Outputs outputs) {
    double lambda = settings.weight(outputs.epoch(), everyNodeHasATarget);
    int count = perNode.length;
    // The step divides by the weight of the targets; agreement is a mean over all nodes already.
    float agreement =
        (float) (lambda * targets.totalWeight() / ((double) settings.passes() * count));
    int classes = targets.distributions().columns();
    long work = BLOCK * settings.passes() * (WORK_PER_NODE + WORK_PER_CLASS * classes) / 2;
    outputs
        .workers()
        .forRows(
            blocks(),
            work,
            (from, to) -> {
              for (int block = from; block < to; block++) {
                distributions(outputs, block, classes);
              }
            });
    align();
    outputs
        .workers()
        .forRows(
            blocks(),
            work,
            (from, to) -> {
              Gradients gradients = new Gradients(outputs, classes, agreement);
              int end = Math.min(count, to * BLOCK);
              for (int node = from * BLOCK; node < end; node++) {
                perNode[node] = gradients.of(node);
              }
            });
    double loss = 0;
    for (double ofNode : perNode) {
      loss += ofNode;
    }
    return new Loss(loss, targets.totalWeight());
  }

  /** Puts the distributions of a block where their gradients go, and adds them up. */
  private void distributions(Objective.Outputs outputs, int block, int classes) {
    int start = block * BLOCK * classes;
    int end = Math.min(perNode.length, (block + 1) * BLOCK) * classes;
    Arrays.fill(perBlock, block * classes, (block + 1) * classes, 0);
    for (int pass = 0; pass < settings.passes(); pass++) {
      float[] logits = outputs.logits(pass).data();
      float[] probabilities = outputs.gradient(pass).data();
      for (int row = start; row < end; row += classes) {
        Elementwise.subtractMax(logits, row, classes, 1f, probabilities);
      }
      Elementwise.exp(probabilities, start, end);
      for (int row = start; row < end; row += classes) {
        float scale = (float) (1 / Elementwise.sum(probabilities, row, classes));
        for (int c = 0; c < classes; c++) {
          probabilities[row + c] *= scale;
          perBlock[block * classes + c] += probabilities[row + c];
        }
      }
    }
  }

  /** Finds what leads the classes' shares among all nodes back to those among the targets. */
  private void align() {
    for (int c = 0; c < factors.length; c++) {
      double sum = 0;
      for (int i = c; i < perBlock.length; i += factors.length) {
        sum += perBlock[i];
      }
      double share = Math.max(FLOOR, sum / perNode.length / settings.passes());
      factors[c] = (float) Math.pow(shares[c] / share, alignment);
    }
  }

  /** What one thread needs to turn distributions into gradients, node by node. */
  private final class Gradients {
    private final Objective.Outputs outputs;
    private final int classes;
    private final float agreement;
    private final float[] mean;
    private final float[] sharpened;

    Gradients(Objective.Outputs outputs, int classes, float agreement) {
      this.outputs = outputs;
      this.classes = classes;
      this.agreement = agreement;
      this.mean = new float[classes];
      this.sharpened = new float[classes];
    }

    /** Replaces the node's distributions by the gradients, and returns its loss. */
    double of(int node) {
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
      if (Elementwise.max(mean, 0, classes) * classes < settings.confidence()) {
        return false;
      }
      double power = 1 / settings.temperature();
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        float aligned = mean[c] * factors[c];
        double value = power == 2 ? aligned * aligned : Math.pow(aligned + FLOOR, power);
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

package io.github.gmnn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.internal.StepOutputs;
import io.github.gmnn.testing.RandomInputs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsistencyTest {
  private static final int NODES = 7;
  private static final int CLASSES = 3;
  private static final int PASSES = 3;
  private static final int[] LABELLED = {1, 4};

  private final DenseMatrix distributions = DenseMatrix.zeros(NODES, CLASSES);
  private final List<DenseMatrix> logits = new ArrayList<>();

  ConsistencyTest() {
    for (int node = 0; node < NODES; node++) {
      distributions.set(node, node % CLASSES, 0.75f);
      distributions.set(node, (node + 1) % CLASSES, 0.25f);
    }
    for (int pass = 0; pass < PASSES; pass++) {
      logits.add(RandomInputs.dense(NODES, CLASSES, -2, 2, RandomStream.of(5 + pass)));
    }
  }

  private static StepOutputs outputs(List<DenseMatrix> at, int epoch) {
    StepOutputs outputs = new StepOutputs(NODES, CLASSES, Workers.sequential());
    outputs.start(PASSES, epoch, RandomStream.of(1));
    for (int pass = 0; pass < PASSES; pass++) {
      outputs.take(pass, at.get(pass));
    }
    return outputs;
  }

  private static double[] softmax(DenseMatrix logits, int node) {
    double[] result = new double[CLASSES];
    double sum = 0;
    for (int c = 0; c < CLASSES; c++) {
      result[c] = Math.exp(logits.get(node, c));
      sum += result[c];
    }
    for (int c = 0; c < CLASSES; c++) {
      result[c] /= sum;
    }
    return result;
  }

  private static double[] mean(List<DenseMatrix> at, int node) {
    double[] mean = new double[CLASSES];
    for (DenseMatrix pass : at) {
      double[] q = softmax(pass, node);
      for (int c = 0; c < CLASSES; c++) {
        mean[c] += q[c] / PASSES;
      }
    }
    return mean;
  }

  private double labelled(int c) {
    double sum = 0;
    for (int node : LABELLED) {
      sum += distributions.get(node, c) / LABELLED.length;
    }
    return sum;
  }

  private static double share(List<DenseMatrix> at, int c) {
    double sum = 0;
    for (int node = 0; node < NODES; node++) {
      sum += mean(at, node)[c] / NODES;
    }
    return sum;
  }

  private double loss(
      Consistency settings, double lambda, List<DenseMatrix> at, List<DenseMatrix> fixed) {
    return loss(settings, lambda, 0, at, fixed);
  }

  /** The definition, in double, with what is sharpened taken at {@code fixed}. */
  private double loss(
      Consistency settings,
      double lambda,
      double alignment,
      List<DenseMatrix> at,
      List<DenseMatrix> fixed) {
    double loss = 0;
    for (int node = 0; node < NODES; node++) {
      double[] sharpened = mean(fixed, node);
      double largest = 0;
      double sum = 0;
      for (int c = 0; c < CLASSES; c++) {
        largest = Math.max(largest, sharpened[c]);
        double aligned = sharpened[c] * Math.pow(labelled(c) / share(fixed, c), alignment);
        sharpened[c] = Math.pow(aligned, 1 / settings.temperature());
        sum += sharpened[c];
      }
      for (DenseMatrix pass : at) {
        double[] q = softmax(pass, node);
        for (int c = 0; c < CLASSES; c++) {
          if (largest >= settings.confidence() / CLASSES) {
            loss += lambda / (PASSES * NODES) * Math.pow(q[c] - sharpened[c] / sum, 2);
          }
          if (node == 1 || node == 4) {
            loss -= distributions.get(node, c) * Math.log(q[c]) / (LABELLED.length * PASSES);
          }
        }
      }
    }
    return loss;
  }

  /** There are two labels of three classes, so that 2/3 of a class is where alignment is whole. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0, 0, 0",
    "0.3, 0, 0, 0",
    "1, 1.6, 0, 0",
    "0.5, 1.6, 0, 0",
    "0.3, 1.6, 1, 1",
    "0.5, 0, 0.5, 0.6666667",
    "0.5, 0, 0.3333333, 0"
  })
  void lossAndGradientEqualTheirDefinition(
      double temperature, double confidence, double alignedLabels, double alignment) {
    Consistency settings = new Consistency(PASSES, 1.5, 0, temperature, confidence, alignedLabels);
    Targets targets = Targets.of(distributions, LABELLED, null);
    StepOutputs outputs = outputs(logits, 1);
    Objective.Loss loss = settings.of(targets).lossAndGradient(outputs);
    assertThat(loss.sum() / loss.weight())
        .isCloseTo(loss(settings, 1.5, alignment, logits, logits), within(1e-6));

    double step = 0x1p-10;
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < NODES * CLASSES; i++) {
        List<DenseMatrix> moved = new ArrayList<>(logits);
        moved.set(pass, logits.get(pass).copy());
        float value = logits.get(pass).data()[i];
        moved.get(pass).data()[i] = (float) (value + step);
        double above = loss(settings, 1.5, alignment, moved, logits);
        moved.get(pass).data()[i] = (float) (value - step);
        double below = loss(settings, 1.5, alignment, moved, logits);
        assertThat(outputs.gradient(pass).data()[i] / loss.weight())
            .isCloseTo((above - below) / (2 * step), within(2e-6));
      }
    }
  }

  @Test
  void itsWeightGrowsOverTheFirstEpochs() {
    Consistency settings = new Consistency(PASSES, 2, 4, 0.5, 0, 0);
    Targets targets = Targets.of(distributions, LABELLED, null);
    for (int epoch = 1; epoch <= 6; epoch++) {
      Objective.Loss loss = settings.of(targets).lossAndGradient(outputs(logits, epoch));
      double lambda = Math.min(1, epoch / 4.0) * 2;
      assertThat(loss.sum() / loss.weight())
          .isCloseTo(loss(settings, lambda, logits, logits), within(1e-6));
    }
  }

  @Test
  void whereEveryNodeHasATargetItsWeightIsWholeFromTheStartAndNothingIsAligned() {
    int[] all = {0, 1, 2, 3, 4, 5, 6};
    Targets targets = Targets.of(distributions, all, null);
    Objective.Loss ramped =
        new Consistency(PASSES, 2, 100, 0.5, 0, 50).of(targets).lossAndGradient(outputs(logits, 1));
    Objective.Loss whole =
        new Consistency(PASSES, 2, 0, 0.5, 0, 0).of(targets).lossAndGradient(outputs(logits, 1));
    assertThat(ramped).isEqualTo(whole);
  }

  @Test
  void lossAndGradientAreTheSameInEveryStepWhateverTheThreads() {
    int nodes = 3_000;
    DenseMatrix labels = DenseMatrix.zeros(nodes, CLASSES);
    labels.set(1, 1, 1f);
    labels.set(2_999, 2, 1f);
    Consistency settings = new Consistency(2, 1.5, 0, 0.3, 0, 5);
    Objective objective = settings.of(Targets.of(labels, new int[] {1, 2_999}, null));
    List<float[]> gradients = new ArrayList<>();
    List<Objective.Loss> losses = new ArrayList<>();
    for (int threads : new int[] {1, 3}) {
      StepOutputs outputs = new StepOutputs(nodes, CLASSES, Workers.of(threads));
      outputs.start(2, 1, RandomStream.of(1));
      outputs.take(0, RandomInputs.dense(nodes, CLASSES, -2, 2, RandomStream.of(5)));
      outputs.take(1, RandomInputs.dense(nodes, CLASSES, -2, 2, RandomStream.of(6)));
      losses.add(objective.lossAndGradient(outputs));
      gradients.add(outputs.gradient(1).data());
    }
    assertThat(losses.get(1)).isEqualTo(losses.get(0));
    assertThat(gradients.get(1)).isEqualTo(gradients.get(0));
  }

  @Test
  void groupsApartCountAsMuchAsEachOther() {
    int[] other = {0, 2, 3, 5, 6};
    Targets apart = Targets.apart(distributions, LABELLED, other, null);
    double expected =
        meanLoss(Targets.of(distributions, LABELLED, null))
            + meanLoss(Targets.of(distributions, other, null));
    assertThat(meanLoss(apart)).isCloseTo(expected, within(1e-6));
  }

  private double meanLoss(Targets targets) {
    StepOutputs outputs = new StepOutputs(NODES, CLASSES, Workers.sequential());
    outputs.start(1, 1, RandomStream.of(1));
    outputs.take(0, logits.get(0));
    Objective.Loss loss = new SoftmaxCrossEntropy(targets).lossAndGradient(outputs);
    return loss.sum() / loss.weight();
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> new Consistency(1, 1, 0, 0.5, 0, 0))
        .hasMessage("passes must be at least 2, got 1");
    assertThatThrownBy(() -> new Consistency(2, -1, 0, 0.5, 0, 0)).hasMessageContaining("got -1");
    assertThatThrownBy(() -> new Consistency(2, 1, -1, 0.5, 0, 0)).hasMessageContaining("got -1");
    assertThatThrownBy(() -> new Consistency(2, 1, 0, 0, 0, 0))
        .hasMessage("temperature must be in (0, 1], got 0.0");
    assertThatThrownBy(() -> new Consistency(2, 1, 0, 1, Double.NaN, 0))
        .hasMessageContaining("confidence");
    assertThatThrownBy(() -> new Consistency(2, 1, 0, 1, 0, -1))
        .hasMessageContaining("alignedLabels");
  }
}

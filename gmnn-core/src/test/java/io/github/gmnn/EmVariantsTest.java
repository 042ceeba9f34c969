package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What variants of EM train towards, by hand, and that they can be resumed at any epoch. */
class EmVariantsTest {
  private static final Graph<String> PATH = TextGraphs.parse("a[X] b c d[Y] e a-b b-c c-d b-e");

  /** Trains by p's that have no weights, and keeps what q is trained towards. */
  private static List<Targets> targetsOfQ(GmnnTrainer.Builder trainer) {
    List<Targets> seen = new ArrayList<>();
    trainer
        .learningLayers(MeanPoolingLayer.builder().build())
        .approximation(
            (logits, random) -> {
              DenseMatrix annotation = DenseMatrix.zeros(logits.rows(), logits.columns());
              for (int node = 0; node < logits.rows(); node++) {
                annotation.set(node, node % 2, 1f);
              }
              return List.of(annotation);
            })
        .inferenceObjective(
            targets -> {
              seen.add(
                  Targets.weighted(
                      targets.distributions().copy(), targets.nodes(), targets.weights()));
              return new SoftmaxCrossEntropy(targets);
            })
        .fit(PATH);
    return seen;
  }

  @Test
  void freshNetworksThatAgreeTeachWhatOneDoesInEveryIteration() {
    List<Targets> one = targetsOfQ(Scripted.trainer().emIterations(2));
    List<Targets> three = targetsOfQ(Scripted.trainer().emIterations(2).freshLearningNetworks(3));
    assertThat(three).hasSize(3); // pre-training and two E-steps
    for (int phase = 0; phase < 3; phase++) {
      assertThat(three.get(phase).distributions().data())
          .usingComparatorWithPrecision(1e-6f)
          .containsExactly(one.get(phase).distributions().data());
    }
  }

  @Test
  void labelsStayCertainWhateverTheSharesOfFreshNetworksAddUpTo() {
    Targets eStep = targetsOfQ(Scripted.trainer().freshLearningNetworks(10)).get(1);
    // ten times 0.1f is more than 1
    assertThat(eStep.distributions().get(0, 0)).isEqualTo(1f);
    assertThat(eStep.distributions().get(3, 1)).isEqualTo(1f);
  }

  @Test
  void apartLabelledAndOtherNodesCountAsMuchAsEachOther() {
    Targets eStep = targetsOfQ(Scripted.trainer().targetWeighting(TargetWeighting.APART)).get(1);
    assertThat(eStep.nodes()).containsExactly(0, 3, 1, 2, 4);
    assertThat(eStep.weights()).containsExactly(1 / 2f, 1 / 2f, 1 / 3f, 1 / 3f, 1 / 3f);
  }

  @Test
  void preTrainingKeepsTheEpochThatItsOwnSelectionPrefers() {
    Graph<String> graph = TextGraphs.parse("a[X] v[X]? b[Y] a-v v-b");
    float[][] unsure = {{1, 0}, {1, 0}, {0, 1}};
    float[][] sure = {{5, 0}, {5, 0}, {0, 5}};
    GmnnTrainer.Builder trainer =
        Scripted.trainer()
            .emIterations(0)
            .pretrainEpochs(2)
            .inferenceObjective(
                targets ->
                    new Scripted(3, new int[] {0, 1, 2}, epoch -> epoch == 1 ? unsure : sure));
    // both epochs are right about v, the second has the lower loss
    assertThat(trainer.fit(graph).predict("v").probability("X")).isLessThan(0.8);
    assertThat(trainer.pretrainSelection(Selection.LOSS).fit(graph).predict("v").probability("X"))
        .isGreaterThan(0.9);
  }

  private static GmnnTrainer.Builder fresh() {
    return SmallCitations.trainer().emGuard(false).emIterations(1).freshLearningNetworks(2);
  }

  @Test
  void freshNetworksGoOnFromTheMeanOfThoseBefore(@TempDir Path folder) throws IOException {
    Graph<Integer> graph = SmallCitations.DATA.graph();
    GmnnModel<Integer> whole = fresh().fit(graph);
    List<EpochReport> epochs = whole.history().epochs();
    int inSecondMStep = 20 + 15 + 5;
    int inEStep = 20 + 2 * 15 + 5;
    assertThat(epochs.get(inSecondMStep).phase()).isEqualTo(Phase.M_STEP);
    assertThat(epochs.get(inEStep).phase()).isEqualTo(Phase.E_STEP);
    for (int last : new int[] {inSecondMStep, inEStep}) {
      Path file = folder.resolve("after-" + last);
      int[] seen = {0};
      fresh().checkpoint(file, 1).listener(report -> ++seen[0] < last).fit(graph);
      GmnnModel<Integer> resumed = fresh().build().resume(file, graph);
      assertThat(SmallCitations.distributions(resumed))
          .as("resumed after epoch %d", last)
          .isEqualTo(SmallCitations.distributions(whole));
    }
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmStartTest {
  private static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(600)
          .classes(4)
          .validation(150)
          .build()
          .generate()
          .graph();

  private static final GmnnModel<Integer> START = Gmnn.builder().seed(3).fit(GRAPH);

  private static GmnnTrainer.Builder brief(int epochs) {
    return Gmnn.builder()
        .seed(4)
        .pretrainEpochs(epochs)
        .learningEpochs(epochs)
        .inferenceEpochs(epochs);
  }

  private static double validation(GmnnModel<Integer> model) {
    return model.evaluate(GRAPH.validationLabels()).accuracy();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 0", "20, 0", "1, 1", "5, 1", "20, 2"})
  void aFitIsNoWorseThanTheModelItStartsFrom(int epochs, int iterations) {
    GmnnModel<Integer> model = brief(epochs).emIterations(iterations).build().fit(GRAPH, START);
    assertThat(validation(model)).isGreaterThanOrEqualTo(validation(START));
  }

  @Test
  void theRateWarmsUpSoThatWhatWasLearnedStays() {
    Graph<Integer> unvalidated = GRAPH.withLabels(GRAPH.trainingLabels(), List.of());
    GmnnModel<Integer> model = brief(1).emIterations(0).build().fit(unvalidated, START);
    assertThat(validation(model)).isGreaterThan(validation(START) - 0.05);
  }

  @Test
  void aWarmStartThatWasCutOffGoesOnAsIfItHadNotBeen(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnTrainer.Builder trainer = brief(6).emIterations(1).checkpoint(file, 1);
    GmnnModel<Integer> whole = trainer.build().fit(GRAPH, START);
    for (int last : new int[] {2, 6, 8}) {
      int[] left = {last};
      trainer.listener(epoch -> --left[0] > 0).build().fit(GRAPH, START);
      GmnnModel<Integer> resumed = brief(6).emIterations(1).build().resume(file, GRAPH);
      assertThat(SmallCitations.distributions(resumed))
          .isEqualTo(SmallCitations.distributions(whole));
    }
  }

  /** Without features two kinds of q have the same layers, and differ in what these read. */
  @Test
  void goingOnFromAModelReadsWhatItReads() {
    Graph<Integer> bare =
        Graph.of(GRAPH.keys(), GRAPH.adjacency())
            .withLabels(GRAPH.labels(), GRAPH.validationLabels().keySet());
    GmnnTrainer.Builder both =
        Gmnn.builder()
            .inferenceAmong(InferenceKinds.robustPropagation(), InferenceKinds.robustStructure());
    for (InferenceKind kind :
        List.of(InferenceKinds.robustPropagation(), InferenceKinds.robustStructure())) {
      GmnnModel<Integer> start = Gmnn.builder().inference(kind).emIterations(0).fit(bare);
      GmnnModel<Integer> refitted = both.build().refit(bare, start);
      assertThat(refitted.provenance().settings().get("inferenceChosen")).startsWith(kind.name());
      assertThat(validation(refitted)).isGreaterThan(validation(start) - 0.05);
      assertThat(validation(both.emIterations(0).build().fit(bare, start)))
          .isGreaterThanOrEqualTo(validation(start));
    }
    GmnnModel<Integer> structure =
        Gmnn.builder().inference(InferenceKinds.robustStructure()).emIterations(0).fit(bare);
    GmnnTrainer other = Gmnn.builder().inference(InferenceKinds.robustPropagation()).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.refit(bare, structure))
        .withMessageContaining("name its kind");
  }
}

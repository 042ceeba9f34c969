package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Predictor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fits on samples of the graph. */
class SamplingTest {
  private static Dataset<Integer> data() {
    return CitationGraphGenerator.builder()
        .nodes(1_000)
        .classes(3)
        .words(100)
        .validation(100)
        .seed(1)
        .build()
        .generate();
  }

  private static GmnnTrainer.Builder trainer() {
    return Gmnn.paper().pretrainEpochs(20).learningEpochs(10).inferenceEpochs(10).threads(1);
  }

  private static List<Double> losses(GmnnModel<?> model) {
    return model.history().epochs().stream().map(EpochReport::loss).toList();
  }

  @Test
  void aSampleOfEverythingIsTheWholeGraph() {
    Graph<Integer> graph = data().graph();
    for (Predictor predictor : List.of(Predictor.INFERENCE, Predictor.PRODUCT)) {
      GmnnModel<Integer> whole = trainer().predictor(predictor).build().fit(graph);
      GmnnModel<Integer> sampled =
          trainer().predictor(predictor).batchSize(1_000).build().fit(graph);
      assertThat(losses(sampled)).hasSize(40);
      for (int epoch = 0; epoch < 40; epoch++) {
        assertThat(losses(sampled).get(epoch)).isCloseTo(losses(whole).get(epoch), within(1e-4));
      }
      assertThat(sampled.predict(17).probability())
          .isCloseTo(whole.predict(17).probability(), within(1e-3));
    }
  }

  @Test
  void aFewTargetsAndNeighborsAreEnoughToLearnFrom() {
    Dataset<Integer> data = data();
    GmnnTrainer.Builder longer = trainer().pretrainEpochs(60).inferenceEpochs(40);
    GmnnModel<Integer> whole = longer.build().fit(data.graph());
    GmnnModel<Integer> sampled = longer.batchSize(200).maxNeighbors(5).build().fit(data.graph());
    double ofWhole = whole.evaluate(data.testLabels()).accuracy();
    double ofSampled = sampled.evaluate(data.testLabels()).accuracy();
    assertThat(ofWhole).isGreaterThan(0.7);
    assertThat(ofSampled).isGreaterThan(ofWhole - 0.05);
    assertThat(losses(sampled)).isNotEqualTo(losses(whole));
  }

  @Test
  void theSampleIsThatOfTheSeedWhateverTheThreads() {
    Graph<Integer> graph = data().graph();
    GmnnTrainer.Builder sampling = trainer().batchSize(100).maxNeighbors(3);
    GmnnModel<Integer> one = sampling.build().fit(graph);
    assertThat(losses(sampling.threads(3).build().fit(graph))).isEqualTo(losses(one));
    assertThat(losses(sampling.seed(2).build().fit(graph))).isNotEqualTo(losses(one));
  }

  @Test
  void networksThatSeeFarAreRefused() {
    Graph<Integer> graph = data().graph();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Gmnn.builder()
                    .inference(InferenceKinds.personalizedPropagation())
                    .batchSize(100)
                    .build()
                    .fit(graph))
        .withMessageContaining("a network that sees 10 hops is not one to train on samples");
  }

  @Test
  void kindsThatSeeFarAreLeftOutOfAChoice() {
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inferenceAmong(InferenceKinds.personalizedPropagation(), InferenceKinds.sage())
            .pretrainEpochs(5)
            .emIterations(0)
            .batchSize(100)
            .build()
            .fit(data().graph());
    assertThat(model.provenance().settings().get("inferenceChosen"))
        .startsWith("sage")
        .contains("appnp left out");
  }

  @Test
  void aSampleOfTypedEdgesIsRefused() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", "cites")
            .addEdge("b", "c", "likes")
            .label("a", "x")
            .label("b", "y")
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer().maxNeighbors(2).build().fit(graph))
        .withMessageContaining("maxNeighbors 2 cannot be used if edges have types or numbers");
    assertThat(losses(trainer().batchSize(2).build().fit(graph))).hasSize(40);
  }

  @Test
  void aSampleNeedsLessMemory() {
    Graph<Integer> graph = data().graph();
    long whole = trainer().build().estimateMemory(graph).activations();
    long sampled =
        trainer().batchSize(10).maxNeighbors(2).build().estimateMemory(graph).activations();
    // two buffers of 1,000 nodes in place of four and those of inputs, and 70 nodes a step
    assertThat(sampled).isLessThan(whole / 2);
  }
}

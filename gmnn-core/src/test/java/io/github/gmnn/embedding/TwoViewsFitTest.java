package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.learning.config.Adam;

class TwoViewsFitTest {
  private static final Dataset<Integer> PAPERS =
      CitationGraphGenerator.builder().nodes(400).classes(3).validation(60).build().generate();

  @TempDir private Path folder;

  private static GmnnEmbedder.Builder small() {
    return GmnnEmbedder.builder().dimensions(16).epochs(12);
  }

  private static float[] vectors(GmnnEmbedder.Builder builder) {
    return builder.fit(PAPERS.graph()).matrix().data();
  }

  /** Settings by which every update sees a part of the graph. */
  private static Settings inParts(int epochs, int threads) {
    return SizeDefaults.settle(EmbedderSettings.defaults(), 400)
        .with(EmbedderSettings.DIMENSIONS, 16)
        .with(EmbedderSettings.EPOCHS, epochs)
        .with(EmbedderSettings.THREADS, threads)
        .with(EmbedderSettings.PART_NODES, 150)
        .with(EmbedderSettings.COUNTED_NODES, 90);
  }

  private static NodeEmbeddings<Integer> run(Settings settings) {
    return new TwoViewsFit<>(settings, PAPERS.graph(), () -> false).run();
  }

  @Test
  void theSameSeedGivesTheSameBitsWhateverTheThreads() {
    float[] once = vectors(small().threads(1));
    assertThat(vectors(small().threads(3))).isEqualTo(once);
    assertThat(vectors(small().threads(3).seed(2))).isNotEqualTo(once);
    assertThat(run(inParts(12, 3)).vectors().data())
        .isEqualTo(run(inParts(12, 1)).vectors().data());
  }

  @Test
  void theLossFalls() {
    List<EpochReport> epochs = small().epochs(30).fit(PAPERS.graph()).history().epochs();
    assertThat(epochs).hasSize(30);
    assertThat(epochs.get(29).loss()).isLessThan(epochs.get(0).loss() - 1);
  }

  @Test
  void aProbeOnEmbeddingsBeatsChanceAndAnEncoderThatLearnedNothing() {
    LinearProbe probe = new LinearProbe(0.5, 0.0025, 100, 3, 1);
    double learned = probe.evaluate(small().epochs(40).fit(PAPERS.graph()), PAPERS).accuracy();
    double random =
        probe
            .evaluate(small().epochs(1).updater(new Adam(1e-9)).fit(PAPERS.graph()), PAPERS)
            .accuracy();
    assertThat(learned).isGreaterThan(0.6).isGreaterThan(random);
  }

  @Test
  void labelsAreNotLookedAt() {
    Graph<Integer> unlabelled = PAPERS.graph().withLabels(Map.of(), List.of());
    assertThat(small().fit(unlabelled).matrix().data()).isEqualTo(vectors(small()));
  }

  @Test
  void everySettingShows() {
    assertThat(
            List.of(
                vectors(small()),
                vectors(small().hops(2)),
                vectors(small().smoothing(2)),
                vectors(small().edgeDropout(0.1)),
                vectors(small().columnDropout(0.3)),
                vectors(small().decorrelation(0.1)),
                vectors(small().epochs(13)),
                vectors(small().updater(new Adam(0.01)))))
        .doesNotHaveDuplicates();
  }

  @Test
  void settingsOfTheOtherMethodAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> small().emIterations(2).build())
        .withMessageContaining("emIterations")
        .withMessageContaining("GmnnEmbedder.neighborPrediction()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnEmbedder.neighborPrediction().hops(2).build())
        .withMessageContaining("hops")
        .withMessageContaining("GmnnEmbedder.builder()");
  }

  @Test
  void aFitThatWasCutOffAnywhereEndsAsTheWholeOne() throws IOException {
    Path file = folder.resolve("checkpoint");
    List<Path> copies = new ArrayList<>();
    Settings settings = inParts(12, 1);
    Settings writing =
        settings
            .with(EmbedderSettings.CHECKPOINT, new CheckpointPlan(file, 1, null))
            .with(
                EmbedderSettings.LISTENERS,
                List.of(
                    report -> {
                      if (Files.exists(file)) {
                        Path copy = folder.resolve("after-" + copies.size());
                        try {
                          copies.add(Files.copy(file, copy));
                        } catch (IOException e) {
                          throw new AssertionError(e);
                        }
                      }
                      return true;
                    }));
    float[] whole = run(writing).vectors().data();
    copies.add(file);
    assertThat(copies).hasSize(12);
    for (Path copy : copies) {
      NodeEmbeddings<Integer> resumed =
          new TwoViewsFit<>(settings, PAPERS.graph(), () -> false)
              .resume(Checkpoint.read(copy))
              .run();
      assertThat(resumed.vectors().data()).as("%s", copy).isEqualTo(whole);
      assertThat(resumed.history().epochs()).hasSize(12);
    }
  }

  @Test
  void aCheckpointOfAnotherFitIsRefused() throws IOException {
    Path file = folder.resolve("checkpoint");
    small().checkpoint(file, 1).fit(PAPERS.graph());
    assertThat(small().build().resume(file, PAPERS.graph()).matrix().data())
        .isEqualTo(vectors(small()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> small().hops(2).build().resume(file, PAPERS.graph()))
        .withMessageContaining("other settings");
  }

  /** Gives the first epoch the highest mark, and every later one a lower mark. */
  private static final class Falling implements ToDoubleFunction<NodeEmbeddings<?>> {
    private int calls;

    @Override
    public double applyAsDouble(NodeEmbeddings<?> embeddings) {
      return -calls++;
    }
  }

  @Test
  void validationKeepsTheBestEpochAndPatienceEndsTheFit() {
    NodeEmbeddings<Integer> best =
        small().epochs(50).validation(new Falling()).patience(4).fit(PAPERS.graph());
    assertThat(best.history().epochs()).hasSize(5);
    assertThat(best.matrix().data()).isEqualTo(vectors(small().epochs(1)));
  }

  @Test
  void aListenerEndsTheFit() {
    NodeEmbeddings<Integer> stopped =
        small().listener(report -> report.epoch() < 3).fit(PAPERS.graph());
    assertThat(stopped.history().completed()).isFalse();
    assertThat(stopped.matrix().data()).isEqualTo(vectors(small().epochs(3)));
  }

  @Test
  void nodesWithoutEdgesAndGraphsWithoutFeaturesAreEmbedded() {
    Graph.Builder<String> builder = Graph.<String>builder().addNode("alone");
    for (int clique = 0; clique < 4; clique++) {
      for (int i = 0; i < 6; i++) {
        builder.addNode(clique + "/" + i);
        for (int j = 0; j < i; j++) {
          builder.addEdge(clique + "/" + i, clique + "/" + j);
        }
      }
    }
    NodeEmbeddings<String> embeddings = GmnnEmbedder.builder().dimensions(8).fit(builder.build());
    assertThat(embeddings.vector("alone")).hasSize(8);
    for (String key : embeddings.keys()) {
      if (!key.equals("alone")) {
        assertThat(embeddings.nearest(key, 5))
            .allMatch(near -> near.key().startsWith(key.substring(0, 2)));
      }
    }
  }
}

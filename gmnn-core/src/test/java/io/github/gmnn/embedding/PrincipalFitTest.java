package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
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
import java.util.concurrent.CancellationException;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrincipalFitTest {
  private static final Dataset<Integer> PAPERS =
      CitationGraphGenerator.builder().nodes(400).classes(3).validation(60).build().generate();

  @TempDir private Path folder;

  private static GmnnEmbedder.Builder small() {
    return GmnnEmbedder.builder().dimensions(16);
  }

  private static float[] vectors(GmnnEmbedder.Builder builder) {
    return builder.fit(PAPERS.graph()).matrix().data();
  }

  private static Settings settings(int epochs) {
    return SizeDefaults.settle(EmbedderSettings.defaults(), 400)
        .with(EmbedderSettings.DIMENSIONS, 16)
        .with(EmbedderSettings.EPOCHS, epochs);
  }

  private static NodeEmbeddings<Integer> run(Settings settings) {
    return new PrincipalFit<>(settings, PAPERS.graph(), () -> false).run();
  }

  @Test
  void theSameSeedGivesTheSameBitsWhateverTheThreads() {
    float[] once = vectors(small().threads(1));
    assertThat(vectors(small().threads(3))).isEqualTo(once);
    assertThat(vectors(small().threads(3).seed(2))).isNotEqualTo(once);
  }

  @Test
  void theLossFalls() {
    List<EpochReport> epochs = small().epochs(5).fit(PAPERS.graph()).history().epochs();
    assertThat(epochs).hasSize(5);
    for (int i = 1; i < 5; i++) {
      assertThat(epochs.get(i).loss()).isLessThan(epochs.get(i - 1).loss());
    }
  }

  @Test
  void aProbeOnEmbeddingsBeatsChance() {
    LinearProbe probe = new LinearProbe(0.5, 0.0025, 100, 3, 1);
    assertThat(probe.evaluate(small().fit(PAPERS.graph()), PAPERS).accuracy()).isGreaterThan(0.8);
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
                vectors(small().hops(3)),
                vectors(small().smoothing(3)),
                vectors(small().epochs(2)),
                vectors(small().seed(7))))
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
    Settings settings = settings(6);
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
    assertThat(copies).hasSize(6);
    for (Path copy : copies) {
      NodeEmbeddings<Integer> resumed =
          new PrincipalFit<>(settings, PAPERS.graph(), () -> false)
              .resume(Checkpoint.read(copy))
              .run();
      assertThat(resumed.vectors().data()).as("%s", copy).isEqualTo(whole);
      assertThat(resumed.history().epochs()).hasSize(6);
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
        small().listener(report -> report.epoch() < 2).fit(PAPERS.graph());
    assertThat(stopped.history().completed()).isFalse();
    assertThat(stopped.matrix().data()).isEqualTo(vectors(small().epochs(2)));
  }

  @Test
  void anInterruptEndsTheFitAndStaysSet() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> small().fit(PAPERS.graph()));
    assertThat(Thread.interrupted()).isTrue();
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

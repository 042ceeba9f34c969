package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the embedder has of the epoch loop: checkpoints, history, validation, patience, stopping.
 */
class EmbedderLoopTest {
  private static final Graph<Integer> GRAPH = graph(1);

  @TempDir private Path folder;

  private static Graph<Integer> graph(long seed) {
    return CitationGraphGenerator.builder()
        .nodes(200)
        .validation(20)
        .classes(3)
        .words(40)
        .seed(seed)
        .build()
        .generate()
        .graph();
  }

  private static GmnnEmbedder.Builder embedder() {
    return GmnnEmbedder.neighborPrediction()
        .dimensions(8)
        .depth(1)
        .approximation(Approximations.multiSample(2))
        .batchSize(90)
        .pretrainEpochs(3)
        .emIterations(2)
        .learningEpochs(3)
        .inferenceEpochs(2);
  }

  private static List<float[]> vectors(NodeEmbeddings<Integer> embeddings) {
    return embeddings.keys().stream().map(embeddings::vector).toList();
  }

  @Test
  void aFitThatWasCutOffAnywhereEndsAsTheWholeOne() throws IOException {
    Path file = folder.resolve("checkpoint");
    List<Path> copies = new ArrayList<>();
    NodeEmbeddings<Integer> whole =
        embedder()
            .checkpoint(file, 1)
            .listener(
                report -> {
                  if (Files.exists(file)) { // that of the epoch before
                    copies.add(copy(file, folder.resolve("after-" + copies.size())));
                  }
                  return true;
                })
            .fit(GRAPH);
    copies.add(file);

    assertThat(copies).hasSize(3 + 2 * (3 + 2));
    for (Path copy : copies) {
      NodeEmbeddings<Integer> resumed = embedder().build().resume(copy, GRAPH);
      assertThat(vectors(resumed))
          .as("%s", copy)
          .usingRecursiveComparison()
          .isEqualTo(vectors(whole));
      assertThat(resumed.history().epochs()).hasSize(copies.size());
    }
  }

  private static Path copy(Path from, Path to) {
    try {
      return Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCheckpointOfAnotherFitIsRefused() throws IOException {
    Path file = folder.resolve("checkpoint");
    embedder().checkpoint(file, 1).fit(GRAPH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embedder().dimensions(9).build().resume(file, GRAPH))
        .withMessageContaining("other settings");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embedder().build().resume(file, graph(2)))
        .withMessageContaining("another graph");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embedder().checkpoint(file, 1).validation(e -> 0).build())
        .withMessageContaining("validation is a lambda");
  }

  @Test
  void theHistoryHasEveryEpochOfEveryPhase() {
    TrainingHistory history = embedder().fit(GRAPH).history();
    assertThat(history.completed()).isTrue();
    assertThat(history.epochs(Phase.PRE_TRAINING)).hasSize(3);
    assertThat(history.epochs(Phase.M_STEP)).hasSize(6);
    assertThat(history.epochs(Phase.E_STEP)).hasSize(4);
    assertThat(history.epochs()).allSatisfy(report -> assertThat(report.loss()).isFinite());
  }

  @Test
  void stoppingKeepsWhatThereIs() {
    NodeEmbeddings<Integer> stopped = embedder().listener(report -> report.epoch() < 2).fit(GRAPH);
    assertThat(stopped.history().completed()).isFalse();
    assertThat(stopped.history().epochs()).extracting(EpochReport::epoch).containsExactly(1, 2);
    assertThat(vectors(stopped))
        .usingRecursiveComparison()
        .isEqualTo(vectors(embedder().pretrainEpochs(2).emIterations(0).fit(GRAPH)));
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
  void validationKeepsTheBestEpochAndPatienceEndsThePhase() {
    NodeEmbeddings<Integer> best =
        embedder()
            .pretrainEpochs(50)
            .emIterations(0)
            .validation(new Falling())
            .patience(4)
            .fit(GRAPH);
    assertThat(best.history().epochs()).hasSize(5);
    assertThat(vectors(best))
        .usingRecursiveComparison()
        .isEqualTo(vectors(embedder().pretrainEpochs(1).emIterations(0).fit(GRAPH)));
  }

  @Test
  void patienceWithoutValidationIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embedder().patience(3).build())
        .withMessageContaining("validation(metric)");
  }
}

package io.github.gmnn.embedding;

import static io.github.gmnn.embedding.EmbedderSettings.CHECKPOINT;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Checkpointing;
import io.github.gmnn.em.Em;
import io.github.gmnn.em.Schedule;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Neighbour prediction by q and its smoothing by p on one graph: EM on a {@link NodeEngine}. One
 * instance runs one fit, on one thread.
 *
 * @param <K> type of the nodes' keys
 */
final class EmbeddingFit<K> {
  private final NodeEngine<K> engine;
  private final Em<List<SparseInput>, CsrMatrix> em;

  EmbeddingFit(Settings settings, Graph<K> graph, BooleanSupplier stopRequested) {
    RandomStream random = RandomStream.of(settings.get(EmbedderSettings.SEED));
    Workers workers = Workers.of(settings.get(EmbedderSettings.THREADS));
    this.engine = new NodeEngine<>(settings, graph, random, workers.stoppedBy(stopRequested));
    this.em =
        new Em<>(
            schedule(settings),
            engine,
            random,
            new Checkpointing(
                "embedder",
                () -> settings.describe().toString(),
                () -> GraphFingerprint.of(graph),
                Map.of(),
                settings.get(CHECKPOINT),
                Checkpoint::write),
            stopRequested);
  }

  /** EM without a guard, as in the released code. */
  private static Schedule schedule(Settings settings) {
    return new Schedule(
        settings.get(EmbedderSettings.PRETRAIN_EPOCHS),
        settings.get(EmbedderSettings.EM_ITERATIONS),
        settings.get(EmbedderSettings.LEARNING_EPOCHS),
        settings.get(EmbedderSettings.INFERENCE_EPOCHS),
        Selection.METRIC,
        Selection.METRIC,
        false,
        settings.get(EmbedderSettings.PATIENCE),
        1,
        settings.get(EmbedderSettings.LISTENERS));
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  EmbeddingFit<K> resume(Checkpoint from) throws ModelFormatException {
    em.resume(from);
    return this;
  }

  /** Runs the stages and returns the embeddings of q: of its best epoch where it was validated. */
  NodeEmbeddings<K> run() {
    em.run();
    NodeEmbeddings<K> embeddings = engine.embeddings();
    if (!NetworkState.areFinite(embeddings.vectors().data())) {
      throw new ArithmeticException( // finite weights may still be too large to embed with
          "the embeddings are not finite: lower the updater's learning rate, or check the scale of"
              + " the features");
    }
    return embeddings.withHistory(em.history());
  }
}

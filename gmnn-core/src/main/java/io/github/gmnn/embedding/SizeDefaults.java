package io.github.gmnn.embedding;

import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;

/** What an embedder's settings are where nobody set them, by the size of the graph. */
final class SizeDefaults {
  private static final int SMALL_UP_TO = 10_000;
  private static final int WIDEST_UP_TO = 25_000;
  private static final int WIDE_UP_TO = 100_000;

  private static final List<Setting<?>> BY_SIZE =
      List.of(
          EmbedderSettings.DIMENSIONS,
          EmbedderSettings.DEPTH,
          EmbedderSettings.MAX_TARGETS,
          EmbedderSettings.SOFTMAX,
          EmbedderSettings.NEGATIVES,
          EmbedderSettings.UPDATER,
          EmbedderSettings.BATCH_SIZE,
          EmbedderSettings.PRETRAIN_EPOCHS,
          EmbedderSettings.EM_ITERATIONS,
          EmbedderSettings.LEARNING_EPOCHS,
          EmbedderSettings.INFERENCE_EPOCHS);

  private SizeDefaults() {}

  /** Settings with the open ones settled for a graph of that size. */
  static Settings settle(Settings settings, int nodes) {
    if (settings.get(EmbedderSettings.METHOD) == EmbedderSettings.Method.PRINCIPAL_COMPONENTS) {
      return settings.over(components(nodes));
    }
    if (nodes <= SMALL_UP_TO) {
      return settings.over(small(nodes));
    }
    return settings.over(nodes <= GmnnEmbedder.SoftmaxMode.EXACT_UP_TO ? middle(nodes) : large());
  }

  /** Settings as text, without a figure for those that a graph's size will settle. */
  static Map<String, String> describe(Settings settings) {
    Map<String, String> text = new LinkedHashMap<>(settings.describe());
    for (Setting<?> setting : BY_SIZE) {
      if (!settings.isSet(setting)) {
        text.put(setting.name(), "by the size of the graph");
      }
    }
    for (Setting<?> setting : List.of(EmbedderSettings.HOPS, EmbedderSettings.SMOOTHING)) {
      if (!settings.isSet(setting)) {
        text.put(setting.name(), "by the graph");
      }
    }
    EmbedderSettings.foreignTo(settings.get(EmbedderSettings.METHOD))
        .forEach(setting -> text.remove(setting.name()));
    return text;
  }

  /**
   * As many dimensions as take a second or two: with 512 in place of 256 a linear classifier loses
   * at most 0.2 points on nine sets, and gains most where there are many small groups and no
   * features. What is left to choose, {@link HopChoice} chooses by the graph.
   */
  private static Settings components(int nodes) {
    return EmbedderSettings.defaults().with(EmbedderSettings.DIMENSIONS, dimensions(nodes));
  }

  private static int dimensions(int nodes) {
    if (nodes <= WIDEST_UP_TO) {
      return 512;
    }
    return nodes <= WIDE_UP_TO ? 256 : 128;
  }

  /**
   * Half of the released code's dimensions, and half of the nodes in an update: as many updates in
   * less than half of the time. A quarter of the nodes loses half a point of validation accuracy on
   * Cora.
   */
  private static Settings small(int nodes) {
    return EmbedderSettings.defaults()
        .with(EmbedderSettings.DIMENSIONS, 256)
        .with(EmbedderSettings.BATCH_SIZE, (nodes + 1) / 2)
        .with(EmbedderSettings.PRETRAIN_EPOCHS, 100)
        .with(EmbedderSettings.EM_ITERATIONS, 2)
        .with(EmbedderSettings.LEARNING_EPOCHS, 50)
        .with(EmbedderSettings.INFERENCE_EPOCHS, 50);
  }

  /**
   * By validation accuracy on Facebook: the sampled softmax, whose epoch takes a fifth of the exact
   * one's time, a quarter of the nodes in an update, and one epoch of q in the E-step: with more it
   * forgets what the neighbourhoods taught it.
   */
  private static Settings middle(int nodes) {
    return EmbedderSettings.defaults()
        .with(EmbedderSettings.DIMENSIONS, 256)
        .with(EmbedderSettings.SOFTMAX, GmnnEmbedder.SoftmaxMode.SAMPLED)
        .with(EmbedderSettings.NEGATIVES, 1_024)
        .with(EmbedderSettings.MAX_TARGETS, 100)
        .with(EmbedderSettings.UPDATER, forSmallGradients(0.03))
        .with(EmbedderSettings.BATCH_SIZE, (nodes + 3) / 4)
        .with(EmbedderSettings.PRETRAIN_EPOCHS, 20)
        .with(EmbedderSettings.EM_ITERATIONS, 1)
        .with(EmbedderSettings.LEARNING_EPOCHS, 5)
        .with(EmbedderSettings.INFERENCE_EPOCHS, 1);
  }

  /** Fewer targets and negatives, and whole-graph updates. */
  private static Settings large() {
    return EmbedderSettings.defaults()
        .with(EmbedderSettings.DIMENSIONS, 128)
        .with(EmbedderSettings.DEPTH, 2)
        .with(EmbedderSettings.MAX_TARGETS, 20)
        .with(EmbedderSettings.SOFTMAX, GmnnEmbedder.SoftmaxMode.SAMPLED)
        .with(EmbedderSettings.NEGATIVES, 256)
        .with(EmbedderSettings.UPDATER, forSmallGradients(0.1))
        .with(EmbedderSettings.PRETRAIN_EPOCHS, 100)
        .with(EmbedderSettings.EM_ITERATIONS, 1)
        .with(EmbedderSettings.LEARNING_EPOCHS, 15)
        .with(EmbedderSettings.INFERENCE_EPOCHS, 15);
  }

  /**
   * A node's share of the loss is 1 / nodes, and so are the gradients: on large graphs Adam's usual
   * epsilon of 1e-8 would no longer be small beside them.
   */
  private static IUpdater forSmallGradients(double rate) {
    return new Adam(rate, 0.9, 0.999, 1e-12);
  }
}

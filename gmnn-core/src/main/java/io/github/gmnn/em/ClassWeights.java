package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.CLASS_WEIGHTING;
import static io.github.gmnn.em.TrainerSettings.CLASS_WEIGHTS;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.internal.Settings;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** How much each class weighs in the loss. */
public final class ClassWeights {
  private ClassWeights() {}

  /** The weights that settings ask for, or null if all weigh 1. */
  static float @Nullable [] of(Settings settings, Graph<?> graph) {
    Map<String, Double> byHand = settings.get(CLASS_WEIGHTS);
    if (byHand.isEmpty()) {
      long[] counts = new long[graph.classes().size()];
      for (int node : graph.trainingNodes()) {
        counts[graph.label(node)]++;
      }
      return of(settings.get(CLASS_WEIGHTING), counts);
    }
    float[] weights = new float[graph.classes().size()];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = byHand.getOrDefault(graph.classes().get(c), 1.0).floatValue();
    }
    return weights;
  }

  /**
   * Returns the weights of classes, or null if all weigh 1. Balanced, every class counts the same
   * in sum, however many labels it has.
   *
   * @param weighting how they weigh
   * @param counts how many training nodes each class has
   */
  public static float @Nullable [] of(ClassWeighting weighting, long[] counts) {
    if (weighting == ClassWeighting.UNIFORM) {
      return null;
    }
    long all = LongStream.of(counts).sum();
    float[] weights = new float[counts.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = all / (weights.length * Math.max(1f, counts[c]));
    }
    return weights;
  }
}

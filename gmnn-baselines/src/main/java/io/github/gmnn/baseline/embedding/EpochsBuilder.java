package io.github.gmnn.baseline.embedding;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.training.GmnnListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * What the builders of methods have that learn from features, epoch after epoch.
 *
 * @param <B> the builder itself
 */
abstract class EpochsBuilder<B extends EpochsBuilder<B>> extends MethodBuilder<B> {
  int epochs;
  IUpdater updater;
  FeatureScaling featureScaling;
  List<GmnnListener> listeners = List.of();

  EpochsBuilder(int epochs, IUpdater updater, FeatureScaling featureScaling) {
    this.epochs = epochs;
    this.updater = updater;
    this.featureScaling = featureScaling;
  }

  /** Sets how many epochs there are at most. */
  public B epochs(int count) {
    epochs = Checks.atLeast(1, count, "epochs");
    return self();
  }

  /** Sets the updater of all that epochs train. */
  public B updater(IUpdater newUpdater) {
    updater = Objects.requireNonNull(newUpdater, "updater").clone();
    return self();
  }

  /** Sets how features are scaled before training. */
  public B featureScaling(FeatureScaling scaling) {
    featureScaling = Objects.requireNonNull(scaling, "featureScaling");
    return self();
  }

  /** Adds a listener, called after every epoch on the thread of the fit. */
  public B listener(GmnnListener listener) {
    List<GmnnListener> all = new ArrayList<>(listeners);
    all.add(Objects.requireNonNull(listener, "listener"));
    listeners = List.copyOf(all);
    return self();
  }
}

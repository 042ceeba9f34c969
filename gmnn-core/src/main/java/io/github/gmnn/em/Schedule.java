package io.github.gmnn.em;

import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.internal.Settings;
import java.util.List;

/**
 * What EM runs, and which of its epochs it gives back.
 *
 * @param pretrainEpochs epochs of q on the labels alone
 * @param emIterations how often M-step and E-step alternate
 * @param learningEpochs epochs of p in an M-step
 * @param inferenceEpochs epochs of q in an E-step
 * @param pretrainSelection which epoch pre-training ends with
 * @param inferenceSelection which epoch of the E-steps is kept
 * @param guard whether q returns to what it was before EM where validation prefers that
 * @param patience after how many epochs without progress a stage ends
 * @param validationInterval epochs from one validation to the next
 * @param listeners told of every epoch
 */
public record Schedule(
    int pretrainEpochs,
    int emIterations,
    int learningEpochs,
    int inferenceEpochs,
    Selection pretrainSelection,
    Selection inferenceSelection,
    boolean guard,
    int patience,
    int validationInterval,
    List<GmnnListener> listeners) {
  /** Returns what settings ask for. */
  public static Schedule of(Settings settings) {
    return new Schedule(
        settings.get(TrainerSettings.PRETRAIN_EPOCHS),
        settings.get(TrainerSettings.EM_ITERATIONS),
        settings.get(TrainerSettings.LEARNING_EPOCHS),
        settings.get(TrainerSettings.INFERENCE_EPOCHS),
        settings.get(TrainerSettings.PRETRAIN_SELECTION),
        settings.get(TrainerSettings.INFERENCE_SELECTION),
        settings.get(TrainerSettings.EM_GUARD),
        settings.get(TrainerSettings.PATIENCE),
        settings.get(TrainerSettings.VALIDATION_INTERVAL),
        settings.get(TrainerSettings.LISTENERS));
  }

  /** Whether a validation loss decides anything, if only what the guard compares. */
  boolean needsLoss() {
    return pretrainSelection.needsLoss() || inferenceSelection.needsLoss();
  }
}

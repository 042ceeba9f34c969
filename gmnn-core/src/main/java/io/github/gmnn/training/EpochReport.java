package io.github.gmnn.training;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Reports one epoch of training.
 *
 * @param phase the phase
 * @param iteration the EM iteration, from 1; 0 in pre-training
 * @param epoch the epoch within the phase, from 1
 * @param epochs how many epochs the phase has at most
 * @param loss the training loss before the epoch's update
 * @param validation the validation metric of the trained network after the update (q's in
 *     pre-training and the E-step, p's in the M-step), or after the last epoch that was validated;
 *     empty without validation nodes
 * @param step the time of the training step alone: forward, backward, update
 * @param elapsed the time since the fit began
 */
public record EpochReport(
    Phase phase,
    int iteration,
    int epoch,
    int epochs,
    double loss,
    OptionalDouble validation,
    Duration step,
    Duration elapsed) {}

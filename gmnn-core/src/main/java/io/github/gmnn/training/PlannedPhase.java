package io.github.gmnn.training;

/**
 * A phase that a fit will run.
 *
 * @param phase the phase
 * @param iteration the EM iteration, from 1; 0 in pre-training
 * @param epochs how many epochs it has at most: it may end sooner, by patience or because it is
 *     stopped
 */
public record PlannedPhase(Phase phase, int iteration, int epochs) {}

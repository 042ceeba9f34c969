package io.github.gmnn.baseline.relational;

/**
 * How belief propagation runs.
 *
 * @param damping the share of the former message that stays
 * @param tolerance the change of a message's element below which it counts as converged
 * @param maxSweeps the most sweeps
 */
record PropagationSettings(double damping, double tolerance, int maxSweeps) {}

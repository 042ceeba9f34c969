package io.github.gmnn.baseline.relational;

/**
 * How an inference ended.
 *
 * @param converged whether its test of convergence was met; if not, the marginals are those of the
 *     last sweep
 * @param sweeps how many times all nodes were gone through
 * @param residual what the test compares: for belief propagation the largest change that the last
 *     sweep asked for in any element of a message (messages sum to 1), for iterative classification
 *     the share of unlabelled nodes whose label the last sweep changed
 */
public record Convergence(boolean converged, int sweeps, double residual) {}

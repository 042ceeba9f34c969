/**
 * Training on blocks (internal): target nodes with their receptive fields, sampled if there is a
 * cap, on which executors compute losses, gradients and validation counts. Uses {@code layout} and
 * {@code exchange}.
 */
@NullMarked
package io.github.gmnn.spark.block;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Block: OneMachineTest
// BlockAdjacency: OneMachineTest
// BlockChunk: OneMachineTest
// BlockNetworks: OneMachineTest
// BlockStep: OneMachineTest
// BlockSum: OneMachineTest
// Blocks: OneMachineTest
// ConfusionCounts: OneMachineTest
// DriverSteps: DriverShareTest
// GroupWeights: OneMachineTest
// HopLevels: PropagatedFeaturesTest
// ReceptiveField: OneMachineTest
// StepTask: OneMachineTest

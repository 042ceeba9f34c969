/**
 * Networks on the whole graph (internal): they run on each part until a layer propagates, the parts
 * exchange halo rows and messages, and they run again. Uses {@code layout}.
 */
@NullMarked
package io.github.gmnn.spark.exchange;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// FullGraphInference: ExchangeTest
// HopsLayer: OneMachineTest
// MessageOrder: OneMachineTest
// NetworkPlan: OneMachineTest
// PropagatedRowsLayer: OneMachineTest
// Replay: ExchangeTest
// UnsupportedOperators: GmnnClassifierTest

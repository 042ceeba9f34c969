/**
 * The variational EM of the paper. {@link io.github.gmnn.em.Em} has the stages, an {@link
 * io.github.gmnn.em.Engine} computes what they ask for, and {@link io.github.gmnn.em.ClassifierFit}
 * makes a model of what they leave. Public only because Java requires it: applications use {@link
 * io.github.gmnn.training} and the trainer.
 */
@NullMarked
package io.github.gmnn.em;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Annotator: EmAlgorithmTest
// Calibrator: CalibrationTest
// Choice: InferenceChoiceTest
// ClassifierFit: EmAlgorithmTest
// Contender: InferenceChoiceTest
// Em: EmAlgorithmTest
// FitPlan: InferenceChoiceTest
// FitWarnings: TableFeaturesTest
// FreeEngine: EmAlgorithmTest
// FreshNetworksEm: EmSettingsTest
// KnownLabels: InferenceChoiceTest
// LabelledEdges: TableFeaturesTest
// MachineSpeed: FitTimeTest
// MatrixDistributions: TeachersTest
// MatrixEngine: EmAlgorithmTest
// NetworkEngine: EmAlgorithmTest
// NonAmortizedEm: EmAlgorithmTest
// Schedule: EmAlgorithmTest
// Scores: GuardTest
// SelfTrainingEm: EmAlgorithmTest
// Smoothing: TeachersTest
// Streams: DeterminismTest
// Trial: InferenceChoiceTest
// ValidationTrace: GuardTest

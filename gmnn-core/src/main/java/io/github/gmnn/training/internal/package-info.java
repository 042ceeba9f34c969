/**
 * What the fits of this library are made of: the loop over epochs, its stages, and settings that
 * are declared once. Applications do not see it; it changes without notice.
 */
@NullMarked
package io.github.gmnn.training.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Best: SelectionTest
// CalibrationError: EvaluationTest
// CheckpointPlan: EpochLoopTest
// ConfusionMatrix: EvaluationTest
// Names: TrainerSettingsTest
// OneHot: GmnnModelTest
// Position: EpochLoopTest
// Score: SelectionTest
// Setting: TrainerSettingsTest
// Settings: SettingGroupTest
// SettingsAccess: TrainerSettingsTest
// ValueType: TrainerSettingsTest

/**
 * A fitted model as one immutable {@link io.github.gmnn.model.ModelState}, what the library writes
 * to disk and reads back (models, encoders and checkpoints), and the one way in which all files are
 * written.
 *
 * <p>Public only because Java requires it: applications use {@code GmnnModel}, {@code
 * GmnnTrainer.resume} and {@code GmnnModel.Check}. docs/model-file.md describes the files.
 */
@NullMarked
package io.github.gmnn.model;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Archive: ModelFileTest
// Combination: EmAlgorithmTest
// DigestTrailer: ModelFileTest
// EncoderState: NodeEncoderTest
// FeatureColumns: InductiveTest
// Fields: HostileFileTest
// FileFormat: ModelCheckTest
// GraphFingerprint: CheckpointTest
// HistoryCodec: ModelFileTest
// Json: HostileFileTest
// KeyCodec: KeyFormatTest
// KnownClasses: HostileFileTest
// LayerCodec: ModelFileTest
// ModelAccess: GmnnModelTest
// NeighborColumns: InferenceChoiceTest
// SchemaCodec: ModelFileTest
// Shown: HostileFileTest

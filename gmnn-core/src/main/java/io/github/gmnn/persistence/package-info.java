/**
 * What the library writes to disk and reads back: models, checkpoints, and the one way in which all
 * files are written.
 *
 * <p>Not for applications, whatever is public here: they use {@code GmnnModel.save} and {@code
 * load}, {@code GmnnTrainer.resume} and {@code ModelCheck}. docs/model-file.md describes the files.
 *
 * <p>Depends on {@code training} and what is above it; knows nothing of models and trainers, which
 * hand over {@link io.github.gmnn.persistence.ModelData} and {@link
 * io.github.gmnn.persistence.Checkpoint}.
 */
@NullMarked
package io.github.gmnn.persistence;

import org.jspecify.annotations.NullMarked;

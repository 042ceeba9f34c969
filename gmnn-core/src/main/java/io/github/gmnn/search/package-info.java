/** Searches for good settings of a trainer, by validation nodes. */
@NullMarked
package io.github.gmnn.search;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// ScoreLog: SettingsSearchTest

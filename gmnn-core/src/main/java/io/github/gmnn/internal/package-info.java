/**
 * What several packages of this library share and applications do not see: its types are public for
 * Java's sake alone, no other public type shows them, and they change without notice.
 *
 * <p>Depends on nothing of the library.
 */
@NullMarked
package io.github.gmnn.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// FitThread: GmnnTrainerTest
// FloatList: IntListTest
// IntMap: GraphPredictorTest
// Interrupts: GmnnModelTest
// Limits: GraphErrorsTest
// LongList: IntListTest

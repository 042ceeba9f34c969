/**
 * Suggests which nodes to label next: where labels are few, choosing them well is worth more than
 * anything else.
 *
 * <p>{@link io.github.gmnn.advice.LabelAdvisor} is the entry point. It looks at vectors of the
 * nodes, and at predictions where there are some; {@link io.github.gmnn.advice.AdviceStrategies}
 * has the ways to choose, and an {@link io.github.gmnn.advice.AdviceStrategy} may be your own.
 */
@NullMarked
package io.github.gmnn.advice;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// AdviceContext: LabelAdvisorTest
// AdviceRequest: LabelAdvisorTest
// AdviceStrategies: LabelAdvisorTest

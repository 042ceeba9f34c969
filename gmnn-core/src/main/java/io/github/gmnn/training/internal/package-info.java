/**
 * What the fits of this library are made of: the loop over epochs, its stages, and settings that
 * are declared once. Applications do not see it; it changes without notice.
 */
@NullMarked
package io.github.gmnn.training.internal;

import org.jspecify.annotations.NullMarked;

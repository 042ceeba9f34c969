/** What tests of layers, strategies and graphs need, of this library and of its users. */
@NullMarked
package io.github.gmnn.testing;

import org.jspecify.annotations.NullMarked;

/** What tests of layers, strategies and graphs need, of this library and of its users. */
package io.github.gmnn.testing;

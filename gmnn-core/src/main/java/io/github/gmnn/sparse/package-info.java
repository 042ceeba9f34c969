/**
 * Sparse linear algebra on {@code float[]}: compressed-row matrices, the operators that layers
 * propagate with, and the kernels behind both.
 *
 * <p>This is the lowest package of the library: it depends on nothing but the JDK and SLF4J.
 */
package io.github.gmnn.sparse;

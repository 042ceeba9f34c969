/**
 * Arithmetic on {@code float[]}: dense matrices and their products, softmax, random streams, sets
 * of rows, and the threads that loops over rows are split between.
 *
 * <p>Inner loops run on vectors where the virtual machine has them, unless the system property
 * {@code io.github.gmnn.kernel} says {@code scalar}. Large dense products go to ND4J's BLAS where
 * the application has a backend.
 *
 * <p>Depends on the JDK, SLF4J and, for BLAS alone, on ND4J.
 */
@NullMarked
package io.github.gmnn.compute;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Blas: DenseTest

/** Data for the examples. */
package io.github.gmnn.examples.data;

/** Trials of links. Uses {@code run} and {@code training}. */
package io.github.gmnn.cli.links;

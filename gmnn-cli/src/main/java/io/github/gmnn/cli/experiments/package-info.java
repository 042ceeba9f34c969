/**
 * The experiments of the paper and its published figures. Uses {@code run} and {@code training}.
 */
package io.github.gmnn.cli.experiments;

/** Trials of embeddings, and their pictures. Uses {@code run} and {@code training}. */
package io.github.gmnn.cli.embedding;

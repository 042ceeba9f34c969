/**
 * Embeddings that {@link io.github.gmnn.embedding.GmnnEmbedder} is compared with: {@link
 * io.github.gmnn.baseline.embedding.DeepWalk} (random walks and skip-gram, without features),
 * {@link io.github.gmnn.baseline.embedding.DeepGraphInfomax} and {@link
 * io.github.gmnn.baseline.embedding.Planetoid}, which learns labels and embeddings together.
 */
@NullMarked
package io.github.gmnn.baseline.embedding;

import org.jspecify.annotations.NullMarked;

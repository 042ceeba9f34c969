/**
 * Unsupervised node embeddings by neighbour prediction (section 5.4 of the paper): every node is a
 * class of its own, q learns to predict which nodes are near, p smooths its predictions over the
 * graph.
 *
 * <p>{@link io.github.gmnn.embedding.GmnnEmbedder} is the entry point, {@link
 * io.github.gmnn.embedding.NodeEmbeddings} its result, {@link io.github.gmnn.embedding.LinearProbe}
 * measures how much a linear classifier gets out of it. The softmax over all nodes is worked
 * through in blocks of rows, or sampled, so that nothing of the size nodes x nodes is ever held.
 *
 * <p>Depends on all other packages but {@code io}; none depends on it.
 */
@NullMarked
package io.github.gmnn.embedding;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// EmbeddingFit: EmbedderLoopTest
// SparseRowsBuilder: SampledSoftmaxTest

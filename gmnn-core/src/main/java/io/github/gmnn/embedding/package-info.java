/**
 * Node embeddings without labels. {@link io.github.gmnn.embedding.GmnnEmbedder} is the entry point,
 * with two methods: the principal components of what is around nodes, and the paper's neighbour
 * prediction (section 5.4), where every node is a class of its own, q learns to predict which nodes
 * are near and p smooths its predictions over the graph. {@link
 * io.github.gmnn.embedding.NodeEmbeddings} is the result, {@link
 * io.github.gmnn.embedding.NodeEncoder} what the first method has learned, and {@link
 * io.github.gmnn.embedding.LinearProbe} measures how much a linear classifier gets out of it.
 * Nothing of the size nodes x nodes is ever held: components are those of columns, and the softmax
 * over all nodes is worked through in blocks of rows, or sampled.
 *
 * <p>Depends on all other packages but {@code io}; none depends on it.
 */
@NullMarked
package io.github.gmnn.embedding;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// EmbeddingFit: EmbedderLoopTest
// SparseRowsBuilder: SampledSoftmaxTest

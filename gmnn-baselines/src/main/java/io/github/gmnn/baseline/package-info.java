/**
 * What GMNN is compared with. {@link io.github.gmnn.baseline.LabelPropagation} sees labels and
 * edges alone; {@code relational} has statistical relational learning, {@code embedding} other
 * embeddings of nodes.
 */
@NullMarked
package io.github.gmnn.baseline;

import org.jspecify.annotations.NullMarked;

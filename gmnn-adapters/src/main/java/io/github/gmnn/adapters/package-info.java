/**
 * Connects graphs that are kept elsewhere: converts those of Guava and JGraphT, reads those of
 * databases with two queries or a traversal, and writes predictions back in batches, by JDBC,
 * Neo4j's driver or TinkerPop. Each of these libraries is an optional dependency, which an
 * application that has such graphs names itself.
 */
@NullMarked
package io.github.gmnn.adapters;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Batches: JdbcWriterTest
// JdbcTable: JdbcGraphsTest
// JdbcTransaction: JdbcGraphsTest
// ObjectRows: JdbcGraphsTest

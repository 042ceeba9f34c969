/**
 * Graphs as applications have them: those of Guava and JGraphT, and those that two queries of a
 * database give. Guava and JGraphT are optional dependencies, which an application that has such
 * graphs names itself.
 */
@NullMarked
package io.github.gmnn.adapters;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// JdbcTable: JdbcGraphsTest
// JdbcTransaction: JdbcGraphsTest
// ObjectRows: JdbcGraphsTest

package io.github.gmnn.spark.layout;

import org.apache.spark.Partitioner;

/** Sends the key i to partition i: parts and blocks have numbers, and each its own partition. */
public final class NumberPartitioner extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int count;

  public NumberPartitioner(int count) {
    this.count = count;
  }

  @Override
  public int numPartitions() {
    return count;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberPartitioner same && same.count == count;
  }

  @Override
  public int hashCode() {
    return count;
  }
}

package io.github.gmnn.spark;

import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import java.util.EnumMap;
import java.util.Map;

/** A block as layers see it: operators of the whole graph, of which it has the rows it needs. */
final class BlockAdjacency implements Adjacency {
  private final Block block;
  private final Map<Propagation, CsrMatrix> operators = new EnumMap<>(Propagation.class);

  BlockAdjacency(Block block) {
    this.block = block;
  }

  @Override
  public int nodes() {
    return block.rows();
  }

  @Override
  public long entries() {
    return block.edges();
  }

  private synchronized LinearOperator operator(Propagation kind) {
    return operators.computeIfAbsent(kind, block::operator);
  }

  @Override
  public LinearOperator normalized() {
    return operator(Propagation.NORMALIZED);
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return operator(Propagation.NORMALIZED_WITHOUT_LOOPS);
  }

  @Override
  public LinearOperator mean() {
    return operator(Propagation.MEAN);
  }

  @Override
  public LinearOperator sum() {
    return operator(Propagation.SUM);
  }

  @Override
  public Adjacency reversed() {
    return this; // edges have no direction
  }

  @Override
  public CsrMatrix matrix() {
    throw new UnsupportedOperationException("a value per edge is not to be had");
  }
}

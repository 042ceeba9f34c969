package io.github.gmnn.sparse;

/** An adjacency with relations: as a whole it is that of the edges of all of them. */
abstract class AllRelations implements Adjacency {
  private final Adjacency all;

  AllRelations(Adjacency all) {
    this.all = all;
  }

  /** The edges of all relations. */
  final Adjacency all() {
    return all;
  }

  @Override
  public final int nodes() {
    return all.nodes();
  }

  @Override
  public final long entries() {
    return all.entries();
  }

  @Override
  public final LinearOperator normalized() {
    return all.normalized();
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return all.normalizedWithoutLoops();
  }

  @Override
  public final LinearOperator mean() {
    return all.mean();
  }

  @Override
  public final LinearOperator sum() {
    return all.sum();
  }

  @Override
  public final CsrMatrix matrix() {
    return all.matrix();
  }
}

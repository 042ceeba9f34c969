package io.github.gmnn.spark.block;

import io.github.gmnn.internal.Lazy;
import io.github.gmnn.layer.internal.SampledEdges;
import io.github.gmnn.spark.exchange.UnsupportedOperators;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.Messages;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A block as layers see it: operators of the whole graph, of which it has the rows it needs. */
final class BlockAdjacency implements Adjacency, SampledEdges {
  private final Block block;
  private final EdgeTypes types;
  private final Map<Propagation, CsrMatrix> operators = new EnumMap<>(Propagation.class);

  private final Map<List<List<String>>, Messages> messages = new ConcurrentHashMap<>();

  private final Lazy<EdgeAttributes> along = new Lazy<>(() -> numbered(false));
  private final Lazy<EdgeAttributes> against = new Lazy<>(() -> numbered(true));

  BlockAdjacency(Block block, EdgeTypes types) {
    this.block = block;
    this.types = types;
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
    return UnsupportedOperators.reversed(this, types);
  }

  @Override
  public List<String> relations() {
    return types.named();
  }

  @Override
  public Adjacency relation(String name) {
    throw UnsupportedOperators.oneRelation();
  }

  @Override
  public Optional<Messages> messages(List<String> relations, List<String> inverses) {
    return types.isEmpty()
        ? Optional.empty()
        : Optional.of(
            messages.computeIfAbsent(
                List.of(List.copyOf(relations), List.copyOf(inverses)),
                asked -> block.messages(types, asked.get(0), asked.get(1))));
  }

  private EdgeAttributes numbered(boolean turned) {
    return block.edgeAttributes(types, turned);
  }

  @Override
  public Optional<EdgeAttributes> edgeAttributes() {
    return block.hasNumberedEdges() ? Optional.of(along.get()) : Optional.empty();
  }

  @Override
  public EdgeAttributes edgesAgainst() {
    return against.get();
  }

  @Override
  public CsrMatrix matrix() {
    throw UnsupportedOperators.edges();
  }
}

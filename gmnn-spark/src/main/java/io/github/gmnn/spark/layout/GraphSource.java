package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.FeatureScaling;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.jspecify.annotations.Nullable;

/**
 * Where a graph comes from and how it is laid out.
 *
 * @param vertices the vertices
 * @param edges the edges
 * @param idColumn ids of the vertices: strings or whole numbers
 * @param featuresColumn their feature vectors, or null for none
 * @param labelColumn their labels, or null if they are not read
 * @param validationColumn which labels are held for validation, or null
 * @param sourceColumn one end of each edge
 * @param targetColumn the other end
 * @param weightColumn the weight of each edge, or null for 1
 * @param kinds what kinds of edges there are
 * @param scaling how features are scaled, unless {@code scaler} says so
 * @param scaler how features were scaled in training, or null
 * @param classes the classes, or null for those of the labels
 * @param parts how many parts there are at most; 0 where that is left open
 * @param splitDegree from how many neighbours on a node's edges are spread over parts; 0 for never
 * @param sample how many neighbours of a split node training needs
 * @param identityColumns how many columns stand for nodes without features at most
 * @param seed of the sample
 */
public record GraphSource(
    Dataset<?> vertices,
    Dataset<?> edges,
    String idColumn,
    @Nullable String featuresColumn,
    @Nullable String labelColumn,
    @Nullable String validationColumn,
    String sourceColumn,
    String targetColumn,
    @Nullable String weightColumn,
    EdgeKinds kinds,
    FeatureScaling scaling,
    @Nullable ScalerArrays scaler,
    @Nullable List<String> classes,
    int parts,
    int splitDegree,
    int sample,
    int identityColumns,
    long seed) {
  /**
   * What kinds of edges there are.
   *
   * @param directed whether the target of an edge alone receives
   * @param typeColumn the type of each edge, or null for none
   * @param undirectedTypes the types without a direction
   * @param relational whether a layer wants to tell edges from edges turned round
   * @param numberColumns the numbers on edges that a layer wants to read
   */
  public record EdgeKinds(
      boolean directed,
      @Nullable String typeColumn,
      List<String> undirectedTypes,
      boolean relational,
      List<String> numberColumns) {
    public static EdgeKinds untyped(boolean directed) {
      return new EdgeKinds(directed, null, List.of(), false, List.of());
    }
  }
}

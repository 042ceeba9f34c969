package io.github.gmnn.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;

/**
 * The parameters that {@link GmnnClassifier} and {@link GmnnSparkModel} have for graphs whose edges
 * have types. Each type is a relation of its own, with its direction, whatever that of the graph as
 * a whole; layers that know no types see the graph as it would be without them.
 */
public interface TypedGraphParams extends GraphParams {
  /** Column of the edges' types. */
  default Param<String> edgeTypeCol() {
    return new Param<>(
        this,
        "edgeTypeCol",
        "column of the edges' types, for layers with weights for each of them; empty if edges have"
            + " none");
  }

  /** The types of edges that have no direction. */
  default StringArrayParam undirectedTypes() {
    return new StringArrayParam(
        this, "undirectedTypes", "types of edges that have no direction; the others have one");
  }
}

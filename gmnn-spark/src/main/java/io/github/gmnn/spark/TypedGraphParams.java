package io.github.gmnn.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;

/**
 * The parameters that {@link GmnnClassifier} and {@link GmnnSparkModel} have for graphs whose edges
 * have types. Each type is a relation of its own, with its direction, whatever that of the graph as
 * a whole; layers that know no types see the graph as it would be without them.
 *
 * @param <T> the class itself, which setters return
 */
public interface TypedGraphParams<T extends TypedGraphParams<T>> extends GraphParams<T> {
  /** Column of the edges' types. */
  default Param<String> edgeTypeCol() {
    return new Param<>(
        this,
        "edgeTypeCol",
        "column of the edges' types, for layers with weights for each of them; empty if edges have"
            + " none");
  }

  /** Sets {@link #edgeTypeCol}. */
  default T setEdgeTypeCol(String value) {
    return ParamAccess.set(this, edgeTypeCol(), value);
  }

  /** The types of edges that have no direction. */
  default StringArrayParam undirectedTypes() {
    return new StringArrayParam(
        this, "undirectedTypes", "types of edges that have no direction; the others have one");
  }

  /** Sets {@link #undirectedTypes}. */
  default T setUndirectedTypes(String... value) {
    return ParamAccess.set(this, undirectedTypes(), value);
  }
}

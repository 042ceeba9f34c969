package io.github.gmnn.spark;

import io.github.gmnn.spark.layout.GraphSource;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.jspecify.annotations.Nullable;

/** Reads parameters, and sets the defaults of {@link GraphParams}. */
final class ParamAccess {
  private ParamAccess() {}

  static void setDefaults(GraphParams<?> params) {
    params.setDefault(params.idCol(), "id");
    params.setDefault(params.featuresCol(), "features");
    params.setDefault(params.srcCol(), "src");
    params.setDefault(params.dstCol(), "dst");
    params.setDefault(params.edgeWeightCol(), "");
    params.setDefault(params.directed(), false);
    params.setDefault(params.probabilityCol(), "probability");
    params.setDefault(params.predictionCol(), "prediction");
    params.setDefault(params.predictedLabelCol(), "predictedLabel");
    params.setDefault(params.embeddingCol(), "");
    params.setDefault(params.numPartitions(), 0);
    params.setDefault(params.splitDegree(), 10_000);
    params.setDefault(params.identityColumns(), 1 << 16);
  }

  static void setTypeDefaults(GraphParams.OfTypedEdges<?> params) {
    setDefaults(params);
    params.setDefault(params.edgeTypeCol(), "");
    params.setDefault(params.undirectedTypes(), new String[0]);
    params.setDefault(params.edgeNumberCols(), new String[0]);
    params.setDefault(params.predictionSetCol(), "");
    params.setDefault(params.predictionSetLevel(), 0.9);
  }

  static void setLabelDefaults(GraphParams.OfLabels<?> params) {
    params.setDefault(params.labelCol(), "label");
    params.setDefault(params.validationIndicatorCol(), "");
  }

  /** Returns the edges that were set, for a method that is given vertices alone. */
  static Dataset<?> required(@Nullable Dataset<?> edges, String method) {
    if (edges == null) {
      throw new IllegalStateException(
          "there are no edges: call setEdges before %1$s(vertices), or %1$s(vertices, edges)"
              .formatted(method));
    }
    return edges;
  }

  /**
   * What kinds of edges the parameters say there are.
   *
   * @param relational whether a layer tells edges from edges turned round
   * @param reading whether one reads numbers on edges
   */
  static GraphSource.EdgeKinds kinds(
      GraphParams.OfTypedEdges<?> params, boolean relational, boolean reading) {
    return new GraphSource.EdgeKinds(
        flag(params, params.directed()),
        textOrNull(params, params.edgeTypeCol()),
        List.of(params.getOrDefault(params.undirectedTypes())),
        relational,
        reading ? edgeNumbers(params) : List.of());
  }

  static List<String> edgeNumbers(GraphParams.OfTypedEdges<?> params) {
    return List.of(params.getOrDefault(params.edgeNumberCols()));
  }

  /** Sets a parameter and returns the object itself, which every class names as its own type. */
  @SuppressWarnings("unchecked")
  static <T, V> T set(Params params, Param<V> param, V value) {
    params.set(param, value);
    return (T) params;
  }

  static String text(Params params, Param<String> param) {
    return params.getOrDefault(param);
  }

  /** The text, or null if it is empty. */
  static @Nullable String textOrNull(Params params, Param<String> param) {
    String text = text(params, param);
    return text.isEmpty() ? null : text;
  }

  static int number(Params params, Param<Object> param) {
    return ((Number) params.getOrDefault(param)).intValue();
  }

  static long longNumber(Params params, Param<Object> param) {
    return ((Number) params.getOrDefault(param)).longValue();
  }

  static double real(Params params, Param<Object> param) {
    return ((Number) params.getOrDefault(param)).doubleValue();
  }

  static boolean flag(Params params, Param<Object> param) {
    return (Boolean) params.getOrDefault(param);
  }
}

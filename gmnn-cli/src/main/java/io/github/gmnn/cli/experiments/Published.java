package io.github.gmnn.cli.experiments;

import io.github.gmnn.cli.training.Approximation;
import java.util.Map;

/** Test accuracies published by Qu, Bengio and Tang (ICML 2019), by the name of the data. */
public final class Published {
  public static final Map<String, Double> GMNN =
      Map.of("cora", 0.834, "citeseer", 0.731, "pubmed", 0.814);
  public static final Map<String, Double> GMNN_ATTRIBUTES =
      Map.of("cora", 0.837, "citeseer", 0.729, "pubmed", 0.818);
  public static final Map<String, Double> GCN =
      Map.of("cora", 0.815, "citeseer", 0.703, "pubmed", 0.79);
  public static final Map<String, Double> LABEL_PROPAGATION =
      Map.of("cora", 0.742, "citeseer", 0.563, "pubmed", 0.716);

  private Published() {}

  /** The figure of GMNN with a strategy; null where none was published. */
  public static Double gmnn(String dataset, Approximation approximation, boolean attributesInP) {
    if (approximation == Approximation.ANNEALING) {
      return (attributesInP ? GMNN_ATTRIBUTES : GMNN).get(dataset);
    }
    return dataset.equals("cora") && !attributesInP ? approximation.publishedOnCora : null;
  }
}

package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Asks a model why it was wrong, and takes away what it names to see whether that is so. */
public final class WhyThisLabel {
  private WhyThisLabel() {}

  /** Takes a data folder; without one, a citation graph is generated. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      explainErrors(CitationGraphGenerator.builder().build().generate());
    } else {
      explainErrors(DatasetReader.read(Path.of(args[0])));
    }
  }

  private static <K> void explainErrors(Dataset<K> data) {
    Graph<K> graph = data.graph();
    GmnnModel<K> model = Gmnn.paper().seed(1).fit(graph);
    data.testLabels().entrySet().stream()
        .filter(test -> !model.predict(test.getKey()).label().equals(test.getValue()))
        .limit(10)
        .forEach(
            error -> {
              Explanation<K> why = model.explain(graph, error.getKey());
              Explanation.Cause<K> first = why.inputs().get(0);
              Graph<K> rest = without(first, error.getKey(), graph);
              Prediction<K> after = model.predict(rest).of(error.getKey());
              double logOdds =
                  Math.log(after.probability(why.label()) / after.probability(why.against()));
              System.out.printf(
                  "%s is %s; log-odds of %s against %s %.3f: %s; without it %.3f, that is %+.3f%n",
                  error.getKey(),
                  error.getValue(),
                  why.label(),
                  why.against(),
                  why.logOdds(),
                  first,
                  logOdds,
                  why.logOdds() - logOdds);
              model
                  .whatWouldChange(graph, error.getKey())
                  .ifPresent(change -> System.out.println("  " + change));
            });
  }

  /** The graph without a node's feature, or without the edge to a neighbour. */
  private static <K> Graph<K> without(Explanation.Cause<K> cause, K of, Graph<K> graph) {
    K neighbor = cause.node();
    if (neighbor != null) {
      return graph.with(change -> change.removeEdge(of, neighbor));
    }
    CsrMatrix features = graph.features();
    int node = graph.indexOf(of);
    double[] rest = new double[graph.featureCount()];
    IntStream.range(features.rowStart(node), features.rowEnd(node))
        .filter(e -> !cause.name().equals("" + features.columnIndex(e)))
        .forEach(e -> rest[features.columnIndex(e)] = features.value(e));
    return graph.with(change -> change.features(of, rest));
  }
}

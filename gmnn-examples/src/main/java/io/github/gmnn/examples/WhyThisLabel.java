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
    Graph.Builder<K> rest = Graph.<K>builder().featureCount(graph.featureCount());
    CsrMatrix features = graph.features();
    for (int node = 0; node < graph.nodeCount(); node++) {
      boolean its = cause.node() == null && graph.key(node).equals(of);
      double[] dense = new double[graph.featureCount()];
      IntStream.range(features.rowStart(node), features.rowEnd(node))
          .filter(e -> !its || !cause.name().equals("" + features.columnIndex(e)))
          .forEach(e -> dense[features.columnIndex(e)] = features.value(e));
      rest.addNode(graph.key(node), dense);
    }
    CsrMatrix edges = graph.adjacency().matrix();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        K one = graph.key(node);
        K other = graph.key(edges.columnIndex(e));
        boolean cut = one.equals(of) && other.equals(cause.node());
        if (!cut && !(other.equals(of) && one.equals(cause.node()))) {
          rest.addEdge(one, other, edges.value(e));
        }
      }
    }
    return rest.build();
  }
}

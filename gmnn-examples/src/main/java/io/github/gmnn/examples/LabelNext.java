package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.advice.AdviceRequest;
import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.advice.GraphVectors;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;

/** Asks which nodes to label next. */
public final class LabelNext {
  private LabelNext() {}

  /** Runs the example. */
  public static void main(String[] args) {
    Graph<Integer> drawn =
        CitationGraphGenerator.builder().nodes(600).seed(1).build().generate().graph();
    advise(drawn.withKeys(drawn.keys().stream().map(key -> "paper " + key).toList()));
  }

  private static void advise(Graph<String> graph) {
    NodeEmbeddings<String> vectors = GraphVectors.of(graph, 1);
    LabelAdvisor<String> advisor = LabelAdvisor.of(vectors);
    for (LabelAdvisor.Advice<String> advice : advisor.next(AdviceRequest.of(graph), 5)) {
      System.out.println(advice.key() + ": " + advice.reason());
    }
    AdviceStrategy undecidedAndDense =
        (context, scores) -> {
          for (int node = 0; node < scores.length; node++) {
            scores[node] =
                context.density(node) * (context.hasPredictions() ? context.uncertainty(node) : 1);
          }
        };
    LabelAdvisor<String> own = LabelAdvisor.of(vectors, undecidedAndDense, 1);
    GmnnModel<String> model = Gmnn.paper().seed(1).fit(graph);
    AdviceRequest<String> request = AdviceRequest.of(graph).predictions(model.predictions());
    System.out.println("By a strategy of our own: " + own.next(request, 1).get(0).key());
  }
}

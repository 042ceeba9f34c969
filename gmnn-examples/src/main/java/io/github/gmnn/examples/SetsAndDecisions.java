package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.Map;

/** Asks a model for sets of labels, lets it decide by recall or by costs, and asks it why. */
public final class SetsAndDecisions {
  private SetsAndDecisions() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    Dataset<Integer> data = CitationGraphGenerator.builder().build().generate();
    Graph<Integer> graph = data.graph();
    GmnnModel<Integer> model = Gmnn.builder().seed(1).fit(graph);
    int key = data.testLabels().keySet().iterator().next();

    Prediction<Integer> prediction = model.predict(key);
    System.out.println(prediction + ", 90 %: " + prediction.set(0.9));
    Evaluation.Coverage sets = model.evaluate(data.testLabels()).sets(0.9);
    System.out.println(sets.coverage() + " covered, worst class " + sets.worst());

    String rare = model.classes().get(0);
    String other = model.classes().get(1);
    GmnnModel<Integer> eager = model.deciding(DecisionRule.recall(rare, 0.9));
    GmnnModel<Integer> cheap =
        model.deciding(
            DecisionRule.costs(Map.of(rare, Map.of(other, 20.0), other, Map.of(rare, 1.0))));
    System.out.println(eager.predict(key).label() + ", " + cheap.predict(key).label());

    System.out.println(model.explain(graph, key));
    model.whatWouldChange(graph, key).ifPresent(System.out::println);
  }
}

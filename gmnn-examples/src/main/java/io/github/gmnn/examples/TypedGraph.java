package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Edges of several types: which group do the people of an institute belong to? */
public final class TypedGraph {
  private static final int PEOPLE = 200;
  private static final int GROUPS = 4;
  private static final int PROJECTS = 60;

  private TypedGraph() {}

  public static void main(String[] args) {
    Map<String, String> groups = new LinkedHashMap<>();
    Graph.Builder<String> builder = institute(groups, new Random(1));
    Map<String, String> test = new LinkedHashMap<>(groups);
    for (int i = 0; i < PEOPLE / 6; i++) { // of a sixth we know the group
      builder.label("person " + i, test.remove("person " + i));
    }
    Graph<String> graph = Splits.holdValidation(builder.build(), 0.2, 1);
    System.out.println(graph);

    GmnnModel<String> model =
        Gmnn.builder().inference(InferenceKinds.relational()).seed(1).fit(graph);
    System.out.printf("relational convolutions: %.3f%n", model.evaluate(test).accuracy());

    Predictions<String> plain = LabelPropagation.create().fit(graph);
    Predictions<String> typed = LabelPropagation.create().alongChosen().fit(graph);
    System.out.printf(
        "label propagation: %.3f, along relations that validation chose: %.3f%n",
        plain.evaluate(test).accuracy(), typed.evaluate(test).accuracy());
  }

  /** Projects are of a group; rooms and journeys are shared as it happens. */
  private static Graph.Builder<String> institute(Map<String, String> groups, Random random) {
    Graph.Builder<String> builder = Graph.<String>builder().addMissingNodes();
    for (int i = 0; i < PEOPLE; i++) {
      int group = i % GROUPS;
      groups.put("person " + i, "group " + group);
      for (int k = 0; k < 3; k++) {
        int project = group + GROUPS * random.nextInt(PROJECTS / GROUPS);
        builder.addEdge("person " + i, "project " + project, "works on");
        builder.addEdge("person " + i, "journey " + random.nextInt(20), "took part in");
        builder.addEdge("person " + i, "room " + random.nextInt(20), "sits in");
      }
    }
    return builder;
  }
}

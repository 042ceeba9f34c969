package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.LabelPropagation;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Edges of several types: which group do the people of an institute belong to? */
public final class TypedGraph {
  private static final int PEOPLE = 200;
  private static final int GROUPS = 4;

  private TypedGraph() {}

  public static void main(String[] args) {
    Map<String, String> groups = new LinkedHashMap<>();
    Graph.Builder<String> builder = institute(groups, new Random(1));
    Map<String, String> test = new LinkedHashMap<>(groups);
    for (int i = 0; i < PEOPLE / 4; i++) { // of a quarter we know the group
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

  /** Groups write together, and sit and travel as it happens. */
  private static Graph.Builder<String> institute(Map<String, String> groups, Random random) {
    Graph.Builder<String> builder = Graph.<String>builder().addMissingNodes();
    for (int i = 0; i < PEOPLE; i++) {
      groups.put("person " + i, "group " + i % GROUPS);
    }
    for (int i = 0; i < 2 * PEOPLE; i++) {
      int author = random.nextInt(PEOPLE);
      int other = (author + GROUPS * random.nextInt(PEOPLE / GROUPS)) % PEOPLE; // of the same group
      builder.addEdge("paper " + i, "person " + author, "author");
      builder.addEdge("paper " + i, "person " + other, "author");
      builder.addEdge("person " + author, "room " + random.nextInt(60), "sits in");
      builder.addEdge("person " + other, "journey " + random.nextInt(60), "took part in");
    }
    return builder;
  }
}

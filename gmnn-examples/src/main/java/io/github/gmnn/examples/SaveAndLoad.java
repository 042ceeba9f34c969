package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Trains once, saves the model, and loads it elsewhere: for the same graph and for another one. */
public final class SaveAndLoad {
  private SaveAndLoad() {}

  public static void main(String[] args) throws IOException {
    Dataset<Integer> data = CitationGraphGenerator.builder().seed(1).build().generate();
    Path file = Files.createTempFile("papers", ".gmnn");
    Gmnn.builder().seed(1).fit(data.graph()).save(file);
    System.out.println("saved " + Files.size(file) / 1024 + " KB");

    GmnnModel<Integer> model = GmnnModel.load(file).keyedBy(Integer.class);
    System.out.println("the training graph: " + model.evaluate(data.testLabels()));

    // Papers that were not there in training, with the same words as features: the same papers in
    // other citations. q needs no labels of theirs.
    Dataset<Integer> grown =
        CitationGraphGenerator.builder().edgesPerNode(4).seed(1).build().generate();
    Predictions<Integer> predictions = model.predict(grown.graph());
    System.out.println("another graph:      " + predictions.evaluate(grown.testLabels()));
    Files.delete(file);
  }
}

package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Classifies the nodes of a graph of which few are labelled, and looks at the result.
 *
 * <p>Takes a data folder; without one, a citation graph is generated.
 */
public final class ObjectClassification {
  private ObjectClassification() {}

  public static void main(String[] args) throws IOException {
    Dataset<?> data =
        args.length > 0
            ? DatasetReader.read(Path.of(args[0]))
            : CitationGraphGenerator.builder().build().generate();
    classify(data);
  }

  private static <K> void classify(Dataset<K> data) {
    System.out.println(data.graph());

    GmnnModel<K> model =
        Gmnn.builder()
            .seed(1)
            .listener(
                epoch -> {
                  if (epoch.epoch() % 50 == 0) {
                    System.out.printf(
                        "%s, epoch %d: %.3f on validation nodes%n",
                        epoch.phase(), epoch.epoch(), epoch.validation().orElse(Double.NaN));
                  }
                  return true; // false would end the training here
                })
            .fit(data.graph());

    Evaluation gmnn = model.evaluate(data.testLabels());
    Evaluation baseline = LabelPropagation.create().fit(data.graph()).evaluate(data.testLabels());
    System.out.println("GMNN:              " + gmnn);
    System.out.println("label propagation: " + baseline);
    System.out.print(model.summary());

    System.out.println("Least certain of:");
    model.predictions().all().stream()
        .sorted(Comparator.<Prediction<K>>comparingDouble(Prediction::entropy).reversed())
        .limit(3)
        .forEach(System.out::println);
  }
}

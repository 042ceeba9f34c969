package io.github.gmnn.examples;

import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.baseline.relational.RelationalClassifier;
import io.github.gmnn.baseline.relational.RelationalModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the three methods of statistical relational learning with label propagation.
 *
 * <p>Takes a data folder and the name of one method; without them, a citation graph is generated
 * and all three are compared.
 */
public final class RelationalLearning {
  private RelationalLearning() {}

  public static void main(String[] args) throws IOException {
    Dataset<?> data =
        args.length > 0
            ? DatasetReader.read(Path.of(args[0]))
            : CitationGraphGenerator.builder().build().generate();
    compare(data, args.length > 1 ? List.of(args[1]) : List.of("RMN", "MLN", "PRM"));
  }

  private static <K> void compare(Dataset<K> data, List<String> names) {
    System.out.println(data.graph());

    System.out.println(
        "LP:  " + LabelPropagation.tuned().fit(data.graph()).evaluate(data.testLabels()));
    Map<String, RelationalClassifier.Builder> methods = new LinkedHashMap<>();
    methods.put("RMN", RelationalClassifier.rmn());
    methods.put("MLN", RelationalClassifier.mln());
    methods.put("PRM", RelationalClassifier.prm());
    methods.keySet().retainAll(names);
    for (Map.Entry<String, RelationalClassifier.Builder> method : methods.entrySet()) {
      long start = System.nanoTime();
      RelationalModel<K> model =
          method.getValue().featureScaling(FeatureScaling.BINARY_ROW).fit(data.graph());
      System.out.printf(
          "%s: %s%n     validation accuracy %.4f with penalties %g and %g, %s, fitted in %.1f s%n",
          method.getKey(),
          model.evaluate(data.testLabels()),
          model.validationAccuracy().orElse(Double.NaN),
          model.attributePenalty(),
          model.labelPenalty(),
          model.convergence(),
          (System.nanoTime() - start) / 1e9);
    }
  }
}

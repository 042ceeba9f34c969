package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import java.io.IOException;
import java.nio.file.Path;

/** A loss of one's own for q: label smoothing, which keeps q from being too sure. */
public final class CustomObjective {
  private CustomObjective() {}

  /**
   * Cross-entropy towards (1 - rate) times the target plus rate times the uniform distribution.
   *
   * @param rate how much is spread over all classes, in 0..1
   */
  public record LabelSmoothing(double rate) implements Objective.Factory {
    @Override
    public Objective of(Targets targets) {
      return new Objective() {
        @Override
        public RowSet nodes() {
          return targets.rows();
        }

        @Override
        public Loss lossAndGradient(Outputs outputs) {
          DenseMatrix logProbabilities = outputs.logits(0).copy();
          Dense.logSoftmax(logProbabilities, logProbabilities);
          int classes = logProbabilities.columns();
          double loss = 0;
          double weight = 0;
          for (int i = 0; i < targets.nodes().length; i++) {
            int node = targets.nodes()[i];
            float w = targets.weights()[i];
            for (int c = 0; c < classes; c++) {
              double t = (1 - rate) * targets.distributions().get(node, c) + rate / classes;
              float log = logProbabilities.get(node, c);
              loss -= w * t * log;
              outputs.gradient(0).set(node, c, (float) (w * (Math.exp(log) - t)));
            }
            weight += w;
          }
          return new Loss(loss, weight);
        }
      };
    }
  }

  /** Trains on a data folder if one is named, else on a generated graph. */
  public static void main(String[] args) throws IOException {
    Dataset<?> data =
        args.length > 0
            ? DatasetReader.read(Path.of(args[0]))
            : CitationGraphGenerator.builder().build().generate();
    for (double rate : new double[] {0, 0.1}) {
      GmnnTrainer trainer =
          Gmnn.paper().inferenceObjective(new LabelSmoothing(rate)).seed(1).build();
      System.out.printf("rate %s: %s%n", rate, evaluate(trainer, data));
    }
  }

  private static <K> String evaluate(GmnnTrainer trainer, Dataset<K> data) {
    var evaluation = trainer.fit(data.graph()).evaluate(data.testLabels());
    return String.format(
        "accuracy %.3f, calibration error %.3f",
        evaluation.accuracy(), evaluation.calibrationError());
  }
}

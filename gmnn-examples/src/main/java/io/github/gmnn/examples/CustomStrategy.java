package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import java.util.List;

/** A sixth way to annotate nodes for p: a label where q is sure, else the whole distribution. */
public final class CustomStrategy {
  private CustomStrategy() {}

  /**
   * The strategy.
   *
   * @param threshold how sure q must be of a label, in 0..1
   */
  public record Confident(double threshold) implements ApproximationStrategy {
    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix soft = Approximations.meanPooling().annotate(logits, random).get(0);
      DenseMatrix hard = Approximations.maxPooling().annotate(logits, random).get(0);
      for (int node = 0; node < soft.rows(); node++) {
        if (mostOf(soft, node) >= threshold) {
          for (int c = 0; c < soft.columns(); c++) {
            soft.set(node, c, hard.get(node, c));
          }
        }
      }
      return List.of(soft);
    }

    private static float mostOf(DenseMatrix distributions, int node) {
      float most = 0;
      for (int c = 0; c < distributions.columns(); c++) {
        most = Math.max(most, distributions.get(node, c));
      }
      return most;
    }
  }

  public static void main(String[] args) {
    Dataset<Integer> data = CitationGraphGenerator.builder().build().generate();
    List<ApproximationStrategy> strategies =
        List.of(new Confident(0.8), Approximations.maxPooling(), Approximations.meanPooling());
    for (ApproximationStrategy strategy : strategies) {
      double accuracy =
          Gmnn.paper()
              .approximation(strategy)
              .fit(data.graph())
              .evaluate(data.testLabels())
              .accuracy();
      System.out.printf("%s: %.3f%n", strategy, accuracy);
    }
  }
}

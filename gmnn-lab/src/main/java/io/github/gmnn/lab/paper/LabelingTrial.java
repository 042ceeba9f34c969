package io.github.gmnn.lab.paper;

import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.GmnnListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A simulated person who starts with one label of each class and gives those asked for. */
final class LabelingTrial implements Trial {
  private final Dataset<String> data;
  private final Map<String, String> truth;
  private final NodeEmbeddings<String> vectors;
  private final AdviceStrategy strategy;
  private final List<Integer> marks;
  private final Set<String> never;

  /**
   * A trial.
   *
   * @param truth what the person knows
   * @param vectors what the library's advisor looks at; null to label over HTTP
   * @param marks labels a class after which accuracy is measured
   */
  LabelingTrial(
      Dataset<String> data,
      Map<String, String> truth,
      NodeEmbeddings<String> vectors,
      AdviceStrategy strategy,
      List<Integer> marks) {
    this.data = data;
    this.truth = truth;
    this.vectors = vectors;
    this.strategy = strategy;
    this.marks = marks;
    this.never = new HashSet<>(data.graph().keys());
    never.removeAll(truth.keySet());
    never.addAll(data.testLabels().keySet());
    never.addAll(data.graph().validationLabels().keySet());
  }

  private LabelingDesk desk(long seed, int threads) {
    if (vectors != null) {
      LabelAdvisor<String> advisor = LabelAdvisor.of(vectors, strategy, seed);
      return new LibraryDesk(data.graph(), advisor, strategy, never, seed, threads);
    }
    try {
      return new HttpDesk(data, strategy, never);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Run run(long seed, int threads, GmnnListener epochs) {
    long start = System.nanoTime();
    Map<String, Double> figures = new LinkedHashMap<>();
    Map<String, String> validation = data.graph().validationLabels();
    try (LabelingDesk desk = desk(seed, threads)) {
      Map<String, String> first = oneOfEachClass(seed);
      first.forEach(desk::label);
      int given = first.size();
      for (int mark : marks) {
        while (given < mark * data.graph().classes().size()) {
          String node = desk.next();
          if (node == null) {
            break; // everything that anybody knows is labelled
          }
          desk.label(node, truth.get(node));
          given++;
        }
        figures.put("accuracyWith" + mark, accuracy(desk, data.testLabels()));
        if (!validation.isEmpty()) {
          figures.put("validationWith" + mark, accuracy(desk, validation));
        }
      }
      figures.putAll(desk.figures());
    }
    return Run.withoutEpochs(seed, figures, (System.nanoTime() - start) / 1e9, null);
  }

  private static double accuracy(LabelingDesk desk, Map<String, String> labels) {
    Map<String, String> predicted = desk.predictions(labels.keySet());
    long right =
        labels.keySet().stream()
            .filter(node -> labels.get(node).equals(predicted.get(node)))
            .count();
    return (double) right / labels.size();
  }

  private Map<String, String> oneOfEachClass(long seed) {
    List<String> nodes = new ArrayList<>(data.graph().keys());
    nodes.removeAll(never);
    Collections.shuffle(nodes, new Random(seed));
    Set<String> seen = new HashSet<>();
    Map<String, String> labels = new LinkedHashMap<>();
    for (String node : nodes) {
      if (seen.add(truth.get(node))) {
        labels.put(node, truth.get(node));
      }
    }
    return labels;
  }
}

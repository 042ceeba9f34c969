package io.github.gmnn.lab.paper;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.advice.AdviceRequest;
import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.GmnnListener;
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
  private static final int[] MARKS = {2, 5, 10, 20};
  private static final int EPOCHS = 50;

  private final Dataset<String> data;
  private final Map<String, String> truth;
  private final NodeEmbeddings<String> vectors;
  private final AdviceStrategy strategy;
  private final List<String> classes;
  private final Set<String> never;

  LabelingTrial(
      Dataset<String> data,
      Map<String, String> truth,
      NodeEmbeddings<String> vectors,
      AdviceStrategy strategy) {
    this.data = data;
    this.truth = truth;
    this.vectors = vectors;
    this.strategy = strategy;
    this.classes = data.graph().classes();
    this.never = new HashSet<>(data.graph().keys());
    never.removeAll(truth.keySet());
    never.addAll(data.testLabels().keySet());
    never.addAll(data.graph().validationLabels().keySet());
  }

  @Override
  public Run run(long seed, int threads, GmnnListener epochs) {
    long start = System.nanoTime();
    LabelAdvisor<String> advisor = LabelAdvisor.of(vectors, strategy, seed);
    Map<String, String> labels = oneOfEachClass(seed);
    Map<String, Double> accuracies = new LinkedHashMap<>();
    GmnnModel<String> model = null;
    for (int mark : MARKS) {
      while (labels.size() < mark * classes.size()) {
        AdviceRequest<String> request =
            AdviceRequest.<String>of(labels).classes(classes.size()).without(never);
        if (model != null) {
          request = request.predictions(model.predictions());
        }
        List<LabelAdvisor.Advice<String>> next = advisor.next(request, 1);
        if (next.isEmpty()) {
          break; // everything that anybody knows is labelled
        }
        String node = next.get(0).key();
        labels.put(node, truth.get(node));
        if (strategy.toString().equals("uncertainty")) {
          model = fit(labels, seed, threads);
        }
      }
      model = fit(labels, seed, threads);
      double accuracy = model.evaluate(data.testLabels()).accuracy();
      accuracies.put("accuracyWith" + mark, accuracy);
    }
    return Run.withoutEpochs(seed, accuracies, (System.nanoTime() - start) / 1e9, null);
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

  private GmnnModel<String> fit(Map<String, String> labels, long seed, int threads) {
    Graph<String> graph = data.graph().withLabels(labels, List.of());
    return Gmnn.builder()
        .inference(InferenceKinds.robustPropagation())
        .pretrainEpochs(EPOCHS)
        .emIterations(0)
        .seed(seed)
        .threads(threads)
        .fit(graph);
  }
}

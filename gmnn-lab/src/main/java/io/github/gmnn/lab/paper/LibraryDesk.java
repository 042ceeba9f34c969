package io.github.gmnn.lab.paper;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.advice.AdviceRequest;
import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Labels are asked for by the library's advisor, and learned by a fit from scratch when needed. */
final class LibraryDesk implements LabelingDesk {
  private static final int EPOCHS = 50;

  private final Graph<String> graph;
  private final LabelAdvisor<String> advisor;
  private final boolean needsModel;
  private final Set<String> never;
  private final long seed;
  private final int threads;
  private final Map<String, String> labels = new LinkedHashMap<>();
  private GmnnModel<String> model;

  LibraryDesk(
      Graph<String> graph,
      LabelAdvisor<String> advisor,
      AdviceStrategy strategy,
      Set<String> never,
      long seed,
      int threads) {
    this.graph = graph;
    this.advisor = advisor;
    this.needsModel = strategy.toString().equals("uncertainty");
    this.never = never;
    this.seed = seed;
    this.threads = threads;
  }

  @Override
  public String next() {
    AdviceRequest<String> request =
        AdviceRequest.<String>of(labels).classes(graph.classes().size()).without(never);
    if (needsModel) {
      request = request.predictions(fitted().predictions());
    }
    List<LabelAdvisor.Advice<String>> next = advisor.next(request, 1);
    return next.isEmpty() ? null : next.get(0).key();
  }

  @Override
  public void label(String node, String label) {
    labels.put(node, label);
    model = null;
  }

  private GmnnModel<String> fitted() {
    if (model == null) {
      model =
          Gmnn.builder()
              .inference(InferenceKinds.robustPropagation())
              .pretrainEpochs(EPOCHS)
              .emIterations(0)
              .seed(seed)
              .threads(threads)
              .fit(graph.withLabels(labels, List.of()));
    }
    return model;
  }

  @Override
  public Map<String, String> predictions(Set<String> nodes) {
    Map<String, String> predicted = new LinkedHashMap<>();
    nodes.forEach(node -> predicted.put(node, fitted().predict(node).label()));
    return predicted;
  }

  @Override
  public Map<String, Double> figures() {
    return Map.of();
  }

  @Override
  public void close() {
    model = null;
  }
}

package io.github.gmnn.internal;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.optimize.listeners.ScoreIterationListener;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Nesterovs;

/**
 * What {@link Nd4jBackendTest} runs in a virtual machine of its own, with and without a backend on
 * its class path. Prints a line for each thing tried.
 */
final class BackendTrial {
  private BackendTrial() {}

  private interface Body {
    Object run() throws Exception;
  }

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    System.out.println("present: " + Nd4jBackend.isPresent());
    attempt("fit, save, load, predict", () -> fitAndReload(folder));
    attempt("threads of a prediction", () -> threadsOfAPrediction(folder));
    attempt("resume", () -> resume(folder));
    attempt("embed", () -> GmnnEmbedder.neighborPrediction().pretrainEpochs(2).fit(graph()).size());
    attempt("large product", BackendTrial::largeProduct);
    attempt(
        "layer",
        () ->
            trainer()
                .inferenceLayers(
                    GraphConvLayer.builder().nOut(4).build(),
                    new DenseLayer.Builder().activation(Activation.IDENTITY).build())
                .fit(graph())
                .classes());
    attempt(
        "initialization",
        () ->
            trainer()
                .learningLayers(GraphConvLayer.builder().weightInit(WeightInit.XAVIER).build())
                .fit(graph())
                .classes());
    attempt(
        "activation",
        () ->
            trainer()
                .learningLayers(GraphConvLayer.builder().activation(Activation.SWISH).build())
                .fit(graph())
                .classes());
    attempt("updater", () -> trainer().learningUpdater(new Nesterovs()).fit(graph()).classes());
    attempt(
        "listener",
        () -> trainer().inferenceListeners(new ScoreIterationListener(100)).fit(graph()).classes());
  }

  private static void attempt(String name, Body body) {
    try {
      System.out.println(name + ": " + body.run());
    } catch (Exception e) {
      System.out.println(name + ": " + e);
    }
  }

  private static GmnnTrainer.Builder trainer() {
    return Gmnn.paper().seed(3).pretrainEpochs(3).learningEpochs(3).inferenceEpochs(3);
  }

  private static Graph<String> graph() {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 12; i++) {
      builder.addNode("n" + i, Map.of(i % 2 == 0 ? "even" : "odd", 1));
    }
    for (int i = 2; i < 12; i++) {
      builder.addEdge("n" + i, "n" + (i - 2));
    }
    return builder.label("n0", "even").label("n1", "odd").build();
  }

  private static Object fitAndReload(Path folder) throws Exception {
    Path file = folder.resolve("model.gmnn");
    Graph<String> graph = graph();
    GmnnModel<String> model =
        Gmnn.paper().seed(3).checkpoint(folder.resolve("fit.checkpoint"), 10).fit(graph);
    model.save(file);
    GmnnModel<String> loaded = GmnnModel.load(file).keyedBy(String.class);
    boolean same =
        loaded.predict(graph).of("n10").distribution().equals(model.predict("n10").distribution());
    return model.predict("n10").label() + ", the same after loading: " + same;
  }

  /** How many threads a prediction starts: each inherits what its parent has. */
  private static Object threadsOfAPrediction(Path folder) throws Exception {
    AtomicInteger started = new AtomicInteger();
    InheritableThreadLocal<Integer> inherited =
        new InheritableThreadLocal<>() {
          @Override
          protected Integer childValue(Integer ofParent) {
            return started.incrementAndGet();
          }
        };
    GmnnModel<Object> model = GmnnModel.load(folder.resolve("model.gmnn")).withThreads(1);
    inherited.set(0);
    try {
      model.predict(graph());
    } finally {
      inherited.remove();
    }
    return started;
  }

  private static Object resume(Path folder) throws Exception {
    Path checkpoint = folder.resolve("resumed.checkpoint");
    Gmnn.paper()
        .seed(3)
        .checkpoint(checkpoint, 1)
        .listener(report -> report.epoch() < 20)
        .fit(graph());
    GmnnTrainer trainer = Gmnn.paper().seed(3).build();
    return Files.exists(checkpoint)
        ? trainer.resume(checkpoint, graph()).predict("n11").label()
        : "no checkpoint";
  }

  /** A product large enough for BLAS, against one row by hand. */
  private static Object largeProduct() {
    int n = 512;
    DenseMatrix a = DenseMatrix.zeros(n, n);
    DenseMatrix b = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n * n; i++) {
      a.data()[i] = i % 7;
      b.data()[i] = i % 5;
    }
    DenseMatrix out = DenseMatrix.zeros(n, n);
    Dense.multiply(a, b, out, Workers.of(2));
    float expected = 0;
    for (int k = 0; k < n; k++) {
      expected += a.data()[3 * n + k] * b.data()[k * n + 4];
    }
    return out.data()[3 * n + 4] == expected ? "right" : "wrong";
  }
}

package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.schedule.ExponentialSchedule;
import org.nd4j.linalg.schedule.ScheduleType;

/**
 * Writes the golden model files of a version of the format, one for each kind of layer; {@link
 * GoldenModelTest} reads those of all versions. From the first release on, a file is never written
 * again.
 */
final class GoldenFiles {
  /** The graph of all golden models, with keys of several types. */
  static final Graph<Object> GRAPH =
      Graph.<Object>builder()
          .addNode("a", 1, 0, 0)
          .addNode(7, 1, 1, 0)
          .addNode(8L, 0, 0, 1)
          .addNode(new UUID(1, 2), 0, 1, 1)
          .addEdge("a", 7)
          .addEdge(8L, new UUID(1, 2))
          .label("a", "x")
          .label(new UUID(1, 2), "y")
          .build();

  private GoldenFiles() {}

  /** The trainers by the name of their file. */
  static Map<String, GmnnTrainer.Builder> trainers() {
    Map<String, GmnnTrainer.Builder> trainers = new LinkedHashMap<>();
    trainers.put("convolution", trainer(GraphConvLayer.builder().nOut(2).build()));
    trainers.put(
        "attention",
        trainer(GraphAttentionLayer.builder().nOut(2).heads(2).inputDropout(0.1).build()));
    trainers.put("sage", trainer(GraphSageLayer.builder().nOut(2).hasBias(true).build()));
    trainers.put(
        "personalized-propagation",
        trainer(
            LinearLayer.builder().nOut(2).activation(Activation.TANH).build(),
            ApproximatePersonalizedPropagation.builder().build()));
    trainers.put(
        "initial-residual", trainer(InitialResidualConvLayer.builder().nOut(2).depth(2).build()));
    trainers.put(
        "mean-pooling",
        trainer(LinearLayer.builder().nOut(2).build(), MeanPoolingLayer.builder().build()));
    trainers.put(
        "dl4j",
        trainer(
            GraphConvLayer.builder().nOut(3).l2(1e-3).build(),
            new DropoutLayer.Builder(0.9).build(),
            new DenseLayer.Builder().nOut(2).activation(Activation.SIGMOID).build(),
            new BatchNormalization.Builder().build(),
            new ActivationLayer.Builder().activation(Activation.LEAKYRELU).build()));
    trainers.put(
        "schedule",
        trainer(GraphConvLayer.builder().nOut(2).build())
            .updater(new Adam(new ExponentialSchedule(ScheduleType.ITERATION, 0.05, 0.99))));
    return trainers;
  }

  private static GmnnTrainer.Builder trainer(Layer... hidden) {
    Layer[] layers = new Layer[hidden.length + 1];
    System.arraycopy(hidden, 0, layers, 0, hidden.length);
    layers[hidden.length] = GraphConvLayer.builder().build();
    return Gmnn.paper()
        .inferenceLayers(layers)
        .hiddenUnits(2)
        .predictor(Predictor.PRODUCT)
        .pretrainEpochs(3)
        .learningEpochs(2)
        .inferenceEpochs(2)
        .seed(1);
  }

  /** What a model predicts for the graph, as a line of text: the probability of "x" by node. */
  static String predictions(GmnnModel<?> model) {
    return model.predict(GRAPH).all().stream()
        .map(prediction -> Double.toString(prediction.probability("x")))
        .collect(Collectors.joining(" "));
  }

  /** Writes the files of this version into a folder, and what they predict beside them. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (Map.Entry<String, GmnnTrainer.Builder> entry : trainers().entrySet()) {
      GmnnModel<?> model = entry.getValue().fit(GRAPH);
      model.save(folder.resolve(entry.getKey() + ".gmnn"));
      Files.writeString(folder.resolve(entry.getKey() + ".txt"), predictions(model));
    }
  }
}

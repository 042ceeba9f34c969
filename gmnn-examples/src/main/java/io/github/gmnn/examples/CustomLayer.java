package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;

/** Uses a layer of one's own in GMNN and in a network of Deeplearning4j. */
public final class CustomLayer {
  private CustomLayer() {}

  public static void main(String[] args) throws IOException {
    Dataset<Integer> data = CitationGraphGenerator.builder().build().generate();
    Path path = Files.createTempFile("custom-layer", ".gmnn");
    GmnnModel<Object> model = inGmnn(data.graph(), path);
    System.out.println("GMNN: " + model.evaluate(data.testLabels()));
    Files.delete(path);

    MultiLayerNetwork network = inDeeplearning4j(data.graph());
    INDArray predicted = network.output(Nd4j.zeros(data.graph().nodeCount(), 1));
    System.out.println(
        "Deeplearning4j: a distribution over the classes for each of "
            + predicted.rows()
            + " nodes");
  }

  private static GmnnModel<Object> inGmnn(Graph<Integer> graph, Path path) throws IOException {
    // docs:start
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inferenceLayers(
                GraphIsomorphismLayer.builder().nOut(16).activation(Activation.TANH).build(),
                GraphConvLayer.builder().build())
            .fit(graph);
    model.save(path);
    GmnnModel<Object> loaded = GmnnModel.load(path, GraphIsomorphismLayer.class);
    // docs:end
    return loaded;
  }

  private static MultiLayerNetwork inDeeplearning4j(Graph<?> graph) {
    // docs:start
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .updater(new Adam(0.01))
                .list()
                .layer(GraphIsomorphismLayer.builder().nOut(16).activation(Activation.RELU).build())
                .layer(new OutputLayer.Builder().nOut(3).activation(Activation.SOFTMAX).build())
                .setInputType(InputType.feedForward(graph.featureCount()))
                .build());
    network.init();
    GraphLayers.bind(network, graph.adjacency(), graph.features());
    // docs:end
    return network;
  }
}

package example;

import io.github.gmnn.Gmnn;
import io.github.gmnn.layer.GraphConvLayer;
import java.io.IOException;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.nd4j.linalg.activations.Activation;

/** The same with one of DL4J's own layers in q, which computes through an ND4J backend. */
public final class BackendConsumer {
  private BackendConsumer() {}

  public static void main(String[] args) throws IOException {
    Consumer.fitAndCheck(
        Gmnn.builder()
            .inferenceLayers(
                GraphConvLayer.builder().nOut(16).activation(Activation.RELU).build(),
                new DenseLayer.Builder().activation(Activation.IDENTITY).build()));
  }
}

package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Sgd;

class SeveralPassesTest {
  private static final int NODES = 30;
  private static final int CLASSES = 3;
  private static final int PASSES = 4;
  private static final Adjacency GRAPH = RandomInputs.graph(NODES, 3, RandomStream.of(1));

  private static final List<Layer> LAYERS =
      List.of(
          RandomPropagationLayer.builder()
              .nOut(8)
              .order(3)
              .columnDropout(0.5)
              .antithetic(true)
              .activation(Activation.TANH)
              .hasBias(true)
              .build(),
          LinearLayer.builder().inputDropout(0.5).hasBias(true).build());

  private static InferenceGraphNetwork network(List<Layer> layers, int threads) {
    InferenceGraphNetwork network =
        new InferenceGraphNetwork(
            new NetworkDefinition(layers, new Sgd(0.1), 0),
            GRAPH,
            RandomInputs.sparse(NODES, 10, -1, 1, RandomStream.of(2)),
            CLASSES,
            Workers.of(threads));
    network.initialize(RandomStream.of(3));
    return network;
  }

  /** A fixed linear function of what some of the passes give. */
  private record Linear(int from, int to) implements Objective {
    @Override
    public int passes() {
      return PASSES;
    }

    @Override
    public RowSet nodes() {
      return RowSet.all(NODES);
    }

    @Override
    public Loss lossAndGradient(Objective.Outputs outputs) {
      double loss = 0;
      for (int pass = from; pass < to; pass++) {
        DenseMatrix factors = RandomInputs.dense(NODES, CLASSES, -1, 1, RandomStream.of(pass));
        for (int i = 0; i < NODES * CLASSES; i++) {
          loss += factors.data()[i] * outputs.logits(pass).data()[i];
        }
        outputs.gradient(pass).copyFrom(factors);
      }
      return new Loss(loss, 1);
    }
  }

  private static Gradient gradient(InferenceGraphNetwork network, Objective objective) {
    Gradient gradient = new Gradient(network.parameterCount());
    network.addGradient(objective, 1, RandomStream.of(4), gradient);
    return gradient;
  }

  @Test
  void theGradientIsTheSumOfThePassesGradients() {
    InferenceGraphNetwork network = network(LAYERS, 1);
    Gradient whole = gradient(network, new Linear(0, PASSES));
    Gradient sum = new Gradient(network.parameterCount());
    for (int pass = 0; pass < PASSES; pass++) {
      sum.add(gradient(network, new Linear(pass, pass + 1)));
    }
    assertThat(whole.loss()).isCloseTo(sum.loss(), within(1e-4));
    for (int i = 0; i < sum.values().length; i++) {
      assertThat(whole.values()[i]).isCloseTo(sum.values()[i], within(1e-4f));
    }
  }

  @Test
  void theGradientEqualsFiniteDifferences() {
    InferenceGraphNetwork network = network(LAYERS, 1);
    Objective objective = new Linear(0, PASSES);
    float[] gradient = gradient(network, objective).values().clone();
    float[][] at = network.parameters();
    double step = 1e-2;
    for (int direction = 0; direction < 5; direction++) {
      DenseMatrix along =
          RandomInputs.dense(1, gradient.length, -1, 1, RandomStream.of(50 + direction));
      double expected = 0;
      for (int i = 0; i < gradient.length; i++) {
        expected += gradient[i] * along.data()[i];
      }
      network.setParameters(moved(at, along.data(), step));
      double above = gradient(network, objective).loss();
      network.setParameters(moved(at, along.data(), -step));
      double below = gradient(network, objective).loss();
      assertThat((above - below) / (2 * step))
          .isCloseTo(expected, within(0.01 * Math.max(1, Math.abs(expected))));
    }
  }

  private static float[][] moved(float[][] parameters, float[] along, double step) {
    float[][] result = new float[parameters.length][];
    int next = 0;
    for (int i = 0; i < parameters.length; i++) {
      result[i] = parameters[i].clone();
      for (int j = 0; j < result[i].length; j++) {
        result[i][j] += (float) (step * along[next++]);
      }
    }
    return result;
  }

  @Test
  void threadsDoNotChangeTheGradient() {
    float[] one = gradient(network(LAYERS, 1), new Linear(0, PASSES)).values();
    assertThat(gradient(network(LAYERS, 3), new Linear(0, PASSES)).values()).isEqualTo(one);
  }

  @Test
  void everyPassSeesTheUpdatedParameters() {
    List<Layer> withDl4j =
        List.of(
            GraphConvLayer.builder().nOut(6).inputDropout(0.5).build(),
            new DenseLayer.Builder().nOut(5).activation(Activation.TANH).build(),
            GraphConvLayer.builder().build());
    for (List<Layer> layers : List.of(LAYERS, withDl4j)) {
      InferenceGraphNetwork trained = network(layers, 2);
      for (int epoch = 1; epoch <= 3; epoch++) {
        trained.train(new Linear(0, PASSES), epoch, RandomStream.of(epoch));
      }
      InferenceGraphNetwork fresh = network(layers, 2);
      fresh.setParameters(trained.parameters());
      for (int pass = 0; pass < PASSES; pass++) {
        Objective ofPass = new Linear(pass, pass + 1);
        assertThat(gradient(trained, ofPass).loss()).isEqualTo(gradient(fresh, ofPass).loss());
      }
    }
  }
}

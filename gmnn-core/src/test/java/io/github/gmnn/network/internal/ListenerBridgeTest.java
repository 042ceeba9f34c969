package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.RandomInputs;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.api.Model;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.optimize.api.BaseTrainingListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.Sgd;

class ListenerBridgeTest {
  private static final int NODES = 6;
  private static final int CLASSES = 3;

  private final List<String> calls = new ArrayList<>();
  private final List<INDArray> activations = new ArrayList<>();
  private InferenceGraphNetwork network;
  private Objective objective;

  private final class Told extends BaseTrainingListener {
    @Override
    public void onEpochStart(Model model) {
      calls.add("epoch start " + ((MultiLayerNetwork) model).getEpochCount());
    }

    @Override
    public void onForwardPass(Model model, List<INDArray> given) {
      calls.add("forward");
      activations.clear();
      given.forEach(array -> activations.add(array.dup()));
    }

    @Override
    public void onGradientCalculation(Model model) {
      calls.add("gradient");
    }

    @Override
    public void onBackwardPass(Model model) {
      calls.add("backward");
    }

    @Override
    public void iterationDone(Model model, int iteration, int epoch) {
      calls.add("done " + iteration + " " + epoch);
      assertThat(((MultiLayerNetwork) model).getIterationCount()).isEqualTo(iteration);
    }

    @Override
    public void onEpochEnd(Model model) {
      calls.add("epoch end");
    }
  }

  @BeforeEach
  void attach() {
    CsrMatrix features = RandomInputs.sparse(NODES, 4, -1, 1, RandomStream.of(2));
    network =
        new InferenceGraphNetwork(
            new NetworkDefinition(
                List.of(
                    GraphConvLayer.builder().nOut(5).build(),
                    LinearLayer.builder().nOut(2).build(),
                    GraphConvLayer.builder().build()),
                new Sgd(0.1),
                0),
            RandomInputs.graph(NODES, 2, RandomStream.of(1)),
            features,
            CLASSES,
            Workers.sequential());
    network.initialize(RandomStream.of(3));
    network.addListeners(List.of(new Told()));
    DenseMatrix targets = DenseMatrix.zeros(NODES, CLASSES);
    for (int node = 0; node < NODES; node++) {
      targets.set(node, node % CLASSES, 1f);
    }
    objective = new SoftmaxCrossEntropy(Targets.of(targets, new int[] {0, 1, 2, 3, 4, 5}, null));
  }

  @Test
  void aStepIsToldInTheOrderOfDl4j() {
    network.train(objective, 1, RandomStream.of(1));
    network.train(objective, 2, RandomStream.of(1));
    assertThat(calls)
        .containsExactly(
            "epoch start 0",
            "forward",
            "gradient",
            "backward",
            "done 1 0",
            "epoch end",
            "epoch start 1",
            "forward",
            "gradient",
            "backward",
            "done 2 1",
            "epoch end");
  }

  @Test
  void thereIsAnActivationPerLayer() {
    float[] logits = network.logits().data().clone();
    network.train(objective, 1, RandomStream.of(1));
    assertThat(activations).hasSize(3);
    assertThat(activations.get(0).shape()).containsExactly(NODES, 5);
    assertThat(activations.get(1).shape()).containsExactly(NODES, 2);
    assertThat(activations.get(2).shape()).containsExactly(NODES, CLASSES);
    assertThat(activations.get(2).dup('c').data().asFloat()).isEqualTo(logits);
  }

  @Test
  void iterationsGoOnWhereTrainingReturnsToAnEarlierState() {
    NetworkState first = network.state();
    network.train(objective, 1, RandomStream.of(1));
    network.train(objective, 2, RandomStream.of(1));
    network.restore(first);
    network.train(objective, 1, RandomStream.of(1));
    assertThat(calls).filteredOn(call -> call.startsWith("done")).last().isEqualTo("done 3 2");
  }
}

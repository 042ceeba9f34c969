package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.layer.GraphLayer.PlainBuilder;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.testing.RandomInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.gradient.DefaultGradient;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.AdaGrad;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.schedule.ExponentialSchedule;
import org.nd4j.linalg.schedule.ScheduleType;

class ParameterUpdaterTest {
  private static final int STEPS = 20;
  private static final int PARAMETERS = 4 * 3 + 3;

  static Stream<Arguments> settings() {
    List<IUpdater> updaters =
        List.of(
            new RmsProp(0.05),
            new RmsProp(0.05, 0.99, 1e-8),
            new Adam(0.01),
            new Adam(new ExponentialSchedule(ScheduleType.ITERATION, 0.01, 0.9)),
            new Sgd(0.1),
            new Nesterovs(0.1, 0.9),
            new AdaGrad(0.1),
            new NoOp());
    List<Named<Consumer<PlainBuilder<LinearLayer>>>> penalties =
        List.of(
            Named.of("no penalty", builder -> {}),
            Named.of("L2", builder -> builder.l2(5e-2)),
            Named.of("L1 and L2", builder -> builder.l1(1e-2).l2(5e-2)),
            Named.of("weight decay", builder -> builder.weightDecay(1e-2)));
    return updaters.stream().flatMap(u -> penalties.stream().map(p -> Arguments.of(u, p)));
  }

  /** Twenty updates by random gradients, beside DL4J's own updater on a twin of the network. */
  @ParameterizedTest
  @MethodSource("settings")
  void updatesEqualThoseOfDl4j(IUpdater updater, Consumer<PlainBuilder<LinearLayer>> penalty) {
    MultiLayerNetwork theirs = network(updater, penalty);
    AttachedLayer layer =
        AttachedLayer.of(
            theirs.getLayerWiseConfigurations().getConf(0),
            RandomInputs.graph(2, 0, RandomStream.of(1)),
            Workers.sequential());
    layer
        .values()
        .forEach((name, value) -> Nd4jArrays.copy(theirs.getLayer(0).getParam(name), value));
    List<ParameterUpdater> ours = new ArrayList<>();
    layer.slots().forEach(slot -> ours.add(ParameterUpdater.of(slot)));
    for (int step = 0; step < STEPS; step++) {
      float[] gradient = RandomInputs.dense(1, PARAMETERS, -1, 1, RandomStream.of(step)).data();
      int start = 0;
      for (ParameterUpdater parameter : ours) {
        float[] part = parameter.slot.gradient();
        System.arraycopy(gradient, start, part, 0, part.length);
        start += part.length;
        parameter.update(1f, step);
      }
      update(theirs, gradient, step);
    }
    float[] expected = new float[PARAMETERS];
    Nd4jArrays.copy(theirs.params(), expected);
    int start = 0;
    for (Slot slot : layer.slots()) {
      for (int i = 0; i < slot.value().length; i++) {
        assertThat((double) slot.value()[i])
            .as("%s[%d]", slot.name(), i)
            .isCloseTo(expected[start + i], within(2e-6));
      }
      start += slot.value().length;
    }
  }

  private static MultiLayerNetwork network(
      IUpdater updater, Consumer<PlainBuilder<LinearLayer>> penalty) {
    PlainBuilder<LinearLayer> builder =
        LinearLayer.builder().nOut(3).hasBias(true).updater(updater.clone());
    penalty.accept(builder);
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .list()
                .layer(builder.build())
                .setInputType(InputType.feedForward(4))
                .validateOutputLayerConfig(false)
                .build());
    float[] weights = RandomInputs.dense(1, PARAMETERS, -1, 1, RandomStream.of(99)).data();
    network.init(Nd4jArrays.toNd4j(DenseMatrix.wrap(1, weights.length, weights)), false);
    return network;
  }

  private static void update(MultiLayerNetwork network, float[] values, int step) {
    network.initGradientsView();
    INDArray flat = network.getGradientsViewArray();
    Nd4jArrays.copy(values, flat);
    Gradient gradient = new DefaultGradient(flat);
    network.getUpdater().update(network, gradient, step, 0, 1, LayerWorkspaceMgr.noWorkspaces());
    network.params().subi(flat.reshape(network.params().shape()));
  }
}

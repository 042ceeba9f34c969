package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;

class DecoupledConvLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return DecoupledConvLayer.builder()
        .nIn(5)
        .nOut(3)
        .hops(3)
        .ownShare(0.2)
        .propagatedDropout(0.4)
        .activation(Activation.TANH)
        .hasBias(true)
        .build();
  }

  private static DecoupledConvLayer sideBySide() {
    return DecoupledConvLayer.builder()
        .nIn(5)
        .nOut(3)
        .hops(2)
        .sideBySide(true)
        .propagatedDropout(0.4)
        .build();
  }

  private static AttachedLayer attach(GraphLayer layer, Adjacency graph) {
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder().layer(layer).build(), graph, Workers.sequential());
    attached.initialize(RandomStream.of(7));
    return attached;
  }

  @Test
  void gradientsAreRightSideBySide() {
    GradientCheck.of(sideBySide()).check();
  }

  /** An adjacency that counts how often it propagates. */
  private static Adjacency counting(Adjacency graph, int[] count) {
    LinearOperator operator = graph.normalized();
    InvocationHandler ofOperator =
        (proxy, method, arguments) -> {
          count[0] += method.getName().startsWith("apply") ? 1 : 0;
          return method.invoke(operator, arguments);
        };
    LinearOperator counted =
        (LinearOperator)
            Proxy.newProxyInstance(
                LinearOperator.class.getClassLoader(),
                new Class<?>[] {LinearOperator.class},
                ofOperator);
    InvocationHandler ofGraph =
        (proxy, method, arguments) ->
            method.getName().equals("normalized") ? counted : method.invoke(graph, arguments);
    return (Adjacency)
        Proxy.newProxyInstance(
            Adjacency.class.getClassLoader(), new Class<?>[] {Adjacency.class}, ofGraph);
  }

  private static SparseInput input(long seed) {
    return new SparseInput(RandomInputs.sparse(12, 5, -1, 1, RandomStream.of(seed)));
  }

  @Test
  void sparseInputIsPropagatedOnceAndAgainWhenItIsAnother() {
    int[] count = {0};
    Adjacency graph = counting(RandomInputs.graph(12, 3, RandomStream.of(1)), count);
    AttachedLayer attached = attach(layer(), graph);
    SparseInput features = input(2);
    attached.setInput(features);
    for (int epoch = 1; epoch <= 3; epoch++) {
      DenseMatrix output = attached.forward(true, RandomStream.of(epoch));
      attached.backward(output.copy(), false);
      attached.setInput(features);
      attached.forward(false, null);
    }
    assertThat(count[0]).isEqualTo(3); // hops

    attached.setInput(input(3));
    float[] ofOther = attached.forward(false, null).data().clone();
    assertThat(count[0]).isEqualTo(6);
    AttachedLayer fresh = attach(layer(), graph);
    fresh.setInput(input(3));
    assertThat(fresh.forward(false, null).data()).isEqualTo(ofOther);
  }

  @Test
  void someNodesOfSparseInputGetWhatTheyGetAmongAll() {
    Adjacency graph = RandomInputs.graph(60, 2, RandomStream.of(1));
    CsrMatrix features = RandomInputs.sparse(60, 5, -1, 1, RandomStream.of(2));
    RowSet some = RowSet.of(60, new int[] {3, 17, 40});
    AttachedLayer whole = attach(sideBySide(), graph);
    AttachedLayer partial = attach(sideBySide(), graph);
    whole.setInput(new SparseInput(features));
    partial.setInput(new SparseInput(features));
    DenseMatrix expected = whole.forward(true, RandomStream.of(4));
    DenseMatrix actual = partial.forward(true, RandomStream.of(4), partial.inputRows(some), some);
    DenseMatrix gradient = DenseMatrix.zeros(60, 3);
    for (int node : new int[] {3, 17, 40}) {
      for (int c = 0; c < 3; c++) {
        assertThat(actual.get(node, c)).isEqualTo(expected.get(node, c));
        gradient.set(node, c, c + 1f);
      }
    }
    whole.backward(gradient.copy(), false);
    partial.backward(gradient, false);
    assertThat(partial.slots().get(0).gradient()).isEqualTo(whole.slots().get(0).gradient());
  }

  /** Node i is joined to i + 1. */
  private static Adjacency path(int nodes) {
    int[] pointers = new int[nodes + 1];
    int[] neighbours = new int[2 * nodes - 2];
    int next = 0;
    for (int node = 0; node < nodes; node++) {
      if (node > 0) {
        neighbours[next++] = node - 1;
      }
      if (node < nodes - 1) {
        neighbours[next++] = node + 1;
      }
      pointers[node + 1] = next;
    }
    float[] ones = new float[next];
    Arrays.fill(ones, 1f);
    return Adjacency.of(CsrMatrix.of(nodes, nodes, pointers, neighbours, ones));
  }

  @Test
  void aNodeDependsOnThoseWithinItsHops() {
    AttachedLayer attached = attach(sideBySide(), path(1000));
    RowSet first = RowSet.of(1000, new int[] {0});
    assertThat(attached.inputRows(first)).isEqualTo(RowSet.of(1000, new int[] {0, 1, 2}));
  }

  @Test
  void settingsThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> DecoupledConvLayer.builder().hops(0).build())
        .hasMessage("hops must be in 1..10000, got 0");
    assertThatThrownBy(() -> DecoupledConvLayer.builder().propagatedDropout(1).build())
        .hasMessageContaining("[0, 1), got 1");
    assertThatThrownBy(() -> DecoupledConvLayer.builder().ownShare(0.5).sideBySide(true).build())
        .hasMessageContaining("it must be 0 side by side");
    assertThatThrownBy(() -> DecoupledConvLayer.builder().inputDropout(0.5).build())
        .hasMessageContaining("use propagatedDropout instead of inputDropout");
  }
}

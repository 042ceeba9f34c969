package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.BIAS;
import static io.github.gmnn.em.TrainerSettings.DROPOUT;
import static io.github.gmnn.em.TrainerSettings.HIDDEN_UNITS;
import static io.github.gmnn.em.TrainerSettings.L2;

import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.training.internal.Settings;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;

/**
 * The layers of q that settings make where none are named: units, dropout, bias and penalty are
 * settings, so that what a user sets holds for every one of them.
 *
 * <p>All but the paper's start from Glorot's weights and penalise the first weights alone. Those
 * are as many as there are features and learn words by heart; the few of the later layers only
 * become too small by a penalty.
 */
public enum Backbone {
  /** The paper's two graph convolutions, with every weight penalised. */
  CONVOLUTIONS {
    @Override
    List<Layer> layers(Settings settings) {
      return List.of(
          TrainerSettings.hidden(settings).build(),
          GraphConvLayer.builder().hasBias(settings.get(BIAS)).build());
    }

    @Override
    double penaltyOfAll(Settings settings) {
      return settings.get(L2);
    }
  },

  /** A perceptron whose predictions are propagated, as in APPNP: for neighbours that are alike. */
  PROPAGATION {
    @Override
    List<Layer> layers(Settings settings) {
      List<Layer> layers = new ArrayList<>(PERCEPTRON.layers(settings));
      layers.add(ApproximatePersonalizedPropagation.builder().build());
      return layers;
    }
  },

  /**
   * The same, whose first layer sees the vector of a node beside its features: what the graph tells
   * without labels, for few labels.
   */
  VECTORS {
    @Override
    List<Layer> layers(Settings settings) {
      List<Layer> layers = new ArrayList<>(PROPAGATION.layers(settings));
      VectorLayer.Builder first = VectorLayer.builder().vectorDropout(settings.get(DROPOUT));
      layers.set(0, first(first, settings).build());
      return layers;
    }
  },

  /**
   * Two graph convolutions with weights of their own for the node itself, H W<sub>0</sub> + Â H W:
   * for neighbours that tell something, alike or not.
   */
  OWN_WEIGHTS {
    @Override
    List<Layer> layers(Settings settings) {
      return List.of(
          first(GraphConvLayer.builder().selfWeight(true), settings).build(),
          last(GraphConvLayer.builder().selfWeight(true), settings).build());
    }
  },

  /**
   * Two convolutions whose messages see the numbers on edges: for payments, bonds and whatever else
   * is told by more than who is joined to whom.
   */
  EDGES {
    @Override
    List<Layer> layers(Settings settings) {
      return List.of(
          first(EdgeAwareConvLayer.builder(), settings).build(),
          last(EdgeAwareConvLayer.builder(), settings).build());
    }
  },

  /** A perceptron that sees no edges, unless neighbours are features. */
  PERCEPTRON {
    @Override
    List<Layer> layers(Settings settings) {
      return List.of(
          first(LinearLayer.builder(), settings).build(),
          last(LinearLayer.builder(), settings).build());
    }
  },

  /**
   * Four layers of GraphSAGE between two linear ones: for many labels that depend on more than the
   * nearest neighbours. The input itself is not dropped out: it may be a handful of numbers.
   */
  DEEP {
    private static final int DEPTH = 4;

    @Override
    List<Layer> layers(Settings settings) {
      List<Layer> layers = new ArrayList<>();
      layers.add(
          common(LinearLayer.builder(), settings)
              .nOut(settings.get(HIDDEN_UNITS))
              .activation(Activation.RELU)
              .l2(settings.get(L2))
              .build());
      for (int i = 0; i < DEPTH; i++) {
        layers.add(
            last(GraphSageLayer.builder(), settings)
                .nOut(settings.get(HIDDEN_UNITS))
                .activation(Activation.RELU)
                .build());
      }
      layers.add(last(LinearLayer.builder(), settings).build());
      return layers;
    }
  };

  /** The layers that settings ask for. */
  abstract List<Layer> layers(Settings settings);

  /** The penalty of weights whose layer names none. */
  double penaltyOfAll(Settings settings) {
    return 0;
  }

  private static <B extends GraphLayer.Builder<B>> B first(B layer, Settings settings) {
    return last(layer, settings)
        .nOut(settings.get(HIDDEN_UNITS))
        .activation(Activation.RELU)
        .l2(settings.get(L2));
  }

  private static <B extends GraphLayer.Builder<B>> B last(B layer, Settings settings) {
    double dropout = settings.get(DROPOUT);
    B common = common(layer, settings);
    return dropout > 0 ? common.inputDropout(dropout) : common;
  }

  private static <B extends GraphLayer.Builder<B>> B common(B layer, Settings settings) {
    return layer.hasBias(settings.get(BIAS)).weightInit(GraphLayers.glorotUniform());
  }
}

package io.github.gmnn.cli.training;

import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import java.util.List;
import java.util.Locale;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;

/**
 * What q may be made of, each with the settings of its own paper; for what those leave open, epochs
 * above all, validation accuracy chose. A kind is added here and nowhere else.
 */
public enum Architecture {
  /** Two graph convolutions, as the preset has them. */
  GC(null, null, null, 0, 0) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(); // the library's own
    }
  },

  /** GraphSAGE with the mean, Hamilton et al. 2017. */
  SAGE(16, 0.5, null, 0, 0) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(
          GraphSageLayer.builder().nOut(units).activation(Activation.RELU).dropOut(keep).build(),
          GraphSageLayer.builder().dropOut(keep).build());
    }
  },

  /** Graph attention, Veličković et al. 2018; the units are those of a head. */
  GAT(8, 0.6, 0.005, 500, 200) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(
          GraphAttentionLayer.builder()
              .nOut(units)
              .heads(8)
              .activation(Activation.ELU)
              .dropOut(keep)
              .attentionDropOut(keep)
              .hasBias(true)
              .build(),
          GraphAttentionLayer.builder().dropOut(keep).attentionDropOut(keep).hasBias(true).build());
    }
  },

  /** Personalised propagation of predictions, Klicpera et al. 2019. */
  APPNP(64, 0.5, 0.01, 500, 200) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(
          LinearLayer.builder().nOut(units).activation(Activation.RELU).dropOut(keep).build(),
          LinearLayer.builder().dropOut(keep).build(),
          ApproximatePersonalizedPropagation.builder().build());
    }
  },

  /** Convolutions with initial residual and identity mapping, Chen et al. 2020. */
  GCNII(64, 0.6, 0.01, 300, 100) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(
          LinearLayer.builder()
              .nOut(units)
              .activation(Activation.RELU)
              .dropOut(keep)
              .hasBias(true)
              .build(),
          InitialResidualConvLayer.builder().depth(16).convolutionDropOut(keep).l2(0.01).build(),
          LinearLayer.builder().dropOut(keep).hasBias(true).build());
    }
  },

  /** A plain network that sees no edges: for graphs whose neighbours differ. */
  MLP(64, 0.5, 0.01, 200, 100) {
    @Override
    List<Layer> make(int units, double keep) {
      return List.of(
          LinearLayer.builder()
              .nOut(units)
              .activation(Activation.RELU)
              .dropOut(keep)
              .hasBias(true)
              .build(),
          LinearLayer.builder().dropOut(keep).hasBias(true).build());
    }
  };

  private final Integer units;
  private final Double dropout;
  private final Double adamRate;
  private final int pretrainEpochs;
  private final int inferenceEpochs;

  /**
   * Names the settings of its own; null or 0 for the preset's.
   *
   * @param units units of hidden layers
   * @param dropout dropout of the layers' inputs
   * @param adamRate Adam's learning rate
   * @param pretrainEpochs epochs before EM
   * @param inferenceEpochs epochs of an E-step
   */
  Architecture(
      Integer units, Double dropout, Double adamRate, int pretrainEpochs, int inferenceEpochs) {
    this.units = units;
    this.dropout = dropout;
    this.adamRate = adamRate;
    this.pretrainEpochs = pretrainEpochs;
    this.inferenceEpochs = inferenceEpochs;
  }

  /**
   * The layers; none for those that the trainer makes by itself.
   *
   * @param ofUnits units of hidden layers
   * @param keep the probability to keep an input, as DL4J names dropout
   */
  abstract List<Layer> make(int ofUnits, double keep);

  /** The layers, with settings in place of their own where those are not null. */
  Layer[] layers(Integer otherUnits, Double otherDropout) {
    if (units == null) {
      return new Layer[0];
    }
    double drop = otherDropout == null ? dropout : otherDropout;
    return make(otherUnits == null ? units : otherUnits, 1 - drop).toArray(new Layer[0]);
  }

  /** Adam's learning rate; null for the preset's updater. */
  Double adamRate() {
    return adamRate;
  }

  int pretrainEpochsOr(int ofPreset) {
    return pretrainEpochs == 0 ? ofPreset : pretrainEpochs;
  }

  int inferenceEpochsOr(int ofPreset) {
    return inferenceEpochs == 0 ? ofPreset : inferenceEpochs;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

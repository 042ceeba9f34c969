package io.github.gmnn.cli.training;

import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.RandomPropagation;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import java.util.List;
import java.util.Locale;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;

/**
 * What q may be made of, each with the settings of its own paper; for what those leave open, epochs
 * above all, validation accuracy chose. Some take the preset's settings and single ones of the
 * command; those with an {@link InferenceKind} are the library's as a whole.
 */
public enum Architecture {
  /** Two graph convolutions, as the preset has them. */
  GC(null, null, null, 0, 0),

  /** GraphSAGE with the mean, Hamilton et al. 2017. */
  SAGE(InferenceKinds.sage(), 200, 100),

  /** Graph attention, Veličković et al. 2018; the units are those of a head. */
  GAT(8, 0.6, 0.005, 500, 200) {
    @Override
    List<Layer> make(int units, double drop) {
      return List.of(
          GraphAttentionLayer.builder()
              .nOut(units)
              .heads(8)
              .activation(Activation.ELU)
              .inputDropout(drop)
              .attentionDropout(drop)
              .hasBias(true)
              .build(),
          GraphAttentionLayer.builder()
              .inputDropout(drop)
              .attentionDropout(drop)
              .hasBias(true)
              .build());
    }
  },

  /** Personalised propagation of predictions, Klicpera et al. 2019. */
  APPNP(64, 0.5, 0.01, 500, 200) {
    @Override
    List<Layer> make(int units, double drop) {
      return List.of(
          LinearLayer.builder().nOut(units).activation(Activation.RELU).inputDropout(drop).build(),
          LinearLayer.builder().inputDropout(drop).build(),
          ApproximatePersonalizedPropagation.builder().build());
    }
  },

  /** Convolutions with initial residual and identity mapping, Chen et al. 2020. */
  GCNII(64, 0.6, 0.01, 300, 100) {
    @Override
    List<Layer> make(int units, double drop) {
      return List.of(
          LinearLayer.builder()
              .nOut(units)
              .activation(Activation.RELU)
              .inputDropout(drop)
              .hasBias(true)
              .build(),
          InitialResidualConvLayer.builder().depth(16).convolutionDropout(drop).l2(0.01).build(),
          LinearLayer.builder().inputDropout(drop).hasBias(true).build());
    }
  },

  /** A plain network that sees no edges: for graphs whose neighbours differ. */
  MLP(InferenceKinds.perceptron(), 200, 100),

  /** The perceptron with a feature for every neighbour. */
  LINKX(InferenceKinds.linkx(), 200, 100),

  /** Relational convolutions, for edges with types. */
  RGCN(InferenceKinds.relational(), 50, 50),

  /** Features propagated once, then a perceptron. */
  DECOUPLED(InferenceKinds.decoupled(), 400, 400),

  /** Random propagation, eight steps far. */
  RANDOM_PROPAGATION(RandomPropagation.far(), 2000, 700),

  /** Random propagation, two steps far. */
  RANDOM_PROPAGATION_NEAR(RandomPropagation.near(), 2000, 700),

  /** What validation prefers. */
  AUTO(InferenceKinds.auto(), 600, 100);

  private final InferenceKind kind;
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
    this.kind = null;
    this.units = units;
    this.dropout = dropout;
    this.adamRate = adamRate;
    this.pretrainEpochs = pretrainEpochs;
    this.inferenceEpochs = inferenceEpochs;
  }

  /**
   * Takes all settings from the library.
   *
   * @param kind the library's
   * @param pretrainEpochs epochs before EM at most, for the progress bar
   * @param inferenceEpochs epochs of EM beside those of one p, likewise
   */
  Architecture(InferenceKind kind, int pretrainEpochs, int inferenceEpochs) {
    this.kind = kind;
    this.units = null;
    this.dropout = null;
    this.adamRate = null;
    this.pretrainEpochs = pretrainEpochs;
    this.inferenceEpochs = inferenceEpochs;
  }

  /** Those that are told apart by their layers alone. */
  public static List<Architecture> byLayers() {
    return List.of(GC, SAGE, GAT, APPNP, GCNII, MLP);
  }

  /** The library's kind with all its settings; null where the preset's and those here apply. */
  InferenceKind kind() {
    return kind;
  }

  /**
   * The layers; none for those that the trainer makes by itself.
   *
   * @param ofUnits units of hidden layers
   * @param drop dropout of the layers' inputs
   */
  List<Layer> make(int ofUnits, double drop) {
    return List.of();
  }

  /** The layers, with settings in place of their own where those are not null. */
  Layer[] layers(Integer otherUnits, Double otherDropout) {
    if (units == null) {
      return new Layer[0];
    }
    return make(
            otherUnits == null ? units : otherUnits, otherDropout == null ? dropout : otherDropout)
        .toArray(new Layer[0]);
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
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

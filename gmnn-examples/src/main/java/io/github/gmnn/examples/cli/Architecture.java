package io.github.gmnn.examples.cli;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import java.util.Locale;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;

/**
 * What q may be made of, each with the settings of its own paper; for what those leave open, epochs
 * above all, validation accuracy chose.
 */
enum Architecture {
  /** Two graph convolutions, as the preset has them. */
  GC {
    @Override
    void applyTo(GmnnTrainer.Builder builder) {}
  },

  /** Graph attention, Veličković et al. 2018. */
  GAT {
    @Override
    void applyTo(GmnnTrainer.Builder builder) {
      double keep = 0.4;
      builder
          .inferenceLayers(
              GraphAttentionLayer.builder()
                  .nOut(8)
                  .heads(8)
                  .activation(Activation.ELU)
                  .dropOut(keep)
                  .attentionDropout(1 - keep)
                  .hasBias(true)
                  .build(),
              GraphAttentionLayer.builder()
                  .dropOut(keep)
                  .attentionDropout(1 - keep)
                  .hasBias(true)
                  .build())
          .inferenceUpdater(new Adam(0.005))
          .pretrainEpochs(500)
          .inferenceEpochs(200);
    }
  },

  /** GraphSAGE with the mean, Hamilton et al. 2017. */
  SAGE {
    @Override
    void applyTo(GmnnTrainer.Builder builder) {
      builder.inferenceLayers(
          GraphSageLayer.builder().nOut(16).activation(Activation.RELU).dropOut(0.5).build(),
          GraphSageLayer.builder().dropOut(0.5).build());
    }
  },

  /** Personalised propagation of predictions, Klicpera et al. 2019. */
  APPNP {
    @Override
    void applyTo(GmnnTrainer.Builder builder) {
      builder
          .inferenceLayers(
              LinearLayer.builder().nOut(64).activation(Activation.RELU).dropOut(0.5).build(),
              LinearLayer.builder().dropOut(0.5).build(),
              ApproximatePersonalizedPropagation.builder().build())
          .inferenceUpdater(new Adam(0.01))
          .pretrainEpochs(500)
          .inferenceEpochs(200);
    }
  },

  /** Convolutions with initial residual and identity mapping, Chen et al. 2020. */
  GCNII {
    @Override
    void applyTo(GmnnTrainer.Builder builder) {
      double keep = 0.4;
      builder
          .inferenceLayers(
              LinearLayer.builder()
                  .nOut(64)
                  .activation(Activation.RELU)
                  .dropOut(keep)
                  .hasBias(true)
                  .build(),
              InitialResidualConvLayer.builder()
                  .depth(16)
                  .convolutionDropout(1 - keep)
                  .l2(0.01)
                  .build(),
              LinearLayer.builder().dropOut(keep).hasBias(true).build())
          .inferenceUpdater(new Adam(0.01))
          .pretrainEpochs(300)
          .inferenceEpochs(100);
    }
  };

  /** Makes q of a trainer with the preset's settings this one. */
  abstract void applyTo(GmnnTrainer.Builder builder);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

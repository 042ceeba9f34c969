package io.github.gmnn.model;

import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.FanInUniform;
import io.github.gmnn.layer.FanOutUniform;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.layer.NeighborLabelLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.layer.VectorLayer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.nn.conf.distribution.BinomialDistribution;
import org.deeplearning4j.nn.conf.distribution.ConstantDistribution;
import org.deeplearning4j.nn.conf.distribution.LogNormalDistribution;
import org.deeplearning4j.nn.conf.distribution.NormalDistribution;
import org.deeplearning4j.nn.conf.distribution.OrthogonalDistribution;
import org.deeplearning4j.nn.conf.distribution.TruncatedNormalDistribution;
import org.deeplearning4j.nn.conf.distribution.UniformDistribution;
import org.deeplearning4j.nn.conf.dropout.AlphaDropout;
import org.deeplearning4j.nn.conf.dropout.Dropout;
import org.deeplearning4j.nn.conf.dropout.GaussianDropout;
import org.deeplearning4j.nn.conf.dropout.GaussianNoise;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.weightnoise.DropConnect;
import org.deeplearning4j.nn.conf.weightnoise.WeightNoise;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.nn.weights.WeightInitConstant;
import org.deeplearning4j.nn.weights.WeightInitDistribution;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.AMSGrad;
import org.nd4j.linalg.learning.config.AdaBelief;
import org.nd4j.linalg.learning.config.AdaDelta;
import org.nd4j.linalg.learning.config.AdaGrad;
import org.nd4j.linalg.learning.config.AdaMax;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Nadam;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.learning.regularization.L1Regularization;
import org.nd4j.linalg.learning.regularization.L2Regularization;
import org.nd4j.linalg.learning.regularization.WeightDecay;
import org.nd4j.linalg.schedule.CycleSchedule;
import org.nd4j.linalg.schedule.ExponentialSchedule;
import org.nd4j.linalg.schedule.FixedSchedule;
import org.nd4j.linalg.schedule.InverseSchedule;
import org.nd4j.linalg.schedule.MapSchedule;
import org.nd4j.linalg.schedule.PolySchedule;
import org.nd4j.linalg.schedule.RampSchedule;
import org.nd4j.linalg.schedule.SigmoidSchedule;
import org.nd4j.linalg.schedule.StepSchedule;

/** The classes that a file may name without being registered: this library's and DL4J's. */
final class KnownClasses {
  static final Map<String, Class<?>> BY_NAME = byName();

  private KnownClasses() {}

  private static Map<String, Class<?>> byName() {
    Map<String, Class<?>> classes = new HashMap<>();
    for (Class<?> type :
        List.of(
            GraphConvLayer.class,
            GraphAttentionLayer.class,
            GraphSageLayer.class,
            ApproximatePersonalizedPropagation.class,
            DecoupledConvLayer.class,
            EdgeAwareConvLayer.class,
            InitialResidualConvLayer.class,
            LinearLayer.class,
            MeanPoolingLayer.class,
            NeighborLabelLayer.class,
            RandomPropagationLayer.class,
            RelationalConvLayer.class,
            VectorLayer.class,
            FanInUniform.class,
            FanOutUniform.class,
            GraphLayers.glorotUniform().getClass(),
            DenseLayer.class,
            ActivationLayer.class,
            DropoutLayer.class,
            BatchNormalization.class,
            Dropout.class,
            AlphaDropout.class,
            GaussianDropout.class,
            GaussianNoise.class,
            DropConnect.class,
            WeightNoise.class,
            RmsProp.class,
            Adam.class,
            Sgd.class,
            Nesterovs.class,
            NoOp.class,
            AdaGrad.class,
            AdaDelta.class,
            AdaMax.class,
            AdaBelief.class,
            AMSGrad.class,
            Nadam.class,
            L1Regularization.class,
            L2Regularization.class,
            WeightDecay.class,
            CycleSchedule.class,
            ExponentialSchedule.class,
            FixedSchedule.class,
            InverseSchedule.class,
            MapSchedule.class,
            PolySchedule.class,
            RampSchedule.class,
            SigmoidSchedule.class,
            StepSchedule.class,
            WeightInitConstant.class,
            WeightInitDistribution.class,
            BinomialDistribution.class,
            ConstantDistribution.class,
            LogNormalDistribution.class,
            NormalDistribution.class,
            OrthogonalDistribution.class,
            TruncatedNormalDistribution.class,
            UniformDistribution.class)) {
      classes.put(type.getName(), type);
    }
    for (Activation activation : Activation.values()) {
      Class<?> type = activation.getActivationFunction().getClass();
      classes.put(type.getName(), type);
    }
    for (WeightInit init : WeightInit.values()) {
      if (init != WeightInit.DISTRIBUTION) {
        Class<?> type = init.getWeightInitFunction().getClass();
        classes.put(type.getName(), type);
      }
    }
    return Map.copyOf(classes);
  }
}

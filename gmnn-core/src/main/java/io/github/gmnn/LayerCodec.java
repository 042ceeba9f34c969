package io.github.gmnn;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.FanOutUniform;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.network.NetworkDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.deeplearning4j.nn.conf.distribution.ConstantDistribution;
import org.deeplearning4j.nn.conf.distribution.NormalDistribution;
import org.deeplearning4j.nn.conf.distribution.TruncatedNormalDistribution;
import org.deeplearning4j.nn.conf.distribution.UniformDistribution;
import org.deeplearning4j.nn.conf.dropout.Dropout;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.serde.JsonMappers;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.nn.weights.WeightInitDistribution;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.AMSGrad;
import org.nd4j.linalg.learning.config.AdaBelief;
import org.nd4j.linalg.learning.config.AdaDelta;
import org.nd4j.linalg.learning.config.AdaGrad;
import org.nd4j.linalg.learning.config.AdaMax;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Nadam;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.learning.regularization.L1Regularization;
import org.nd4j.linalg.learning.regularization.L2Regularization;
import org.nd4j.linalg.learning.regularization.WeightDecay;
import org.nd4j.linalg.schedule.ExponentialSchedule;
import org.nd4j.linalg.schedule.FixedSchedule;
import org.nd4j.linalg.schedule.InverseSchedule;
import org.nd4j.linalg.schedule.MapSchedule;
import org.nd4j.linalg.schedule.PolySchedule;
import org.nd4j.linalg.schedule.SigmoidSchedule;
import org.nd4j.linalg.schedule.StepSchedule;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * Writes network definitions as DL4J's JSON and reads them back.
 *
 * <p>DL4J's JSON names Java classes. A name is looked up only if it stands in the list here or the
 * caller registered it, so that a file cannot make the reader load a class of its choice.
 */
final class LayerCodec {
  private static final String CLASS = "@class";
  private static final Set<String> KNOWN = known();

  private final Set<String> allowed;

  LayerCodec(Collection<Class<? extends GraphLayer>> registered) {
    allowed = new HashSet<>(KNOWN);
    registered.forEach(type -> allowed.add(type.getName()));
  }

  private static Set<String> known() {
    Set<String> names = new HashSet<>();
    for (Class<?> type :
        List.of(
            GraphConvLayer.class,
            GraphAttentionLayer.class,
            GraphSageLayer.class,
            ApproximatePersonalizedPropagation.class,
            InitialResidualConvLayer.class,
            LinearLayer.class,
            MeanPoolingLayer.class,
            FanOutUniform.class,
            DenseLayer.class,
            ActivationLayer.class,
            DropoutLayer.class,
            BatchNormalization.class,
            Dropout.class,
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
            FixedSchedule.class,
            ExponentialSchedule.class,
            InverseSchedule.class,
            MapSchedule.class,
            PolySchedule.class,
            SigmoidSchedule.class,
            StepSchedule.class,
            WeightInitDistribution.class,
            ConstantDistribution.class,
            NormalDistribution.class,
            TruncatedNormalDistribution.class,
            UniformDistribution.class)) {
      names.add(type.getName());
    }
    Arrays.stream(Activation.values())
        .forEach(activation -> names.add(activation.getActivationFunction().getClass().getName()));
    Arrays.stream(WeightInit.values())
        .filter(init -> init != WeightInit.DISTRIBUTION)
        .forEach(init -> names.add(init.getWeightInitFunction().getClass().getName()));
    return Set.copyOf(names);
  }

  static JsonNode encode(NetworkDefinition definition) {
    ObjectMapper mapper = JsonMappers.getMapper();
    ObjectNode node = mapper.createObjectNode();
    ArrayNode layers = node.putArray("layers");
    definition.layers().forEach(layer -> layers.add(mapper.valueToTree(layer).deepCopy()));
    node.set("updater", mapper.valueToTree(definition.updater()));
    node.put("l2", definition.l2());
    return node;
  }

  NetworkDefinition decode(JsonNode node) throws ModelFormatException {
    check(node);
    ObjectMapper mapper = JsonMappers.getMapper();
    try {
      List<Layer> layers = new ArrayList<>();
      for (JsonNode layer : node.path("layers")) {
        layers.add(mapper.treeToValue(layer, Layer.class));
      }
      IUpdater updater = mapper.treeToValue(node.path("updater"), IUpdater.class);
      return new NetworkDefinition(layers, updater, node.path("l2").asDouble());
    } catch (IOException | RuntimeException e) {
      throw new ModelFormatException("the layers cannot be read: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void check(JsonNode node) throws ModelFormatException {
    JsonNode name = node.get(CLASS);
    if (name != null && !allowed.contains(name.asText())) {
      throw new ModelFormatException(
          "the file names the class "
              + name.asText()
              + ", which is not registered: pass your own layer classes to load");
    }
    for (JsonNode child : node) {
      check(child);
    }
  }
}

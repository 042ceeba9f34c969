package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.SettingsAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;

class TrainerSettingsTest {
  @Test
  void everySettingHasAMethodOfTheBuilderAndASentence() {
    Set<String> methods = new TreeSet<>();
    Arrays.stream(GmnnTrainer.Builder.class.getMethods()).forEach(m -> methods.add(m.getName()));
    List<String> notByTheirName =
        List.of("amortized", "backbone", "l2WithoutFeatures", "listeners");

    for (Setting<?> setting : TrainerSettings.all()) {
      assertThat(setting.sentence()).as(setting.name()).isNotBlank().doesNotEndWith(".");
      if (!notByTheirName.contains(setting.name())) {
        assertThat(methods).contains(setting.name());
      }
    }
  }

  @Test
  void whatACommandLineOrSparkSetsHasAType() {
    for (Setting<?> setting : TrainerSettings.all()) {
      if (setting.option().isPresent() || setting.isOnSpark()) {
        assertThat(setting.type()).as(setting.name()).isPresent();
      }
    }
  }

  @Test
  void aBuilderTakesASettingByItsName() {
    GmnnTrainer byName = Gmnn.paper().set("patience", 7).set("l2", "0.25").build();

    assertThat(byName.toString()).isEqualTo(Gmnn.paper().patience(7).l2(0.25).build().toString());
    assertThat(SettingsAccess.of(byName).get(TrainerSettings.PATIENCE)).isEqualTo(7);
  }

  @Test
  void layersAreToldByTheirClassesAndSettings() {
    String convolution = described(GraphConvLayer.builder().nOut(3).build());

    assertThat(convolution).contains("GraphConvLayer").contains("nOut=3");
    assertThat(described(GraphConvLayer.builder().nOut(3).selfLoops(false).build()))
        .isNotEqualTo(convolution);
    assertThat(described(LinearLayer.builder().nOut(3).build()))
        .contains("LinearLayer")
        .isNotEqualTo(convolution);
  }

  @Test
  void aLayerThatCannotBeWrittenIsToldByItsClassAndItsText() {
    assertThat(described(UnwritableLayer.in("sunny")))
        .contains(UnwritableLayer.class.getName())
        .contains("in sunny mood");
  }

  /** Jackson cannot write what refers to itself. */
  public static final class UnwritableLayer extends GraphLayer {
    private static final long serialVersionUID = 1L;
    private final UnwritableLayer self = this;
    private final String mood;

    private UnwritableLayer(Builder<?> builder, String mood) {
      super(builder);
      this.mood = mood;
    }

    static UnwritableLayer in(String mood) {
      return new PlainBuilder<UnwritableLayer>(builder -> new UnwritableLayer(builder, mood))
          .nOut(3)
          .build();
    }

    @Override
    protected List<Parameter> parameters() {
      return List.of();
    }

    @Override
    protected void forward(Pass pass) {}

    @Override
    protected void backward(Pass pass) {}

    @Override
    public String toString() {
      return "in " + self.mood + " mood";
    }
  }

  private static String described(Layer first) {
    return Gmnn.paper()
        .inferenceLayers(first, LinearLayer.builder().build())
        .build()
        .describe()
        .get("inferenceLayers");
  }

  @Test
  void theLayersThatAreMadeWhereNoneAreNamedHaveABiasIfAskedFor() {
    for (boolean ownLabel : List.of(true, false)) {
      GmnnTrainer.Builder builder = Gmnn.paper().ownLabelInLearning(ownLabel);
      assertThat(biases(builder.build())).containsOnly(false).hasSize(4);
      assertThat(biases(builder.bias(true).build())).containsOnly(true).hasSize(4);
    }
  }

  private static List<Boolean> biases(GmnnTrainer trainer) {
    return Stream.of(trainer.inferenceNetwork(), trainer.learningNetwork())
        .flatMap(network -> network.layers().stream())
        .map(layer -> ((GraphLayer) layer).hasBias())
        .toList();
  }
}

package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.Predictions;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Teacher;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.RmsProp;

/** All targets, no cap: what one machine computes, its sums rounded in another order. */
class OneMachineTest {
  private static GmnnTrainer.Builder oneMachine() {
    return oneMachine(InferenceKinds.convolutions());
  }

  static GmnnTrainer.Builder oneMachine(InferenceKind kind) {
    return Gmnn.builder().inference(kind).pretrainEpochs(4).learningEpochs(3).inferenceEpochs(3);
  }

  private static GmnnSparkModel assertSame(GmnnTrainer.Builder trainer, GmnnClassifier spark) {
    return assertSame(trainer, spark, Small.GRAPH);
  }

  static GmnnSparkModel assertSame(
      GmnnTrainer.Builder trainer, GmnnClassifier spark, Graph<Integer> graph) {
    Frames frames = Small.frames(graph);
    GmnnModel<Integer> expected = trainer.fit(graph);
    GmnnSparkModel model = spark.fit(frames.vertices(), frames.edges());

    assertSameEpochs(model.history().epochs(), expected.history().epochs());
    assertThat(model.classes()).isEqualTo(expected.classes());
    assertThat(model.temperature()).isCloseTo(expected.temperature(), within(1e-4));
    Dataset<Row> found = model.transform(frames.vertices());
    assertPredictions(found, model.toGmnnModel().predict(graph));
    assertPredictions(found, expected.predictions());
    return model;
  }

  private static void assertSameEpochs(List<EpochReport> found, List<EpochReport> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      EpochReport one = found.get(i);
      assertThat(one.phase()).isEqualTo(expected.get(i).phase());
      assertThat(one.loss())
          .as("%s %d, epoch %d", one.phase(), one.iteration(), one.epoch())
          .isCloseTo(expected.get(i).loss(), within(1e-5));
      assertThat(one.validation()).isEqualTo(expected.get(i).validation());
    }
  }

  static void assertPredictions(Dataset<Row> found, Predictions<Integer> expected) {
    List<Row> rows = found.select("id", "probability", "predictedLabel").collectAsList();
    assertThat(rows).hasSize(expected.keys().size());
    for (Row row : rows) {
      int node = (int) row.getLong(0);
      Vector probability = row.getAs(1);
      for (int c = 0; c < expected.classes().size(); c++) {
        assertThat(probability.apply(c))
            .as("node %d", node)
            .isCloseTo(expected.of(node).probability(expected.classes().get(c)), within(1e-5));
      }
      assertThat(row.getString(2)).as("node %d", node).isEqualTo(expected.of(node).label());
    }
  }

  @Test
  void aFreshQOfEveryTeacherIsThatOfOneMachine() {
    // each by itself; SameFolderTest lets validation choose among them
    for (Teacher teacher : List.of(Teacher.LEARNING_NETWORK, Teacher.SELF, Teacher.SMOOTHING)) {
      GmnnClassifier classifier = Small.classifier();
      classifier.set("teacher", teacher.name());
      assertSame(
          oneMachine(InferenceKinds.robustOwnWeights()).emIterations(1).teacher(teacher),
          classifier.setInferenceKind("robust-sage").setEmIterations(1).setNumPartitions(3));
    }
  }

  @Test
  void lossesAndPredictionsAreThoseOfOneMachine() {
    GmnnClassifier classifier = Small.classifier();
    assertSame(oneMachine().emIterations(2), classifier.setEmIterations(2).setNumPartitions(3));
  }

  @Test
  void setsAndDecisionsAreThoseOfOneMachine() {
    GmnnModel<Integer> expected = oneMachine().fit(Small.GRAPH);
    Frames frames = Small.frames(Small.GRAPH);
    GmnnSparkModel model = Small.classifier().fit(frames.vertices(), frames.edges());
    String label = expected.classes().get(1);
    DecisionRule rule = DecisionRule.recall(label, 0.8);
    assertThat(expected.predictionSets().orElseThrow().count()).isGreaterThan(4);
    assertThat(model.thresholds()).isEmpty();
    GmnnSparkModel eager = model.deciding(rule).setPredictionSetCol("set");
    eager.setPredictionSetLevel(0.8);
    assertThat(eager.thresholds().orElseThrow().byClass().get(label))
        .isCloseTo(expected.thresholds(rule).byClass().get(label), within(1e-4));
    GmnnModel<Object> same = eager.toGmnnModel();
    Predictions<Integer> predictions = same.predict(Small.GRAPH);
    for (Row row :
        eager.transform(frames.vertices()).select("id", "predictedLabel", "set").collectAsList()) {
      int node = (int) row.getLong(0);
      assertThat(row.getString(1)).isEqualTo(predictions.of(node).label());
      assertThat(row.<String>getList(2)).isEqualTo(predictions.of(node).set(0.8));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> eager.setPredictionSetLevel(0.9999).transform(frames.vertices()))
        .withMessageContaining("need at least 9999 validation nodes");
  }

  @Test
  void attributesInPSeveralSamplesAndClassWeightsAreThoseOfOneMachine() {
    GmnnClassifier classifier = Small.classifier();
    assertSame(
        oneMachine()
            .attributesInLearning(true)
            .approximation(Approximations.multiSample(2))
            .classWeighting(ClassWeighting.BALANCED),
        classifier
            .setAttributesInLearning(true)
            .setApproximation("Multi")
            .setSamples(2)
            .setClassWeighting("BALANCED"));
  }

  @Test
  void manyBlocksAreSummedInGroups() {
    GmnnClassifier classifier = Small.classifier();
    assertSame(oneMachine().emIterations(0), classifier.setEmIterations(0).setBlocks(40));
  }

  @Test
  void otherLayersAreThoseOfOneMachine() {
    GraphSageLayer sage =
        GraphSageLayer.builder().nOut(8).activation(Activation.RELU).inputDropout(0.5).build();
    GraphConvLayer dropping =
        GraphConvLayer.builder().nOut(8).selfLoops(false).inputDropout(0.3).build();
    LinearLayer linear = LinearLayer.builder().hasBias(true).build();
    MeanPoolingLayer pooling = MeanPoolingLayer.builder().build();
    assertSame(
        oneMachine().inferenceLayers(sage, dropping, linear).learningLayers(pooling),
        Small.classifier().setInferenceLayers(sage, dropping, linear).setLearningLayers(pooling));
  }

  @Test
  void aDecoupledKindIsThatOfOneMachine() {
    GmnnClassifier classifier = Small.classifier();
    assertSame(oneMachine(InferenceKinds.decoupled()), classifier.setInferenceKind("decoupled"));
  }

  @Test
  void hopsSideBySideAreThoseOfOneMachine() {
    DecoupledConvLayer apart =
        DecoupledConvLayer.builder().nOut(8).hops(2).sideBySide(true).hasBias(true).build();
    DecoupledConvLayer mean =
        DecoupledConvLayer.builder().hops(3).ownShare(0.3).propagatedDropout(0.4).build();
    LinearLayer linear = LinearLayer.builder().inputDropout(0.5).build();
    GmnnClassifier classifier = Small.classifier();
    assertSame(
        oneMachine()
            .inferenceLayers(apart, linear)
            .learningLayers(mean)
            .approximation(Approximations.multiSample(2)),
        classifier
            .setInferenceLayers(apart, linear)
            .setLearningLayers(mean)
            .setApproximation("multi")
            .setSamples(2));
  }

  @Test
  void aDecoupledQAndAPThatSeesTheGraphAreThoseOfOneMachine() {
    DecoupledConvLayer rows =
        DecoupledConvLayer.builder().nOut(8).hops(3).propagatedDropout(0.5).build();
    LinearLayer linear = LinearLayer.builder().build();
    assertSame(
        oneMachine().inferenceLayers(rows, linear),
        Small.classifier().setInferenceLayers(rows, linear));
  }

  @Test
  void probabilitiesAreCalibratedAsOnOneMachine() {
    GmnnClassifier classifier = Small.classifier();
    GmnnSparkModel model =
        assertSame(
            oneMachine()
                .featureScaling(FeatureScaling.ROW)
                .dropout(0)
                .l2(0)
                .updater(new RmsProp(0.01, 0.99, 1e-8))
                .pretrainEpochs(10)
                .emIterations(0),
            classifier
                .setFeatureScaling("ROW")
                .setDropout(0.0)
                .setL2(0.0)
                .setLearningRate(0.01)
                .setPretrainEpochs(10)
                .setEmIterations(0)
                .setNumPartitions(3));

    assertThat(model.temperature()).isNotEqualTo(1);
    assertThat(model.toGmnnModel().temperature()).isEqualTo(model.temperature());
    GmnnClassifier without = Small.classifier();
    assertSame(oneMachine().calibration(Calibration.NONE), without.setCalibration("NONE"));
  }

  @Test
  void relationalConvolutionsAreThoseOfOneMachine() {
    GmnnClassifier classifier = Small.relational();
    assertSame(
        oneMachine(InferenceKinds.relational()), classifier.setNumPartitions(3), Small.TYPED);
  }

  @Test
  void basesAndEdgesAlongTheirDirectionAloneAreThoseOfOneMachine() {
    RelationalConvLayer bases =
        RelationalConvLayer.builder().nOut(6).bases(2).activation(Activation.RELU).build();
    RelationalConvLayer along =
        RelationalConvLayer.builder().inverseRelations(false).selfWeight(false).build();
    assertSame(
        oneMachine().inferenceLayers(bases, along),
        Small.typedClassifier().setInferenceLayers(bases, along), // p knows no types
        Small.TYPED);
  }

  @Test
  void layersThatKnowNoTypesSeeTheGraphAsAWhole() {
    assertSame(oneMachine(), Small.typedClassifier(), Small.TYPED);
  }

  @Test
  void directedEdgesAreThoseOfOneMachine() {
    GraphConvLayer loops = GraphConvLayer.builder().nOut(8).build();
    GraphConvLayer none = GraphConvLayer.builder().selfLoops(false).build();
    GraphSageLayer sage = GraphSageLayer.builder().build();
    GmnnClassifier classifier = Small.classifier();
    assertSame(
        oneMachine().inferenceLayers(loops, none).learningLayers(sage),
        classifier
            .setDirected(true)
            .setNumPartitions(3)
            .setInferenceLayers(loops, none)
            .setLearningLayers(sage),
        Small.DIRECTED);
  }

  @Test
  void edgesTurnedRoundHaveWeightsOfTheirOwn() {
    for (Graph<Integer> graph : List.of(Small.DIRECTED, Small.GRAPH)) {
      GmnnClassifier classifier = Small.classifier();
      assertSame(
          oneMachine(InferenceKinds.relational()),
          classifier.setInferenceKind("rgcn").setDirected(graph.isDirected()),
          graph);
    }
  }

  @Test
  void aTypedModelOfOneMachinePredictsOnSpark() {
    GmnnModel<Integer> model = oneMachine(InferenceKinds.relational()).fit(Small.TYPED);
    Frames frames = Small.frames(Small.TYPED);
    GmnnSparkModel onSpark = GmnnSparkModel.of(model);

    assertPredictions(
        onSpark
            .setEdgeWeightCol("weight")
            .setEdgeTypeCol("type")
            .setUndirectedTypes(new String[] {"knows"})
            .setSplitDegree(10)
            .transform(frames.vertices(), frames.edges()),
        model.predict(Small.TYPED));
  }

  @Test
  void labelPropagationAlongDirectedEdgesIsThatOfOneMachine() {
    Frames frames = Small.frames(Small.DIRECTED);
    SparkLabelPropagation propagation = new SparkLabelPropagation();

    assertPredictions(
        propagation
            .setValidationIndicatorCol("validation")
            .setEdgeWeightCol("weight")
            .setDirected(true)
            .setAlpha(0.5)
            .transform(frames.vertices(), frames.edges()),
        LabelPropagation.withAlpha(0.5).fit(Small.DIRECTED));
  }

  @Test
  void standardisedFeaturesAreThoseOfOneMachine() {
    GmnnClassifier classifier = Small.classifier();
    assertSame(
        oneMachine().emIterations(0).featureScaling(FeatureScaling.STANDARD),
        classifier.setEmIterations(0).setFeatureScaling("STANDARD"));
  }

  @Test
  void longTailsAreShortenedAsOnOneMachine() {
    Graph<Integer> amounts = Small.withAmounts();
    assertThat(FeatureScaling.AUTOMATIC.fit(amounts).scaling())
        .isEqualTo(FeatureScaling.STANDARD_LOG);
    assertSame(
        oneMachine().emIterations(0).featureScaling(FeatureScaling.AUTOMATIC),
        Small.classifier().setEmIterations(0).setFeatureScaling("AUTOMATIC"),
        amounts);
  }

  @Test
  void aModelOfOneMachinePredictsOnSpark() {
    GmnnModel<Integer> model = oneMachine().fit(Small.GRAPH);
    Frames frames = Small.frames();
    GmnnSparkModel onSpark = GmnnSparkModel.of(model);

    assertPredictions(
        onSpark.setEdgeWeightCol("weight").transform(frames.vertices(), frames.edges()),
        model.predict(Small.GRAPH));
  }

  @Test
  void labelPropagationIsThatOfOneMachine() {
    Frames frames = Small.frames();
    SparkLabelPropagation propagation = new SparkLabelPropagation();
    Graph<Integer> graph = Small.GRAPH;

    assertPredictions(
        propagation
            .setValidationIndicatorCol("validation")
            .setEdgeWeightCol("weight")
            .setAlpha(0.5)
            .transform(frames.vertices(), frames.edges()),
        LabelPropagation.withAlpha(0.5).fit(graph));
  }
}

package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.NeighborLabelLayer;
import io.github.gmnn.training.internal.Setting;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The estimator and the model by Spark ML's conventions, and what they refuse. */
class GmnnClassifierTest {
  private static GmnnClassifier quick() {
    GmnnClassifier classifier = Small.classifier();
    return classifier.setPretrainEpochs(2).setEmIterations(0);
  }

  @Test
  void aPipelineFitsTransformsAndGivesColumns() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setEmbeddingCol("embedding").setEdges(frames.edges());
    PipelineModel model =
        new Pipeline().setStages(new PipelineStage[] {classifier}).fit(frames.vertices());
    Dataset<Row> predicted = model.transform(frames.vertices());

    assertThat(predicted.columns())
        .containsExactly(
            "id",
            "features",
            "label",
            "validation",
            "probability",
            "prediction",
            "predictedLabel",
            "embedding");
    Row row = predicted.filter("id = 7").first();
    List<String> classes = ((GmnnSparkModel) model.stages()[0]).classes();
    assertThat(classes.get((int) row.getDouble(5))).isEqualTo(row.getString(6));
    assertThat(row.<Vector>getAs(4).argmax()).isEqualTo((int) row.getDouble(5));
    assertThat(row.<Vector>getAs(7).size()).isEqualTo(16);
  }

  @Test
  void aSavedModelPredictsTheSame(@TempDir Path folder) throws IOException {
    Frames frames = Small.frames();
    GmnnSparkModel model = quick().fit(frames.vertices(), frames.edges());
    model.write().overwrite().save(folder.resolve("model").toUri().toString());
    GmnnSparkModel loaded = GmnnSparkModel.load(folder.resolve("model").toUri().toString());

    assertThat(loaded.checksum()).isEqualTo(model.checksum());
    assertThat(loaded.uid()).isEqualTo(model.uid());
    assertThat(predictions(loaded, frames)).hasSize(200).isEqualTo(predictions(model, frames));
  }

  private static List<Row> predictions(GmnnSparkModel model, Frames frames) {
    return model
        .setEdges(frames.edges())
        .transform(frames.vertices())
        .select("id", "probability", "prediction", "predictedLabel")
        .orderBy("id")
        .collectAsList();
  }

  @Test
  void aSavedClassifierHasItsSettings(@TempDir Path folder) throws IOException {
    LocalSpark.session();
    GmnnClassifier classifier = quick();
    classifier.setHiddenUnits(7);
    classifier.save(folder.resolve("classifier").toUri().toString());
    GmnnClassifier loaded = GmnnClassifier.load(folder.resolve("classifier").toUri().toString());

    assertThat(loaded.getOrDefault(loaded.hiddenUnits())).isEqualTo(7);
    assertThat(loaded.getOrDefault(loaded.labelCol())).isEqualTo("label");
  }

  /** Stands for any class on the class path: what names it may not make one of it. */
  public static final class Evil {
    static volatile String made = "";

    public Evil(String uid) {
      made = uid;
    }
  }

  @Test
  void noClassThatASavedClassifierNamesIsMade(@TempDir Path folder) throws IOException {
    LocalSpark.session();
    String path = folder.resolve("classifier").toUri().toString();
    quick().save(path);
    Path metadata = folder.resolve("classifier/metadata");
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(metadata, "part-*")) {
      Path part = parts.iterator().next();
      Files.delete(metadata.resolve("." + part.getFileName() + ".crc"));
      String json = Files.readString(part);
      Files.writeString(part, json.replace(GmnnClassifier.class.getName(), Evil.class.getName()));
    }

    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnClassifier.load(path))
        .withMessageContaining(Evil.class.getName());
    assertThat(Evil.made).isEmpty();
  }

  @Test
  void aSavedClassifierDoesNotSayWhichFilesAFitWrites(@TempDir Path folder) throws IOException {
    LocalSpark.session();
    GmnnClassifier classifier = quick();
    classifier.setCheckpointPath("/somewhere").setCheckpointInterval(3);
    classifier.save(folder.resolve("classifier").toUri().toString());
    GmnnClassifier loaded = GmnnClassifier.load(folder.resolve("classifier").toUri().toString());

    assertThat(loaded.getOrDefault(loaded.checkpointInterval())).isEqualTo(3);
    assertThat(loaded.getOrDefault(loaded.checkpointPath())).isEmpty();
  }

  @Test
  void everyParameterIsDocumentedAndHasADefault() {
    GmnnClassifier classifier = new GmnnClassifier();
    assertThat(classifier.params()).hasSizeGreaterThan(30);
    for (Param<?> param : classifier.params()) {
      assertThat(param.doc()).as(param.name()).isNotBlank();
      assertThat(classifier.hasDefault(param)).as(param.name()).isTrue();
    }
  }

  @Test
  void everySettingThatIsDeclaredForSparkIsAParameter() {
    GmnnClassifier classifier = new GmnnClassifier();
    Set<Setting<?>> sparksOwn = // a name for the strategy, and neighbours that blocks see
        Set.of(TrainerSettings.APPROXIMATION, TrainerSettings.MAX_NEIGHBORS);
    for (Setting<?> setting : TrainerSettings.all()) {
      assertThat(classifier.hasParam(setting.name()))
          .as(setting.name())
          .isEqualTo(setting.isOnSpark() || sparksOwn.contains(setting));
    }
    classifier.set("hiddenUnits", 7);
    assertThat(classifier.copy(ParamMap.empty()).getOrDefault(classifier.hiddenUnits()))
        .isEqualTo(7);
    assertThat(classifier.explainParams()).contains("validationMetric: what validation nodes");
  }

  @Test
  void aValueThatTheSettingDoesNotTakeIsRefusedInItsWords() {
    GmnnClassifier classifier = new GmnnClassifier();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.setDropout(1))
        .withMessageContaining("dropout must be in [0, 1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.setValidationMetric("LUCK"))
        .withMessageContaining("accuracy")
        .withMessageContaining("LUCK");
  }

  @Test
  void aSettingWithoutAMethodIsSetByItsName() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    long without = classifier.fit(frames.vertices(), frames.edges()).checksum();
    classifier.set("bias", true);

    assertThat(classifier.fit(frames.vertices(), frames.edges()).checksum()).isNotEqualTo(without);
  }

  @Test
  void verticesWithoutFeaturesStandForThemselves() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setFeaturesCol("");
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());

    assertThat(model.transform(frames.vertices()).count()).isEqualTo(200);
    assertThatIllegalStateException()
        .isThrownBy(model::toGmnnModel)
        .withMessageContaining("without features");
  }

  @Test
  void withoutValidationTheLastEpochIsKept() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setValidationIndicatorCol("");
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());

    assertThat(model.history().epochs()).hasSize(2).allMatch(one -> one.validation().isEmpty());
    Map<Integer, String> labels = new HashMap<>();
    for (int node = 0; node < Small.GRAPH.nodeCount(); node++) {
      if (Small.GRAPH.label(node) >= 0) {
        labels.put(node, Small.GRAPH.classes().get(Small.GRAPH.label(node)));
      }
    }
    GmnnModel<Integer> oneMachine =
        Gmnn.builder()
            .inference(InferenceKinds.convolutions())
            .pretrainEpochs(2)
            .emIterations(0)
            .fit(Small.GRAPH.withLabels(labels, List.of()));
    OneMachineTest.assertPredictions(model.transform(frames.vertices()), oneMachine.predictions());
  }

  @Test
  void anEdgeWithoutAVertexIsRefused() {
    Frames frames = Small.frames();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                quick()
                    .fit(frames.vertices(), frames.edges().withColumn("dst", functions.lit(200L))))
        .withMessageContaining("target")
        .withMessageContaining("id of a vertex");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick().fit(frames.vertices().filter("id <> 5"), frames.edges()))
        .withMessageContaining("id of a vertex");
  }

  @Test
  void anIdThatStandsTwiceIsRefused() {
    Frames frames = Small.frames();
    Dataset<Row> twice = frames.vertices().union(frames.vertices().filter("id = 5"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick().fit(twice, frames.edges()))
        .withMessageContaining("two vertices have the id 5");
  }

  @Test
  void whatIsMissingIsNamed() {
    Frames frames = Small.frames();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> quick().fit(frames.vertices().drop("label"), frames.edges()))
        .withMessageContaining("no column label");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                quick()
                    .fit(
                        frames.vertices().withColumn("label", functions.lit("one")),
                        frames.edges()))
        .withMessageContaining("at least 2");
    assertThatIllegalStateException()
        .isThrownBy(() -> quick().fit(frames.vertices()))
        .withMessageContaining("setEdges");
  }

  @Test
  void aLayerThatNeedsEdgesIsRefused() {
    Frames frames = Small.frames();
    GmnnClassifier classifier =
        quick()
            .setInferenceLayers(
                GraphAttentionLayer.builder().nOut(4).build(),
                GraphAttentionLayer.builder().build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("operators of Adjacency")
        .withMessageContaining("GraphAttentionLayer");
  }

  @Test
  void aKindThatNeedsWhatSparkDoesNotHaveIsRefused() {
    Frames frames = Small.frames();
    for (String kind : List.of("random-propagation", "linkx")) {
      GmnnClassifier classifier = quick();
      classifier.setInferenceKind(kind);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
          .withMessageContaining(kind)
          .withMessageContaining("Spark does not have");
    }
    GmnnClassifier unknown = quick();
    unknown.setInferenceKind("oracle");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unknown.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("decoupled");
  }

  @Test
  void aTypeThatTrainingDidNotHaveIsRefusedByItsName() {
    Frames frames = Small.frames(Small.TYPED);
    Dataset<Row> fewer = frames.edges().filter("type <> 'names'");
    GmnnClassifier classifier = quickRelational();
    GmnnSparkModel model = classifier.fit(frames.vertices(), fewer);

    assertThat(model.transform(frames.vertices(), fewer.filter("type = 'knows'")).count())
        .isEqualTo(200);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.transform(frames.vertices(), frames.edges()))
        .withMessageContaining("of type \"names\"")
        .withMessageContaining("[cites, knows]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.setEdgeTypeCol("").transform(frames.vertices(), frames.edges()))
        .withMessageContaining("without a type");
  }

  private static GmnnClassifier quickRelational() {
    GmnnClassifier classifier = Small.relational();
    return classifier.setPretrainEpochs(2).setEmIterations(0);
  }

  @Test
  void typesThatAreMissingAreNamed() {
    Frames frames = Small.frames(Small.TYPED);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                quickRelational()
                    .fit(
                        frames.vertices(),
                        frames.edges().withColumn("type", functions.lit(null).cast("string"))))
        .withMessageContaining("no type in column type");
    GmnnClassifier other = quickRelational();
    other.setUndirectedTypes(new String[] {"likes"});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("\"likes\"")
        .withMessageContaining("[cites, knows, names]");
  }

  @Test
  void aLayerThatTakesRelationsOneByOneIsRefused() {
    Frames frames = Small.frames(Small.TYPED);
    GmnnClassifier classifier = Small.typedClassifier();
    classifier.setLearningLayers(
        NeighborLabelLayer.builder().nOut(4).build(), LinearLayer.builder().build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("NeighborLabelLayer")
        .withMessageContaining("all at once");
  }

  @Test
  void weightsForTheNodesOfOneGraphDoNotTravel() {
    GmnnModel<Integer> model =
        Gmnn.builder()
            .inference(InferenceKinds.relational())
            .pretrainEpochs(1)
            .emIterations(0)
            .fit(Small.withoutFeatures());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnSparkModel.of(model))
        .withMessageContaining("of the graph that it was trained on");
  }

  @Test
  void typedVerticesWithoutFeaturesStandForThemselves() {
    Frames frames = Small.frames(Small.TYPED);
    GmnnClassifier classifier = quickRelational();
    classifier.setFeaturesCol("");

    assertThat(
            classifier.fit(frames.vertices(), frames.edges()).transform(frames.vertices()).count())
        .isEqualTo(200);
  }

  @Test
  void aSavedTypedModelPredictsTheSame(@TempDir Path folder) throws IOException {
    Frames frames = Small.frames(Small.TYPED);
    GmnnSparkModel model = quickRelational().fit(frames.vertices(), frames.edges());
    model.write().overwrite().save(folder.resolve("model").toUri().toString());
    GmnnSparkModel loaded = GmnnSparkModel.load(folder.resolve("model").toUri().toString());

    OneMachineTest.assertPredictions(
        loaded.transform(frames.vertices(), frames.edges()),
        model.toGmnnModel().predict(Small.TYPED));
  }

  @Test
  void metricsThatRankAllValidationNodesAreRefused() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setValidationMetric("ROC_AUC");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("ROC_AUC")
        .withMessageContaining("BALANCED_ACCURACY");
  }

  @Test
  void calibrationByFurtherFitsIsRefused() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setCalibration("CROSS_FITTED");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("CROSS_FITTED")
        .withMessageContaining("VALIDATION");
  }

  @Test
  void attributesInADecoupledPAreRefused() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = quick();
    classifier.setInferenceKind("decoupled").setAttributesInLearning(true);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("attributesInLearning");
  }
}

package io.github.gmnn;

import static io.github.gmnn.graph.FeatureScaling.AUTOMATIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Forged;
import io.github.gmnn.model.LayerCodec;
import io.github.gmnn.model.ModelAccess;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.ValidationMetric;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GmnnModelTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();
  private static final GmnnModel<Integer> MODEL =
      SmallCitations.trainer()
          .predictor(Predictor.PRODUCT)
          .attributesInLearning(true)
          .calibration(Calibration.VALIDATION)
          .fit(GRAPH);

  private static GmnnModel<Object> saved(GmnnModel<?> model) throws IOException {
    return GmnnModel.load(new ByteArrayInputStream(ModelFileTest.bytes(model)));
  }

  /** A stream of small pieces that interrupts its reader with the third. */
  private static final class Interrupting extends FilterInputStream {
    private int pieces;

    Interrupting(byte[] file) {
      super(new ByteArrayInputStream(file));
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (++pieces == 3) {
        Thread.currentThread().interrupt();
      }
      return super.read(bytes, offset, Math.min(length, 1000));
    }

    @Override
    public int available() {
      return 0; // or a buffer would ask for more at once
    }
  }

  @Test
  void anInterruptEndsLoadingBeforeTheNextPieceIsRead() throws IOException {
    Interrupting in = new Interrupting(ModelFileTest.bytes(MODEL));
    try {
      assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> GmnnModel.load(in));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(in.pieces).isEqualTo(3);
  }

  @Test
  void threadsChangeNoPrediction() {
    GmnnModel<Integer> alone = MODEL.withThreads(1);
    assertThat(alone.predict(GRAPH).all()).isEqualTo(MODEL.withThreads(5).predict(GRAPH).all());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.withThreads(0))
        .withMessageContaining("threads");
  }

  @Test
  void anInterruptedThreadSaves() throws IOException {
    byte[] file;
    Thread.currentThread().interrupt();
    try {
      file = ModelFileTest.bytes(MODEL);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(file).isEqualTo(ModelFileTest.bytes(MODEL));
  }

  @Test
  void aFileGivesBackTheStateBitForBit() throws IOException {
    ModelState<?> before = MODEL.state();
    ModelState<?> after = saved(MODEL).state();
    assertThat(after.classes()).isEqualTo(before.classes());
    assertSame(after.networks().inference(), before.networks().inference());
    assertSame(after.networks().learning(), before.networks().learning());
    assertThat(after.networks().attributesInLearning()).isTrue();
    assertThat(after.networks().predictor()).isEqualTo(Predictor.PRODUCT);
    assertThat(after.networks().temperature()).isEqualTo(before.networks().temperature());
    assertThat(after.features())
        .usingRecursiveComparison()
        .ignoringFields("scaler")
        .isEqualTo(before.features());
    assertThat(after.features().scaler().scaling()).isEqualTo(before.features().scaler().scaling());
    assertThat(after.features().scaler().means()).isEqualTo(before.features().scaler().means());
    assertThat(after.nodes().index().keys()).isEqualTo(before.nodes().index().keys());
    assertThat(after.nodes().distributions().data())
        .isEqualTo(before.nodes().distributions().data());
    assertThat(after.nodes().embeddings().data()).isEqualTo(before.nodes().embeddings().data());
    assertThat(after.training()).isEqualTo(before.training());
    assertThat(ModelFileTest.bytes(saved(MODEL))).isEqualTo(ModelFileTest.bytes(MODEL));
  }

  @Test
  void aFileKeepsTheLogarithmsOfLongTails() throws IOException {
    Graph<Integer> amounts = GRAPH.withFeatures(amounts(GRAPH.nodeCount()));
    GmnnModel<Integer> model = SmallCitations.trainer().featureScaling(AUTOMATIC).fit(amounts);
    FeatureScaling.Fitted scaler = model.state().features().scaler();
    assertThat(scaler.scaling()).isEqualTo(FeatureScaling.STANDARD_LOG);
    assertThat(scaler.logScales()[0]).isPositive();
    GmnnModel<Object> loaded = saved(model);
    assertThat(loaded.state().features().scaler().logScales()).isEqualTo(scaler.logScales());
    for (int key : model.keys()) {
      assertThat(loaded.predict(key).probability()).isEqualTo(model.predict(key).probability());
    }
    int key = model.keys().get(5);
    assertThat(loaded.predict(amounts).of(key).probability())
        .isEqualTo(model.predict(amounts).of(key).probability());
  }

  /** A column of powers of e up to e^6, and one of numbers around 0. */
  private static CsrMatrix amounts(int nodes) {
    int[] pointers = new int[nodes + 1];
    int[] columns = new int[2 * nodes];
    float[] values = new float[2 * nodes];
    for (int node = 0; node < nodes; node++) {
      pointers[node + 1] = 2 * node + 2;
      columns[2 * node + 1] = 1;
      values[2 * node] = (float) Math.exp(node % 7);
      values[2 * node + 1] = node % 5 - 2.5f;
    }
    return CsrMatrix.of(nodes, 2, pointers, columns, values);
  }

  private static void assertSame(ModelState.Network one, ModelState.Network other) {
    assertThat(one.parameters()).isDeepEqualTo(other.parameters());
    assertThat(LayerCodec.text(one.definition())).isEqualTo(LayerCodec.text(other.definition()));
  }

  @Test
  void theTrainingGraphIsPredictedAsInTraining() {
    Predictions<Integer> again = MODEL.predict(GRAPH);
    int key = MODEL.keys().get(3);
    assertThat(again.of(key).label()).isEqualTo(MODEL.predict(key).label());
    assertThat(MODEL.predictions().of(key)).isEqualTo(MODEL.predict(key));
    assertThat(MODEL.evaluate(Map.of(key, MODEL.predict(key).label())).accuracy()).isEqualTo(1);
  }

  @Test
  void aSetContainsTheLikeliestLabelsByTheValidationNodes() throws IOException {
    int held = GRAPH.validationNodes().length;
    assertThat(MODEL.predictionSets().orElseThrow().count()).isEqualTo(held);
    Evaluation validation = MODEL.evaluate(GRAPH.validationLabels());
    Evaluation.Coverage sets = validation.sets(0.9);
    assertThat(sets.coverage()).isGreaterThanOrEqualTo(0.9);
    assertThat(sets.meanSize()).isBetween(1.0, (double) MODEL.classes().size());
    assertThat(sets.worst()).isLessThanOrEqualTo(sets.coverage());
    assertThat(validation.toString()).contains("prediction sets of level 0.9: ");
    Prediction<Integer> one = MODEL.predict(MODEL.keys().get(0));
    assertThat(one.set(0.9)).startsWith(one.label()).doesNotHaveDuplicates();
    assertThat(one.set(0.5).size()).isLessThanOrEqualTo(one.set(0.9).size());
    GmnnModel<Object> loaded = saved(MODEL);
    for (int key : MODEL.keys()) {
      assertThat(loaded.predict((Object) key).set(0.9)).isEqualTo(MODEL.predict(key).set(0.9));
    }
    assertThat(MODEL.predict(GRAPH).of(MODEL.keys().get(0)).set(0.9)).isEqualTo(one.set(0.9));
  }

  @Test
  void withoutValidationNodesThereAreNoSets() {
    Graph<Integer> none = GRAPH.withLabels(GRAPH.trainingLabels(), List.of());
    GmnnModel<Integer> model = SmallCitations.trainer().fit(none);
    assertThat(model.predictionSets()).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(() -> model.predict(model.keys().get(0)).set(0.9))
        .withMessageContaining("fitted with none");
    assertThatIllegalStateException()
        .isThrownBy(() -> model.deciding(DecisionRule.metric(ValidationMetric.MACRO_F1)))
        .withMessageContaining("fitted with none");
    Evaluation evaluation = model.evaluate(GRAPH.trainingLabels());
    assertThat(evaluation.hasSets(0.9)).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> evaluation.sets(0.9));
  }

  @Test
  void thresholdsStayWithAModelInItsFileAndOnOtherGraphs() throws IOException {
    String rare = MODEL.classes().get(1);
    Map<String, Double> byHand = new LinkedHashMap<>();
    MODEL.classes().forEach(label -> byHand.put(label, label.equals(rare) ? 0.01 : 1));
    GmnnModel<Integer> eager = MODEL.deciding(Thresholds.of(byHand));
    assertThat(MODEL.thresholds()).isEmpty();
    Thresholds thresholds = eager.thresholds().orElseThrow();
    DecisionRule rule = DecisionRule.recall(rare, 0.95);
    assertThat(MODEL.deciding(rule).thresholds().orElseThrow().byClass())
        .isEqualTo(MODEL.thresholds(rule).byClass());
    assertThat(MODEL.deciding(rule).warnings()).containsAll(MODEL.thresholds(rule).warnings());
    assertThat(eager.warnings()).containsAll(MODEL.warnings());
    Map<Integer, String> validation = GRAPH.validationLabels();
    assertThat(eager.evaluate(validation).recall(rare))
        .isEqualTo(MODEL.predictions().evaluate(validation, thresholds).recall(rare))
        .isGreaterThanOrEqualTo(MODEL.evaluate(validation).recall(rare));
    GmnnModel<Object> loaded = saved(eager);
    Predictions<Integer> again = eager.predict(GRAPH);
    Predictions<Integer> likeliest = MODEL.predict(GRAPH);
    int changed = 0;
    for (int key : eager.keys()) {
      Prediction<Integer> prediction = eager.predict(key);
      assertThat(prediction.label()).isEqualTo(MODEL.predict(key).label(thresholds));
      assertThat(prediction.likeliest()).isEqualTo(MODEL.predict(key).label());
      assertThat(prediction.probability()).isEqualTo(prediction.probability(prediction.label()));
      assertThat(loaded.predict((Object) key).label()).isEqualTo(prediction.label());
      assertThat(again.of(key).label()).isEqualTo(likeliest.of(key).label(thresholds));
      changed += prediction.label().equals(prediction.likeliest()) ? 0 : 1;
    }
    assertThat(changed).isPositive();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.deciding(Thresholds.of(new TreeMap<>(Map.of("a", 0.5, "b", 0.5)))))
        .withMessageContaining("are of the classes [a, b]");
  }

  @Test
  void damagedDecisionsAreRefused() throws IOException {
    byte[] file = ModelFileTest.bytes(MODEL);
    String held = "\"held\" : " + GRAPH.validationNodes().length;
    assertRefused(Forged.from(file).replacing(held, "\"held\" : 3"), "held nodes");
    assertRefused(Forged.from(file).replacing(held, "\"held\" : 2000000000"), "held nodes");
    assertRefused(
        Forged.from(file).replacing(held, held + ", \"thresholds\" : [ 0.5 ]"), "threshold");
    String wrong = "0.5, ".repeat(MODEL.classes().size() - 1);
    for (String last : new String[] {"0", "-1", "1", "1e999", "\"x\""}) {
      assertRefused(
          Forged.from(file).replacing(held, held + ", \"thresholds\" : [ " + wrong + last + " ]"),
          "");
    }
  }

  @Test
  void halfOfTheValidationNodesCanBeHeldForSets() {
    GmnnModel<Integer> model =
        SmallCitations.trainer().holdForSets(true).calibration(Calibration.NONE).fit(GRAPH);
    int held = (GRAPH.validationNodes().length + 1) / 2;
    assertThat(model.predictionSets().orElseThrow().count()).isEqualTo(held);
    assertThat(model.provenance().settings()).containsEntry("holdForSets", "true");
    Graph<Integer> one =
        GRAPH.withLabels(GRAPH.labels(), List.of(GRAPH.key(GRAPH.validationNodes()[0])));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallCitations.trainer().holdForSets(true).fit(one))
        .withMessageContaining("holdForSets");
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.predict(-7))
        .withMessageContaining("-7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.embedding(-7))
        .withMessageContaining("-7");
  }

  @Test
  void anEmbeddingIsTheHiddenLayerAndACopy() {
    int key = MODEL.keys().get(0);
    float[] first = MODEL.embedding(key).orElseThrow();
    float[] row = MODEL.embedding(key).orElseThrow();
    assertThat(first).hasSize(MODEL.state().nodes().embeddings().columns()).isEqualTo(row);
    first[0]++;
    assertThat(MODEL.embedding(key)).hasValueSatisfying(v -> assertThat(v).isEqualTo(row));
  }

  @Test
  void keysAreOfTheTypeThatIsSaid() throws IOException {
    GmnnModel<Integer> typed = saved(MODEL).keyedBy(Integer.class);
    assertThat(typed.predict(MODEL.keys().get(1))).isEqualTo(MODEL.predict(MODEL.keys().get(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> saved(MODEL).keyedBy(String.class))
        .withMessageContaining("java.lang.String");
  }

  @Test
  void aModelWithoutANetworkPredictsItsOwnNodesAlone() {
    GmnnModel<Integer> free = SmallCitations.trainer().nonAmortized().emIterations(1).fit(GRAPH);
    assertThat(free.predict(free.keys().get(0)).label()).isIn(free.classes());
    assertThat(free.embedding(free.keys().get(0))).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(() -> free.predict(GRAPH))
        .withMessageContaining("non-amortized");
  }

  @Test
  void aFileWhosePartsDoNotFitIsRefused() throws IOException {
    byte[] file = ModelFileTest.bytes(MODEL);
    String next = ",\n  \"attributesInLearning\"";
    assertRefused(
        Forged.from(file).replacing("\"PRODUCT\"" + next, "\"AUTO\"" + next), "predictor");
    assertRefused(Forged.from(file).replacing("\"PRODUCT\"" + next, "\"Q\"" + next), "predictor");
    String temperature = "\"temperature\" : " + MODEL.temperature();
    assertRefused(
        Forged.from(file).replacing(temperature, "\"temperature\" : -1.0"), "temperature");
    assertRefused(
        Forged.from(file)
            .replacing("\"attributesInLearning\" : true", "\"attributesInLearning\" : false"),
        "needs a parameter");
  }

  private static void assertRefused(Forged file, String why) {
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> GmnnModel.load(new ByteArrayInputStream(file.bytes())))
        .withMessageContaining(why);
  }

  @Test
  void otherModulesReachTheState() {
    assertThat(ModelAccess.stateOf(MODEL)).isSameAs(MODEL.state());
    assertThat(ModelAccess.modelOf(MODEL.state(), GmnnModel.class).state()).isSameAs(MODEL.state());
  }
}

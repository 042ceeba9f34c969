package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import io.github.gmnn.model.Forged;
import io.github.gmnn.training.Provenance;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.deeplearning4j.nn.conf.distribution.OrthogonalDistribution;
import org.deeplearning4j.nn.conf.distribution.TruncatedNormalDistribution;
import org.deeplearning4j.nn.conf.dropout.AlphaDropout;
import org.deeplearning4j.nn.conf.dropout.Dropout;
import org.deeplearning4j.nn.conf.dropout.GaussianDropout;
import org.deeplearning4j.nn.conf.dropout.GaussianNoise;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.weightnoise.DropConnect;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.nn.weights.WeightInitConstant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.AMSGrad;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.Nesterovs;
import org.nd4j.linalg.schedule.CycleSchedule;
import org.nd4j.linalg.schedule.FixedSchedule;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.linalg.schedule.InverseSchedule;
import org.nd4j.linalg.schedule.MapSchedule;
import org.nd4j.linalg.schedule.PolySchedule;
import org.nd4j.linalg.schedule.RampSchedule;
import org.nd4j.linalg.schedule.ScheduleType;
import org.nd4j.linalg.schedule.SigmoidSchedule;
import org.nd4j.linalg.schedule.StepSchedule;
import org.nd4j.shade.jackson.annotation.JsonCreator;
import org.nd4j.shade.jackson.annotation.JsonProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class ModelFileTest {
  private static final Logger log = LoggerFactory.getLogger(ModelFileTest.class);
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();
  private static final GmnnModel<Integer> MODEL = SmallCitations.trainer().fit(GRAPH);

  @TempDir Path folder;

  @Test
  void aLoadedModelPredictsBitForBitWhatTheSavedOneDid() throws IOException {
    Path file = folder.resolve("model.gmnn");
    MODEL.save(file);
    GmnnModel<Object> loaded = GmnnModel.load(file);
    assertThat(SmallCitations.distributions(loaded)).isEqualTo(SmallCitations.distributions(MODEL));
    assertThat(loaded.keys()).isEqualTo(MODEL.keys());
    assertThat(loaded.classes()).isEqualTo(MODEL.classes());
    assertThat(loaded.history()).isEqualTo(MODEL.history());
    assertThat(loaded.provenance()).isEqualTo(MODEL.provenance());
    assertThat(loaded.embedding(MODEL.keys().get(5)))
        .hasValueSatisfying(
            vector -> assertThat(vector).isEqualTo(MODEL.embedding(MODEL.keys().get(5)).get()));
    assertThat(loaded.predict(GRAPH).all()).isEqualTo(MODEL.predict(GRAPH).all());
  }

  @Test
  void aModelGoesThroughStreamsAsThroughFiles() throws IOException {
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(bytes(MODEL)));
    assertThat(loaded.predictions().all()).isEqualTo(MODEL.predictions().all());
  }

  @Test
  void equalModelsGiveEqualFilesAndNothingIsLeftBeside() throws IOException {
    Path file = folder.resolve("model.gmnn");
    MODEL.save(file);
    MODEL.save(file);
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes(MODEL));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> MODEL.save(folder.resolve("no/such/model.gmnn")))
        .withMessageContaining("no/such/model.gmnn")
        .withMessageContaining("folder does not exist");
  }

  @Test
  void provenanceSaysWhereAModelComesFrom() {
    Provenance provenance = MODEL.provenance();
    assertThat(provenance.settings())
        .containsEntry("seed", "3")
        .containsEntry("approximation", "annealing(0.1)");
    assertThat(provenance.metrics()).containsKeys("bestValidation.E_STEP", "epochs", "seconds");
    assertThat(provenance.dataFingerprint()).matches("[0-9a-f]{16}");
    GmnnModel<Integer> other =
        SmallCitations.trainer()
            .emIterations(0)
            .fit(GRAPH.withLabels(GmnnTrainerTest.labels(GRAPH, GRAPH.trainingNodes()), List.of()));
    assertThat(other.provenance().dataFingerprint()).isNotEqualTo(provenance.dataFingerprint());
  }

  static Stream<List<Object>> keys() {
    return Stream.of(
        List.of("a", "ü→\n", ""),
        List.of(0, 1, 2),
        List.of(7, -1, 3),
        List.of(1L, 2L, Long.MIN_VALUE),
        List.of(new UUID(1, 2), new UUID(3, 4), new UUID(-1, -1)),
        List.of(new LinkKey<>("a", "b"), new LinkKey<>("a", "b", 1), new LinkKey<>(3, 4L)),
        List.of("mixed", 5, 6L));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keysComeBackWithTheirType(List<Object> keys) throws IOException {
    GmnnModel<Object> model = tiny(keys);
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(bytes(model)));
    assertThat(loaded.keys()).isEqualTo(keys);
    assertThat(loaded.predict(keys.get(1))).isEqualTo(model.predict(keys.get(1)));
  }

  @Test
  void theTypeOfKeysIsCheckedOnceAndKnownFromThenOn() throws IOException {
    GmnnModel<Object> words =
        GmnnModel.load(new ByteArrayInputStream(bytes(tiny(List.of("a", "b", "c")))));
    GmnnModel<String> typed = words.keyedBy(String.class);
    assertThat(typed.keys().get(2).concat("!")).isEqualTo("c!");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> words.keyedBy(Integer.class))
        .withMessageContaining("java.lang.Integer")
        .withMessageContaining("key a of type java.lang.String");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tiny(List.of("mixed", 5, 6L)).keyedBy(String.class))
        .withMessageContaining("key 5 of type java.lang.Integer");
  }

  @Test
  void keysOfLinksAreCheckedAtBothEnds() {
    GmnnModel<Object> links =
        tiny(List.of(new LinkKey<>(1, 2), new LinkKey<>(2, 3), new LinkKey<>(3, 1)));
    GmnnModel<LinkKey<Integer>> typed = links.keyedByLinks(Integer.class);
    assertThat(typed.keys().get(1).target() + 1).isEqualTo(4);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                tiny(List.of(new LinkKey<>(1, 2), new LinkKey<>(2, "c"), new LinkKey<>(3, 1)))
                    .keyedByLinks(Integer.class))
        .withMessageContaining("key c of type java.lang.String");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tiny(List.of(1, 2, 3)).keyedByLinks(Integer.class))
        .withMessageContaining("LinkKey");
  }

  @Test
  void keysOfAnotherTypeAreNamedBeforeAnythingIsWritten() {
    GmnnModel<Object> model = tiny(List.of(1.5, 2.5, 3.5));
    Path file = folder.resolve("model.gmnn");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.save(file))
        .withMessageContaining("1.5")
        .withMessageContaining("java.lang.Double");
    assertThat(file).doesNotExist();
  }

  static GmnnModel<Object> tiny(List<Object> keys) {
    Graph.Builder<Object> builder = Graph.builder();
    keys.forEach(key -> builder.addNode(key, 1.0, 2.0));
    builder.addEdge(keys.get(0), keys.get(1)).label(keys.get(0), "x").label(keys.get(2), "y");
    return Gmnn.paper().pretrainEpochs(2).emIterations(0).fit(builder.build());
  }

  @Test
  void aNewerFormatAsksForANewerRelease() {
    assertBroken(manifest("{\"format\":\"gmnn-model\",\"version\":2}"))
        .withMessageContaining("version 2")
        .withMessageContaining("newer release");
  }

  @Test
  void anotherKindOfFileIsRefused() throws IOException {
    assertBroken("this is no zip at all".getBytes(StandardCharsets.UTF_8))
        .withMessageContaining("manifest.json");
    assertBroken(new byte[0]).withMessageContaining("manifest.json");
    assertBroken(manifest("{\"format\":\"gmnn-checkpoint\",\"version\":1}"))
        .withMessageContaining("gmnn-checkpoint");
    assertBroken(manifest("[1, 2]")).withMessageContaining("no JSON object");
    assertBroken(manifest("{\"format\":")).withMessageContaining("no JSON");
    assertBroken(manifest("{\"classes\":" + "[".repeat(100_000)))
        .withMessageContaining("nested deeper");
    assertBroken(manifest("{\"format\":\"gmnn-model\",\"version\":1,\"nodes\":-5}"))
        .withMessageContaining("nodes")
        .withMessageContaining("-5");
  }

  @Test
  void aFileCutOffAnywhereIsRefused() throws IOException {
    byte[] whole = bytes(tiny(List.of("a", "b", "c")));
    for (int length = 0; length < whole.length; length++) {
      assertBroken(Arrays.copyOf(whole, length));
    }
    log.info("{} of {} truncations refused", whole.length, whole.length);
  }

  @Test
  void bytesAfterTheEndAreRefused() throws IOException {
    byte[] whole = bytes(MODEL);
    assertBroken(Arrays.copyOf(whole, whole.length + 1)).withMessageContaining("digest");
    assertBroken(Arrays.copyOf(whole, whole.length + 100_000)).withMessageContaining("digest");
  }

  @Test
  void aFlippedBitIsAlwaysNoticed() throws IOException {
    byte[] whole = bytes(tiny(List.of("a", "b", "c")));
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertBroken(flipped);
    }
    log.info("{} of {} flips of a bit refused", 8 * whole.length, 8 * whole.length);
  }

  @Test
  void aCompressedEntryIsRefusedSoThatAFileCannotUnfoldInMemory() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      store(zip, "manifest.json", "{\"format\":\"gmnn-model\",\"version\":1}");
      zip.putNextEntry(new ZipEntry("distributions.f32"));
      zip.write(new byte[50_000_000]);
    }
    assertThat(out.size()).isLessThan(100_000);
    assertBroken(out.toByteArray()).withMessageContaining("stored entries");
  }

  @Test
  void aDeclaredSizeBeyondTheFileAllocatesNothing() throws IOException {
    byte[] file = manifest("{\"format\":\"gmnn-model\",\"version\":1}");
    // the local header's size fields are at 18 and 22
    for (int offset : new int[] {18, 22}) {
      file[offset] = (byte) 0xF0;
      file[offset + 1] = (byte) 0xFF;
      file[offset + 2] = (byte) 0xFF;
      file[offset + 3] = 0x03;
    }
    assertBroken(file);
  }

  @Test
  void aClassThatIsNotRegisteredIsNotLoaded() throws IOException {
    String hostile = "javax.swing.JEditorPane";
    byte[] file =
        Forged.from(bytes(MODEL)).replacing(GraphConvLayer.class.getName(), hostile).bytes();
    assertBroken(file).withMessageContaining(hostile).withMessageContaining("not registered");
  }

  @Test
  void aLayerOfTheApplicationLoadsOnceItIsRegistered() throws IOException {
    GmnnModel<Integer> model =
        Gmnn.paper()
            .pretrainEpochs(3)
            .emIterations(0)
            .inferenceLayers(DoublingLayer.create())
            .fit(GRAPH);
    byte[] file = bytes(model);
    assertBroken(file).withMessageContaining("DoublingLayer");
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(file), DoublingLayer.class);
    assertThat(loaded.predict(GRAPH).all()).isEqualTo(model.predict(GRAPH).all());
  }

  static Stream<List<Layer>> layers() {
    return Stream.of(
        List.of(GraphAttentionLayer.builder().nOut(4).heads(2).build(), output()),
        List.of(GraphSageLayer.builder().nOut(4).weightInit(WeightInit.XAVIER).build(), output()),
        List.of(
            LinearLayer.builder().nOut(4).hasBias(true).activation(Activation.SELU).build(),
            LinearLayer.builder().build(),
            ApproximatePersonalizedPropagation.builder().build()),
        List.of(InitialResidualConvLayer.builder().nOut(4).depth(2).build(), output()),
        List.of(
            GraphConvLayer.builder().nOut(6).updater(new Nesterovs(0.01)).l1(1e-4).build(),
            new DenseLayer.Builder().nOut(5).activation(Activation.TANH).build(),
            new BatchNormalization.Builder().build(),
            output()));
  }

  private static Layer output() {
    return GraphConvLayer.builder().build();
  }

  @ParameterizedTest
  @MethodSource("layers")
  void everyShippedLayerAndDl4jsOwnComeBack(List<Layer> layers) throws IOException {
    GmnnModel<Integer> model =
        Gmnn.paper()
            .pretrainEpochs(3)
            .emIterations(0)
            .inferenceLayers(layers.toArray(Layer[]::new))
            .fit(GRAPH);
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(bytes(model)));
    assertThat(loaded.predict(GRAPH).all()).isEqualTo(model.predictions().all());
  }

  /** Layers and updaters with everything that DL4J lets them have and JSON has to bring back. */
  static Stream<GmnnTrainer.Builder> configurations() {
    ISchedule step = new StepSchedule(ScheduleType.ITERATION, 0.01, 0.5, 2);
    return Stream.concat(
        Stream.of(
                new RampSchedule(step, 5),
                new CycleSchedule(ScheduleType.ITERATION, 0.01, 0.05, 10, 2, 0.9),
                new MapSchedule(ScheduleType.ITERATION, Map.of(0, 0.01, 2, 0.02)),
                new PolySchedule(ScheduleType.ITERATION, 0.01, 2, 10),
                new SigmoidSchedule(ScheduleType.ITERATION, 0.01, 0.5, 3),
                new InverseSchedule(ScheduleType.ITERATION, 0.01, 0.5, 2),
                step)
            .map(schedule -> Gmnn.paper().updater(new Adam(schedule))),
        Stream.of(
                dense().dropOut(new GaussianDropout(0.2)),
                dense().dropOut(new AlphaDropout(0.9)),
                dense().dropOut(new GaussianNoise(0.1)),
                dense().dropOut(new Dropout(new FixedSchedule(0.8))),
                dense().weightInit(new OrthogonalDistribution(1.0)),
                dense().weightInit(new TruncatedNormalDistribution(0, 0.1)),
                dense().weightInit(new WeightInitConstant(0.1)),
                dense().weightNoise(new DropConnect(0.9)),
                dense().l1(1e-4).l2(1e-4).weightDecay(1e-4).updater(new AMSGrad(0.01)))
            .map(
                layer ->
                    Gmnn.paper()
                        .inferenceLayers(
                            LinearLayer.builder().nOut(4).build(), layer.build(), output())));
  }

  private static DenseLayer.Builder dense() {
    return new DenseLayer.Builder().nOut(4).activation(Activation.TANH);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void whateverCanBeSavedCanBeLoaded(GmnnTrainer.Builder builder) throws IOException {
    GmnnModel<Integer> model = builder.pretrainEpochs(2).emIterations(0).fit(GRAPH);
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(bytes(model)));
    assertThat(bytes(loaded)).isEqualTo(bytes(model));
  }

  @Test
  void aScheduleOfTheApplicationIsRegisteredAsALayerIs() throws IOException {
    GmnnModel<Integer> model =
        Gmnn.paper()
            .updater(new Adam(new Halving(0.01)))
            .pretrainEpochs(2)
            .emIterations(0)
            .fit(GRAPH);
    byte[] file = bytes(model);
    assertBroken(file).withMessageContaining("Halving").withMessageContaining("not registered");
    assertThat(bytes(GmnnModel.load(new ByteArrayInputStream(file), Halving.class)))
        .isEqualTo(file);
  }

  @Test
  void whatCouldNotBeLoadedIsNotSaved() {
    ISchedule lambda = new Unreadable(new Object() {}.hashCode());
    GmnnModel<Integer> model =
        Gmnn.paper().updater(new Adam(lambda)).pretrainEpochs(2).emIterations(0).fit(GRAPH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.save(folder.resolve("model")))
        .withMessageContaining("cannot be saved");
    assertThat(folder).isEmptyDirectory();
  }

  /** A schedule as an application would write it. */
  static final class Halving implements ISchedule {
    private static final long serialVersionUID = 1L;
    private final double rate;

    @JsonCreator
    Halving(@JsonProperty("rate") double rate) {
      this.rate = rate;
    }

    public double getRate() {
      return rate;
    }

    @Override
    public double valueAt(int iteration, int epoch) {
      return rate / (1 << iteration);
    }

    @Override
    public ISchedule clone() {
      return this;
    }
  }

  /** A schedule that JSON cannot make again. */
  static final class Unreadable implements ISchedule {
    private static final long serialVersionUID = 1L;
    private final int hidden;

    Unreadable(int hidden) {
      this.hidden = hidden;
    }

    @Override
    public double valueAt(int iteration, int epoch) {
      return hidden == 0 ? 0 : 0.01;
    }

    @Override
    public ISchedule clone() {
      return this;
    }
  }

  /** A layer as an application would write it. */
  static final class DoublingLayer extends GraphLayer {
    private static final long serialVersionUID = 1L;

    private DoublingLayer() {}

    private DoublingLayer(Builder<?> builder) {
      super(builder);
    }

    static DoublingLayer create() {
      return new PlainBuilder<DoublingLayer>(DoublingLayer::new).build();
    }

    @Override
    protected List<Parameter> parameters() {
      return List.of(new Parameter("V", inputs(), units()));
    }

    @Override
    protected void forward(Pass pass) {
      pass.multiplyInput(pass.parameter("V"), pass.output());
      scale(pass.output().data());
    }

    @Override
    protected void backward(Pass pass) {
      scale(pass.outputGradient().data());
      pass.multiplyInputTransposed(pass.outputGradient(), pass.gradient("V"));
    }

    private static void scale(float[] values) {
      for (int i = 0; i < values.length; i++) {
        values[i] *= 2;
      }
    }
  }

  private static ThrowableAssertAlternative<ModelFormatException> assertBroken(byte[] file) {
    return assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> GmnnModel.load(new ByteArrayInputStream(file)));
  }

  static byte[] bytes(GmnnModel<?> model) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    model.save(out);
    return out.toByteArray();
  }

  private static byte[] manifest(String json) {
    return Forged.manifest(json).bytes();
  }

  private static void store(ZipOutputStream zip, String name, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    CRC32 crc = new CRC32();
    crc.update(content);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}

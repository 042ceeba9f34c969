package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.model.Forged;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.config.IUpdater;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Model files made by an attacker: with checksums and digest that are right. */
class HostileFileTest {
  private static final Logger log = LoggerFactory.getLogger(HostileFileTest.class);
  private static final byte[] MODEL = bytes(ModelFileTest.tiny(List.of("a", "b", "c")));

  /** What {@link Evil} did. */
  private static volatile boolean evilRan;

  @TempDir Path folder;

  /** Stands for any class on the class path: it does something as soon as it is initialised. */
  public static final class Evil implements IUpdater {
    private static final long serialVersionUID = 1L;

    static {
      evilRan = true;
    }

    @Override
    public long stateSize(long parameters) {
      return 0;
    }

    @Override
    public GradientUpdater<?> instantiate(INDArray view, boolean initialize) {
      throw new AssertionError();
    }

    @Override
    public GradientUpdater<?> instantiate(Map<String, INDArray> state, boolean initialize) {
      throw new AssertionError();
    }

    @Override
    public IUpdater clone() {
      return this;
    }

    @Override
    public double getLearningRate(int iteration, int epoch) {
      return 0;
    }

    @Override
    public boolean hasLearningRate() {
      return true;
    }

    @Override
    public void setLrAndSchedule(double rate, org.nd4j.linalg.schedule.ISchedule schedule) {}
  }

  private static final String EVIL = "io.github.gmnn.HostileFileTest$Evil";

  /** Every way in which Jackson or DL4J lets JSON name a class, in every place of a definition. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"" + EVIL + "\",{}]",
        "{\"@class\":\"" + EVIL + "\"}",
        "{\"x\":1,\"@class\":\"" + EVIL + "\"}",
        "{\"@class\":[\"" + EVIL + "\"]}",
        "{\"" + EVIL + "\":{}}",
        "\"" + EVIL + "\"",
        "{\"@class\":\"java.util.ArrayList<" + EVIL + ">\"}",
        "{\"@class\":\"org.nd4j.linalg.learning.config.Adam\",\"learningRateSchedule\":[\""
            + EVIL
            + "\",{}]}",
        "{\"@class\":\"org.nd4j.linalg.learning.config.Adam\",\"learningRateSchedule\":"
            + "{\"@class\":\""
            + EVIL
            + "\"}}",
        "{\"Dense\":{\"activationFn\":[\"" + EVIL + "\",{}]}}",
        "{\"normal\":{\"mean\":[\"" + EVIL + "\",{}]}}",
      })
  void noClassThatAFileNamesIsEverInitialised(String hostile) {
    for (String place :
        List.of(
            "\"updater\" : ",
            "\"activationFn\" : ",
            "\"iDropout\" : ",
            "\"weightInitFn\" : ",
            "\"iUpdater\" : ",
            "\"biasUpdater\" : ",
            "\"weightNoise\" : ",
            "\"layers\" : [ ")) {
      Forged forged = Forged.from(MODEL);
      String json = forged.json();
      int start = json.indexOf(place) + place.length();
      byte[] file = forged.replacing(value(json, start), hostile + rest(json, start)).bytes();
      assertBroken(file);
      assertThat(evilRan).as("%s at %s", hostile, place).isFalse();
    }
  }

  /** A stretch of the manifest that begins with a value, long enough to occur once. */
  private static String value(String json, int start) {
    return json.substring(start, Math.min(json.length(), start + 2000));
  }

  /** What follows the value in that stretch. */
  private static String rest(String json, int start) {
    String stretch = value(json, start);
    int depth = 0;
    for (int i = 0; i < stretch.length(); i++) {
      char c = stretch.charAt(i);
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      if (depth <= 0 && (c == ',' || c == '}' || c == ']')) {
        return stretch.substring(c == ',' || depth < 0 ? i : i + 1);
      }
    }
    throw new AssertionError("no end of " + stretch);
  }

  @Test
  void aRegisteredClassDoesLoad() throws IOException {
    byte[] file =
        Forged.from(MODEL)
            .replacing("org.nd4j.linalg.learning.config.RmsProp", Harmless.class.getName())
            .bytes();
    assertBroken(file).withMessageContaining("Harmless");
    assertThat(GmnnModel.load(new ByteArrayInputStream(file), Harmless.class).keys()).hasSize(3);
  }

  /** An updater of the application. */
  public static final class Harmless extends org.nd4j.linalg.learning.config.Sgd {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void numbersNestingEncodingAndSizeOfTheManifestAreLimited() {
    assertBroken(Forged.from(MODEL).replacing("\"nodes\" : 3", nodes("1".repeat(1_000_000))))
        .withMessageContaining("a number of 1000000 characters");
    assertBroken(Forged.from(MODEL).replacing("\"nodes\" : 3", nodes("1e" + "9".repeat(400_000))));
    assertBroken(Forged.manifest("{\"classes\":[" + "{},".repeat(2_000_000) + "{}]}"))
        .withMessageContaining("more than 262144 objects");
    assertBroken(Forged.manifest("{\"classes\":[" + "1,".repeat(9_000_000) + "1]}"))
        .withMessageContaining("more than 1048576 values");
    assertBroken(Forged.manifest("{\"classes\":" + "[".repeat(50_000)))
        .withMessageContaining("nested deeper than 16");
    byte[] utf16 = ("{\"classes\":" + "[".repeat(50_000)).getBytes(StandardCharsets.UTF_16LE);
    assertBroken(Forged.manifest("").with("manifest.json", utf16));
    assertBroken(Forged.manifest("").with("manifest.json", new byte[(64 << 20) + 1]))
        .withMessageContaining("at most");
    assertBroken(Forged.from(MODEL).replacing("\"nodes\" : 3", "\"nodes\" : 3, \"nodes\" : 3"))
        .withMessageContaining("Duplicate");
    assertBroken(Forged.manifest(Forged.from(MODEL).json() + "{}"))
        .withMessageContaining("followed");
    assertBroken(Forged.from(MODEL).replacing("\"x\"", "\"\\ud800\""))
        .withMessageContaining("surrogate");
  }

  private static String nodes(String value) {
    return "\"nodes\" : " + value;
  }

  @Test
  void aVersionBeyondThirtyTwoBitsIsNotCutToOne() {
    assertBroken(Forged.from(MODEL).replacing("\"version\" : 1", "\"version\" : 4294967297"))
        .withMessageContaining("version 4294967297");
    assertBroken(Forged.from(MODEL).replacing("\"version\" : 1", "\"version\" : 0"));
    assertBroken(Forged.from(MODEL).replacing("\"version\" : 1", "\"version\" : \"1\""));
    assertBroken(Forged.from(MODEL).replacing("\"version\" : 1", "\"version\" : 1.0"));
  }

  @Test
  void aFileWithoutADigestIsRefused() {
    assertBroken(Forged.from(MODEL).bytesWithoutDigest()).withMessageContaining("digest");
  }

  @Test
  void parametersThatDoNotFitTheLayersAreRefusedAtOnce() {
    assertBroken(Forged.from(MODEL).replacing("\"nOut\" : 16", "\"nOut\" : 100000000"))
        .withMessageContaining("GraphConvLayer")
        .withMessageContaining("200000000");
    assertBroken(Forged.from(MODEL).replacing("\"nOut\" : 16", "\"nOut\" : 4000000000"))
        .withMessageContaining("nOut");
    Forged swapped =
        Forged.from(bytes(GoldenFiles.trainers().get("convolution").fit(GoldenFiles.GRAPH)));
    byte[] first = swapped.entry("q/0.f32");
    assertBroken(swapped.with("q/0.f32", swapped.entry("q/1.f32")).with("q/1.f32", first))
        .withMessageContaining("needs a parameter of 6 values, found 4");
    assertBroken(Forged.from(MODEL).replacing("\"count\" : 2", "\"count\" : 3"));
    assertBroken(Forged.from(MODEL).without("q/1.f32")).withMessageContaining("q/1.f32");
    assertBroken(
            Forged.from(MODEL)
                .without("q/1.f32")
                .replacing("\"qParameters\" : 2", "\"qParameters\" : 1"))
        .withMessageContaining("need 2 parameters");
    assertBroken(
        Forged.from(MODEL).replacing("\"qParameters\" : 2", "\"qParameters\" : 2000000000"));
  }

  /** Settings that the builders refuse; some would exhaust memory, run for ever or give NaN. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "initial-residual|depth|2147483647",
        "initial-residual|depth|0",
        "initial-residual|alpha|1e999",
        "initial-residual|alpha|'\"NaN\"'",
        "initial-residual|lambda|'\"Infinity\"'",
        "initial-residual|lambda|-1",
        "initial-residual|convolutionDropOut|0",
        "personalized-propagation|iterations|2147483647",
        "personalized-propagation|teleport|'\"-Infinity\"'",
        "attention|heads|2147483647",
        "attention|leakySlope|1e999",
        "attention|leakySlope|1e300",
        "dl4j|alpha|1e999",
        "dl4j|alpha|'\"Infinity\"'",
        "dl4j|biasInit|'\"Infinity\"'",
      })
  void settingsThatNoBuilderTakesAreRefused(String model, String field, String value)
      throws IOException {
    assertBroken(withSetting(golden(model), field, value));
  }

  private static Forged withSetting(Forged forged, String field, String value) {
    Matcher matcher = Pattern.compile("\"" + field + "\" : [^,\\s]+").matcher(forged.json());
    assertThat(matcher.find()).as(field).isTrue();
    return forged.replacing(matcher.group(), "\"" + field + "\" : " + value);
  }

  private static Forged golden(String name) throws IOException {
    try (InputStream in =
        HostileFileTest.class.getResourceAsStream("/golden/version-1/" + name + ".gmnn")) {
      return Forged.from(in.readAllBytes());
    }
  }

  @Test
  void moreSharedMatricesThanAFileHasAreRefused() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", 1.0)
            .addNode("b", 2.0)
            .addEdge("a", "b", "knows")
            .label("a", "x")
            .label("b", "y")
            .build();
    GmnnModel<String> model =
        Gmnn.paper()
            .inferenceLayers(RelationalConvLayer.builder().bases(1).build())
            .pretrainEpochs(1)
            .emIterations(0)
            .fit(graph);
    assertBroken(withSetting(Forged.from(bytes(model)), "bases", "2147483647"))
        .withMessageContaining("bases must be in 0..10000");
  }

  @Test
  void whatIsInAnUnknownFieldIsNotLookedAt() {
    assertBroken(Forged.from(MODEL).replacing("\"nodes\" : 3", "\"later\" : [no JSON"))
        .withMessageContaining("the field 'later', which this release does not know");
  }

  @Test
  void schedulesWithinSchedulesAreLimited() {
    String ramp = "{\"@class\":\"org.nd4j.linalg.schedule.RampSchedule\",\"numIter\":1,";
    String schedule =
        (ramp + "\"baseSchedule\":").repeat(40)
            + "{\"@class\":\"org.nd4j.linalg.schedule.FixedSchedule\",\"value\":1}"
            + "}".repeat(40);
    assertBroken(
            Forged.from(MODEL)
                .replacing(
                    "\"learningRate\" : 0.05",
                    "\"learningRate\" : 0.05, \"learningRateSchedule\" : " + schedule))
        .withMessageContaining("nested deeper than 16");
  }

  /** A loader that notes what it is asked for. */
  private static final class Asked extends ClassLoader {
    private final Set<String> names = new HashSet<>();

    Asked(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      names.add(name);
      return super.loadClass(name, resolve);
    }
  }

  @Test
  void savingLooksForNoClassThatATextNames() throws IOException {
    GmnnModel<?> model =
        Gmnn.paper()
            .inferenceLayers(GraphConvLayer.builder().name("java.some.Class").build())
            .pretrainEpochs(1)
            .emIterations(0)
            .fit(GoldenFiles.GRAPH);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Asked asked = new Asked(before);
    Thread.currentThread().setContextClassLoader(asked);
    try {
      bytes(model);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(asked.names).doesNotContain("java.some.Class");
  }

  @Test
  void everyEntryMustBelongToTheFile() {
    assertBroken(Forged.from(MODEL).with("more.f32", new byte[4])).withMessageContaining("more");
    assertBroken(Forged.from(MODEL).without("embeddings.f32"))
        .withMessageContaining("embeddings.f32");
    assertBroken(Forged.from(MODEL).replacing("\"embeddingSize\" : 16,", ""))
        .withMessageContaining("embeddings.f32");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -0.5f, 1e30f, 0f, 0.6f})
  void distributionsThatAreNoneAreRefused(float value) {
    assertBroken(Forged.from(MODEL).with("distributions.f32", Forged.floats(6, value)))
        .withMessageContaining("distributions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q/0.f32", "q/1.f32", "embeddings.f32"})
  void valuesThatAreNotFiniteAreRefused(String name) {
    Forged forged = Forged.from(MODEL);
    int count = forged.entry(name).length / 4;
    assertBroken(forged.with(name, Forged.floats(count, Float.NaN)))
        .withMessageContaining(name)
        .withMessageContaining("NaN");
  }

  @Test
  void textThatWouldComeBackAsAnotherIsNotSaved() {
    GmnnModel<?> model = ModelFileTest.tiny(List.of("a", "half \ud800", "c"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.save(new ByteArrayOutputStream()))
        .withMessageContaining("surrogate")
        .withMessageContaining("\\ud800");
    assertBroken(
            Forged.from(MODEL)
                .with(
                    "keys.bin",
                    new byte[] {1, 1, 0, 0, 0, (byte) 0xFF, 2, 0, 0, 0, 0, 2, 1, 0, 0, 0}))
        .withMessageContaining("UTF-8");
  }

  /** A key whose hash says nothing, and which counts how often it is looked at. */
  record Counted(int value) implements Comparable<Counted> {
    private static long looks;

    @Override
    public int hashCode() {
      return 0;
    }

    @Override
    public boolean equals(Object other) {
      looks++;
      return other instanceof Counted that && value == that.value;
    }

    @Override
    public int compareTo(Counted other) {
      looks++;
      return Integer.compare(value, other.value);
    }
  }

  @Test
  void keysThatCollideOnPurposeCostALogarithm() {
    int count = 4000;
    Counted.looks = 0;
    Graph.Builder<LinkKey<Counted>> builder = Graph.builder();
    for (int i = 0; i < count; i++) {
      builder.addNode(new LinkKey<>(new Counted(i), new Counted(-i)), 1.0);
    }
    Graph<LinkKey<Counted>> graph = builder.build();
    for (LinkKey<Counted> key : graph.keys()) {
      assertThat(graph.contains(key)).isTrue();
    }
    // quadratic would be 16 million
    assertThat(Counted.looks).isLessThan(count * 200L);
  }

  /** Links whose hashes are all the same, in a file: it is valid, and loads as any other does. */
  @Test
  void aFileOfCollidingLinksLoads() throws IOException {
    int count = 20_000;
    ByteBuffer keys = ByteBuffer.allocate(15 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      keys.put((byte) 5).put((byte) 2).putInt(i).put((byte) 2).putInt(-31 * i).putInt(0);
    }
    byte[] file =
        Forged.from(MODEL)
            .replacing("\"nodes\" : 3", nodes("" + count))
            .replacing("\"embeddingSize\" : 16,", "")
            .without("embeddings.f32")
            .with("keys.bin", keys.array())
            .with("distributions.f32", Forged.floats(2 * count, 0.5f))
            .bytes();
    long start = System.nanoTime();
    GmnnModel<Object> model = GmnnModel.load(new ByteArrayInputStream(file));
    log.info("{} colliding keys loaded in {} ms", count, (System.nanoTime() - start) / 1_000_000);
    assertThat(model.keys().stream().mapToInt(Object::hashCode).distinct()).hasSize(1);
    assertThat(model.keys()).hasSize(count);
  }

  @Test
  void aPipeDoesNotHangTheReader() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo;
    try {
      mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
    } catch (IOException e) {
      org.junit.jupiter.api.Assumptions.abort("no mkfifo here");
      return;
    }
    assertThat(mkfifo.waitFor()).isZero();
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> GmnnModel.load(pipe))
        .withMessageContaining("regular file");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> ModelFileTest.tiny(List.of("a", "b", "c")).save(pipe))
        .withMessageContaining("regular file");
  }

  private static ThrowableAssertAlternative<ModelFormatException> assertBroken(Forged file) {
    return assertBroken(file.bytes());
  }

  private static ThrowableAssertAlternative<ModelFormatException> assertBroken(byte[] file) {
    long start = System.nanoTime();
    ModelFormatException refusal =
        catchThrowableOfType(
            ModelFormatException.class, () -> GmnnModel.load(new ByteArrayInputStream(file)));
    long milliseconds = (System.nanoTime() - start) / 1_000_000;
    log.info(
        "{} bytes, {} ms: {}",
        file.length,
        milliseconds,
        refusal == null ? "loaded" : refusal.getMessage());
    return assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(
            () -> {
              if (refusal != null) {
                throw refusal;
              }
            });
  }

  private static byte[] bytes(GmnnModel<?> model) {
    try {
      return ModelFileTest.bytes(model);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatAFileSaysSteersNoTerminalAndFillsNone() throws IOException {
    String hostile = "\\u001b[2J\\n" + "x".repeat(100_000);
    for (String twice : List.of(hostile, "x")) {
      String names = "\"names\":[\"" + twice + "\",\"" + twice + "\",\"y\"]";
      byte[] file =
          Forged.from(ModelFileTest.bytes(Gmnn.paper().pretrainEpochs(1).fit(GoldenFiles.GRAPH)))
              .replacing("\"names\" : [ ]", names)
              .bytes();
      assertThatExceptionOfType(ModelFormatException.class)
          .isThrownBy(() -> GmnnModel.load(new ByteArrayInputStream(file)))
          .withMessageContaining("is named twice")
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .hasSizeLessThan(3_000)
                      .hasLineCount(1)
                      .doesNotContain("\u001b"));
    }
  }
}

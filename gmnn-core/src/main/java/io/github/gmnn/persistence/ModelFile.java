package io.github.gmnn.persistence;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.training.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** {@link ModelData} as a file; docs/model-file.md has the table of its fields. */
public final class ModelFile {
  /** The name of the format. */
  public static final String FORMAT = "gmnn-model";

  private static final String DISTRIBUTIONS = "distributions.f32";
  private static final String EMBEDDINGS = "embeddings.f32";
  private static final String EMBEDDING_SIZE = "embeddingSize";
  private static final String KEYS = "keys.bin";

  /** How far the sum of a distribution may be from 1: sums of floats over many classes round. */
  private static final double SUM_TOLERANCE = 1e-3;

  private static final Map<String, String> FIRST_PREDICTORS =
      Map.of("Q", "INFERENCE", "P", "LEARNING");

  private ModelFile() {}

  /**
   * Writes a model to a file, whole or not at all.
   *
   * @param model the model
   * @param path the file
   * @throws IllegalArgumentException if it has something that could not be read back
   */
  public static void write(ModelData<?> model, Path path) throws IOException {
    encode(model).write(path);
  }

  /**
   * Writes a model to a stream, which is left open.
   *
   * @param model the model
   * @param out the stream
   * @throws IllegalArgumentException if it has something that could not be read back
   */
  public static void write(ModelData<?> model, OutputStream out) throws IOException {
    encode(model).write(out);
  }

  /**
   * Reads a model from a file.
   *
   * @param path the file
   * @param formats how keys of other types are read
   * @param registered classes beside the known ones that it may name
   * @throws ModelFormatException if it is damaged, of another kind, or of a newer version
   */
  public static ModelData<Object> read(
      Path path, List<KeyFormat<?>> formats, Collection<Class<?>> registered) throws IOException {
    Archive archive = Archive.read(path);
    try {
      return decode(archive, formats, registered);
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a model from a stream to its end; the stream is left open.
   *
   * @param in the stream
   * @param formats how keys of other types are read
   * @param registered classes beside the known ones that it may name
   * @throws ModelFormatException if it is damaged, of another kind, or of a newer version
   */
  public static ModelData<Object> read(
      InputStream in, List<KeyFormat<?>> formats, Collection<Class<?>> registered)
      throws IOException {
    return decode(Archive.read(in), formats, registered);
  }

  /**
   * Checks that keys could be saved.
   *
   * @param keys the keys
   * @param formats how those of other types are written
   * @throws IllegalArgumentException if one could not; the message names it
   */
  public static void checkKeys(List<?> keys, List<KeyFormat<?>> formats) {
    KeyCodec.encode(keys, formats);
  }

  private static Archive.Writer encode(ModelData<?> model) {
    Archive.Writer writer = new Archive.Writer(FORMAT);
    ObjectNode manifest = writer.manifest();
    encode(model.provenance(), manifest.putObject("provenance"));
    manifest.put("nodes", model.distributions().rows());
    model.classes().forEach(manifest.putArray("classes")::add);
    writer.put(KEYS, KeyCodec.encode(model.keys().keys(), model.keyFormats()));
    writer.put(DISTRIBUTIONS, model.distributions().data());
    if (model.embeddings() != null) {
      manifest.put(EMBEDDING_SIZE, model.embeddings().columns());
      writer.put(EMBEDDINGS, model.embeddings().data());
    }
    ObjectNode features = manifest.putObject("features");
    features.put("count", model.features().count());
    features.put("present", model.features().present());
    SchemaCodec.encode(model.features().schema(), features);
    ObjectNode options = manifest.putObject("options");
    model.options().forEach(options::put);
    manifest.set("inference", LayerCodec.encode(model.inference()));
    manifest.set("learning", LayerCodec.encode(model.learning()));
    putArrays("q", model.inferenceParameters(), writer);
    putArrays("p", model.learningParameters(), writer);
    if (model.scales() != null) {
      putArrays("scaling", model.scales(), writer);
    }
    model.warnings().forEach(manifest.putArray("warnings")::add);
    HistoryCodec.encode(model.history(), manifest.putObject("history"));
    return writer;
  }

  private static void encode(Provenance provenance, ObjectNode node) {
    node.put("libraryVersion", provenance.libraryVersion());
    node.put("created", provenance.created().toString());
    node.put("dataFingerprint", provenance.dataFingerprint());
    ObjectNode settings = node.putObject("settings");
    provenance.settings().forEach(settings::put);
    ObjectNode metrics = node.putObject("metrics");
    provenance.metrics().forEach(metrics::put);
  }

  /** Writes arrays as {@code q/0.f32}, {@code q/1.f32}, ...; their number into the manifest. */
  static void putArrays(String name, float[][] arrays, Archive.Writer writer) {
    writer.manifest().put(name + "Parameters", arrays == null ? -1 : arrays.length);
    for (int i = 0; arrays != null && i < arrays.length; i++) {
      writer.put(name + "/" + i + ".f32", arrays[i]);
    }
  }

  /** What {@link #putArrays} wrote, or null. */
  static float[][] takeArrays(String name, Archive archive) throws ModelFormatException {
    int count = archive.manifest().integer(name + "Parameters", -1);
    if (count < 0) {
      return null;
    }
    List<float[]> arrays = new ArrayList<>(); // as many as there are, whatever the manifest says
    for (int i = 0; i < count; i++) {
      arrays.add(archive.takeFloats(name + "/" + i + ".f32"));
    }
    return arrays.toArray(float[][]::new);
  }

  private static ModelData<Object> decode(
      Archive archive, List<KeyFormat<?>> formats, Collection<Class<?>> registered)
      throws ModelFormatException {
    Fields manifest = archive.require(FORMAT).manifest();
    int nodes = manifest.integer("nodes", 0); // models of graphs too large for a file have none
    List<String> classes = distinct("classes", manifest.texts("classes"));
    NodeIndex<Object> keys = KeyCodec.decode(archive.take(KEYS), nodes, formats);
    LayerCodec layers = LayerCodec.of(registered);
    ModelData<Object> model =
        new ModelData<>(
            layers.decode(manifest.object("inference").node()),
            layers.decode(manifest.object("learning").node()),
            options(archive),
            classes,
            keys,
            matrix(archive, DISTRIBUTIONS, nodes, classes.size()),
            manifest.has(EMBEDDING_SIZE)
                ? matrix(archive, EMBEDDINGS, nodes, manifest.integer(EMBEDDING_SIZE, 1))
                : null,
            features(manifest.object("features")),
            takeArrays("q", archive),
            takeArrays("p", archive),
            HistoryCodec.decode(manifest.object("history")),
            manifest.has("scalingParameters") ? takeArrays("scaling", archive) : null,
            manifest.has("warnings") ? manifest.texts("warnings") : List.of(),
            formats,
            provenance(manifest.object("provenance")));
    archive.requireAllTaken();
    checkDistributions(model.distributions());
    return model;
  }

  /** Version 1 had the options beside everything else, and called the networks by their letters. */
  private static Map<String, String> options(Archive archive) throws ModelFormatException {
    Fields manifest = archive.manifest();
    if (archive.version() > 1) {
      return manifest.textsByName("options");
    }
    Map<String, String> options = new LinkedHashMap<>();
    options.put("featureScaling", manifest.text("featureScaling"));
    String predictor = manifest.text("predictor");
    options.put("predictor", FIRST_PREDICTORS.getOrDefault(predictor, predictor));
    options.put("attributesInLearning", "" + manifest.flag("attributesInLearning"));
    return options;
  }

  private static ModelData.Features features(Fields features) throws ModelFormatException {
    int count = features.integer("count", 1);
    FeatureSchema schema = SchemaCodec.decode(features);
    int names = schema.names().size();
    if (names > 0 && names != count) {
      throw new ModelFormatException(
          "expected a name for each of " + count + " features, found " + names);
    }
    return new ModelData.Features(count, features.flag("present"), schema);
  }

  private static List<String> distinct(String what, List<String> texts)
      throws ModelFormatException {
    if (new HashSet<>(texts).size() < texts.size()) {
      throw new ModelFormatException("expected distinct texts in " + what + ", found one twice");
    }
    return texts;
  }

  private static DenseMatrix matrix(Archive archive, String name, int rows, int columns)
      throws ModelFormatException {
    return DenseMatrix.wrap(rows, columns, archive.takeFloats(name, (long) rows * columns));
  }

  private static void checkDistributions(DenseMatrix distributions) throws ModelFormatException {
    for (int node = 0; node < distributions.rows(); node++) {
      double sum = 0;
      boolean negative = false;
      for (int c = 0; c < distributions.columns(); c++) {
        float value = distributions.get(node, c);
        negative |= value < 0;
        sum += value;
      }
      if (negative || Math.abs(sum - 1) > SUM_TOLERANCE) {
        throw new ModelFormatException(
            "expected probabilities that sum to 1, found "
                + (negative ? "a negative one" : "a sum of " + sum)
                + " in row "
                + node
                + " of "
                + DISTRIBUTIONS);
      }
    }
  }

  private static Provenance provenance(Fields node) throws ModelFormatException {
    try {
      return new Provenance(
          node.text("libraryVersion"),
          Instant.parse(node.text("created")),
          node.text("dataFingerprint"),
          node.textsByName("settings"),
          node.numbersByName("metrics"));
    } catch (DateTimeException e) {
      throw new ModelFormatException("the date of the model is damaged: " + e.getMessage(), e);
    }
  }
}

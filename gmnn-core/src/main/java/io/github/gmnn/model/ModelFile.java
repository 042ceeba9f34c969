package io.github.gmnn.model;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** {@link ModelState} as a file; docs/model-file.md has the table of its fields. */
public final class ModelFile {
  /** The name of the format. */
  public static final String FORMAT = "gmnn-model";

  private static final String DISTRIBUTIONS = "distributions.f32";
  private static final String EMBEDDINGS = "embeddings.f32";
  private static final String NEIGHBORS = "neighbors";
  private static final String EDGES = "edges";
  private static final String EMBEDDING_SIZE = "embeddingSize";
  private static final String KEYS = "keys.bin";

  private static final String MEANS = "means.f32";
  private static final String DEVIATIONS = "deviations.f32";
  private static final String LOG_SCALES = "logScales.f32";

  private static final String HELD = "held";
  private static final String HELD_LABELS = "held-labels.i32";
  private static final String HELD_DISTRIBUTIONS = "held-distributions.f32";
  private static final String THRESHOLDS = "thresholds";

  private ModelFile() {}

  /**
   * Writes a model to a file, whole or not at all.
   *
   * @param model the model
   * @param path the file
   * @throws IllegalArgumentException if it has something that could not be read back
   */
  public static void write(ModelState<?> model, Path path) throws IOException {
    encode(model).write(path);
  }

  /**
   * Writes a model to a stream, which is left open.
   *
   * @param model the model
   * @param out the stream
   * @throws IllegalArgumentException if it has something that could not be read back
   */
  public static void write(ModelState<?> model, OutputStream out) throws IOException {
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
  public static ModelState<Object> read(
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
  public static ModelState<Object> read(
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

  private static Archive.Writer encode(ModelState<?> model) {
    Archive.Writer writer = new Archive.Writer(FORMAT);
    ObjectNode manifest = writer.manifest();
    encode(model.training().provenance(), manifest.putObject("provenance"));
    model.classes().forEach(manifest.putArray("classes")::add);
    encode(model.nodes(), writer);
    encode(model.features(), writer);
    encode(model.networks(), writer);
    encode(model.decisions(), writer);
    model.training().warnings().forEach(manifest.putArray("warnings")::add);
    HistoryCodec.encode(model.training().history(), manifest.putObject("history"));
    return writer;
  }

  private static void encode(ModelState.Nodes<?> nodes, Archive.Writer writer) {
    writer.manifest().put("nodes", nodes.index().size());
    writer.put(KEYS, KeyCodec.encode(nodes.index().keys(), nodes.keyFormats()));
    writer.put(DISTRIBUTIONS, nodes.distributions().data());
    if (nodes.embeddings() != null) {
      writer.manifest().put(EMBEDDING_SIZE, nodes.embeddings().columns());
      writer.put(EMBEDDINGS, nodes.embeddings().data());
    }
  }

  /** Adds what is read of a node to a file, whatever reads it. */
  static void encode(ModelState.Features features, Archive.Writer writer) {
    ObjectNode node = writer.manifest().putObject("features");
    node.put("count", features.count());
    node.put("present", features.present());
    if (features.neighbors() > 0) {
      node.put(NEIGHBORS, features.neighbors());
    }
    SchemaCodec.encode(features.schema(), node);
    if (!features.edges().names().isEmpty()) {
      SchemaCodec.encode(features.edges(), node.putObject(EDGES));
    }
    FeatureScaling.Fitted scaler = features.scaler();
    node.put("scaling", scaler.scaling().name());
    if (scaler.means().length > 0) {
      writer.put(MEANS, scaler.means());
      writer.put(DEVIATIONS, scaler.deviations());
    }
    if (scaler.logScales().length > 0) {
      writer.put(LOG_SCALES, scaler.logScales());
    }
  }

  private static void encode(ModelState.Networks networks, Archive.Writer writer) {
    ObjectNode manifest = writer.manifest();
    manifest.put("predictor", networks.predictor().name());
    manifest.put("attributesInLearning", networks.attributesInLearning());
    manifest.put("temperature", networks.temperature());
    manifest.set("inference", LayerCodec.encode(networks.inference().definition()));
    manifest.set("learning", LayerCodec.encode(networks.learning().definition()));
    writer.putArrays("q", networks.inference().parameters());
    writer.putArrays("p", networks.learning().parameters());
  }

  private static void encode(ModelState.Decisions decisions, Archive.Writer writer) {
    int held = decisions.labels().length;
    if (held > 0) {
      writer.manifest().put(HELD, held);
      ByteBuffer labels = ByteBuffer.allocate(4 * held).order(ByteOrder.LITTLE_ENDIAN);
      labels.asIntBuffer().put(decisions.labels());
      writer.put(HELD_LABELS, labels.array());
      writer.put(HELD_DISTRIBUTIONS, decisions.distributions().data());
    }
    if (decisions.thresholds().length > 0) {
      ArrayNode thresholds = writer.manifest().putArray(THRESHOLDS);
      DoubleStream.of(decisions.thresholds()).forEach(thresholds::add);
    }
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

  /** The model of an archive; its layers and parts check themselves, the application's own too. */
  private static ModelState<Object> decode(
      Archive archive, List<KeyFormat<?>> formats, Collection<Class<?>> registered)
      throws ModelFormatException {
    Fields manifest = archive.require(FORMAT).manifest();
    LayerCodec layers = LayerCodec.of(registered);
    try {
      int count = manifest.integer("nodes", 0);
      List<String> classes = manifest.texts("classes");
      ModelState<Object> model =
          new ModelState<>(
              classes,
              new ModelState.Networks(
                  network("inference", "q", layers, archive),
                  network("learning", "p", layers, archive),
                  manifest.flag("attributesInLearning"),
                  manifest.choice("predictor", Predictor.values()),
                  manifest.number("temperature")),
              features(archive),
              nodes(archive, count, classes.size(), formats),
              decisions(archive, classes.size()),
              new ModelState.Training(
                  HistoryCodec.decode(manifest.object("history")),
                  manifest.texts("warnings"),
                  provenance(manifest.object("provenance"))));
      archive.requireAllTaken();
      return model;
    } catch (RuntimeException e) {
      throw new ModelFormatException("the parts do not fit: " + e.getMessage(), e);
    }
  }

  private static ModelState.Network network(
      String name, String arrays, LayerCodec layers, Archive archive) throws ModelFormatException {
    return new ModelState.Network(
        layers.decode(archive.manifest().object(name).node()), archive.takeArrays(arrays));
  }

  /** Takes out what {@link #encode(ModelState.Features, Archive.Writer)} added. */
  static ModelState.Features features(Archive archive) throws ModelFormatException {
    Fields features = archive.manifest().object("features");
    FeatureScaling scaling = features.choice("scaling", FeatureScaling.values());
    boolean takesLogs = scaling == FeatureScaling.STANDARD_LOG;
    boolean scales = takesLogs || scaling == FeatureScaling.STANDARD;
    return new ModelState.Features(
        features.integer("count", 1),
        features.flag("present"),
        SchemaCodec.decode(features),
        FeatureScaling.Fitted.of(
            scaling,
            takesLogs ? archive.takeFloats(LOG_SCALES) : new float[0],
            scales ? archive.takeFloats(MEANS) : new float[0],
            scales ? archive.takeFloats(DEVIATIONS) : new float[0]),
        features.has(NEIGHBORS) ? features.integer(NEIGHBORS, 1) : 0,
        features.has(EDGES) ? SchemaCodec.decode(features.object(EDGES)) : FeatureSchema.UNNAMED);
  }

  private static ModelState.Nodes<Object> nodes(
      Archive archive, int count, int classes, List<KeyFormat<?>> formats)
      throws ModelFormatException {
    Fields manifest = archive.manifest();
    return new ModelState.Nodes<>(
        KeyCodec.decode(archive.take(KEYS), count, formats),
        matrix(archive, DISTRIBUTIONS, count, classes),
        manifest.has(EMBEDDING_SIZE)
            ? matrix(archive, EMBEDDINGS, count, manifest.integer(EMBEDDING_SIZE, 1))
            : null,
        formats);
  }

  private static ModelState.Decisions decisions(Archive archive, int classes)
      throws ModelFormatException {
    Fields manifest = archive.manifest();
    ModelState.Decisions decisions = ModelState.Decisions.none(classes);
    if (manifest.has(HELD)) {
      int held = manifest.integer(HELD, 1);
      byte[] labels = archive.take(HELD_LABELS);
      if (labels.length != 4L * held || held > ModelState.Decisions.mostNodes(classes)) {
        throw new ModelFormatException(
            "expected the labels of at most "
                + ModelState.Decisions.mostNodes(classes)
                + " held nodes, found "
                + labels.length
                + " bytes for "
                + held);
      }
      int[] read = new int[held];
      ByteBuffer.wrap(labels).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(read);
      decisions =
          new ModelState.Decisions(
              read, matrix(archive, HELD_DISTRIBUTIONS, held, classes), new double[0]);
    }
    return manifest.has(THRESHOLDS) ? decisions.with(manifest.numbers(THRESHOLDS)) : decisions;
  }

  static DenseMatrix matrix(Archive archive, String name, int rows, int columns)
      throws ModelFormatException {
    return DenseMatrix.wrap(rows, columns, archive.takeFloats(name, (long) rows * columns));
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

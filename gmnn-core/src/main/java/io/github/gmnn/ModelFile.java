package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.NodeIndex;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** A {@link GmnnModel} as an {@link Archive}; docs/model-file.md has the table of its fields. */
final class ModelFile {
  static final String FORMAT = "gmnn-model";
  static final int VERSION = 1;

  private static final String DISTRIBUTIONS = "distributions.f32";
  private static final String EMBEDDINGS = "embeddings.f32";
  private static final String KEYS = "keys.bin";

  private ModelFile() {}

  static Archive.Writer encode(GmnnModel model) {
    Archive.Writer writer = new Archive.Writer(FORMAT, VERSION);
    ObjectNode manifest = writer.manifest();
    encode(model.provenance(), manifest.putObject("provenance"));
    DenseMatrix distributions = model.predictions().distributions();
    manifest.put("nodes", distributions.rows());
    model.classes().forEach(manifest.putArray("classes")::add);
    writer.put(KEYS, KeyCodec.encode(model.keys()));
    writer.put(DISTRIBUTIONS, distributions.data());
    if (model.embeddings() != null) {
      manifest.put("embeddingSize", model.embeddings().columns());
      writer.put(EMBEDDINGS, model.embeddings().data());
    }
    ObjectNode features = manifest.putObject("features");
    features.put("count", model.features().count());
    features.put("present", model.features().present());
    model.features().names().forEach(features.putArray("names")::add);
    ModelSettings settings = model.settings();
    manifest.put("featureScaling", settings.featureScaling().name());
    manifest.put("predictor", settings.predictor().name());
    manifest.put("attributesInLearning", settings.attributesInLearning());
    manifest.set("inference", LayerCodec.encode(settings.inference()));
    manifest.set("learning", LayerCodec.encode(settings.learning()));
    encode("q", model.inferenceParameters(), writer);
    encode("p", model.learningParameters(), writer);
    encode(model.history(), manifest.putObject("history"));
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

  /** Writes parameters as {@code q/0.f32}, {@code q/1.f32}, ...; their number into the manifest. */
  static void encode(String network, float[][] parameters, Archive.Writer writer) {
    writer.manifest().put(network + "Parameters", parameters == null ? -1 : parameters.length);
    for (int i = 0; parameters != null && i < parameters.length; i++) {
      writer.put(network + "/" + i + ".f32", parameters[i]);
    }
  }

  static void encode(TrainingHistory history, ObjectNode node) {
    node.put("completed", history.completed());
    ArrayNode epochs = node.putArray("epochs");
    for (EpochReport report : history.epochs()) {
      ArrayNode row = epochs.addArray();
      row.add(report.phase().name())
          .add(report.iteration())
          .add(report.epoch())
          .add(report.epochs())
          .add(report.loss());
      if (Double.isNaN(report.validation())) {
        row.addNull();
      } else {
        row.add(report.validation());
      }
      row.add(report.step().toNanos()).add(report.elapsed().toNanos());
    }
  }

  static GmnnModel decode(Archive archive, Collection<Class<? extends GraphLayer>> registered)
      throws ModelFormatException {
    JsonNode manifest = archive.manifest();
    int nodes = positive(manifest, "nodes");
    List<String> classes = strings(manifest.path("classes"));
    NodeIndex index = KeyCodec.decode(archive.bytes(KEYS), nodes);
    DenseMatrix distributions = matrix(archive, DISTRIBUTIONS, nodes, classes.size());
    DenseMatrix embeddings =
        archive.has(EMBEDDINGS)
            ? matrix(archive, EMBEDDINGS, nodes, positive(manifest, "embeddingSize"))
            : null;
    JsonNode features = manifest.path("features");
    LayerCodec layers = new LayerCodec(registered);
    return new GmnnModel(
        new ModelSettings(
            layers.decode(manifest.path("inference")),
            layers.decode(manifest.path("learning")),
            manifest.path("attributesInLearning").asBoolean(),
            predictor(manifest.path("predictor")),
            constant(FeatureScaling.class, manifest.path("featureScaling"))),
        new GmnnModel.Features(
            positive(features, "count"),
            features.path("present").asBoolean(),
            strings(features.path("names"))),
        new Predictions(index, classes, distributions),
        embeddings,
        parameters("q", archive),
        parameters("p", archive),
        history(manifest.path("history")),
        provenance(manifest.path("provenance")));
  }

  /** Files written before the networks' long names have the paper's letters. */
  private static Predictor predictor(JsonNode name) throws ModelFormatException {
    return switch (name.asText()) {
      case "Q" -> Predictor.INFERENCE;
      case "P" -> Predictor.LEARNING;
      default -> constant(Predictor.class, name);
    };
  }

  private static DenseMatrix matrix(Archive archive, String name, int rows, int columns)
      throws ModelFormatException {
    return DenseMatrix.wrap(rows, columns, archive.floats(name, (long) rows * columns));
  }

  static float[][] parameters(String network, Archive archive) throws ModelFormatException {
    int count = archive.manifest().path(network + "Parameters").asInt(-1);
    if (count < 0) {
      return null;
    }
    List<float[]> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parameters.add(archive.floats(network + "/" + i + ".f32"));
    }
    return parameters.toArray(float[][]::new);
  }

  static TrainingHistory history(JsonNode node) throws ModelFormatException {
    List<EpochReport> epochs = new ArrayList<>();
    for (JsonNode row : node.path("epochs")) {
      epochs.add(
          new EpochReport(
              constant(Phase.class, row.path(0)),
              row.path(1).asInt(),
              row.path(2).asInt(),
              row.path(3).asInt(),
              row.path(4).asDouble(),
              row.path(5).isNumber() ? row.path(5).asDouble() : Double.NaN,
              Duration.ofNanos(row.path(6).asLong()),
              Duration.ofNanos(row.path(7).asLong())));
    }
    return new TrainingHistory(epochs, node.path("completed").asBoolean());
  }

  private static Provenance provenance(JsonNode node) throws ModelFormatException {
    Map<String, String> settings = new LinkedHashMap<>();
    node.path("settings").fields().forEachRemaining(e -> settings.put(e.getKey(), text(e)));
    Map<String, Double> metrics = new LinkedHashMap<>();
    node.path("metrics")
        .fields()
        .forEachRemaining(e -> metrics.put(e.getKey(), e.getValue().asDouble()));
    try {
      return new Provenance(
          node.path("libraryVersion").asText(),
          Instant.parse(node.path("created").asText()),
          node.path("dataFingerprint").asText(),
          settings,
          metrics);
    } catch (DateTimeException e) {
      throw new ModelFormatException("the date of the model is damaged: " + e.getMessage(), e);
    }
  }

  private static String text(Map.Entry<String, JsonNode> entry) {
    return entry.getValue().asText();
  }

  private static int positive(JsonNode node, String name) throws ModelFormatException {
    JsonNode value = node.path(name);
    if (!value.isInt() || value.asInt() < 1) {
      throw new ModelFormatException(
          "expected a positive integer for " + name + ", found " + shortened(value));
    }
    return value.asInt();
  }

  private static List<String> strings(JsonNode node) {
    List<String> strings = new ArrayList<>();
    node.forEach(item -> strings.add(item.asText()));
    return List.copyOf(strings);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, JsonNode name)
      throws ModelFormatException {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name.asText())) {
        return constant;
      }
    }
    throw new ModelFormatException(
        "expected a " + type.getSimpleName() + ", found " + shortened(name));
  }

  private static String shortened(JsonNode node) {
    String text = node.isMissingNode() ? "nothing" : node.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}

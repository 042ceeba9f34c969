package io.github.gmnn;

import io.github.gmnn.network.NetworkState;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * All that a fit needs to go on after the last finished epoch. Randomness needs no place in it:
 * every epoch derives its own from the seed.
 *
 * @param settings the trainer's settings, as text; another trainer cannot go on from here
 * @param fingerprint the training graph's
 * @param stage the index of the phase: 0 is pre-training, then M-step and E-step in turn
 * @param epoch the last finished epoch of the phase
 * @param bestOfPhase the best validation metric of the phase, for patience
 * @param epochsSinceBest epochs since then
 * @param q state of q
 * @param p state of p, or null
 * @param targets q's targets in an E-step
 * @param bestPretrained q's best epoch of pre-training
 * @param bestInference q's best epoch of all E-steps
 * @param bestLearning p's best epoch
 * @param bestLearningDistributions what p predicted then, or null
 * @param history the epochs so far
 */
record Checkpoint(
    String settings,
    String fingerprint,
    int stage,
    int epoch,
    double bestOfPhase,
    int epochsSinceBest,
    NetworkState q,
    NetworkState p,
    float[] targets,
    Best bestPretrained,
    Best bestInference,
    Best bestLearning,
    float[] bestLearningDistributions,
    TrainingHistory history) {
  private static final String FORMAT = "gmnn-checkpoint";
  private static final int VERSION = 1;

  /**
   * The best epoch of a network so far.
   *
   * @param metric its validation metric; NaN without validation
   * @param state the network's state then, or null if there is none yet
   */
  record Best(double metric, NetworkState state) {
    static final Best NONE = new Best(Double.NEGATIVE_INFINITY, null);

    boolean isBelow(double candidate) {
      return candidate > metric;
    }
  }

  void write(Path path) throws IOException {
    Archive.Writer writer = new Archive.Writer(FORMAT, VERSION);
    ObjectNode manifest = writer.manifest();
    manifest.put("settings", settings);
    manifest.put("fingerprint", fingerprint);
    manifest.put("stage", stage);
    manifest.put("epoch", epoch);
    putDouble(manifest, "bestOfPhase", bestOfPhase);
    manifest.put("epochsSinceBest", epochsSinceBest);
    put("q", q, writer);
    put("p", p, writer);
    writer.put("targets.f32", targets);
    put("bestPretrained", bestPretrained, writer);
    put("bestInference", bestInference, writer);
    put("bestLearning", bestLearning, writer);
    if (bestLearningDistributions != null) {
      writer.put("bestLearningDistributions.f32", bestLearningDistributions);
    }
    ModelFile.encode(history, manifest.putObject("history"));
    writer.write(path);
  }

  static Checkpoint read(Path path) throws IOException {
    Archive archive = Archive.read(path, FORMAT, VERSION);
    JsonNode manifest = archive.manifest();
    return new Checkpoint(
        manifest.path("settings").asText(),
        manifest.path("fingerprint").asText(),
        manifest.path("stage").asInt(),
        manifest.path("epoch").asInt(),
        getDouble(manifest, "bestOfPhase"),
        manifest.path("epochsSinceBest").asInt(),
        state("q", archive),
        state("p", archive),
        archive.floats("targets.f32"),
        best("bestPretrained", archive),
        best("bestInference", archive),
        best("bestLearning", archive),
        archive.has("bestLearningDistributions.f32")
            ? archive.floats("bestLearningDistributions.f32")
            : null,
        ModelFile.history(manifest.path("history")));
  }

  private static void put(String name, Best best, Archive.Writer writer) {
    putDouble(writer.manifest(), name + "Metric", best.metric());
    put(name, best.state(), writer);
  }

  private static Best best(String name, Archive archive) throws ModelFormatException {
    return new Best(getDouble(archive.manifest(), name + "Metric"), state(name, archive));
  }

  private static void put(String name, NetworkState state, Archive.Writer writer) {
    ModelFile.encode(name, state == null ? null : state.parameters(), writer);
    if (state != null) {
      ModelFile.encode(name + "Updater", state.updaterState(), writer);
      writer.manifest().put(name + "Iteration", state.iteration());
    }
  }

  private static NetworkState state(String name, Archive archive) throws ModelFormatException {
    float[][] parameters = ModelFile.parameters(name, archive);
    if (parameters == null) {
      return null;
    }
    float[][] updater = ModelFile.parameters(name + "Updater", archive);
    if (updater == null || updater.length != parameters.length) {
      throw new ModelFormatException("the updater's state of " + name + " is missing");
    }
    return new NetworkState(
        parameters, updater, archive.manifest().path(name + "Iteration").asInt());
  }

  /** JSON has no infinities and no NaN: the bits are written. */
  private static void putDouble(ObjectNode node, String name, double value) {
    node.put(name, Double.doubleToRawLongBits(value));
  }

  private static double getDouble(JsonNode node, String name) {
    return Double.longBitsToDouble(node.path(name).asLong());
  }
}

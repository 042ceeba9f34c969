package io.github.gmnn;

import io.github.gmnn.network.NetworkState;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** All that a fit needs to go on after the last finished epoch, as named values. */
record Checkpoint(
    String kind,
    String settings,
    String fingerprint,
    Map<String, Double> numbers,
    Map<String, NetworkState> states,
    Map<String, float[]> arrays,
    TrainingHistory history) {
  private static final String FORMAT = "gmnn-checkpoint";
  private static final int VERSION = 1;

  static final class Builder {
    private final Map<String, Double> numbers = new LinkedHashMap<>();
    private final Map<String, NetworkState> states = new LinkedHashMap<>();
    private final Map<String, float[]> arrays = new LinkedHashMap<>();

    Builder number(String name, double value) {
      numbers.put(name, value);
      return this;
    }

    Builder state(String name, NetworkState state) {
      if (state != null) {
        states.put(name, state);
      }
      return this;
    }

    Builder array(String name, float[] values) {
      if (values != null) {
        arrays.put(name, values);
      }
      return this;
    }

    Checkpoint build(String kind, String settings, String fingerprint, TrainingHistory history) {
      return new Checkpoint(kind, settings, fingerprint, numbers, states, arrays, history);
    }
  }

  double number(String name) throws ModelFormatException {
    return require(name, numbers);
  }

  NetworkState state(String name) throws ModelFormatException {
    return require(name, states);
  }

  Optional<NetworkState> stateIfPresent(String name) {
    return Optional.ofNullable(states.get(name));
  }

  float[] array(String name, int length) throws ModelFormatException {
    return require(name, arrays);
  }

  private static <T> T require(String name, Map<String, T> values) throws ModelFormatException {
    T value = values.get(name);
    if (value == null) {
      throw new ModelFormatException("the checkpoint has no " + name);
    }
    return value;
  }

  void write(Path path) throws IOException {
    Archive.Writer writer = new Archive.Writer(FORMAT, VERSION);
    ObjectNode manifest = writer.manifest();
    manifest.put("kind", kind);
    manifest.put("settings", settings);
    manifest.put("fingerprint", fingerprint);
    ObjectNode real = manifest.putObject("numbers");
    numbers.forEach((name, value) -> real.put(name, Double.doubleToRawLongBits(value)));
    ObjectNode networks = manifest.putObject("states");
    states.forEach(
        (name, state) -> {
          networks.put(name, state.iteration());
          ModelFile.encode(name, state.parameters(), writer);
          ModelFile.encode(name + "Updater", state.updaterState(), writer);
        });
    arrays.keySet().forEach(manifest.putArray("arrays")::add);
    arrays.forEach((name, values) -> writer.put(name + ".f32", values));
    ModelFile.encode(history, manifest.putObject("history"));
    writer.write(path);
  }

  static Checkpoint read(Path path) throws IOException {
    Archive archive = Archive.read(path, FORMAT, VERSION);
    JsonNode manifest = archive.manifest();
    Map<String, Double> numbers = new LinkedHashMap<>();
    manifest
        .path("numbers")
        .fields()
        .forEachRemaining(
            e -> numbers.put(e.getKey(), Double.longBitsToDouble(e.getValue().asLong())));
    Map<String, NetworkState> states = new LinkedHashMap<>();
    for (java.util.Iterator<String> names = manifest.path("states").fieldNames();
        names.hasNext(); ) {
      String name = names.next();
      states.put(
          name,
          new NetworkState(
              ModelFile.parameters(name, archive),
              ModelFile.parameters(name + "Updater", archive),
              manifest.path("states").path(name).asInt()));
    }
    Map<String, float[]> arrays = new LinkedHashMap<>();
    for (JsonNode name : manifest.path("arrays")) {
      arrays.put(name.asText(), archive.floats(name.asText() + ".f32"));
    }
    return new Checkpoint(
        manifest.path("kind").asText(),
        manifest.path("settings").asText(),
        manifest.path("fingerprint").asText(),
        numbers,
        states,
        arrays,
        ModelFile.history(manifest.path("history")));
  }
}

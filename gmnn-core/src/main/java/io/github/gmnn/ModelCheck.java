package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.FileFormat;
import io.github.gmnn.model.ModelFile;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is in a model or checkpoint file, found by reading all of it: whoever has one has a file
 * that {@link GmnnModel#load(Path, Class[])} or {@link GmnnTrainer#resume} reads, and that has not
 * changed since it was written.
 *
 * @param file the file
 * @param format {@code gmnn-model} or {@code gmnn-checkpoint}
 * @param version the version of the format
 * @param contents what it holds, by name, in an order fit for printing
 */
public record ModelCheck(Path file, String format, int version, Map<String, String> contents) {
  /** Copies the map, keeping its order. */
  public ModelCheck {
    contents = Collections.unmodifiableMap(new LinkedHashMap<>(contents));
  }

  /**
   * Checks a file.
   *
   * @param file a model or a checkpoint
   * @param classes classes of your own that a model may use, as for {@link GmnnModel#load(Path,
   *     Class[])}
   * @return what is in it
   * @throws ModelFormatException if it is damaged, of another kind, or of a newer version; the
   *     message says what was expected and what was found
   * @throws IOException if it cannot be read
   */
  public static ModelCheck of(Path file, Class<?>... classes) throws IOException {
    FileFormat format = FileFormat.of(file);
    Map<String, String> contents = new LinkedHashMap<>();
    contents.put("bytes", "" + Files.size(file));
    switch (format.name()) {
      case ModelFile.FORMAT ->
          describe(ModelFile.read(file, List.of(), List.of(classes)), contents);
      case Checkpoint.FORMAT -> describe(Checkpoint.read(file), contents);
      default ->
          throw new ModelFormatException(
              file + ": expected a model or a checkpoint, found another format");
    }
    return new ModelCheck(file, format.name(), format.version(), contents);
  }

  private static void describe(ModelState<?> model, Map<String, String> contents) {
    Provenance provenance = model.training().provenance();
    TrainingHistory history = model.training().history();
    DenseMatrix embeddings = model.nodes().embeddings();
    contents.put("written by", "gmnn-core " + provenance.libraryVersion());
    contents.put("created", provenance.created().toString());
    contents.put("training graph", provenance.dataFingerprint());
    contents.put("nodes", "" + model.nodes().index().size());
    contents.put("classes", "" + model.classes().size());
    contents.put("features", "" + model.features().count());
    contents.put("embedding size", embeddings == null ? "none" : "" + embeddings.columns());
    contents.put("parameters of q", count(model.networks().inference()));
    contents.put("parameters of p", count(model.networks().learning()));
    contents.put("epochs", "" + history.epochs().size());
    contents.put("completed", "" + history.completed());
    contents.putAll(provenance.settings());
  }

  private static String count(ModelState.Network network) {
    return network.isTrained() ? "" + network.parameterCount() : "none";
  }

  private static void describe(Checkpoint checkpoint, Map<String, String> contents) {
    contents.put("kind", checkpoint.kind());
    contents.put("training graph", checkpoint.fingerprint());
    contents.put("epochs", "" + checkpoint.history().epochs().size());
    checkpoint.numbers().forEach((name, value) -> contents.put(name, "" + value));
    checkpoint
        .states()
        .forEach(
            (name, state) ->
                contents.put("parameters of " + name, "" + ModelState.count(state.parameters())));
  }

  /** Returns all of it, a line each. */
  @Override
  public String toString() {
    return file
        + ": "
        + format
        + ", version "
        + version
        + "\n"
        + contents.entrySet().stream()
            .map(entry -> "  " + entry.getKey() + ": " + entry.getValue() + "\n")
            .collect(Collectors.joining());
  }
}

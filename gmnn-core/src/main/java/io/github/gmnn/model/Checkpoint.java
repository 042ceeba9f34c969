package io.github.gmnn.model;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Position;
import io.github.gmnn.training.internal.Score;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * All that a fit needs to go on after the last finished epoch, as named values; what they mean is
 * the business of the training loop, which reads them strictly: one that is missing or out of range
 * is named. Randomness needs no place in it: every epoch derives its own from the seed.
 *
 * @param kind which training loop wrote it
 * @param settings its settings, as text; other settings cannot go on from here
 * @param fingerprint the training graph's
 * @param texts what was chosen before the first epoch, by name
 * @param numbers where the fit stands, and figures such as the best validation metric; infinities
 *     and NaN among them
 * @param states networks; those that do not exist yet are left out
 * @param arrays what else the loop keeps, such as targets
 * @param history the epochs so far
 */
public record Checkpoint(
    String kind,
    String settings,
    String fingerprint,
    Map<String, String> texts,
    Map<String, Double> numbers,
    Map<String, NetworkState> states,
    Map<String, float[]> arrays,
    TrainingHistory history) {
  /** The name of the format. */
  public static final String FORMAT = "gmnn-checkpoint";

  /** Copies the maps, keeping their order. */
  public Checkpoint {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
  }

  /** Collects the values of a checkpoint. */
  public static final class Builder {
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, Double> numbers = new LinkedHashMap<>();
    private final Map<String, NetworkState> states = new LinkedHashMap<>();
    private final Map<String, float[]> arrays = new LinkedHashMap<>();

    /** Adds where a loop stands, and the best epochs it found. */
    public Builder loop(EpochLoop loop, List<Best> bests) {
      Position position = loop.position();
      number("stage", position.stage()).number("epoch", position.epoch());
      number("highestMetric", position.highestMetric());
      number("lowestLoss", position.lowestLoss());
      number("epochsSinceBest", position.epochsSinceBest());
      for (Best best : bests) {
        Best.Kept kept = best.kept();
        number(keptOf(best), kept == null ? 0 : kept.score() == null ? 1 : 2);
        if (kept != null && kept.score() != null) {
          number(best.name(), kept.score().metric()).number(lossOf(best), kept.score().loss());
          state(best.name(), kept.state());
        }
      }
      return this;
    }

    /** Adds texts. */
    public Builder texts(Map<String, String> added) {
      texts.putAll(added);
      return this;
    }

    /** Adds a number. */
    public Builder number(String name, double value) {
      numbers.put(name, value);
      return this;
    }

    /** Adds a network's state, unless it is null. */
    public Builder state(String name, @Nullable NetworkState state) {
      if (state != null) {
        states.put(name, state);
      }
      return this;
    }

    /** Adds an array, unless it is null. */
    public Builder array(String name, float @Nullable [] values) {
      if (values != null) {
        arrays.put(name, values);
      }
      return this;
    }

    /** Returns the checkpoint. */
    public Checkpoint build(
        String kind, String settings, String fingerprint, TrainingHistory history) {
      return new Checkpoint(kind, settings, fingerprint, texts, numbers, states, arrays, history);
    }
  }

  /**
   * Checks that it was written by a fit of the same settings on the same graph.
   *
   * @throws IllegalArgumentException if it was not
   */
  public void requireOf(String expectedKind, String expectedSettings, String expectedGraph) {
    boolean sameGraph = fingerprint.equals(expectedGraph);
    if (!kind.equals(expectedKind) || !settings.equals(expectedSettings) || !sameGraph) {
      throw new IllegalArgumentException(
          "the checkpoint belongs to "
              + (sameGraph ? "other settings" : "another graph")
              + ": resume with the settings and the graph of the fit that wrote it");
    }
  }

  /**
   * Lets a loop go on where the one that was cut off stood.
   *
   * @param loop the loop
   * @param bests where its best epochs are kept
   * @throws ModelFormatException if a number or the state of an epoch is missing
   */
  public void resume(EpochLoop loop, List<Best> bests) throws ModelFormatException {
    loop.resume(
        new Position(
            count("stage"),
            count("epoch"),
            number("highestMetric"),
            number("lowestLoss"),
            count("epochsSinceBest")),
        history);
    for (Best best : bests) {
      best.set(
          switch (count(keptOf(best))) {
            case 0 -> null;
            case 1 -> new Best.Kept(null, null);
            case 2 ->
                new Best.Kept(
                    new Score(number(best.name()), number(lossOf(best))), state(best.name()));
            default ->
                throw new ModelFormatException(
                    "expected " + keptOf(best) + " to be 0, 1 or 2, found " + number(keptOf(best)));
          });
    }
  }

  /** Whether there is a best epoch: 0 for none, 1 for one that nothing validated, else 2. */
  private static String keptOf(Best best) {
    return best.name() + ".kept";
  }

  private static String lossOf(Best best) {
    return best.name() + ".loss";
  }

  /**
   * Returns a number.
   *
   * @throws ModelFormatException if it is missing
   */
  public double number(String name) throws ModelFormatException {
    return require(name, numbers);
  }

  /**
   * Returns a whole number.
   *
   * @throws ModelFormatException if it is missing or has a fraction
   */
  public int count(String name) throws ModelFormatException {
    double value = number(name);
    if (value != (int) value) {
      throw new ModelFormatException("expected a whole number for " + name + ", found " + value);
    }
    return (int) value;
  }

  /**
   * Returns the state of a network.
   *
   * @throws ModelFormatException if it is missing
   */
  public NetworkState state(String name) throws ModelFormatException {
    return require(name, states);
  }

  /**
   * Returns an array.
   *
   * @throws ModelFormatException if it is missing or of another length
   */
  public float[] array(String name, int length) throws ModelFormatException {
    float[] values = require(name, arrays);
    if (values.length != length) {
      throw new ModelFormatException(
          "the checkpoint's "
              + name
              + " should have "
              + length
              + " values, found "
              + values.length);
    }
    return values;
  }

  private static <T> T require(String name, Map<String, T> values) throws ModelFormatException {
    T value = values.get(name);
    if (value == null) {
      throw new ModelFormatException("the checkpoint has no " + name);
    }
    return value;
  }

  /**
   * Writes the checkpoint to a file, whole or not at all.
   *
   * @param path the file, replaced if it exists
   */
  public void write(Path path) throws IOException {
    Archive.Writer writer = new Archive.Writer(FORMAT);
    ObjectNode manifest = writer.manifest();
    manifest.put("kind", kind);
    manifest.put("settings", settings);
    manifest.put("fingerprint", fingerprint);
    texts.forEach(manifest.putObject("texts")::put);
    ObjectNode real = manifest.putObject("numbers");
    // JSON has no infinities and no NaN
    numbers.forEach((name, value) -> real.put(name, Double.toString(value)));
    ObjectNode networks = manifest.putObject("states");
    states.forEach(
        (name, state) -> {
          networks.put(name, state.iteration());
          writer.putArrays(name, state.parameters());
          writer.putArrays(name + "Updater", state.updaterState());
        });
    arrays.keySet().forEach(manifest.putArray("arrays")::add);
    arrays.forEach((name, values) -> writer.put(name + ".f32", values));
    HistoryCodec.encode(history, manifest.putObject("history"));
    writer.write(path);
  }

  /**
   * Reads a checkpoint.
   *
   * @param path the file
   * @throws ModelFormatException if it is damaged, no checkpoint, or of a newer version
   */
  public static Checkpoint read(Path path) throws IOException {
    Archive archive = Archive.read(path).require(FORMAT);
    try {
      return decode(archive);
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  private static Checkpoint decode(Archive archive) throws ModelFormatException {
    Fields manifest = archive.manifest();
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : manifest.textsByName("numbers").entrySet()) {
      numbers.put(entry.getKey(), number(entry.getKey(), entry.getValue()));
    }
    Map<String, NetworkState> states = new LinkedHashMap<>();
    for (String name : manifest.object("states").names()) {
      states.put(name, state(name, manifest.object("states").integer(name, 0), archive));
    }
    Map<String, float[]> arrays = new LinkedHashMap<>();
    for (String name : manifest.texts("arrays")) {
      arrays.put(name, archive.takeFloats(name + ".f32"));
    }
    archive.requireAllTaken();
    return new Checkpoint(
        manifest.text("kind"),
        manifest.text("settings"),
        manifest.text("fingerprint"),
        manifest.textsByName("texts"),
        numbers,
        states,
        arrays,
        HistoryCodec.decode(manifest.object("history")));
  }

  private static double number(String name, String text) throws ModelFormatException {
    try {
      if (text.length() <= Json.MAX_NUMBER_LENGTH) {
        return Double.parseDouble(text);
      }
    } catch (NumberFormatException e) {
      throw new ModelFormatException(
          "expected a number for " + name + ", found " + Shown.of(text), e);
    }
    throw new ModelFormatException("expected a number for " + name + ", found " + Shown.of(text));
  }

  private static NetworkState state(String name, int iteration, Archive archive)
      throws ModelFormatException {
    float @Nullable [][] parameters = archive.takeArrays(name);
    float @Nullable [][] updater = archive.takeArrays(name + "Updater");
    if (parameters == null || updater == null || updater.length != parameters.length) {
      throw new ModelFormatException("the updater's state of " + name + " is missing");
    }
    return new NetworkState(parameters, updater, iteration);
  }
}

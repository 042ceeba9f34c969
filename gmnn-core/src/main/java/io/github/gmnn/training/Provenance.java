package io.github.gmnn.training;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a model comes from.
 *
 * @param libraryVersion the version of this library that trained it
 * @param created when the fit ended
 * @param dataFingerprint a 64-bit hash of the training graph's nodes, edges, features and labels,
 *     in hexadecimal
 * @param settings the trainer's settings by name
 * @param metrics figures of the fit: the best validation metric of each phase, epochs and seconds
 */
public record Provenance(
    String libraryVersion,
    Instant created,
    String dataFingerprint,
    Map<String, String> settings,
    Map<String, Double> metrics) {
  /** Copies the maps, keeping their order. */
  public Provenance {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /**
   * Says where the result of a fit that just ended comes from.
   *
   * @param settings the settings by name
   * @param dataFingerprint the training graph's
   * @param history the epochs of the fit
   */
  public static Provenance of(
      Map<String, String> settings, String dataFingerprint, TrainingHistory history) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      history.bestValidation(phase).ifPresent(best -> metrics.put("bestValidation." + phase, best));
    }
    metrics.put("epochs", (double) history.epochs().size());
    if (!history.epochs().isEmpty()) {
      EpochReport last = history.epochs().get(history.epochs().size() - 1);
      metrics.put("seconds", last.elapsed().toNanos() / 1e9);
    }
    return new Provenance(
        libraryVersionOrUnknown(), Instant.now(), dataFingerprint, settings, metrics);
  }

  private static String libraryVersionOrUnknown() {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}

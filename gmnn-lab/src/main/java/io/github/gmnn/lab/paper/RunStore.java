package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.model.SafeFile;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.nd4j.shade.jackson.core.JsonProcessingException;
import org.nd4j.shade.jackson.core.type.TypeReference;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/**
 * The runs of all tables in a folder: a folder for each revision of the program, in it a file for
 * each row and a line of JSON for each run; rows that train the same share a file. They are written
 * as runs end, so that an interruption loses what was under way alone. Runs of other revisions are
 * left alone and not shown.
 */
public final class RunStore {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A run as it is kept.
   *
   * @param seed its seed
   * @param metrics its figures
   * @param seconds the time of its training
   * @param q validation accuracy of q at the end of pre-training and of each E-step, in percent
   * @param p that of p at the end of each M-step
   * @param date when
   */
  public record StoredRun(
      long seed,
      Map<String, Double> metrics,
      double seconds,
      List<Double> q,
      List<Double> p,
      String date) {
    /** A run that is not kept. */
    static StoredRun of(Run run) {
      return new StoredRun(run.seed(), run.metrics(), run.trainSeconds(), List.of(), List.of(), "");
    }
  }

  private final Path folder;
  private final String revision;

  /**
   * Opens a folder, which need not be there yet.
   *
   * @param revision the revision of the program, whose runs are meant
   */
  public RunStore(Path folder, String revision) {
    this.folder = folder.resolve(revision);
    this.revision = revision;
  }

  /** Returns the revision of the program that the runs are of. */
  public String revision() {
    return revision;
  }

  /** A row that is a split has a file of its own. */
  private Path file(PaperTable table, Configuration row) {
    String split = String.join("-", row.trials().keySet());
    return folder
        .resolve(row.dataset() + "-" + row.preset())
        .resolve(
            table.runsOf(row).replace('/', '-') + (split.isEmpty() ? "" : "-" + split) + ".jsonl");
  }

  /** The runs of a row that are there, in the order of their seeds. */
  public List<StoredRun> runs(PaperTable table, Configuration row) throws IOException {
    Path file = file(table, row);
    if (!Files.exists(file)) {
      return List.of();
    }
    Map<Long, StoredRun> bySeed = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      StoredRun run = parse(line);
      bySeed.put(run.seed(), run);
    }
    return List.copyOf(bySeed.values());
  }

  private static StoredRun parse(String line) throws JsonProcessingException {
    var json = JSON.readTree(line);
    return new StoredRun(
        json.get("seed").asLong(),
        JSON.convertValue(
            json.get("metrics"), new TypeReference<LinkedHashMap<String, Double>>() {}),
        json.get("trainSeconds").asDouble(),
        JSON.convertValue(json.get("q"), new TypeReference<List<Double>>() {}),
        JSON.convertValue(json.get("p"), new TypeReference<List<Double>>() {}),
        json.get("date").asText());
  }

  /** Adds runs of a row; the file is the old one or the new one at every moment. */
  public void add(PaperTable table, Configuration row, List<Run> runs) throws IOException {
    Path file = file(table, row);
    Files.createDirectories(file.getParent());
    List<String> lines = new ArrayList<>();
    if (Files.exists(file)) {
      lines.addAll(Files.readAllLines(file));
    }
    for (Run run : runs) {
      lines.add(JSON.writeValueAsString(entry(run)));
    }
    SafeFile.write(file, String.join("\n", lines) + "\n");
  }

  private Map<String, Object> entry(Run run) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("seed", run.seed());
    Map<String, Double> metrics = new LinkedHashMap<>(run.metrics());
    metrics.values().removeIf(value -> !Double.isFinite(value));
    entry.put("metrics", metrics);
    entry.put("trainSeconds", run.trainSeconds());
    if (!run.chosen().isEmpty()) {
      entry.put("chosen", run.chosen());
    }
    entry.put("q", ends(run, Phase.PRE_TRAINING, Phase.E_STEP));
    entry.put("p", ends(run, Phase.M_STEP));
    entry.put("revision", revision);
    entry.put("date", LocalDate.now().toString());
    return entry;
  }

  private static List<Double> ends(Run run, Phase... phases) {
    List<Double> ends = new ArrayList<>();
    for (double accuracy : Charts.atEndOf(List.of(run), phases)) {
      ends.add(Double.isFinite(accuracy) ? accuracy : null);
    }
    return ends;
  }
}

package io.github.gmnn.search;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.training.ValidationMetric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a {@link SettingsSearch} found: its trials, the best first. Immutable.
 *
 * @param metric what validation nodes were measured by
 * @param trials the settings that were tried, the best mean first; of equal means, the one tried
 *     first
 */
public record SearchResult(ValidationMetric metric, List<Trial> trials) {
  /**
   * One choice of settings.
   *
   * @param number its number in the search, from 0
   * @param settings the chosen values by name, as text
   * @param trainer the trainer of these settings, with the first seed
   * @param scores the validation metric of each graph and seed
   */
  public record Trial(
      int number, Map<String, String> settings, GmnnTrainer trainer, List<Double> scores) {
    /** Copies the list. */
    public Trial {
      scores = List.copyOf(scores);
    }

    /** Returns the mean of the scores. */
    public double mean() {
      return scores.stream().mapToDouble(score -> score).average().orElseThrow();
    }

    /** Returns the deviation of the scores; 0 for one. */
    public double deviation() {
      double mean = mean();
      double sum = scores.stream().mapToDouble(s -> (s - mean) * (s - mean)).sum();
      return scores.size() < 2 ? 0 : Math.sqrt(sum / (scores.size() - 1));
    }
  }

  /** Copies the list. */
  public SearchResult {
    trials = List.copyOf(trials);
  }

  /** Returns the best trial. */
  public Trial best() {
    return trials.get(0);
  }

  /** Returns the trials as a table, the best first. */
  @Override
  public String toString() {
    Collection<String> names = new TreeSet<>(best().settings().keySet());
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("trial"));
    head.addAll(names);
    head.addAll(List.of("validation " + metric, "±", "fits"));
    rows.add(head);
    for (Trial trial : trials) {
      List<String> row = new ArrayList<>(List.of("" + trial.number()));
      names.forEach(name -> row.add(trial.settings().get(name)));
      row.add(String.format(Locale.ROOT, "%.4f", trial.mean()));
      row.add(String.format(Locale.ROOT, "%.4f", trial.deviation()));
      row.add("" + trial.scores().size());
      rows.add(row);
    }
    return TextTable.of(rows);
  }
}

package io.github.gmnn.search;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.Candidate;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.SettingsAccess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Searches for good settings: tries all combinations of some values, or random ones among them, and
 * ranks them by the validation nodes. Labels of test nodes have no part in it.
 *
 * <pre>{@code
 * Result result = SettingsSearch.of(Gmnn::builder)
 *     .choice("hiddenUnits", GmnnTrainer.Builder::hiddenUnits, 16, 64)
 *     .choice("dropout", GmnnTrainer.Builder::dropout, 0.2, 0.5, 0.8)
 *     .seeds(1, 2, 3)
 *     .run(graph);
 * GmnnModel<String> model = result.best().trainer().fit(graph);
 * }</pre>
 *
 * <p>Every fit runs on one thread, and as many run at once as there are processors; results depend
 * neither on that nor on the order in which fits end. Not thread-safe.
 */
public final class SettingsSearch {
  private final Supplier<GmnnTrainer.Builder> base;
  private final List<Choice<?>> choices = new ArrayList<>();
  private long[] seeds = {1};
  private int trials = Integer.MAX_VALUE;
  private long searchSeed;
  private int threads = Runtime.getRuntime().availableProcessors();
  private @Nullable ValidationMetric named;
  private Consumer<Progress> listener = progress -> {};
  private @Nullable ScoreLog log;

  private SettingsSearch(Supplier<GmnnTrainer.Builder> base) {
    this.base = base;
  }

  /** One setting and its values. */
  private record Choice<T>(
      String name, BiConsumer<GmnnTrainer.Builder, ? super T> setter, List<T> values) {
    void apply(int value, GmnnTrainer.Builder builder) {
      setter.accept(builder, values.get(value));
    }

    /** A value's text, with its number where another value has the same. */
    String text(int value) {
      String text = "" + values.get(value);
      boolean alone = values.stream().filter(other -> text.equals("" + other)).count() == 1;
      return alone ? text : text + " #" + (value + 1);
    }
  }

  /** A fit to do: a trial's combination of values on a graph with a seed. */
  private record Fit(
      int trial,
      int slot,
      GmnnTrainer trainer,
      Graph<?> graph,
      ValidationMetric metric,
      String id) {}

  /**
   * How far a search is.
   *
   * @param done how many fits have ended, those of an earlier run among them
   * @param total how many there are
   * @param settings the values of the fit that ended last, by name
   * @param score its validation metric
   */
  public record Progress(int done, int total, Map<String, String> settings, double score) {}

  /**
   * Starts from settings that all trials share.
   *
   * @param base gives a new builder with them, such as {@code Gmnn::builder}
   */
  public static SettingsSearch of(Supplier<GmnnTrainer.Builder> base) {
    return new SettingsSearch(Objects.requireNonNull(base, "base"));
  }

  /**
   * Adds a setting to choose.
   *
   * @param <T> type of its values
   * @param name its name in the result
   * @param setter sets it, such as {@code GmnnTrainer.Builder::dropout}
   * @param values the values to try, at least one
   * @throws IllegalArgumentException if there is none, or the name is taken
   */
  @SafeVarargs
  public final <T> SettingsSearch choice(
      String name, BiConsumer<GmnnTrainer.Builder, ? super T> setter, T... values) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(setter, "setter");
    Checks.atLeast(1, values.length, "values of " + name);
    if (choices.stream().anyMatch(choice -> choice.name().equals(name))) {
      throw new IllegalArgumentException("the setting \"" + name + "\" is named twice");
    }
    List<T> copy = new ArrayList<>();
    for (T value : values) {
      copy.add(Objects.requireNonNull(value, name));
    }
    choices.add(new Choice<>(name, setter, copy));
    return this;
  }

  /**
   * Tries some combinations, drawn without repetition, instead of all.
   *
   * @param count how many, at least 1; all if there are not so many
   * @param seed fixes the draw
   */
  public SettingsSearch random(int count, long seed) {
    trials = Checks.atLeast(1, count, "count");
    searchSeed = seed;
    return this;
  }

  /** Sets the seeds that every combination is fitted with; 1 alone. */
  public SettingsSearch seeds(long... values) {
    Checks.atLeast(1, values.length, "seeds");
    seeds = values.clone();
    return this;
  }

  /**
   * Sets what validation nodes are measured by; the {@code validationMetric} of the settings that
   * all trials share, which is the accuracy unless set.
   */
  public SettingsSearch metric(ValidationMetric value) {
    named = Objects.requireNonNull(value, "metric");
    return this;
  }

  private ValidationMetric metric() {
    return named == null
        ? SettingsAccess.of(base.get().build()).get(TrainerSettings.VALIDATION_METRIC)
        : named;
  }

  /** Sets how many fits run at once; as many as there are processors. */
  public SettingsSearch threads(int count) {
    threads = Checks.atLeast(1, count, "threads");
    return this;
  }

  /** Sets who hears of every fit that ends, on the thread that called {@link #run}. */
  public SettingsSearch listener(Consumer<Progress> value) {
    listener = Objects.requireNonNull(value, "listener");
    return this;
  }

  /**
   * Keeps the score of every fit in a file, and takes those that are there already: a search that
   * was cut off goes on, and one with more values does only what is new. Scores are known by
   * settings and graph, so that a file may serve several searches. A search with settings that have
   * no name, lambdas or objects without a {@code toString}, is refused before its first fit.
   *
   * @param file where scores are kept; a line that is no score is not taken, and its fit done again
   * @throws IllegalArgumentException if it is there and no file
   */
  public SettingsSearch resume(Path file) {
    log = new ScoreLog(Objects.requireNonNull(file, "file"));
    return this;
  }

  /**
   * Searches by the validation nodes of one graph.
   *
   * @throws IllegalArgumentException if it has none, or settings exclude each other
   * @throws CancellationException if the thread is interrupted, which it then still is
   */
  public Result run(Graph<?> graph) {
    return run(List.of(graph));
  }

  /**
   * Searches by the validation nodes of several graphs, such as one graph with the labels of
   * several splits; a combination's score is the mean over graphs and seeds.
   *
   * @throws IllegalArgumentException if a graph has no validation nodes, or settings exclude each
   *     other
   * @throws CancellationException if the thread is interrupted, which it then still is
   */
  public Result run(List<? extends Graph<?>> graphs) {
    Checks.atLeast(1, graphs.size(), "graphs");
    for (Graph<?> graph : graphs) {
      if (graph.validationNodes().length == 0) {
        throw new IllegalArgumentException(
            graph + " has no validation nodes to choose settings by: hold some labelled nodes");
      }
    }
    List<int[]> combinations = combinations();
    ValidationMetric metric = metric();
    List<Fit> fits = fits(combinations, graphs, metric);
    double[][] scores = new double[combinations.size()][graphs.size() * seeds.length];
    Map<String, Double> known = log == null ? Map.of() : log.read();
    List<Fit> open = new ArrayList<>();
    int done = 0;
    for (Fit fit : fits) {
      Double score = known.get(fit.id());
      if (score == null) {
        open.add(fit);
      } else {
        scores[fit.trial()][fit.slot()] = score;
        done++;
      }
    }
    runAll(open, combinations, scores, done, fits.size());
    List<Result.Trial> result = new ArrayList<>();
    for (int t = 0; t < combinations.size(); t++) {
      result.add(
          new Result.Trial(
              t,
              text(combinations.get(t)),
              builder(combinations.get(t), seeds[0]).build(),
              Arrays.stream(scores[t]).boxed().toList()));
    }
    result.sort(Comparator.comparingDouble(Result.Trial::mean).reversed());
    return new Result(metric, result);
  }

  /** The index of the value of each choice: all of them, or as many distinct ones as were asked. */
  private List<int[]> combinations() {
    long count = 1;
    for (Choice<?> choice : choices) {
      count = Math.multiplyExact(count, choice.values().size());
    }
    Set<Long> chosen = new LinkedHashSet<>();
    if (count <= trials) {
      Checks.argument(count <= 1_000_000, "combinations", "at most 1000000", count);
      for (long i = 0; i < count; i++) {
        chosen.add(i);
      }
    } else {
      RandomStream random = RandomStream.of(searchSeed).derive("settings");
      while (chosen.size() < trials) {
        chosen.add((random.nextLong() >>> 1) % count);
      }
    }
    List<int[]> combinations = new ArrayList<>();
    for (long index : chosen) {
      int[] values = new int[choices.size()];
      long rest = index;
      for (int c = values.length - 1; c >= 0; c--) {
        values[c] = (int) (rest % choices.get(c).values().size());
        rest /= choices.get(c).values().size();
      }
      combinations.add(values);
    }
    return combinations;
  }

  private GmnnTrainer.Builder builder(int[] values, long seed) {
    GmnnTrainer.Builder builder = base.get();
    for (int c = 0; c < values.length; c++) {
      choices.get(c).apply(values[c], builder);
    }
    return builder.seed(seed);
  }

  private Map<String, String> text(int[] values) {
    Map<String, String> text = new LinkedHashMap<>();
    for (int c = 0; c < values.length; c++) {
      text.put(choices.get(c).name(), choices.get(c).text(values[c]));
    }
    return text;
  }

  private List<Fit> fits(
      List<int[]> combinations, List<? extends Graph<?>> graphs, ValidationMetric metric) {
    List<String> fingerprints = graphs.stream().map(GraphFingerprint::of).toList();
    List<Fit> fits = new ArrayList<>();
    for (int t = 0; t < combinations.size(); t++) {
      int slot = 0;
      for (int g = 0; g < graphs.size(); g++) {
        for (long seed : seeds) {
          GmnnTrainer trainer = builder(combinations.get(t), seed).threads(1).build();
          String name = decisive(trainer) + " " + metric + " " + fingerprints.get(g);
          String id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
          fits.add(new Fit(t, slot++, trainer, graphs.get(g), metric, id));
        }
      }
    }
    return fits;
  }

  /** All that decides a fit, beside the graph; refused where scores are kept and it has no name. */
  private String decisive(GmnnTrainer trainer) {
    Settings settings = SettingsAccess.of(trainer);
    StringBuilder text = new StringBuilder().append(settings.describe());
    List<Settings> all = new ArrayList<>(List.of(settings));
    for (Candidate kind : settings.get(TrainerSettings.INFERENCE_AMONG)) {
      text.append(kind.settings().describe());
      all.add(kind.settings());
    }
    if (log != null) {
      all.forEach(Settings::requireNamed);
    }
    return text.toString();
  }

  private void runAll(
      List<Fit> open, List<int[]> combinations, double[][] scores, int doneBefore, int total) {
    record Score(Fit fit, double value) {}
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<Score> running = new ExecutorCompletionService<>(executor);
      open.forEach(
          fit ->
              running.submit(
                  () -> new Score(fit, score(fit.trainer(), fit.graph(), fit.metric()))));
      for (int i = 1; i <= open.size(); i++) {
        Score score = running.take().get();
        Fit fit = score.fit();
        scores[fit.trial()][fit.slot()] = score.value();
        if (log != null) {
          log.append(fit.id(), score.value());
        }
        Map<String, String> settings = text(combinations.get(fit.trial()));
        listener.accept(new Progress(doneBefore + i, total, settings, score.value()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the search was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private static <K> double score(GmnnTrainer trainer, Graph<K> graph, ValidationMetric metric) {
    GmnnModel<K> model = trainer.fit(graph);
    if (!model.history().completed()) {
      throw new CancellationException("a fit was stopped");
    }
    return model.evaluate(graph.validationLabels()).metric(metric);
  }

  /**
   * What a {@link SettingsSearch} found: its trials, the best first. Immutable.
   *
   * @param metric what validation nodes were measured by
   * @param trials the settings that were tried, the best mean first; of equal means, the one tried
   *     first
   */
  public record Result(ValidationMetric metric, List<Trial> trials) {
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
    public Result {
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
}

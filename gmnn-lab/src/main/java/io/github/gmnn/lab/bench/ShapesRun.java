package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Fits graphs of the {@linkplain Shape shapes} of common benchmarks by the default, and prints what
 * that took: {@code ShapesRun NAME [KIND [THREADS]]}, NAME being one shape or {@code all}, KIND
 * {@code robust} unless named. Peak memory is the process's, so that it means something for one
 * shape a process.
 */
final class ShapesRun {
  private ShapesRun() {}

  public static void main(String[] arguments) {
    for (Shape shape : Shape.ALL) {
      if (arguments[0].equals("all") || arguments[0].equals(shape.name())) {
        GmnnTrainer.Builder trainer = Gmnn.builder();
        if (arguments.length > 1) {
          trainer.inference(InferenceKinds.named(arguments[1]));
        }
        trainer.threads(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1);
        run(shape, trainer);
      }
    }
  }

  private static void run(Shape shape, GmnnTrainer.Builder trainer) {
    Dataset<Integer> data = shape.draw();
    Clock clock = new Clock();
    Phases phases = new Phases();
    GmnnModel<Integer> model = trainer.listener(phases).fit(data.graph());
    System.out.printf(
        Locale.ROOT,
        "%s: %s s; %s; q is %s; %d epochs; test accuracy %.4f; peak %.2f GB%n",
        shape.name(),
        clock,
        phases,
        model.provenance().settings().getOrDefault("inferenceChosen", "named"),
        model.history().epochs().size(),
        model.evaluate(data.testLabels()).accuracy(),
        Resident.peakMegabytes() / 1024);
  }

  /** Seconds of the processor, and of the wall, since it was made. */
  private static final class Clock {
    private final double cpu = cpu();
    private final long wall = System.nanoTime();

    static double cpu() {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean system
          ? system.getProcessCpuTime() / 1e9
          : Double.NaN;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%.1f s of CPU, %.1f", cpu() - cpu, (System.nanoTime() - wall) / 1e9);
    }
  }

  /** Seconds of the processor by phase: the choice is what comes before the first epoch. */
  private static final class Phases implements GmnnListener {
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private double last = Clock.cpu();

    private void add(String phase) {
      double now = Clock.cpu();
      seconds.merge(phase, now - last, Double::sum);
      last = now;
    }

    @Override
    public void onStart(List<Phase.Planned> phases) {
      add("choice");
    }

    @Override
    public boolean onEpoch(EpochReport report) {
      add(report.phase().toString());
      return true;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      seconds.forEach(
          (phase, time) -> text.append(String.format(Locale.ROOT, "%s %.1f ", phase, time)));
      return text.toString().strip();
    }
  }
}

package io.github.gmnn.lab.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Runs {@link ScaleRun} at growing sizes, each in a fresh JVM, and compares them. The heap is what
 * a million nodes need: a virtual machine that may have more takes more before it collects.
 */
final class Scale {
  private static final List<String> FLAGS =
      List.of("--add-modules", "jdk.incubator.vector", "-Xmx3500m");

  private Scale() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Options options = Options.parse(arguments, List.of());
    String[] sizes = options.get("--sizes", "10000,100000,1000000").split(",");
    BenchmarkReport report = new BenchmarkReport();
    String smaller = null;
    for (String size : sizes) {
      System.out.println("training on " + size + " nodes");
      Child.run(
          Child.java(FLAGS, ScaleRun.class, size),
          Map.of(),
          line -> {
            Figure figure = Figure.parse(line);
            if (figure != null) {
              report.add(figure);
            }
          });
      String name = String.format(Locale.ROOT, "%,d nodes", Integer.parseInt(size));
      if (smaller != null) {
        compare(report, name, smaller);
      }
      report.ratioAtLeast(
          "two threads against one, step of q at " + name + ", times",
          1.6,
          report.best(ScaleRun.SECTION, name, "step of q, one thread"),
          report.best(ScaleRun.SECTION, name, "step of q"));
      report.atMost(
          "peak resident memory at " + name + ", GB",
          4,
          report.best(ScaleRun.SECTION, name, "peak resident memory"));
      smaller = name;
    }
    report.publish(options.path("--markdown"), options.path("--json"));
  }

  private static void compare(BenchmarkReport report, String name, String smaller) {
    for (String variant :
        List.of("epoch of pre-training", "step of q", "step of p", "epoch of q")) {
      OptionalDouble time = report.best(ScaleRun.SECTION, name, variant);
      OptionalDouble before = report.best(ScaleRun.SECTION, smaller, variant);
      report.atMost(
          variant + ": " + name + " against " + smaller + ", times",
          12,
          OptionalDouble.of(time.getAsDouble() / before.getAsDouble()));
    }
  }
}

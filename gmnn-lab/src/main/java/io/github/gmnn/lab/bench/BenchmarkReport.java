package io.github.gmnn.lab.bench;

import io.github.gmnn.model.SafeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The figures of a run and what they say of the budgets, as Markdown and as JSON. */
final class BenchmarkReport {
  /** A limit; {@code peer} if it is the ratio to a peer, which does not depend on the machine. */
  private record Budget(String text, double limit, double measured, boolean met, boolean peer) {}

  /** How far a ratio to a peer may fall before a comparison fails. */
  private static final double LARGEST_FALL = 0.15;

  private static final Pattern PEER_RATIO =
      Pattern.compile("\\{\"budget\": \"([^\"]*)\".*\"measured\": ([^,]*),.*\"peer\": true\\}");

  private final List<Figure> figures = new ArrayList<>();
  private final List<Budget> budgets = new ArrayList<>();

  /** Adds a figure, and prints it, so that a run that is ended early has said something. */
  void add(Figure figure) {
    System.out.printf(
        "%s: %s, %s: %s %s%n",
        figure.section(), figure.name(), figure.variant(), figure.cell(), figure.unit());
    figures.add(figure);
  }

  OptionalDouble best(String section, String name, String variant) {
    return figures.stream()
        .filter(m -> m.section().equals(section) && m.name().equals(name))
        .filter(m -> m.variant().matches(variant))
        .mapToDouble(Figure::best)
        .min();
  }

  /** Notes whether a figure stays at or below its limit; nothing if it was not measured. */
  void atMost(String text, double limit, OptionalDouble measured) {
    measured.ifPresent(m -> budgets.add(new Budget(text, limit, m, m <= limit, false)));
  }

  /** Notes whether {@code slow / fast} reaches its limit; nothing if one was not measured. */
  void ratioAtLeast(String text, double limit, OptionalDouble slow, OptionalDouble fast) {
    ratioAtLeast(text, limit, slow, fast, false);
  }

  /** {@link #ratioAtLeast} for a peer measured beside ours, which {@link #fallenSince} looks at. */
  void peerRatioAtLeast(String text, double limit, OptionalDouble peer, OptionalDouble ours) {
    ratioAtLeast(text, limit, peer, ours, true);
  }

  private void ratioAtLeast(
      String text, double limit, OptionalDouble slow, OptionalDouble fast, boolean peer) {
    if (slow.isPresent() && fast.isPresent()) {
      double ratio = slow.getAsDouble() / fast.getAsDouble();
      budgets.add(new Budget(text, limit, ratio, ratio >= limit, peer));
    }
  }

  /**
   * Compares the ratios to peers with those of an earlier run.
   *
   * @param base the text that {@code --json} wrote then
   * @return a sentence for each that fell by more than 15 %, or one that nothing was compared
   */
  List<String> fallenSince(String base) {
    List<String> fallen = new ArrayList<>();
    Matcher earlier = PEER_RATIO.matcher(base);
    int compared = 0;
    while (earlier.find()) {
      String text = earlier.group(1);
      double before = Double.parseDouble(earlier.group(2));
      OptionalDouble now =
          budgets.stream().filter(b -> b.text.equals(text)).mapToDouble(Budget::measured).findAny();
      if (now.isPresent()) {
        compared++;
      }
      if (now.isPresent() && now.getAsDouble() < (1 - LARGEST_FALL) * before) {
        fallen.add(
            text + ": " + Figure.number(now.getAsDouble()) + ", was " + Figure.number(before));
      }
    }
    if (compared == 0) {
      fallen.add("nothing to compare: the two runs have no ratio to a peer in common");
    }
    return fallen;
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    for (String section : distinct(figures.stream().map(Figure::section).toList())) {
      List<Figure> rows = figures.stream().filter(m -> m.section().equals(section)).toList();
      List<String> variants = distinct(rows.stream().map(Figure::variant).toList());
      text.append("\n### ").append(section).append("\n\n| |");
      variants.forEach(v -> text.append(' ').append(v).append(" |"));
      text.append("\n|---|").append("--:|".repeat(variants.size())).append('\n');
      for (String name : distinct(rows.stream().map(Figure::name).toList())) {
        text.append("| ").append(name).append(" |");
        for (String variant : variants) {
          text.append(' ').append(cell(rows, name, variant)).append(" |");
        }
        text.append('\n');
      }
    }
    if (!budgets.isEmpty()) {
      text.append("\n### Budgets\n\n| | limit | measured | met |\n|---|--:|--:|---|\n");
      for (Budget b : budgets) {
        text.append("| ").append(b.text).append(" | ").append(Figure.number(b.limit));
        text.append(" | ").append(Figure.number(b.measured));
        text.append(" | ").append(b.met ? "yes" : "**no**").append(" |\n");
      }
    }
    return text.toString();
  }

  private static String cell(List<Figure> rows, String name, String variant) {
    return rows.stream()
        .filter(m -> m.name().equals(name) && m.variant().equals(variant))
        .findFirst()
        .map(m -> m.cell() + " " + m.unit())
        .orElse("");
  }

  private static List<String> distinct(List<String> values) {
    Set<String> set = new LinkedHashSet<>(values);
    return List.copyOf(set);
  }

  String json() {
    List<String> results = figures.stream().map(Figure::json).toList();
    List<String> checks =
        budgets.stream()
            .map(
                b ->
                    String.format(
                        Locale.ROOT,
                        "{\"budget\": \"%s\", \"limit\": %s, \"measured\": %s, \"met\": %s,"
                            + " \"peer\": %s}",
                        b.text,
                        b.limit,
                        b.measured,
                        b.met,
                        b.peer))
            .toList();
    return "{\"date\": \""
        + LocalDate.now()
        + "\", \"java\": \""
        + Runtime.version()
        + "\", \"processors\": "
        + Runtime.getRuntime().availableProcessors()
        + ",\n \"results\": [\n  "
        + String.join(",\n  ", results)
        + "],\n \"budgets\": [\n  "
        + String.join(",\n  ", checks)
        + "]}\n";
  }

  /** Prints the tables, and writes the files asked for; a null path asks for none. */
  void publish(Path markdownFile, Path jsonFile) throws IOException {
    System.out.println(markdown());
    if (markdownFile != null) {
      SafeFile.write(markdownFile, markdown());
    }
    if (jsonFile != null) {
      SafeFile.write(jsonFile, json());
    }
  }
}

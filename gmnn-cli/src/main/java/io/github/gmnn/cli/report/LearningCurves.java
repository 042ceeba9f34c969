package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.Palette;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Loss and validation over the epochs, with the phases of EM behind them. */
final class LearningCurves {
  /** More would not be seen: a picture has fewer pixels. */
  private static final int MOST_POINTS = 800;

  private static final double LETTER = 7;

  /** Which part of a phase the axis need not show: there, networks start from nothing. */
  private static final double START = 0.1;

  private LearningCurves() {}

  /** A phase of one EM iteration: epochs {@code from} to {@code to}, not included. */
  record Span(Phase phase, int iteration, int from, int to) {
    boolean ofP() {
      return phase == Phase.M_STEP;
    }

    String name() {
      return switch (phase) {
        case PRE_TRAINING -> "pre-training";
        case M_STEP -> "M" + iteration;
        case E_STEP -> "E" + iteration;
      };
    }
  }

  static List<Span> spans(List<EpochReport> epochs) {
    List<Span> spans = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= epochs.size(); i++) {
      EpochReport first = epochs.get(from);
      boolean ended =
          i == epochs.size()
              || epochs.get(i).phase() != first.phase()
              || epochs.get(i).iteration() != first.iteration();
      if (ended) {
        spans.add(new Span(first.phase(), first.iteration(), from, i));
        from = i;
      }
    }
    return spans;
  }

  /**
   * Writes the section.
   *
   * @param metric what validation measured
   */
  static void write(Markup out, List<EpochReport> epochs, String metric) {
    boolean validated = epochs.stream().anyMatch(epoch -> epoch.validation().isPresent());
    if (!validated && epochs.stream().noneMatch(epoch -> Double.isFinite(epoch.loss()))) {
      return;
    }
    out.open("section").element("h2", "Learning");
    List<Span> spans = spans(epochs);
    boolean em = spans.stream().anyMatch(Span::ofP);
    if (validated && em) {
      out.element("p", gain(epochs, metric));
    }
    if (validated) {
      draw(
          out,
          epochs,
          spans,
          "validation " + metric,
          false,
          e -> e.validation().orElse(Double.NaN));
    }
    draw(out, epochs, spans, "training loss", true, EpochReport::loss);
    legend(out, em);
    out.close();
  }

  /** What EM added, in words. */
  private static String gain(List<EpochReport> epochs, String metric) {
    double before = best(epochs, Phase.PRE_TRAINING);
    double after = best(epochs, Phase.E_STEP);
    return String.format(
        Locale.ROOT,
        "The best validation %s of q was %.3f before EM and %.3f in its E-steps (%+.3f).",
        metric,
        before,
        after,
        after - before);
  }

  private static double best(List<EpochReport> epochs, Phase phase) {
    return epochs.stream()
        .filter(epoch -> epoch.phase() == phase)
        .mapToDouble(epoch -> epoch.validation().orElse(Double.NaN))
        .max()
        .orElse(Double.NaN);
  }

  private static void draw(
      Markup out,
      List<EpochReport> epochs,
      List<Span> spans,
      String name,
      boolean loss,
      ToDoubleFunction<EpochReport> figure) {
    double[] values = epochs.stream().mapToDouble(figure).toArray();
    boolean powers = loss && Arrays.stream(values).filter(Double::isFinite).allMatch(v -> v > 0);
    if (powers) {
      values = Arrays.stream(values).map(Math::log10).toArray();
    }
    DoubleSummaryStatistics range = loss ? range(values, spans, 0) : range(values, spans, START);
    if (range.getCount() == 0) {
      return; // nothing but infinities: there is no picture of that
    }
    double length = range.getMax() - range.getMin();
    double least = 1e-6 * Math.max(1, Math.abs(range.getMax())); // also where all are the same
    double margin = Math.max(least, 0.04 * length);
    boolean em = spans.stream().anyMatch(Span::ofP);
    double room = em ? 3 * margin : 0; // for the names of phases
    Axes axes =
        new Axes(0, epochs.size(), range.getMin() - margin, range.getMax() + margin + room, powers);
    out.open("figure");
    axes.open(out, name + " over " + epochs.size() + " epochs", "epoch", name);
    for (Span span : spans) {
      double left = axes.x(span.from());
      double width = axes.x(span.to()) - left;
      if (span.phase() != Phase.PRE_TRAINING) {
        out.open(
            "rect",
            "class",
            "band",
            "fill",
            color(span),
            "x",
            left,
            "width",
            width,
            "y",
            axes.top(),
            "height",
            axes.bottom() - axes.top());
        out.element("title", describe(span)).close();
      }
      if (em && span.name().length() * LETTER <= width) {
        double middle = left + width / 2;
        out.element(
            "text", span.name(), "x", middle, "y", axes.top() + 12, "text-anchor", "middle");
      }
    }
    for (Span span : spans) {
      curve(out, axes, values, span);
    }
    out.close().close();
  }

  private static void legend(Markup out, boolean em) {
    out.open("p", "class", "legend");
    Marks.line(out, Palette.Q, "q, the network that predicts from attributes");
    if (em) {
      Marks.line(out, Palette.P, "p, the network that learns from labels around a node");
      out.element(
          "span", "Shaded: M1 is the first M-step, where p learns; E1 the E-step, where q learns.");
    }
    out.close();
  }

  /** The range of what is finite, without the beginning of each phase. */
  static DoubleSummaryStatistics range(double[] values, List<Span> spans, double start) {
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    for (Span span : spans) {
      int from = span.from() + (int) (start * (span.to() - span.from()));
      Arrays.stream(values, from, span.to()).filter(Double::isFinite).forEach(range::accept);
    }
    return range;
  }

  private static String color(Span span) {
    return Palette.css(span.ofP() ? Palette.P : Palette.Q);
  }

  private static String describe(Span span) {
    return (span.ofP() ? "M-step " : "E-step ")
        + span.iteration()
        + ": epochs "
        + (span.from() + 1)
        + " to "
        + span.to();
  }

  /** The line of one phase: there is none to the next, which trains another network. */
  private static void curve(Markup out, Axes axes, double[] values, Span span) {
    int stride = Math.max(1, values.length / MOST_POINTS);
    StringBuilder points = new StringBuilder();
    for (int i = span.from(); i < span.to(); i++) {
      boolean wanted = i % stride == 0 || i == span.from() || i == span.to() - 1;
      if (wanted && Double.isFinite(values[i])) {
        points.append(points.length() == 0 ? "" : " ");
        points.append(Markup.number(axes.x(i + 0.5))).append(',');
        points.append(Markup.number(axes.y(Math.max(axes.fromY(), values[i]))));
      }
    }
    out.empty("polyline", "class", "curve", "stroke", color(span), "points", points);
  }
}

package io.github.gmnn.cli.run;

import io.github.gmnn.model.SafeFile;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of how training went. */
public final class Charts {
  private static final Color Q = Palette.color(Palette.Q);
  private static final Color P = Palette.color(Palette.P);
  private static final Color REFERENCE = Palette.color(Palette.REFERENCE);
  private static final Color BEFORE_EM = Palette.color(2);
  private static final int MOST_PHASES = 9;
  private static final float[] DASHES = {6, 4};

  private Charts() {}

  /**
   * Draws the validation accuracy of q and p over all epochs, as the mean of the runs that had the
   * epochs of the first: patience may have ended the phases of others sooner.
   */
  public static XYChart overEpochs(String title, List<Run> all) {
    List<EpochReport> epochs = all.get(0).history();
    List<Run> runs = all.stream().filter(run -> sameSteps(run.history(), epochs)).toList();
    double[] x = new double[epochs.size()];
    double[] q = new double[x.length];
    double[] p = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double mean = meanValidation(runs, i);
      boolean ofP = epochs.get(i).phase() == Phase.M_STEP;
      x[i] = i + 1;
      q[i] = ofP ? Double.NaN : mean; // a gap: the other network is trained
      p[i] = ofP ? mean : Double.NaN;
    }
    XYChart chart = chart(title, "epoch");
    add(chart, "q", x, q, Q);
    if (Arrays.stream(p).anyMatch(Double::isFinite)) {
      add(chart, "p", x, p, P);
      addLevel(chart, "q's best before EM", bestBeforeEm(epochs, q) / 100, BEFORE_EM);
      markPhases(chart, epochs, highest(q, p));
    }
    return chart;
  }

  private static boolean sameSteps(List<EpochReport> one, List<EpochReport> other) {
    return one.size() == other.size()
        && IntStream.range(0, one.size())
            .allMatch(
                i ->
                    one.get(i).phase() == other.get(i).phase()
                        && one.get(i).iteration() == other.get(i).iteration()
                        && one.get(i).epoch() == other.get(i).epoch());
  }

  private static double bestBeforeEm(List<EpochReport> epochs, double[] q) {
    double best = 0;
    for (int i = 0; i < q.length && epochs.get(i).phase() == Phase.PRE_TRAINING; i++) {
      best = Math.max(best, q[i]);
    }
    return best;
  }

  private static double highest(double[] q, double[] p) {
    return DoubleStream.concat(Arrays.stream(q), Arrays.stream(p))
        .filter(Double::isFinite)
        .max()
        .orElse(100);
  }

  /** A line where a phase ends, and its name above it where phases are few. */
  private static void markPhases(XYChart chart, List<EpochReport> epochs, double top) {
    double above = top + 3;
    chart.getStyler().setYAxisMax(above + 2);
    chart.getStyler().setAnnotationLineColor(new Color(0xBBBBBB));
    chart.getStyler().setAnnotationTextFontColor(new Color(0x444444));
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < epochs.size(); i++) {
      boolean last = i + 1 == epochs.size();
      if (last || epochs.get(i + 1).epoch() == 1) {
        ends.add(i + 1);
      }
    }
    int start = 0;
    for (int end : ends) {
      EpochReport of = epochs.get(end - 1);
      if (end < epochs.size()) {
        chart.addAnnotation(new AnnotationLine(end + 0.5, true, false));
      }
      if (ends.size() <= MOST_PHASES) {
        String name =
            switch (of.phase()) {
              case PRE_TRAINING -> "pre-training of q";
              case M_STEP -> "M-step " + of.iteration() + ": p";
              case E_STEP -> "E-step " + of.iteration() + ": q";
            };
        chart.addAnnotation(new AnnotationText(name, (start + end) / 2.0, above, false));
      }
      start = end;
    }
  }

  private static double meanValidation(List<Run> runs, int epoch) {
    return runs.stream()
        .mapToDouble(run -> 100 * run.history().get(epoch).validation().orElse(Double.NaN))
        .average()
        .orElseThrow();
  }

  /**
   * Draws the validation accuracy of q and p at the end of each EM iteration.
   *
   * @param q in percent, that of pre-training first
   * @param p in percent
   */
  public static XYChart overIterations(String title, double[] q, double[] p) {
    XYChart chart = chart(title, "EM iteration (0: q pre-trained)");
    add(chart, "q", counting(0, q.length), q, Q).setMarker(SeriesMarkers.CIRCLE);
    add(chart, "p", counting(1, p.length), p, P).setMarker(SeriesMarkers.SQUARE);
    return chart;
  }

  private static double[] counting(int from, int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> from + i);
    return numbers;
  }

  /** The mean validation accuracy in the last epoch of each phase of the given kinds. */
  public static double[] atEndOf(List<Run> runs, Phase... phases) {
    List<Phase> wanted = List.of(phases);
    List<double[]> ends =
        runs.stream()
            .map(
                run ->
                    run.history().stream()
                        .filter(e -> wanted.contains(e.phase()) && e.epoch() == e.epochs())
                        .mapToDouble(e -> 100 * e.validation().orElse(Double.NaN))
                        .toArray())
            .toList();
    double[] means = new double[ends.get(0).length];
    Arrays.setAll(means, i -> ends.stream().mapToDouble(end -> end[i]).average().orElseThrow());
    return means;
  }

  /** Adds a level line for comparison. */
  public static void addLevel(XYChart chart, String name, double accuracy) {
    addLevel(chart, name, accuracy, REFERENCE);
  }

  private static void addLevel(XYChart chart, String name, double accuracy, Color color) {
    XYSeries longest = chart.getSeriesMap().get("q");
    double[] x = {longest.getXMin(), longest.getXMax()};
    double level = 100 * accuracy;
    add(chart, name, x, new double[] {level, level}, color)
        .setLineStyle(
            new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0));
  }

  private static XYChart chart(String title, String xTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(800)
            .height(450)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle("validation accuracy, %")
            .build();
    chart
        .getStyler()
        .setLegendPosition(LegendPosition.OutsideS) // inside, it would cover a curve
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setPlotGridLinesColor(new Color(0xE4E4E4));
    return chart;
  }

  private static XYSeries add(XYChart chart, String name, double[] x, double[] y, Color color) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setLineColor(color);
    series.setLineWidth(2);
    series.setMarkerColor(color);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  /** Writes a chart as PNG. */
  public static void save(XYChart chart, Path folder, String name) throws IOException {
    save(chart, folder.resolve(name + ".png"));
  }

  /** Writes a chart as PNG, whole or not at all. */
  public static void save(Chart<?, ?> chart, Path file) throws IOException {
    byte[] png = BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
    SafeFile.write(file, out -> out.write(png));
  }
}

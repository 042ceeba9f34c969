package io.github.gmnn.cli.run;

import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of how training went. */
public final class Charts {
  private static final Color Q = new Color(0x1F77B4);
  private static final Color P = new Color(0xE6700E);
  private static final Color REFERENCE = new Color(0x777777);
  private static final float[] DASHES = {6, 4};

  private Charts() {}

  /** Draws the validation accuracy of q and p over all epochs, as the mean of the runs. */
  public static XYChart overEpochs(String title, List<Run> runs) {
    List<EpochReport> epochs = runs.get(0).history();
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
    XYChart chart = chart(title, "epoch (pre-training of q, then p and q in turn)");
    add(chart, "q", x, q, Q);
    if (Arrays.stream(p).anyMatch(Double::isFinite)) {
      add(chart, "p", x, p, P);
    }
    return chart;
  }

  private static double meanValidation(List<Run> runs, int epoch) {
    return runs.stream()
        .mapToDouble(run -> 100 * run.history().get(epoch).validation().orElse(Double.NaN))
        .average()
        .orElseThrow();
  }

  /** Draws the validation accuracy of q and p at the end of each EM iteration. */
  public static XYChart overIterations(String title, List<Run> runs) {
    double[] q = atEndOf(runs, Phase.PRE_TRAINING, Phase.E_STEP);
    double[] p = atEndOf(runs, Phase.M_STEP);
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
    XYSeries longest = chart.getSeriesMap().get("q");
    double[] x = {longest.getXMin(), longest.getXMax()};
    double level = 100 * accuracy;
    add(chart, name, x, new double[] {level, level}, REFERENCE)
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
        .setLegendPosition(LegendPosition.InsideSE)
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
    BitmapEncoder.saveBitmap(chart, folder.resolve(name).toString(), BitmapFormat.PNG);
  }
}

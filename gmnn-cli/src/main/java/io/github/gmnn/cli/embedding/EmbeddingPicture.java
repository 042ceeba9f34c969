package io.github.gmnn.cli.embedding;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Palette;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A picture of embeddings: their projection, coloured by class. */
public final class EmbeddingPicture {
  private static final List<Marker> SHAPES =
      List.of(
          SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.DIAMOND, SeriesMarkers.CROSS);

  private EmbeddingPicture() {}

  /**
   * Draws a projection.
   *
   * @param name the name of the data
   * @param file where the PNG goes
   * @throws IOException if it cannot be written
   */
  public static void write(Projection<?> projection, String name, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder().width(900).height(700).title("Embeddings of " + name).build();
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    chart.getStyler().setMarkerSize(6);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setLegendBorderColor(Color.WHITE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotBorderVisible(false);
    chart.getStyler().setAxisTicksVisible(false);
    chart.getStyler().setPlotGridLinesVisible(false);
    Map<String, List<double[]>> byClass = new TreeMap<>();
    for (int i = 0; i < projection.points().length; i++) {
      byClass
          .computeIfAbsent(projection.labels().get(i), c -> new ArrayList<>())
          .add(projection.points()[i]);
    }
    byClass.forEach(
        (label, members) -> {
          int index = chart.getSeriesMap().size();
          chart
              .addSeries(
                  label.isEmpty() ? "no label" : label,
                  members.stream().mapToDouble(p -> p[0]).toArray(),
                  members.stream().mapToDouble(p -> p[1]).toArray())
              .setMarker(SHAPES.get(index / Palette.SIZE % SHAPES.size()))
              .setMarkerColor(Palette.color(index));
        });
    Charts.save(chart, file);
  }
}

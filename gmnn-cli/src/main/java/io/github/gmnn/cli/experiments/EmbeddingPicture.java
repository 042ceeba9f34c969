package io.github.gmnn.cli.experiments;

import de.javagl.tsne.Tsne;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A picture of embeddings: their projection to two dimensions by Barnes-Hut t-SNE (van der Maaten,
 * JMLR 2014), coloured by class. Takes seconds for thousands of nodes and minutes for tens of
 * thousands.
 */
public final class EmbeddingPicture {
  private EmbeddingPicture() {}

  /**
   * Projects the embeddings of all nodes whose class is known and draws them.
   *
   * @param <K> type of the nodes' keys
   * @param embeddings the embeddings
   * @param data the classes: those of training, validation and test nodes
   * @param file where the PNG goes
   * @throws IOException if it cannot be written
   */
  public static <K> void write(NodeEmbeddings<K> embeddings, Dataset<K> data, Path file)
      throws IOException {
    List<double[]> vectors = new ArrayList<>();
    List<String> classes = new ArrayList<>();
    for (Map.Entry<K, String> node : classes(data).entrySet()) {
      vectors.add(unitVector(embeddings.vector(node.getKey())));
      classes.add(node.getValue());
    }
    Tsne tsne = new Tsne();
    tsne.setInitialDims(0); // no reduction beforehand
    tsne.setPerplexity(Math.min(30, (vectors.size() - 2) / 3.0));
    tsne.setMessageConsumer(null);
    double[][] points = tsne.run(vectors.toArray(new double[0][]));
    draw(points, classes, data.name(), file);
  }

  private static <K> Map<K, String> classes(Dataset<K> data) {
    Graph<K> graph = data.graph();
    Map<K, String> classes = new LinkedHashMap<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (graph.label(node) >= 0) {
        classes.put(graph.key(node), graph.classes().get(graph.label(node)));
      }
    }
    classes.putAll(data.testLabels());
    return classes;
  }

  /** Scaled to length 1, so that distances are those of directions; zero stays zero. */
  private static double[] unitVector(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += (double) value * value;
    }
    double[] unit = new double[vector.length];
    for (int j = 0; j < unit.length && sum > 0; j++) {
      unit[j] = vector[j] / Math.sqrt(sum);
    }
    return unit;
  }

  private static void draw(double[][] points, List<String> classes, String name, Path file)
      throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(700)
            .title("Embeddings of " + name + ", t-SNE")
            .build();
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    chart.getStyler().setMarkerSize(4);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setAxisTicksVisible(false);
    chart.getStyler().setPlotGridLinesVisible(false);
    Map<String, List<double[]>> byClass = new TreeMap<>();
    for (int i = 0; i < points.length; i++) {
      byClass.computeIfAbsent(classes.get(i), c -> new ArrayList<>()).add(points[i]);
    }
    byClass.forEach(
        (label, members) ->
            chart
                .addSeries(
                    label,
                    members.stream().mapToDouble(p -> p[0]).toArray(),
                    members.stream().mapToDouble(p -> p[1]).toArray())
                .setMarker(SeriesMarkers.CIRCLE));
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
  }
}

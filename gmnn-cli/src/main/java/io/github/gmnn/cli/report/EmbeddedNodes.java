package io.github.gmnn.cli.report;

import io.github.gmnn.cli.embedding.Projection;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import java.util.List;
import java.util.TreeSet;

/**
 * Embeddings for a page.
 *
 * @param <K> type of the nodes' keys
 * @param data what was embedded
 * @param embeddings the embeddings
 * @param projection some of them in two dimensions
 */
public record EmbeddedNodes<K>(
    Dataset<K> data, NodeEmbeddings<K> embeddings, Projection<K> projection) {
  /** How many nodes are projected at most, for the page to stay small. */
  public static final int MOST = 3000;

  void write(Markup out) {
    List<String> classes = List.copyOf(new TreeSet<>(projection.labels()));
    boolean labelled = !classes.equals(List.of(""));
    out.open("section").element("h2", "Embeddings in two dimensions");
    if (labelled) {
      out.open("p", "class", "legend");
      Marks.legend(out, classes);
      out.close();
    }
    out.open("figure");
    Scatter.open(out, "The projection of " + projection.points().length + " nodes");
    double[][] places = Scatter.places(projection.points());
    for (int i = 0; i < places.length; i++) {
      String label = projection.labels().get(i);
      int index = classes.indexOf(label);
      Marks.open(
          out, index, places[i][0], places[i][1], 3.5, "class", "mark", "fill", Marks.color(index));
      out.element(
          "title",
          Markup.shortened(projection.keys().get(i)) + (label.isEmpty() ? "" : ": " + label));
      out.close();
    }
    out.close();
    out.element(
        "figcaption",
        Figures.count(projection.keys().size())
            + " of "
            + Figures.count(embeddings.size())
            + " nodes"
            + (labelled ? ", all with a known label" : "")
            + ". They are laid out to keep those together that are near in "
            + embeddings.dimensions()
            + " dimensions; distances mean nothing else. Point at one to read its name.");
    out.close().close();
    LearningCurves.write(out, embeddings.history().epochs(), "figure");
    ClassTable.writeCounts(out, data);
  }
}

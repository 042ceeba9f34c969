package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.link.LinkKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Drawings of what surrounds the worst errors, for a reader to guess why. */
final class Neighborhoods {
  private static final int MOST = 6;

  /** The half of the side of a drawing. */
  static final double HALF = 160;

  private Neighborhoods() {}

  static <K> void write(Markup out, TrainingOutcome<K> fitted, Measured<K> measured) {
    List<Measured.Case<K>> worst = measured.worst(MOST);
    if (worst.isEmpty()) {
      return;
    }
    NodeFacts<K> surroundings = new NodeFacts<>(fitted);
    boolean links = worst.get(0).prediction().key() instanceof LinkKey;
    out.open("section").element("h2", "The most confident errors, and why");
    out.element(
        "p",
        "The "
            + measured.on()
            + (links ? " links" : " nodes")
            + " that got a wrong label with the highest probability. "
            + (links
                ? "A line is a link in the colour of its true label; dashed where that is not"
                    + " known, in the colour of the predicted one. The thick one is the error."
                : "A disc has the colour of its true label (hollow: not known) and a rim in the"
                    + " colour of the predicted one. The large one is the error.")
            + " Point at one to read more. The bars below show what speaks for the wrong label and,"
            + " in red, what speaks for the true one.");
    out.open("p", "class", "legend");
    Marks.legend(out, measured.classes());
    out.close().open("div", "class", "figures small");
    Map<Object, List<Integer>> linksOfNodes =
        links ? LinkNeighborhood.linksOfNodes(surroundings.graph()) : Map.of();
    for (Measured.Case<K> error : worst) {
      int node = surroundings.graph().indexOf(error.prediction().key());
      out.open("figure").open("figcaption");
      out.element("b", Markup.shortened(error.prediction().key()));
      out.text(
          String.format(
              Locale.ROOT,
              ": %s, not %s (%.1f %%). ",
              Markup.shortened(error.prediction().label()),
              Markup.shortened(error.truth()),
              100 * error.prediction().probability()));
      if (links) {
        LinkNeighborhood.write(out, surroundings, linksOfNodes, node);
      } else {
        NodeNeighborhood.write(out, surroundings, node);
      }
      Reasons.write(out, fitted, error);
      out.close();
    }
    out.close().close();
  }

  /** Opens a drawing whose middle is (0, 0). */
  static void openDrawing(Markup out, String description) {
    String side = Markup.number(2 * HALF);
    String corner = Markup.number(-HALF);
    out.open(
        "svg",
        "viewBox",
        corner + " " + corner + " " + side + " " + side,
        "role",
        "img",
        "aria-label",
        description);
  }

  /** At most so many of a list, evenly spread over it. */
  static <T> List<T> spread(List<T> all, int most) {
    if (all.size() <= most) {
      return all;
    }
    return IntStream.range(0, most)
        .mapToObj(i -> all.get((int) ((long) i * all.size() / most)))
        .toList();
  }
}

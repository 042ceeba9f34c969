package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.Palette;
import java.util.List;

/**
 * How classes look: a colour each, and after the last colour the next shape, so that 32 can be told
 * apart.
 */
final class Marks {
  private static final int SHAPES = 4;

  private Marks() {}

  static String color(int index) {
    return Palette.css(index);
  }

  /**
   * Draws the mark of a class and leaves it open for its title.
   *
   * @param index the class
   * @param attributes what it has beside its shape
   */
  static Markup open(
      Markup out, int index, double x, double y, double radius, Object... attributes) {
    Object[] shape =
        switch (index / Palette.SIZE % SHAPES) {
          case 1 -> path("M%s %sh%sv%sh-%sz", x - radius, y - radius, 2 * radius);
          case 2 -> path("M%s %sl%s %sl-%s %sl-%s -%sz", x, y - 1.3 * radius, 1.3 * radius);
          case 3 -> path("M%s %sl%s %sh-%sz", x, y - 1.2 * radius, 2.2 * radius);
          default -> new Object[] {"cx", x, "cy", y, "r", radius};
        };
    String tag = shape.length == 2 ? "path" : "circle";
    Object[] all = new Object[shape.length + attributes.length];
    System.arraycopy(shape, 0, all, 0, shape.length);
    System.arraycopy(attributes, 0, all, shape.length, attributes.length);
    return out.open(tag, all);
  }

  private static Object[] path(String form, double x, double y, double length) {
    String size = Markup.number(length);
    Object[] numbers = {Markup.number(x), Markup.number(y), size, size, size, size, size, size};
    return new Object[] {"d", String.format(form, numbers)};
  }

  /** A legend that names the marks of classes. */
  static void legend(Markup out, List<String> classes) {
    for (int c = 0; c < classes.size(); c++) {
      out.open("span").open("svg", "class", "swatch", "viewBox", "0 0 10 10", "aria-hidden", true);
      open(out, c, 5, 5, 3.6, "class", "mark", "fill", color(c)).close();
      out.close().text(Markup.shortened(classes.get(c))).close().text(" ");
    }
  }

  /** The entry of a line in a legend. */
  static void line(Markup out, int color, String words) {
    out.open("span").open("svg", "class", "swatch", "viewBox", "0 0 10 10", "aria-hidden", true);
    out.empty("rect", "width", 10, "height", 3, "y", 4, "fill", Palette.css(color));
    out.close().text(words).close().text(" ");
  }
}

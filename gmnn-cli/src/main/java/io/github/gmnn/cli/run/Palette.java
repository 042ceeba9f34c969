package io.github.gmnn.cli.run;

import java.awt.Color;

/**
 * The colours of all pictures: those of Okabe and Ito (2008), which colour-blind people can tell
 * apart. Grey stands where theirs has black, which a dark page would swallow.
 */
public final class Palette {
  private static final int[] COLORS = {
    0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0xF0E442, 0x999999
  };

  /** How many colours there are. */
  public static final int SIZE = COLORS.length;

  /** The colour of q. */
  public static final int Q = 0;

  /** The colour of p. */
  public static final int P = 5;

  /** The colour of what others are compared with. */
  public static final int REFERENCE = 7;

  private Palette() {}

  /** A colour; after the last comes the first again. */
  public static Color color(int index) {
    return new Color(COLORS[index % SIZE]);
  }

  /** A colour as CSS writes it. */
  public static String css(int index) {
    return String.format("#%06x", COLORS[index % SIZE]);
  }
}

package io.github.gmnn.sparse;

import java.util.Arrays;

/**
 * The bundles of links whose sums make up a line graph: one for each node that several links touch,
 * and one for each pair of nodes that several links join. Links are neighbours if they share a
 * bundle of the first kind; a bundle of the second kind takes off what two of the first count
 * twice. Immutable.
 */
final class LineBundles implements LineGroups {
  /** Up to this many links, three entries for each still fit into one array. */
  private static final int MAX_LINKS = 700_000_000;

  private final int links;
  private final int nodeBundles;

  /** A row per bundle, those of nodes first, with a 1 at each of its links. */
  private final CsrMatrix incidence;

  private LineBundles(int links, int nodeBundles, CsrMatrix incidence) {
    this.links = links;
    this.nodeBundles = nodeBundles;
    this.incidence = incidence;
  }

  static LineBundles of(int nodes, int[] sources, int[] targets) {
    check(nodes, sources, targets);
    int links = sources.length;
    CsrMatrix touching = touching(nodes, sources, targets);
    int[] pairOf = new int[links];
    int pairs = pairs(touching, sources, targets, pairOf);

    int nodeBundles = 0;
    int entries = 0;
    for (int node = 0; node < nodes; node++) {
      if (degree(touching, node) > 1) {
        nodeBundles++;
        entries += degree(touching, node);
      }
    }
    int[] pointers = new int[nodeBundles + pairs + 1];
    for (int link = 0; link < links; link++) {
      if (pairOf[link] >= 0) {
        pointers[nodeBundles + pairOf[link] + 1]++;
        entries++;
      }
    }
    int[] columns = new int[entries];
    int bundle = 0;
    for (int node = 0; node < nodes; node++) {
      int degree = degree(touching, node);
      if (degree > 1) {
        System.arraycopy(
            touching.columnIndices(), touching.rowStart(node), columns, pointers[bundle], degree);
        pointers[bundle + 1] = pointers[bundle] + degree;
        bundle++;
      }
    }
    for (int b = nodeBundles; b < pointers.length - 1; b++) {
      pointers[b + 1] += pointers[b];
    }
    int[] next = Arrays.copyOfRange(pointers, nodeBundles, pointers.length - 1);
    for (int link = 0; link < links; link++) {
      if (pairOf[link] >= 0) {
        columns[next[pairOf[link]]++] = link;
      }
    }
    return new LineBundles(
        links, nodeBundles, CsrMatrix.ofOnes(pointers.length - 1, links, pointers, columns));
  }

  /** Checks that there are links, and that both ends of each are nodes. */
  static void check(int nodes, int[] sources, int[] targets) {
    int links = sources.length;
    if (links == 0 || links > MAX_LINKS || links != targets.length) {
      throw new IllegalArgumentException(
          "a line graph needs 1 to "
              + MAX_LINKS
              + " links with a source and a target each, got "
              + links
              + " sources and "
              + targets.length
              + " targets");
    }
    for (int link = 0; link < links; link++) {
      int low = Math.min(sources[link], targets[link]);
      int high = Math.max(sources[link], targets[link]);
      if (low < 0 || high >= nodes) {
        throw new IllegalArgumentException(
            "link "
                + link
                + " joins "
                + sources[link]
                + " and "
                + targets[link]
                + ", but the nodes are 0.."
                + (nodes - 1));
      }
    }
  }

  /** The links that touch each node; a self-loop touches its node once. */
  private static CsrMatrix touching(int nodes, int[] sources, int[] targets) {
    int links = sources.length;
    int[] pointers = new int[links + 1];
    int[] columns = new int[2 * links];
    int next = 0;
    for (int link = 0; link < links; link++) {
      int low = Math.min(sources[link], targets[link]);
      int high = Math.max(sources[link], targets[link]);
      columns[next++] = low;
      if (high > low) {
        columns[next++] = high;
      }
      pointers[link + 1] = next;
    }
    return CsrMatrix.ofOnes(links, nodes, pointers, columns).transpose();
  }

  /** Numbers the pairs of nodes that several links join; links that are alone get -1. */
  private static int pairs(CsrMatrix touching, int[] sources, int[] targets, int[] pairOf) {
    Arrays.fill(pairOf, -1);
    int nodes = touching.rows();
    int[] seenFrom = new int[nodes];
    Arrays.fill(seenFrom, -1);
    int[] firstLink = new int[nodes];
    int pairs = 0;
    for (int low = 0; low < nodes; low++) {
      for (int e = touching.rowStart(low); e < touching.rowEnd(low); e++) {
        int link = touching.columnIndex(e);
        int high = Math.max(sources[link], targets[link]);
        if (high == low) {
          continue; // a self-loop, or a link met at its other end
        }
        if (seenFrom[high] != low) {
          seenFrom[high] = low;
          firstLink[high] = link;
          continue;
        }
        int first = firstLink[high];
        if (pairOf[first] < 0) {
          pairOf[first] = pairs++;
        }
        pairOf[link] = pairOf[first];
      }
    }
    return pairs;
  }

  private static int degree(CsrMatrix matrix, int row) {
    return matrix.rowEnd(row) - matrix.rowStart(row);
  }

  @Override
  public int links() {
    return links;
  }

  @Override
  public CsrMatrix giving() {
    return incidence;
  }

  @Override
  public CsrMatrix receiving() {
    return incidence.transpose();
  }

  @Override
  public int sign(int bundle) {
    return bundle < nodeBundles ? 1 : -1;
  }

  @Override
  public LineGroups reversed() {
    return this;
  }
}

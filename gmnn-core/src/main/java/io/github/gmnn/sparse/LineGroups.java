package io.github.gmnn.sparse;

import java.util.Arrays;

/**
 * Groups of links by which links are joined: every link of a group gives to the group's sum, and
 * some links receive it. What a link receives in all, its own contribution left out, is a row of an
 * adjacency; groups of sign -1 take off what others count too much. Immutable.
 */
interface LineGroups {
  /** Returns the number of links. */
  int links();

  /** Returns a row per group, none of them empty, with a 1 at each link that gives to it. */
  CsrMatrix giving();

  /** Returns a row per link, with a 1 at each group whose sum it receives. */
  CsrMatrix receiving();

  /** Returns how often a group's sum counts, 1 or -1. */
  int sign(int group);

  /** Returns the groups with giving and receiving exchanged; itself if that changes nothing. */
  LineGroups reversed();

  /** Returns how often the sums that a link receives count the link itself. */
  default int ownCount(int link) {
    CsrMatrix receiving = receiving();
    CsrMatrix given = giving().transpose();
    int count = 0;
    int g = given.rowStart(link);
    for (int r = receiving.rowStart(link); r < receiving.rowEnd(link); r++) {
      int group = receiving.columnIndex(r);
      while (g < given.rowEnd(link) && given.columnIndex(g) < group) {
        g++;
      }
      if (g < given.rowEnd(link) && given.columnIndex(g) == group) {
        count += sign(group);
      }
    }
    return count;
  }

  /** Returns how many other links a link receives from. */
  default long neighbors(int link) {
    CsrMatrix receiving = receiving();
    CsrMatrix giving = giving();
    long count = -ownCount(link);
    for (int r = receiving.rowStart(link); r < receiving.rowEnd(link); r++) {
      int group = receiving.columnIndex(r);
      count += sign(group) * (long) (giving.rowEnd(group) - giving.rowStart(group));
    }
    return count;
  }

  /** Returns the number of ordered pairs of links that are joined. */
  default long entries() {
    long sum = 0;
    for (int link = 0; link < links(); link++) {
      sum += neighbors(link);
    }
    return sum;
  }

  /** Writes the adjacency out; the caller has checked that {@link #entries()} fit. */
  default CsrMatrix toMatrix() {
    CsrMatrix receiving = receiving();
    CsrMatrix giving = giving();
    int[] pointers = new int[links() + 1];
    int[] columns = new int[Math.toIntExact(entries())];
    int[] counts = new int[links()];
    int next = 0;
    for (int link = 0; link < links(); link++) {
      for (int r = receiving.rowStart(link); r < receiving.rowEnd(link); r++) {
        int group = receiving.columnIndex(r);
        for (int e = giving.rowStart(group); e < giving.rowEnd(group); e++) {
          counts[giving.columnIndex(e)] += sign(group);
        }
      }
      counts[link] = 0;
      for (int r = receiving.rowStart(link); r < receiving.rowEnd(link); r++) {
        int group = receiving.columnIndex(r);
        for (int e = giving.rowStart(group); e < giving.rowEnd(group); e++) {
          int other = giving.columnIndex(e);
          if (counts[other] > 0) {
            columns[next++] = other;
          }
          counts[other] = 0;
        }
      }
      Arrays.sort(columns, pointers[link], next);
      pointers[link + 1] = next;
    }
    return CsrMatrix.ofOnes(links(), links(), pointers, columns);
  }
}

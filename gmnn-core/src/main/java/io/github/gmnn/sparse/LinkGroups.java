package io.github.gmnn.sparse;

import java.util.Arrays;

/**
 * The groups of one relation between links: a link gives to the group of one of its ends and
 * receives from that of one of its ends. Immutable.
 */
final class LinkGroups implements LineGroups {
  private final CsrMatrix given;
  private final CsrMatrix receiving;
  private final int positive;

  /**
   * Takes groups.
   *
   * @param given a row per link, with a 1 at each group that it gives to
   * @param receiving a row per link, with a 1 at each group that it receives from
   * @param positive how many groups count once; those after them take off
   */
  private LinkGroups(CsrMatrix given, CsrMatrix receiving, int positive) {
    this.given = given;
    this.receiving = receiving;
    this.positive = positive;
  }

  /**
   * Joins a link with the links of one group, but for those of another.
   *
   * @param gives the group that each link gives to
   * @param receives the group that each link receives from
   * @param takesFrom the group that each link is taken off with, or -1
   * @param takenOff the group that is taken off what each link receives, or -1
   */
  static LinkGroups of(int[] gives, int[] receives, int[] takesFrom, int[] takenOff) {
    int links = gives.length;
    int[] number = numbers(gives, receives);
    int[] numberOff = numbers(takesFrom, takenOff);
    int positive = number[number.length - 1];
    int groups = positive + numberOff[numberOff.length - 1];
    return new LinkGroups(
        rows(links, groups, gives, number, takesFrom, numberOff, positive),
        rows(links, groups, receives, number, takenOff, numberOff, positive),
        positive);
  }

  /** The number of each group that has links on both sides, else -1; after these, their count. */
  private static int[] numbers(int[] gives, int[] receives) {
    int groups = 0;
    for (int i = 0; i < gives.length; i++) {
      groups = Math.max(groups, 1 + Math.max(gives[i], receives[i]));
    }
    int[] sides = new int[groups + 1];
    for (int i = 0; i < gives.length; i++) {
      if (gives[i] >= 0) {
        sides[gives[i]] |= 1;
      }
      if (receives[i] >= 0) {
        sides[receives[i]] |= 2;
      }
    }
    int next = 0;
    for (int g = 0; g < groups; g++) {
      sides[g] = sides[g] == 3 ? next++ : -1;
    }
    sides[groups] = next;
    return sides;
  }

  private static CsrMatrix rows(
      int links, int groups, int[] first, int[] number, int[] second, int[] numberOff, int shift) {
    int[] pointers = new int[links + 1];
    int[] columns = new int[2 * links];
    int next = 0;
    for (int link = 0; link < links; link++) {
      int one = first[link] < 0 ? -1 : number[first[link]];
      int other = second[link] < 0 ? -1 : numberOff[second[link]];
      if (one >= 0) {
        columns[next++] = one;
      }
      if (other >= 0) {
        columns[next++] = shift + other;
      }
      pointers[link + 1] = next;
    }
    return CsrMatrix.ofOnes(links, groups, pointers, columns);
  }

  @Override
  public int links() {
    return given.rows();
  }

  @Override
  public CsrMatrix giving() {
    return given.transpose();
  }

  @Override
  public CsrMatrix receiving() {
    return receiving;
  }

  @Override
  public int sign(int group) {
    return group < positive ? 1 : -1;
  }

  @Override
  public LineGroups reversed() {
    return Arrays.equals(given.columnIndices(), receiving.columnIndices())
            && Arrays.equals(given.rowPointers(), receiving.rowPointers())
        ? this
        : new LinkGroups(receiving, given, positive);
  }
}

package io.github.gmnn.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What parts ask each other about relations: for the messages that their nodes receive, and for
 * what the split nodes receive in all that they have edges of. It travels with what {@link
 * PartLinks} exchanges.
 */
final class RelationLinks {
  private RelationLinks() {}

  /**
   * What a part asks of another.
   *
   * @param messages messages of the other part's nodes that it needs, ascending
   * @param mirrored split nodes of the other part, with relations, that it has entries of
   * @param sums what these entries weigh, as {@link Mirrors} sums
   */
  record Request(long[] messages, long[] mirrored, long[] sums) implements Serializable {}

  /**
   * What a part knows when all have asked.
   *
   * @param own the messages that its nodes send, ascending
   * @param sent by part: which of them it is sent
   * @param received what each own split node receives in all
   */
  record Asked(long[] own, int[][] sent, double[] received) implements Serializable {}

  /** What a part asks, an entry per part. */
  static Request[] requests(int number, int parts, PartRelations.Raw raw) {
    long[][] messages = byOwner(parts, raw.reached());
    messages[number] = new long[0];
    Request[] requests = new Request[parts];
    for (int to = 0; to < parts; to++) {
      int[] mirrored = raw.mirrors().of(to, parts);
      requests[to] =
          new Request(
              messages[to],
              IntStream.of(mirrored).mapToLong(m -> raw.mirrored()[m]).toArray(),
              IntStream.of(mirrored).mapToLong(raw.mirrors()::weight).toArray());
    }
    return requests;
  }

  /** Messages by the part whose nodes send them. */
  private static long[][] byOwner(int parts, long[] keys) {
    int[] counts = new int[parts];
    for (long key : keys) {
      counts[RelationRows.nodeOf(key) % parts]++;
    }
    long[][] byOwner = new long[parts][];
    Arrays.setAll(byOwner, part -> new long[counts[part]]);
    Arrays.fill(counts, 0);
    for (long key : keys) {
      int owner = RelationRows.nodeOf(key) % parts;
      byOwner[owner][counts[owner]++] = key;
    }
    return byOwner;
  }

  /** Sums up what all have asked, an entry per part, null for those that did not. */
  static Asked asked(int number, int parts, PartRelations.Raw raw, @Nullable Request[] requests) {
    LongStream all =
        LongStream.concat(
            LongStream.of(byOwner(parts, raw.reached())[number]),
            LongStream.of(mirroredMessages(number, parts, raw)));
    long[] sums = new long[raw.split().length];
    for (Request request : requests) {
      if (request != null) {
        all = LongStream.concat(all, LongStream.of(request.messages));
        for (int i = 0; i < request.sums.length; i++) {
          int place = Arrays.binarySearch(raw.split(), request.mirrored[i]);
          sums[place] = Math.addExact(sums[place], request.sums[i]);
        }
      }
    }
    long[] own = RelationRows.distinct(all.toArray());
    int[][] sent = new int[parts][0];
    for (int from = 0; from < parts; from++) {
      if (requests[from] != null) {
        sent[from] =
            LongStream.of(requests[from].messages)
                .mapToInt(key -> Arrays.binarySearch(own, key))
                .toArray();
      }
    }
    return new Asked(own, sent, LongStream.of(sums).mapToDouble(Mirrors::exactValue).toArray());
  }

  /** By entry of the mirrors: the own message that it receives. */
  private static long[] mirroredMessages(int number, int parts, PartRelations.Raw raw) {
    long[] messages = new long[raw.mirrors().rows().length];
    for (int m = 0; m < raw.mirrored().length; m++) {
      int relation = RelationRows.relationOf(raw.mirrored()[m]);
      for (int e = raw.mirrors().pointers()[m]; e < raw.mirrors().pointers()[m + 1]; e++) {
        messages[e] = RelationRows.key(relation, number + raw.mirrors().rows()[e] * parts);
      }
    }
    return messages;
  }

  /** What the split nodes that were asked for receive. */
  static double[] answer(PartRelations.Raw raw, Asked asked, Request request) {
    return LongStream.of(request.mirrored)
        .mapToDouble(key -> asked.received[Arrays.binarySearch(raw.split(), key)])
        .toArray();
  }

  /** The relations of a part that has got all answers, an entry per part. */
  static PartRelations linked(
      int number, int parts, PartRelations.Raw raw, Asked asked, double[][] answers) {
    int[] next = new int[parts];
    double[] received = new double[raw.mirrored().length];
    for (int m = 0; m < received.length; m++) {
      int owner = RelationRows.nodeOf(raw.mirrored()[m]) % parts;
      received[m] = answers[owner][next[owner]++];
    }
    int[] messages =
        LongStream.of(mirroredMessages(number, parts, raw))
            .mapToInt(key -> Arrays.binarySearch(asked.own, key))
            .toArray();
    return new PartRelations(
        number,
        parts,
        raw,
        asked.own,
        asked.sent,
        raw.mirrors().withDegrees(received).withRows(messages));
  }
}

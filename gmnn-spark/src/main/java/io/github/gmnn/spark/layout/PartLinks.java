package io.github.gmnn.spark.layout;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Acquaints parts with each other: each asks the others for the rows of its halo, and is told their
 * degrees.
 */
final class PartLinks {
  private PartLinks() {}

  /**
   * What a part asks of another: rows of its halo, and degrees.
   *
   * @param from the part that asks
   * @param rows the rows it needs
   * @param received what its nodes receive from each, or nothing; see {@link RawPart#sent}
   * @param mirrored split nodes of the other part that it has edges of
   * @param sums what these edges weigh, as {@link Mirrors} sums
   * @param relations what it asks about relations, or null
   * @param edges by way, the rows that messages on edges with numbers begin with; none without such
   */
  private record Request(
      int from,
      int[] rows,
      long[] received,
      int[] mirrored,
      long[] sums,
      RelationLinks.@Nullable Request relations,
      int[][] edges)
      implements Serializable {}

  /** The answer: degrees of the rows, what they send, and degrees of the split nodes. */
  private record Answer(
      int from,
      double[] degrees,
      double[] sent,
      double[] ofMirrored,
      double @Nullable [] ofRelations)
      implements Serializable {}

  /**
   * What a part knows when all have asked.
   *
   * @param sent by part: the own rows that it needs
   * @param requests by part: what it asked, or null
   * @param degrees what own rows receive in all
   * @param sentDegrees what they send in all
   * @param relations the same of relations, or null
   * @param edges by way and part: the own rows that messages on edges with numbers begin with
   */
  private record Asked(
      int[][] sent,
      @Nullable Request[] requests,
      double[] degrees,
      double[] sentDegrees,
      RelationLinks.@Nullable Asked relations,
      int[][][] edges)
      implements Serializable {}

  static JavaRDD<Part> connect(JavaRDD<RawPart> raw, int count) {
    NumberPartitioner byPart = new NumberPartitioner(count);
    JavaPairRDD<Integer, Request> requests =
        raw.flatMapToPair(PartLinks::requests).partitionBy(byPart);
    JavaRDD<Asked> asked =
        raw.zipPartitions(requests, (part, all) -> List.of(asked(part.next(), all)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    JavaPairRDD<Integer, Answer> answers =
        raw.zip(asked).flatMapToPair(pair -> answers(pair._1, pair._2)).partitionBy(byPart);
    JavaRDD<Part> parts =
        raw.zip(asked)
            .zipPartitions(
                answers,
                (pairs, all) -> {
                  Tuple2<RawPart, Asked> pair = pairs.next();
                  return List.of(part(pair._1, pair._2, all)).iterator();
                })
            .persist(StorageLevel.MEMORY_AND_DISK());
    parts.count();
    raw.unpersist();
    asked.unpersist();
    return parts;
  }

  private static Iterator<Tuple2<Integer, Request>> requests(RawPart part) {
    int[][] needed = part.needed();
    Mirrors mirrors = part.mirrors();
    RelationLinks.@Nullable Request[] ofRelations =
        part.relations() == null
            ? new RelationLinks.@Nullable Request[part.parts()]
            : RelationLinks.requests(part.number(), part.parts(), part.relations());
    int[][][] ofEdges =
        part.edges() == null
            ? new int[part.parts()][0][]
            : part.edges().needed(part.number(), part.parts());
    List<Tuple2<Integer, Request>> requests = new ArrayList<>();
    for (int to = 0; to < part.parts(); to++) {
      int[] ofPart = mirrors.of(to, part.parts());
      int[] nodes = new int[ofPart.length];
      long[] sums = new long[ofPart.length];
      for (int i = 0; i < ofPart.length; i++) {
        nodes[i] = mirrors.nodes()[ofPart[i]];
        sums[i] = mirrors.weight(ofPart[i]);
      }
      RelationLinks.Request relations = ofRelations[to];
      if (needed[to].length > 0
          || nodes.length > 0
          || relations != null
          || ofEdges[to].length > 0) {
        long[] received = part.sentBy(to, needed[to]);
        requests.add(
            new Tuple2<>(
                to,
                new Request(
                    part.number(), needed[to], received, nodes, sums, relations, ofEdges[to])));
      }
    }
    return requests.iterator();
  }

  private static Asked asked(RawPart part, Iterator<Tuple2<Integer, Request>> requests) {
    int[][] sent = new int[part.parts()][0];
    @Nullable Request[] all = new @Nullable Request[part.parts()];
    double[] degrees = part.ownDegrees().clone();
    long[] sums = new long[degrees.length];
    long[] sentSums = ownSent(part);
    RelationLinks.@Nullable Request[] ofRelations =
        new RelationLinks.@Nullable Request[part.parts()];
    int[][][] sentOnEdges =
        new int[part.edges() == null ? 0 : part.edges().ways().length][part.parts()][0];
    while (requests.hasNext()) {
      Request request = requests.next()._2;
      all[request.from] = request;
      sent[request.from] = request.rows;
      ofRelations[request.from] = request.relations;
      for (int way = 0; way < request.edges.length; way++) {
        sentOnEdges[way][request.from] = request.edges[way];
      }
      for (int i = 0; i < request.received.length; i++) {
        sentSums[request.rows[i]] = Math.addExact(sentSums[request.rows[i]], request.received[i]);
      }
      for (int i = 0; i < request.sums.length; i++) {
        int row = request.mirrored[i] / part.parts();
        sums[row] = Math.addExact(sums[row], request.sums[i]);
      }
    }
    for (int row = part.split().nextSetBit(0); row >= 0; row = part.split().nextSetBit(row + 1)) {
      degrees[row] = Mirrors.exactValue(sums[row]);
    }
    return new Asked(
        sent,
        all,
        degrees,
        part.isOneWay()
            ? Arrays.stream(sentSums).mapToDouble(Mirrors::exactValue).toArray()
            : degrees,
        part.relations() == null
            ? null
            : RelationLinks.asked(part.number(), part.parts(), part.relations(), ofRelations),
        sentOnEdges);
  }

  /** What own rows send as far as it is known here. */
  private static long[] ownSent(RawPart part) {
    int[] rows = new int[part.ownDegrees().length];
    Arrays.setAll(rows, row -> row);
    return part.sentBy(part.number(), rows);
  }

  private static Iterator<Tuple2<Integer, Answer>> answers(RawPart part, Asked asked) {
    List<Tuple2<Integer, Answer>> answers = new ArrayList<>();
    for (Request request : asked.requests) {
      if (request != null) {
        double[] degrees = new double[request.rows.length];
        Arrays.setAll(degrees, i -> asked.degrees[request.rows[i]]);
        double[] sent = new double[part.isOneWay() ? request.rows.length : 0];
        Arrays.setAll(sent, i -> asked.sentDegrees[request.rows[i]]);
        double[] ofMirrored = new double[request.mirrored.length];
        Arrays.setAll(ofMirrored, i -> asked.degrees[request.mirrored[i] / part.parts()]);
        double[] ofRelations =
            part.relations() == null || asked.relations == null || request.relations == null
                ? null
                : RelationLinks.answer(part.relations(), asked.relations, request.relations);
        answers.add(
            new Tuple2<>(
                request.from, new Answer(part.number(), degrees, sent, ofMirrored, ofRelations)));
      }
    }
    return answers.iterator();
  }

  private static Part part(RawPart raw, Asked asked, Iterator<Tuple2<Integer, Answer>> answers) {
    Answer[] bySender = new Answer[raw.parts()];
    while (answers.hasNext()) {
      Answer answer = answers.next()._2;
      bySender[answer.from] = answer;
    }
    double[] degrees = ofReached(raw, asked.degrees, part -> bySender[part].degrees);
    double[] sent =
        raw.isOneWay() ? ofReached(raw, asked.sentDegrees, part -> bySender[part].sent) : degrees;
    int[] nextMirror = new int[raw.parts()];
    double[] ofMirrors = new double[raw.mirrors().nodes().length];
    for (int m = 0; m < ofMirrors.length; m++) {
      int owner = raw.mirrors().nodes()[m] % raw.parts();
      ofMirrors[m] = bySender[owner].ofMirrored[nextMirror[owner]++];
    }
    PartRelations relations = null;
    if (raw.relations() != null && asked.relations != null) {
      double[][] ofRelations = new double[raw.parts()][0];
      for (Answer answer : bySender) {
        if (answer != null && answer.ofRelations != null) {
          ofRelations[answer.from] = answer.ofRelations;
        }
      }
      relations =
          RelationLinks.linked(
              raw.number(), raw.parts(), raw.relations(), asked.relations, ofRelations);
    }
    return new Part(
        raw,
        degrees,
        sent,
        raw.mirrors().withDegrees(ofMirrors),
        asked.sent,
        relations,
        raw.edges() == null
            ? null
            : new PartEdges(raw.number(), raw.parts(), raw.edges(), asked.edges));
  }

  /** A value for each node reached: of own rows, or what its part answered. */
  private static double[] ofReached(RawPart raw, double[] ofOwn, IntFunction<double[]> answered) {
    double[] values = new double[raw.reached().length];
    int[] next = new int[raw.parts()];
    for (int i = 0; i < values.length; i++) {
      int node = raw.reached()[i];
      int owner = node % raw.parts();
      values[i] =
          owner == raw.number() ? ofOwn[node / raw.parts()] : answered.apply(owner)[next[owner]++];
    }
    return values;
  }
}

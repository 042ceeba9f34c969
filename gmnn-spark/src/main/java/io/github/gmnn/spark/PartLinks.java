package io.github.gmnn.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
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
   * @param mirrored split nodes of the other part that it has edges of
   * @param sums what these edges weigh, as {@link Mirrors} sums
   */
  private record Request(int from, int[] rows, int[] mirrored, long[] sums)
      implements Serializable {}

  /** The answer: degrees of the rows, and of the split nodes. */
  private record Answer(int from, double[] degrees, double[] ofMirrored) implements Serializable {}

  /** What a part knows when all have asked. */
  private record Asked(int[][] sent, Request[] requests, double[] degrees)
      implements Serializable {}

  static JavaRDD<Part> connect(JavaSparkContext context, JavaRDD<RawPart> raw, int count) {
    ByNumber byPart = new ByNumber(count);
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
    context.sc().setJobDescription("GMNN: lay out the graph");
    parts.count();
    raw.unpersist();
    asked.unpersist();
    return parts;
  }

  private static Iterator<Tuple2<Integer, Request>> requests(RawPart part) {
    int[][] needed = part.needed();
    Mirrors mirrors = part.mirrors();
    List<Tuple2<Integer, Request>> requests = new ArrayList<>();
    for (int to = 0; to < part.parts(); to++) {
      int[] ofPart = mirrors.of(to, part.parts());
      int[] nodes = new int[ofPart.length];
      long[] sums = new long[ofPart.length];
      for (int i = 0; i < ofPart.length; i++) {
        nodes[i] = mirrors.nodes()[ofPart[i]];
        for (int e = mirrors.pointers()[ofPart[i]]; e < mirrors.pointers()[ofPart[i] + 1]; e++) {
          sums[i] = Mirrors.add(sums[i], mirrors.weights()[e]);
        }
      }
      if (needed[to].length > 0 || nodes.length > 0) {
        requests.add(new Tuple2<>(to, new Request(part.number(), needed[to], nodes, sums)));
      }
    }
    return requests.iterator();
  }

  private static Asked asked(RawPart part, Iterator<Tuple2<Integer, Request>> requests) {
    int[][] sent = new int[part.parts()][0];
    Request[] all = new Request[part.parts()];
    double[] degrees = part.ownDegrees().clone();
    long[] sums = new long[degrees.length];
    while (requests.hasNext()) {
      Request request = requests.next()._2;
      all[request.from] = request;
      sent[request.from] = request.rows;
      for (int i = 0; i < request.sums.length; i++) {
        int row = request.mirrored[i] / part.parts();
        sums[row] = Math.addExact(sums[row], request.sums[i]);
      }
    }
    for (int row = part.split().nextSetBit(0); row >= 0; row = part.split().nextSetBit(row + 1)) {
      degrees[row] = Mirrors.exactValue(sums[row]);
    }
    return new Asked(sent, all, degrees);
  }

  private static Iterator<Tuple2<Integer, Answer>> answers(RawPart part, Asked asked) {
    List<Tuple2<Integer, Answer>> answers = new ArrayList<>();
    for (Request request : asked.requests) {
      if (request != null) {
        double[] degrees = new double[request.rows.length];
        Arrays.setAll(degrees, i -> asked.degrees[request.rows[i]]);
        double[] ofMirrored = new double[request.mirrored.length];
        Arrays.setAll(ofMirrored, i -> asked.degrees[request.mirrored[i] / part.parts()]);
        answers.add(new Tuple2<>(request.from, new Answer(part.number(), degrees, ofMirrored)));
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
    double[] degrees = new double[raw.reached().length];
    int[] next = new int[raw.parts()];
    for (int i = 0; i < degrees.length; i++) {
      int node = raw.reached()[i];
      int owner = node % raw.parts();
      degrees[i] =
          owner == raw.number()
              ? asked.degrees[node / raw.parts()]
              : bySender[owner].degrees[next[owner]++];
    }
    int[] nextMirror = new int[raw.parts()];
    double[] ofMirrors = new double[raw.mirrors().nodes().length];
    for (int m = 0; m < ofMirrors.length; m++) {
      int owner = raw.mirrors().nodes()[m] % raw.parts();
      ofMirrors[m] = bySender[owner].ofMirrored[nextMirror[owner]++];
    }
    return new Part(raw, degrees, raw.mirrors().withDegrees(ofMirrors), asked.sent);
  }
}

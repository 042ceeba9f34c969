package io.github.gmnn.spark.exchange;

import io.github.gmnn.spark.layout.NumberPartitioner;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Evaluates networks on all nodes of a graph in parts, exactly: one exchange of halo rows for each
 * propagation, of 4 · width bytes a row.
 */
public final class FullGraphInference {
  private final PartitionedGraph graph;

  public FullGraphInference(PartitionedGraph graph) {
    this.graph = graph;
  }

  /** Gives the input of a part's nodes. */
  @FunctionalInterface
  public interface Input extends Function2<Part, float[][], CsrMatrix> {}

  /**
   * Evaluates a network.
   *
   * @param network the network
   * @param parameters its parameters
   * @param given what the input is made of beside the part's own, an entry per part
   * @param input makes the input of a part
   * @param hidden whether the last layer is left out
   * @return the outputs, an entry per part, kept until it is unpersisted
   */
  public JavaRDD<float[]> evaluate(
      NetworkPlan network,
      float[][] parameters,
      JavaRDD<float[][]> given,
      Input input,
      boolean hidden) {
    NetworkPlan plan = network.onGraph();
    Broadcast<float[][]> weights = graph.context().broadcast(parameters);
    List<JavaRDD<?>> kept = new ArrayList<>();
    JavaRDD<float[][]> known = graph.parts().map(part -> new float[0][]);
    int rounds = plan.propagations(hidden).size();
    for (int round = 0; round < rounds; round++) {
      JavaRDD<PendingPropagation> pending =
          run(plan, weights, given, input, known, hidden)
              .map(Replay.Outcome::pending)
              .persist(StorageLevel.MEMORY_AND_DISK());
      JavaRDD<float[]> propagated = propagate(pending);
      known =
          known
              .zip(propagated)
              .map(pair -> appended(pair._1, pair._2))
              .persist(StorageLevel.MEMORY_AND_DISK());
      kept.add(pending);
      kept.add(known);
    }
    JavaRDD<float[]> output =
        run(plan, weights, given, input, known, hidden)
            .map(Replay.Outcome::output)
            .persist(StorageLevel.MEMORY_AND_DISK());
    output.count();
    kept.forEach(JavaRDD::unpersist); // the weights stay: a lost output is made again from them
    return output;
  }

  public static float[][] appended(float[][] known, float[] next) {
    float[][] all = Arrays.copyOf(known, known.length + 1);
    all[known.length] = next;
    return all;
  }

  private JavaRDD<Replay.Outcome> run(
      NetworkPlan plan,
      Broadcast<float[][]> weights,
      JavaRDD<float[][]> given,
      Input input,
      JavaRDD<float[][]> known,
      boolean hidden) {
    return graph
        .parts()
        .zip(given)
        .zip(known)
        .map(
            all ->
                Replay.run(
                    plan,
                    weights.value(),
                    all._1._1,
                    input.call(all._1._1, all._1._2),
                    List.of(all._2),
                    hidden));
  }

  /** Propagates rows of all nodes, an entry per part. */
  public JavaRDD<float[]> propagate(JavaRDD<PendingPropagation> pending) {
    if (graph.partCount() == 1) { // without a shuffle, and so within the task that asks
      return graph
          .parts()
          .zip(pending)
          .map(
              pair ->
                  pair._1.propagate(
                      pair._2,
                      Stream.of(pair._1.parcels(pair._2)).filter(Objects::nonNull).iterator()));
    }
    JavaPairRDD<Integer, Part.Parcel> parcels =
        graph
            .parts()
            .zip(pending)
            .flatMapToPair(pair -> addressed(pair._1.parcels(pair._2)).iterator())
            .partitionBy(new NumberPartitioner(graph.partCount()));
    return graph
        .parts()
        .zip(pending)
        .zipPartitions(
            parcels,
            (own, received) -> {
              Tuple2<Part, PendingPropagation> pair = own.next();
              List<Part.Parcel> all = new ArrayList<>();
              received.forEachRemaining(addressed -> all.add(addressed._2));
              return List.of(pair._1.propagate(pair._2, all.iterator())).iterator();
            });
  }

  private static List<Tuple2<Integer, Part.Parcel>> addressed(Part.@Nullable Parcel[] parcels) {
    List<Tuple2<Integer, Part.Parcel>> addressed = new ArrayList<>();
    for (int to = 0; to < parcels.length; to++) {
      if (parcels[to] != null) {
        addressed.add(new Tuple2<>(to, parcels[to]));
      }
    }
    return addressed;
  }
}

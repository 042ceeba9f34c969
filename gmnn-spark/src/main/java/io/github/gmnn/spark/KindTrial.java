package io.github.gmnn.spark;

import io.github.gmnn.em.Candidate;
import io.github.gmnn.em.Choice;
import io.github.gmnn.em.KnownLabels;
import io.github.gmnn.em.LabelAgreement;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.em.Trial;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.GraphSample;
import io.github.gmnn.spark.layout.LabelPairs;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.TaskFailures;
import io.github.gmnn.training.internal.Settings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what q is where settings leave that to validation: kinds are tried on the driver, on a
 * sample of the graph, which is all of it if it is small. There the choice is that of one machine,
 * but for kinds that Spark does not have.
 */
final class KindTrial {
  private static final Logger LOG = LoggerFactory.getLogger(KindTrial.class);

  /** Blocks of a kind that sees farther have most of a graph each: on large graphs too much. */
  private static final int MOST_HOPS = 2;

  private final FitSettings open;
  private final PartitionedGraph graph;
  private final boolean whole;
  private final GraphSample sample;
  private final List<Candidate> kinds = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  private KindTrial(FitSettings open, PartitionedGraph graph) {
    this.open = open;
    this.graph = graph;
    this.whole = graph.isSmall();
    this.sample = GraphSample.of(graph, whole, open.seed());
    for (Candidate kind : open.kinds()) {
      Settings ofKind = open.trainer().over(kind.settings());
      if (!kind.suits().test(sample.graph())) {
        continue;
      }
      if (FitSettings.unsupported(ofKind).isPresent()) {
        leftOut.add(kind.name());
      } else if (!whole && hops(ofKind) > MOST_HOPS) {
        leftOut.add(kind.name() + " on a large graph");
      } else {
        kinds.add(kind);
      }
    }
  }

  /** How far q sees. */
  private int hops(Settings ofKind) {
    NetworkDefinition q = graph.complete(TrainerSettings.inference(ofKind));
    return NetworkPlan.of(q, graph.features(), graph.classes().size(), graph.types())
        .onRows()
        .propagations(false)
        .size();
  }

  /**
   * Returns settings that leave nothing open.
   *
   * @param open the settings, which may leave open what q is
   * @param graph what it is fitted to
   * @param from the checkpoint that the fit goes on from, or null
   */
  static FitSettings settled(FitSettings open, PartitionedGraph graph, @Nullable Checkpoint from) {
    return open.kinds().isEmpty()
        ? open
        : TaskFailures.unwrap(() -> new KindTrial(open, graph).run(from));
  }

  private FitSettings run(@Nullable Checkpoint from) {
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "Spark has none of the kinds of q " + open.kinds() + ": name another inferenceKind");
    }
    Settings among = open.trainer().with(TrainerSettings.INFERENCE_AMONG, List.copyOf(kinds));
    if (from != null) {
      return open.settled(Trial.of(from, among, sample.graph(), labels()));
    }
    long start = System.nanoTime();
    Trial trial = Trial.on(among, sample.graph(), labels());
    Choice choice = new Choice(trial.choice().kind(), trial.choice().why() + how());
    LOG.info("q is {}; tried for {} s", choice, (System.nanoTime() - start) / 1_000_000_000L);
    return open.settled(new Trial(trial.settings(), choice));
  }

  /** What the labels of the whole graph tell. */
  private KnownLabels labels() {
    return whole
        ? KnownLabels.of(sample.graph())
        : new KnownLabels((double) graph.trainingCount() / graph.nodes(), this::agreement);
  }

  private LabelAgreement agreement() {
    graph.describeJobs("how far neighbours agree");
    LabelAgreement agreement = LabelPairs.agreement(graph);
    graph.describeJobs(null);
    return agreement;
  }

  private String how() {
    return (whole ? "" : ", on a sample of " + sample.graph().nodeCount() + " nodes")
        + (leftOut.isEmpty() ? "" : ", not on Spark: " + leftOut);
  }
}

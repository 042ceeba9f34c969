package io.github.gmnn.advice;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.NodeIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which nodes to label next, and why.
 *
 * <pre>{@code
 * LabelAdvisor<String> advisor = LabelAdvisor.of(embeddings);
 * for (LabelAdvisor.Advice<String> advice : advisor.next(AdviceRequest.of(graph), 5)) {
 *   ask(advice.key(), advice.reason());
 * }
 * }</pre>
 *
 * <p>It compares the nodes' vectors once, when it is made: in time nodes · 4,096 · dimensions, with
 * 1,500 floats for each node (both bounded for large graphs, by smaller samples). A node to label
 * then takes a few milliseconds with some thousand nodes, and some tens with 20,000. The nodes of
 * one answer are no near-duplicates of each other, as long as there are others.
 *
 * <p>Thread-safe. The same embeddings, seed and request have the same answer.
 *
 * @param <K> type of the nodes' keys
 */
public final class LabelAdvisor<K> {
  /** The cosine from which two nodes are near-duplicates. */
  private static final double DUPLICATES = 0.95;

  /**
   * A node to label, and why.
   *
   * @param <K> type of the nodes' keys
   * @param key the node
   * @param score what the strategy gave it; comparable within one answer alone
   * @param reason why it was chosen, in a few words for people
   */
  public record Advice<K>(K key, double score, String reason) {}

  private final NodeIndex<K> nodes;
  private final VectorSpace space;
  private final AdviceStrategy strategy;
  private final RandomStream random;
  private AdviceContext.Reach reach;

  private LabelAdvisor(NodeEmbeddings<K> embeddings, AdviceStrategy strategy, RandomStream random) {
    this.nodes = NodeIndex.of(embeddings.keys());
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    this.space = VectorSpace.of(embeddings.matrix(), random.derive("sample"), workers);
    this.strategy = strategy;
    this.random = random.derive("strategy");
    this.reach = new AdviceContext.Reach(space);
  }

  /**
   * Returns an advisor with the {@linkplain AdviceStrategies#hybrid() default strategy}.
   *
   * @param <K> type of the nodes' keys
   * @param embeddings a vector for each node, learned without labels
   */
  public static <K> LabelAdvisor<K> of(NodeEmbeddings<K> embeddings) {
    return of(embeddings, AdviceStrategies.hybrid(), 1);
  }

  /**
   * Returns an advisor.
   *
   * @param <K> type of the nodes' keys
   * @param embeddings a vector for each node, learned without labels
   * @param strategy how it chooses
   * @param seed fixes what is random
   */
  public static <K> LabelAdvisor<K> of(
      NodeEmbeddings<K> embeddings, AdviceStrategy strategy, long seed) {
    Objects.requireNonNull(strategy, "strategy");
    return new LabelAdvisor<>(embeddings, strategy, RandomStream.of(seed).derive("label advisor"));
  }

  /**
   * Returns the nodes to label next, the best first.
   *
   * @param request what is known so far
   * @param count how many, at least 1; fewer come back if there are not so many candidates
   * @throws IllegalArgumentException if the request has a node that is not among the embeddings',
   *     predictions lack one of these, or budgets come without predictions
   */
  public synchronized List<Advice<K>> next(AdviceRequest<K> request, int count) {
    Checks.atLeast(1, count, "count");
    BitSet labelled = indices(request.labels().keySet());
    if (!reach.isWithin(labelled)) {
      reach = new AdviceContext.Reach(space); // labels were taken back
    }
    reach.extendTo(labelled);
    AdviceContext context =
        new AdviceContext(
            space,
            reach,
            request.classes(),
            candidates(request, labelled),
            margins(request.predictions()),
            random);
    return choose(context, count);
  }

  private List<Advice<K>> choose(AdviceContext context, int count) {
    List<Advice<K>> chosen = new ArrayList<>();
    int[] batch = new int[Math.min(count, nodes.size())];
    double[] scores = new double[nodes.size()];
    while (chosen.size() < batch.length) {
      strategy.score(context, scores);
      int best = best(context, scores, batch, chosen.size());
      if (best < 0) {
        break;
      }
      chosen.add(new Advice<>(nodes.key(best), scores[best], strategy.reason(context, best)));
      batch[chosen.size() - 1] = best;
      context.choose(best);
    }
    return Collections.unmodifiableList(chosen);
  }

  /** The candidate of the highest score that is no near-duplicate, or any if all are; else -1. */
  private static int best(AdviceContext context, double[] scores, int[] batch, int chosen) {
    BitSet passedOver = new BitSet();
    int first = -1;
    while (true) {
      int best = -1;
      for (int node = 0; node < scores.length; node++) {
        if (context.isCandidate(node)
            && !passedOver.get(node)
            && !Double.isNaN(scores[node])
            && (best < 0 || scores[node] > scores[best])) {
          best = node;
        }
      }
      if (best < 0) {
        return first;
      }
      first = first < 0 ? best : first;
      if (!isDuplicate(context, best, batch, chosen)) {
        return best;
      }
      passedOver.set(best);
    }
  }

  private static boolean isDuplicate(AdviceContext context, int node, int[] batch, int chosen) {
    for (int i = 0; i < chosen; i++) {
      if (context.cosine(node, batch[i]) > DUPLICATES) {
        return true;
      }
    }
    return false;
  }

  private BitSet indices(Set<K> keys) {
    BitSet found = new BitSet();
    for (K key : keys) {
      found.set(nodes.require(key, ""));
    }
    return found;
  }

  private BitSet candidates(AdviceRequest<K> request, BitSet labelled) {
    BitSet candidates = new BitSet();
    candidates.set(0, nodes.size());
    candidates.andNot(labelled);
    candidates.andNot(indices(request.skipped()));
    Set<String> full = request.full();
    Predictions<K> predictions = request.predictions();
    if (!full.isEmpty()) {
      if (predictions == null) {
        throw new IllegalArgumentException(
            "budgets of classes need predictions: add them to the request");
      }
      for (int node = 0; node < nodes.size(); node++) {
        if (full.contains(predictions.of(nodes.key(node)).label())) {
          candidates.clear(node);
        }
      }
    }
    return candidates;
  }

  private double @Nullable [] margins(@Nullable Predictions<K> predictions) {
    if (predictions == null) {
      return null;
    }
    double[] margins = new double[nodes.size()];
    for (int node = 0; node < margins.length; node++) {
      Prediction<K> prediction = predictions.of(nodes.key(node));
      margins[node] = prediction.margin();
    }
    return margins;
  }

  @Override
  public String toString() {
    return "LabelAdvisor(" + nodes.size() + " nodes, " + strategy + ")";
  }
}

package io.github.gmnn.advice;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a strategy knows about the nodes that it scores. Nodes are numbered as in the embeddings.
 * Nodes chosen before in the same batch count as labelled.
 */
public final class AdviceContext {
  private final VectorSpace space;
  private final int classes;
  private final BitSet candidates;
  private final double @Nullable [] margins;
  private final RandomStream random;
  private final float[] highest;
  private final float[] best;
  private int labelled;

  AdviceContext(
      VectorSpace space,
      Reach reach,
      int classes,
      BitSet candidates,
      double @Nullable [] margins,
      RandomStream random) {
    this.space = space;
    this.classes = classes;
    this.candidates = candidates;
    this.margins = margins;
    this.random = random;
    this.highest = reach.highest.clone();
    this.best = reach.best.clone();
    this.labelled = reach.labelled.cardinality();
  }

  /** How near each node is to a labelled one, and how well those that count are covered. */
  static final class Reach {
    private final VectorSpace space;
    private final float[] highest;
    private final float[] best;
    private final BitSet labelled = new BitSet();

    Reach(VectorSpace space) {
      this.space = space;
      this.highest = new float[space.nodes()];
      Arrays.fill(highest, -1);
      this.best = new float[space.covered()];
    }

    /** Whether labels were only added since. */
    boolean isWithin(BitSet newLabelled) {
      BitSet gone = (BitSet) labelled.clone();
      gone.andNot(newLabelled);
      return gone.isEmpty();
    }

    void extendTo(BitSet newLabelled) {
      BitSet added = (BitSet) newLabelled.clone();
      added.andNot(labelled);
      added.stream()
          .forEach(
              node -> {
                space.raise(highest, node);
                space.cover(best, node);
              });
      labelled.or(added);
    }
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return space.nodes();
  }

  /** Returns the number of classes known so far. */
  public int classes() {
    return classes;
  }

  /** Returns how many nodes are labelled or already chosen. */
  public int labelled() {
    return labelled;
  }

  /** Returns whether a node may be chosen: it is not labelled, chosen or skipped. */
  public boolean isCandidate(int node) {
    return candidates.get(Objects.checkIndex(node, nodes()));
  }

  /** Returns whether there are predictions to look at. */
  public boolean hasPredictions() {
    return margins != null;
  }

  /**
   * Returns how undecided the model is on a node: 1 less the difference of its two highest
   * probabilities.
   *
   * @throws IllegalStateException without predictions
   */
  public double uncertainty(int node) {
    if (margins == null) {
      throw new IllegalStateException(
          "no predictions to look at: ask hasPredictions(), or give some with the request");
    }
    return 1 - margins[node];
  }

  /**
   * Returns how far a node is from all labelled ones: 1 less the highest cosine of its vector to
   * one of theirs; 2 while there is none.
   */
  public double farness(int node) {
    return 1 - highest[node];
  }

  /**
   * Returns the mean cosine of a node's vector to the 20 nearest (among 4,096 nodes where there are
   * more).
   */
  public double density(int node) {
    return space.density(node);
  }

  /**
   * Returns how much a node would add to what labelled nodes cover, as in facility location: the
   * sum over a sample of nodes of max(0, F - their best F so far), F being the square of the cosine
   * where that is positive. Costs 1,500 additions.
   */
  public double coverGain(int node) {
    return space.gain(best, node);
  }

  /** Returns the cosine of the angle between two nodes' vectors, which are centred. */
  public double cosine(int node, int other) {
    return space.cosine(node, other);
  }

  /** Returns a random number in [0, 1) that belongs to a node and to how many are labelled. */
  public double random(int node) {
    return random.derive(labelled).uniform(node);
  }

  void choose(int node) {
    candidates.clear(node);
    labelled++;
    space.raise(highest, node);
    space.cover(best, node);
  }
}

package io.github.gmnn.em;

import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.internal.Score;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who teaches q in an E-step: q itself, its distributions smoothed over the graph, or p, whichever
 * is best on the validation nodes. A validation node's own distribution is q's, never its label, so
 * that the labels judge what the neighbours say.
 *
 * @param <T> a distribution of every node
 */
final class Teachers<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Teachers.class);

  /** How much of a node's smoothed distribution comes from its neighbours. */
  private static final List<Float> SHARES = List.of(0.3f, 0.5f, 0.8f, 0.9f);

  /** The share where nothing validates. */
  private static final float UNVALIDATED_SHARE = 0.5f;

  private final Teacher teacher;
  private final boolean validated;
  private final Distributions<T> distributions;

  /**
   * Makes them.
   *
   * @param teacher which of them may teach
   * @param validated whether there are validation nodes
   * @param distributions smooths and measures
   */
  Teachers(Teacher teacher, boolean validated, Distributions<T> distributions) {
    this.teacher = teacher;
    this.validated = validated;
    this.distributions = distributions;
  }

  /**
   * Returns the distributions to learn from; the others are discarded.
   *
   * @param ofQ what q says of every node, with the labels where they are known
   * @param ofP what p predicts, or null if there is none
   */
  T choose(T ofQ, @Nullable T ofP) {
    Ranking ranking = new Ranking(ofQ);
    if (teacher == Teacher.SELF || teacher == Teacher.AUTO && validated) {
      ranking.add("q itself", ofQ);
    }
    if (teacher == Teacher.SMOOTHING || teacher == Teacher.AUTO) {
      List<Float> shares = validated ? SHARES : List.of(UNVALIDATED_SHARE);
      Iterator<T> smoothed = distributions.smoothed(ofQ, shares).iterator();
      for (float share : shares) {
        ranking.add(String.format(Locale.ROOT, "smoothing %.1f", share), smoothed.next());
      }
    }
    if (ofP != null && (validated || teacher == Teacher.LEARNING_NETWORK)) {
      ranking.add("p", ofP);
    } else if (ofP != null) {
      distributions.discard(ofP);
    }
    LOG.debug("q learns from {}", ranking.name);
    return ranking.best();
  }

  /** The best so far. */
  private final class Ranking {
    private final T ofQ;
    private @Nullable T best;
    private @Nullable String name;
    private @Nullable Score score;

    /** What q says is kept to the end: the others are made of it. */
    Ranking(T ofQ) {
      this.ofQ = ofQ;
    }

    void add(String newName, T added) {
      Score ofAdded = distributions.score(added);
      if (score == null
          || ofAdded == null
          || ofAdded.metric() > score.metric()
          || ofAdded.metric() == score.metric() && ofAdded.loss() < score.loss()) {
        discard(best);
        best = added;
        name = newName;
        score = ofAdded;
      } else {
        discard(added);
      }
    }

    private void discard(@Nullable T worse) {
      if (worse != null && worse != ofQ) {
        distributions.discard(worse);
      }
    }

    T best() {
      if (best == null) {
        throw new IllegalStateException("nobody teaches q");
      }
      if (best != ofQ) {
        distributions.discard(ofQ);
      }
      return best;
    }
  }
}

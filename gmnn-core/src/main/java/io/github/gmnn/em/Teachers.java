package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.internal.Score;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who teaches q in an E-step: q itself, its distributions smoothed over the graph, or p, whichever
 * is best on the validation nodes. A validation node's own distribution is q's, never its label, so
 * that the labels judge what the neighbours say.
 */
final class Teachers {
  private static final Logger LOG = LoggerFactory.getLogger(Teachers.class);

  /** How much of a node's smoothed distribution comes from its neighbours. */
  private static final List<Float> SHARES = List.of(0.3f, 0.5f, 0.8f, 0.9f);

  /** The share where nothing validates. */
  private static final float UNVALIDATED_SHARE = 0.5f;

  /** With the largest share an eighth of the way is left after so many: enough to rank by. */
  private static final int STEPS = 20;

  private final Teacher teacher;
  private final Validation validation;
  private final LinearOperator operator;
  private final Workers workers;

  Teachers(Teacher teacher, Validation validation, LinearOperator operator, Workers workers) {
    this.teacher = teacher;
    this.validation = validation;
    this.operator = operator;
    this.workers = workers;
  }

  /**
   * Returns the distributions to learn from.
   *
   * @param ofQ what q says of every node, with the labels where they are known
   * @param ofP what p predicts, or null if there is none
   */
  DenseMatrix choose(DenseMatrix ofQ, @Nullable DenseMatrix ofP) {
    Ranking ranking = new Ranking();
    if (teacher == Teacher.SELF || teacher == Teacher.AUTO && validation.exists()) {
      ranking.add("q itself", ofQ);
    }
    if (teacher == Teacher.SMOOTHING || teacher == Teacher.AUTO) {
      for (float share : validation.exists() ? SHARES : List.of(UNVALIDATED_SHARE)) {
        ranking.add(String.format(Locale.ROOT, "smoothing %.1f", share), smoothed(ofQ, share));
      }
    }
    if (ofP != null && (validation.exists() || teacher == Teacher.LEARNING_NETWORK)) {
      ranking.add("p", ofP);
    }
    LOG.debug("q learns from {}", ranking.name);
    return ranking.best();
  }

  /** Z &lt;- (1 - share) Y + share Â Z from Z = Y, rows made to sum to one. */
  private DenseMatrix smoothed(DenseMatrix y, float share) {
    DenseMatrix z = y;
    DenseMatrix next = DenseMatrix.zeros(y.rows(), y.columns());
    DenseMatrix spare = DenseMatrix.zeros(y.rows(), y.columns());
    for (int step = 0; step < STEPS; step++) {
      operator.applyAndAdd(share, z, 1 - share, y, next, workers);
      DenseMatrix done = next;
      next = spare;
      spare = done;
      z = done;
    }
    normalize(z);
    return z;
  }

  private static void normalize(DenseMatrix rows) {
    float[] data = rows.data();
    int columns = rows.columns();
    for (int start = 0; start < data.length; start += columns) {
      float sum = 0;
      for (int c = 0; c < columns; c++) {
        sum += data[start + c];
      }
      for (int c = 0; c < columns; c++) {
        data[start + c] /= sum;
      }
    }
  }

  /** The best so far. */
  private final class Ranking {
    private @Nullable DenseMatrix distributions;
    private @Nullable String name;
    private @Nullable Score score;

    void add(String newName, DenseMatrix added) {
      Score ofAdded = validation.ofDistributions(added);
      if (score == null
          || ofAdded == null
          || ofAdded.metric() > score.metric()
          || ofAdded.metric() == score.metric() && ofAdded.loss() < score.loss()) {
        distributions = added;
        name = newName;
        score = ofAdded;
      }
    }

    DenseMatrix best() {
      if (distributions == null) {
        throw new IllegalStateException("nobody teaches q");
      }
      return distributions;
    }
  }
}

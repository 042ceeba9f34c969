package io.github.gmnn.training.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
  /** A network whose state is the number of the epoch, with given validation figures. */
  private static final class Scripted extends Stage implements Trainable {
    private final double[] metrics;
    private final double[] losses;
    private final Selection selection;
    private final Best best;
    private int epoch;

    Scripted(Selection selection, double[] metrics, double[] losses) {
      this(selection, metrics, losses, new Best("best"));
    }

    private Scripted(Selection selection, double[] metrics, double[] losses, Best best) {
      super(new Phase.Planned(Phase.PRE_TRAINING, 0, metrics.length), best);
      this.selection = selection;
      this.metrics = metrics;
      this.losses = losses;
      this.best = best;
    }

    @Override
    protected Trainable network() {
      return this;
    }

    @Override
    protected double train(int number, RandomStream random) {
      epoch = number;
      return 0;
    }

    @Override
    protected Score validate() {
      return new Score(metrics[epoch - 1], losses[epoch - 1]);
    }

    @Override
    protected Selection selection() {
      return selection;
    }

    @Override
    public NetworkState state() {
      return new NetworkState(new float[][] {{epoch}}, new float[1][0], epoch);
    }

    @Override
    public boolean isFinite() {
      return true;
    }

    @Override
    public void restore(NetworkState state) {
      throw new IllegalStateException("nobody returns here");
    }

    /** Runs, and returns the epoch that is kept. */
    int keptEpoch(int patience) {
      new EpochLoop(patience, List.of(), () -> false).run(List.of(this), RandomStream.of(1));
      return best.kept().state().iteration();
    }
  }

  private static final double[] METRICS = {0.2, 0.6, 0.5, 0.6, 0.6};
  private static final double[] LOSSES = {0.9, 0.8, 0.5, 0.6, 0.7};

  private static int kept(Selection selection) {
    return new Scripted(selection, METRICS, LOSSES).keptEpoch(100);
  }

  @Test
  void theFirstEpochWithTheHighestMetricIsKept() {
    assertThat(kept(Selection.METRIC)).isEqualTo(2);
  }

  @Test
  void lossDecidesBetweenEpochsOfTheSameMetric() {
    assertThat(kept(Selection.METRIC_THEN_LOSS)).isEqualTo(4);
  }

  @Test
  void theEpochWithTheLowestLossIsKept() {
    assertThat(kept(Selection.LOSS)).isEqualTo(3);
  }

  @Test
  void patienceWithTheMetricAloneWaitsForAHigherOne() {
    Scripted stage = new Scripted(Selection.METRIC, METRICS, LOSSES);
    stage.keptEpoch(2);
    assertThat(stage.epoch).isEqualTo(4);
  }

  @Test
  void patienceWithLossWaitsAsLongAsEitherIsNotWorse() {
    double[] metrics = {0.5, 0.5, 0.4, 0.4, 0.4, 0.4};
    double[] losses = {0.5, 0.6, 0.4, 0.5, 0.5, 0.3};
    Scripted stage = new Scripted(Selection.METRIC_THEN_LOSS, metrics, losses);
    stage.keptEpoch(2);
    assertThat(stage.epoch).isEqualTo(5);
  }

  @Test
  void aTieIsNeitherWorseNorPreferred() {
    for (Selection selection : Selection.values()) {
      assertThat(selection.isWorse(0.8, 0.5, 0.8, 0.5)).as("%s", selection).isFalse();
      assertThat(selection.prefers(0.8, 0.5, 0.8, 0.5)).as("%s", selection).isFalse();
    }
    assertThat(Selection.METRIC.isWorse(0.7, 0.5, 0.8, 0.5)).isTrue();
    assertThat(Selection.LOSS.isWorse(0.8, 0.6, 0.8, 0.5)).isTrue();
  }
}

package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Score;
import org.jspecify.annotations.Nullable;

/** Computes EM on matrices with a free distribution for each node as q. */
final class FreeEngine extends MatrixEngine {
  private final FreePosterior q;

  FreeEngine(FitPlan<?> plan, CsrMatrix attributes, RandomStream random, Workers workers) {
    super(plan, attributes, random, workers);
    this.q = new FreePosterior(plan.graph().nodeCount(), plan.graph().classes().size());
  }

  @Override
  public FreePosterior inference() {
    return q;
  }

  @Override
  float @Nullable [][] inferenceParameters() {
    return null;
  }

  @Override
  @Nullable DenseMatrix embeddings() {
    return null;
  }

  /** q knows nothing of unlabelled nodes at first: what it drew for them is no target. */
  @Override
  Targets learned(DenseMatrix annotation) {
    return Targets.of(annotation, trainingNodes, classWeights);
  }

  @Override
  public Training towardsLabels(Phase.Planned phase) {
    return taking(labels(), trainingNodes);
  }

  @Override
  public Training towardsTargets(DenseMatrix targets, Phase.Planned phase, boolean resumed) {
    return taking(targets, allNodes);
  }

  /** Takes over distributions as they are. */
  private Training taking(DenseMatrix distributions, int[] nodes) {
    return new Training() {
      @Override
      public double train(int epoch, RandomStream random) {
        return q.set(distributions, nodes);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        return validation.of(q::logits, withLoss);
      }
    };
  }
}

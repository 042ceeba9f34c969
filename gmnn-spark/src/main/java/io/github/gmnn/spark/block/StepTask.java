package io.github.gmnn.spark.block;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.spark.exchange.NetworkPlan;
import java.io.Serializable;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/**
 * What a step does on one block. A class with a name: Spark reads the byte code of lambdas before
 * it sends them, every time, and that took longer than a small step itself.
 */
public final class StepTask
    extends AbstractFunction2<TaskContext, Iterator<Tuple2<Block, float[][]>>, BlockStep.Share>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private final BlockStep step;
  private final Broadcast<float[][]> parameters;
  private final Broadcast<Networks> networks;

  /** The networks of a fit, which executors look at when they meet a block for the first time. */
  public record Networks(NetworkPlan inference, @Nullable NetworkPlan learning)
      implements Serializable {}

  StepTask(BlockStep step, Broadcast<float[][]> parameters, Broadcast<Networks> networks) {
    this.step = step;
    this.parameters = parameters;
    this.networks = networks;
  }

  @Override
  public BlockStep.Share apply(TaskContext context, Iterator<Tuple2<Block, float[][]>> blocks) {
    Tuple2<Block, float[][]> given = blocks.next();
    return given._1.share(
        step, parameters.value(), given._2, networks.value(), Workers.sequential());
  }
}

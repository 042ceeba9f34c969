package io.github.gmnn.layer.internal;

import java.util.function.Supplier;
import org.nd4j.linalg.api.rng.Random;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Borrows ND4J's random generator of the calling thread, for DL4J code that draws from it: the host
 * application finds the generator as it left it.
 */
public final class Nd4jRandomness {
  private Nd4jRandomness() {}

  /**
   * Runs a task with the generator seeded, then puts the generator back into the state it was in.
   *
   * @param seed the seed for the task
   * @param task what to run on this thread
   * @param <T> what the task gives
   * @return what the task gave
   */
  public static <T> T seeded(long seed, Supplier<T> task) {
    Random generator = Nd4j.getRandom();
    long seedBefore = generator.getSeed();
    long root = generator.rootState();
    long node = generator.nodeState();
    generator.setSeed(seed);
    try {
      return task.get();
    } finally {
      generator.setSeed(seedBefore);
      generator.setStates(root, node);
    }
  }
}

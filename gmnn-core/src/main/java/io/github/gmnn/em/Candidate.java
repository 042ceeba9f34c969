package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.internal.Settings;
import java.util.function.Predicate;

/**
 * One of several trainers that a fit chooses between.
 *
 * @param name what it is called
 * @param settings what it is made of; what the user sets beside it holds for every candidate
 * @param suits whether it is worth a trial on a graph
 */
public record Candidate(String name, Settings settings, Predicate<Graph<?>> suits) {
  @Override
  public String toString() {
    return name;
  }
}

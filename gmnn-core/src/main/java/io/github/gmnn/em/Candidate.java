package io.github.gmnn.em;

import io.github.gmnn.training.internal.Settings;

/**
 * One of several trainers that a fit chooses between.
 *
 * @param name what it is called
 * @param settings what it is made of; what the user sets beside it holds for every candidate
 */
public record Candidate(String name, Settings settings) {
  @Override
  public String toString() {
    return name;
  }
}

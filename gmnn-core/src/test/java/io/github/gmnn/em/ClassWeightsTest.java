package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.training.ClassWeighting;
import org.junit.jupiter.api.Test;

class ClassWeightsTest {
  @Test
  void balancedClassesCountTheSameInSumHoweverManyLabelsTheyHave() {
    long[] counts = {2, 1, 0};
    assertThat(ClassWeights.of(ClassWeighting.BALANCED, counts)).containsExactly(0.5f, 1f, 1f);
    assertThat(ClassWeights.of(ClassWeighting.UNIFORM, counts)).isNull();
  }
}

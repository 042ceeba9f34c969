package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetSampleTest {
  /** The nodes 100 to 199, of which 100 to 109 have labels. */
  private static TargetSample of(int most) {
    return new TargetSample(
        IntStream.range(100, 200).toArray(), IntStream.range(100, 110).toArray(), most);
  }

  private static long labelled(TargetSample.Drawn drawn) {
    return IntStream.of(drawn.nodes()).filter(node -> node < 110).count();
  }

  private static double standFor(TargetSample.Drawn drawn) {
    return IntStream.range(0, drawn.nodes().length).mapToDouble(i -> drawn.standFor()[i]).sum();
  }

  @Test
  void labelledNodesHaveHalfOfThePlacesIfTheyNeedThem() {
    assertThat(labelled(of(8).draw(RandomStream.of(1)))).isEqualTo(4);
    assertThat(labelled(of(40).draw(RandomStream.of(1)))).isEqualTo(10);
    assertThat(labelled(of(96).draw(RandomStream.of(1)))).isEqualTo(10);
  }

  @Test
  void thoseThatAreDrawnStandForAll() {
    for (int most : new int[] {1, 2, 8, 40, 95, 99}) {
      TargetSample.Drawn drawn = of(most).draw(RandomStream.of(most));
      assertThat(drawn.nodes()).hasSize(most).doesNotHaveDuplicates();
      assertThat(IntStream.of(drawn.places()).map(place -> place + 100).toArray())
          .isEqualTo(drawn.nodes());
      assertThat(standFor(drawn)).isCloseTo(most == 1 ? 90 : 100, within(1e-3));
    }
    TargetSample.Drawn few = of(8).draw(RandomStream.of(1));
    assertThat(few.standFor()[0]).isEqualTo(2.5f);
    assertThat(few.standFor()[7]).isEqualTo(22.5f);
  }

  @Test
  void allAreDrawnWhereThatIsAsked() {
    for (int most : new int[] {0, 100, 1_000}) {
      TargetSample.Drawn drawn = of(most).draw(RandomStream.of(1));
      assertThat(drawn.nodes()).isEqualTo(IntStream.range(100, 200).toArray());
      assertThat(drawn.standFor()).containsOnly(1f);
    }
  }

  @Test
  void theSameStreamDrawsTheSame() {
    int[] first = of(8).draw(RandomStream.of(1)).nodes();
    assertThat(of(8).draw(RandomStream.of(1)).nodes()).isEqualTo(first);
    assertThat(of(8).draw(RandomStream.of(2)).nodes()).isNotEqualTo(first);
  }
}

package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
  @Test
  void equalSeedsGiveEqualStreams() {
    RandomStream one = RandomStream.of(42).derive(3).derive(1);
    RandomStream other = RandomStream.of(42).derive(3).derive(1);
    for (int i = 0; i < 100; i++) {
      assertThat(one.nextLong()).isEqualTo(other.nextLong());
    }
  }

  @Test
  void aDerivedStreamDoesNotDependOnWhatWasDrawn() {
    RandomStream drawn = RandomStream.of(1);
    drawn.nextLong();
    assertThat(drawn.derive(5).nextLong()).isEqualTo(RandomStream.of(1).derive(5).nextLong());
  }

  @Test
  void derivedStreamsDiffer() {
    Set<Long> first = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      for (int index = -50; index < 50; index++) {
        first.add(RandomStream.of(seed).derive(index).nextLong());
      }
    }
    assertThat(first).hasSize(10_000);
  }

  @Test
  void streamsAreToldApartByTheirNames() {
    Set<Long> first = new HashSet<>();
    List<String> names =
        List.of("", "a", "b", "ab", "ba", "aa", "initial q", "initial p", "M_STEP");
    for (String name : names) {
      first.add(RandomStream.of(1).derive(name).nextLong());
      first.add(RandomStream.of(2).derive(name).nextLong());
    }
    assertThat(first).hasSize(2 * names.size());
  }

  /** Results of earlier versions are kept only as long as these numbers are. */
  @Test
  void aNamedStreamIsTheSameInEveryVersion() {
    assertThat(RandomStream.of(1).derive("initial q").nextLong()).isEqualTo(-6868952068462965619L);
    assertThat(RandomStream.of(42).derive("E_STEP").derive(2).derive(17).nextLong())
        .isEqualTo(-6728702088826112079L);
  }

  @Test
  void doublesAreUniform() {
    RandomStream random = RandomStream.of(9);
    int[] tenths = new int[10];
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      double x = random.nextDouble();
      assertThat(x >= 0 && x < 1).isTrue();
      tenths[(int) (10 * x)]++;
      sum += x;
    }
    assertThat(sum / 100_000).isCloseTo(0.5, within(4 * Math.sqrt(1 / 12.0 / 100_000)));
    for (int count : tenths) {
      assertThat((double) count).isCloseTo(10_000, within(4 * Math.sqrt(9_000)));
    }
  }

  @Test
  void neighbouringStreamsAreUncorrelated() {
    RandomStream parent = RandomStream.of(3);
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      double x = parent.derive(i).nextDouble() - 0.5;
      double y = parent.derive(i + 1).nextDouble() - 0.5;
      sum += x * y;
    }
    assertThat(sum / 100_000).isCloseTo(0, within(4 / 12.0 / Math.sqrt(100_000)));
  }

  @Property(tries = 200)
  void integersStayBelowTheirBound(@ForAll @IntRange(min = 1) int bound, @ForAll long seed) {
    RandomStream random = RandomStream.of(seed);
    for (int i = 0; i < 100; i++) {
      assertThat(random.nextInt(bound)).isBetween(0, bound - 1);
    }
  }

  @Test
  void integersReachEveryValue() {
    RandomStream random = RandomStream.of(4);
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      seen.add(random.nextInt(7));
    }
    assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void rowsOfAPartDrawWhatTheyDrawInTheWhole() {
    RandomStream whole = RandomStream.of(4).derive("annotation").derive(2);
    RandomStream part = RandomStream.of(4).forRows(new int[] {5, 900, 7}).derive("annotation");

    assertThat(part.name(1)).isEqualTo(900);
    assertThat(whole.name(1)).isEqualTo(1);
    assertThat(part.derive(2).uniform(0)).isEqualTo(whole.uniform(5));
    assertThat(part.derive(2).uniform(1)).isEqualTo(whole.uniform(900));
    assertThat(part.derive(2).key()).isEqualTo(whole.key());
  }
}

package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RowSetTest {
  @Property(tries = 300)
  void itsRowsAreVisitedOnceAndNoOthers(
      @ForAll @IntRange(min = 1, max = 4) int threads,
      @ForAll @Size(max = 40) Set<@IntRange(max = 4_999) Integer> rows,
      @ForAll @IntRange(max = 3_000) int runLength) {
    BitSet expected = new BitSet();
    rows.forEach(expected::set);
    expected.set(1_000, 1_000 + runLength);
    RowSet set = RowSet.of(5_000, expected.stream().toArray());
    assertThat(set.size()).isEqualTo(expected.cardinality());
    assertThat(set.isAll()).isFalse();
    AtomicIntegerArray visits = new AtomicIntegerArray(5_000);
    Workers.of(threads)
        .forRows(
            set,
            10 * Workers.MIN_WORK_PER_THREAD,
            (from, to) -> WorkersTest.visit(visits, from, to));
    for (int row = 0; row < 5_000; row++) {
      assertThat(visits.get(row)).as("row %d", row).isEqualTo(expected.get(row) ? 1 : 0);
    }
  }

  @Property(tries = 300)
  void theRowsWithinARangeAreThoseOfBoth(
      @ForAll @Size(max = 20) Set<@IntRange(max = 199) Integer> rows,
      @ForAll @IntRange(max = 200) int first,
      @ForAll @IntRange(max = 200) int last) {
    AtomicIntegerArray visits = new AtomicIntegerArray(200);
    RowSet.of(200, toArray(rows))
        .within(first, last, (from, to) -> WorkersTest.visit(visits, from, to));
    for (int row = 0; row < 200; row++) {
      boolean expected = rows.contains(row) && row >= first && row < last;
      assertThat(visits.get(row)).as("row %d", row).isEqualTo(expected ? 1 : 0);
    }
  }

  @Property(tries = 300)
  void rowsOfEitherSetAreInBothTogether(
      @ForAll @Size(max = 6) Set<@IntRange(max = 99) Integer> rows,
      @ForAll @Size(max = 6) Set<@IntRange(max = 99) Integer> others) {
    RowSet both = RowSet.of(100, toArray(rows)).with(RowSet.of(100, toArray(others)));
    rows.addAll(others);
    assertThat(both).isEqualTo(RowSet.of(100, toArray(rows)));
    assertThat(both.with(RowSet.all(100)).isAll()).isTrue();
  }

  @Property(tries = 300)
  void setsAreEqualIfTheyHoldTheSameRowsOfAsMany(
      @ForAll @Size(max = 6) Set<@IntRange(max = 9) Integer> rows,
      @ForAll @Size(max = 6) Set<@IntRange(max = 9) Integer> others) {
    RowSet set = RowSet.of(100, toArray(rows));
    RowSet again = RowSet.of(100, toArray(rows));
    assertThat(again).isEqualTo(set).hasSameHashCodeAs(set);
    assertThat(set.equals(RowSet.of(100, toArray(others)))).isEqualTo(rows.equals(others));
    assertThat(RowSet.of(101, toArray(rows))).isNotEqualTo(set);
    assertThat(set).isNotEqualTo(RowSet.all(100)).isNotEqualTo("rows");
  }

  @Property(tries = 20)
  void aSetThatWouldSaveNothingHasAllRows(@ForAll @IntRange(min = 2, max = 9) int step) {
    BitSet some = new BitSet();
    for (int row = 0; row < 1_000; row += step) {
      some.set(row);
    }
    assertThat(RowSet.of(1_000, some).isAll()).isEqualTo(step == 2);
  }

  @Property(tries = 20)
  void aRowBeyondTheMatrixIsRejected(@ForAll @IntRange(min = 1, max = 5) int distance) {
    for (int row : new int[] {-distance, 3 + distance}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> RowSet.of(4, new int[] {1, row}))
          .withMessage("row " + row + " is not in 0..3");
    }
    BitSet members = new BitSet();
    members.set(3 + distance);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> RowSet.of(4, members))
        .withMessage("row " + (3 + distance) + " is not in 0..3");
  }

  private static int[] toArray(Set<Integer> rows) {
    return rows.stream().mapToInt(Integer::intValue).toArray();
  }
}

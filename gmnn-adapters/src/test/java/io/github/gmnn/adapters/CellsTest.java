package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CellsTest {
  @Test
  void valuesSayWhatAFileWouldSay() {
    assertThat(Cells.text(null)).isEmpty();
    assertThat(Cells.text(true)).isEqualTo("1");
    assertThat(Cells.text(false)).isEqualTo("0");
    assertThat(Cells.text(7L)).isEqualTo("7");
    assertThat(Cells.text(0.1f)).isEqualTo("0.1");
    assertThat(Cells.text(new BigDecimal("12.50"))).isEqualTo("12.50");
    assertThat(Cells.text("text ")).isEqualTo("text ");
    assertThat(Cells.text(LocalDate.of(2024, 2, 3))).isEqualTo("2024-02-03");
    assertThat(Cells.text(LocalDateTime.of(2024, 2, 3, 4, 5).atZone(ZoneId.of("Europe/Rome"))))
        .isEqualTo("2024-02-03T04:05+01:00");
    assertThat(Cells.text(Date.valueOf("2024-02-03"))).isEqualTo("2024-02-03");
    assertThat(Cells.text(Timestamp.valueOf("2024-02-03 04:05:06.5")))
        .isEqualTo("2024-02-03T04:05:06.500");
    assertThat(Cells.text(new java.util.Date(1_500))).isEqualTo("1970-01-01T00:00:01.500Z");
    assertThat(Cells.text(new byte[1])).isNull();
    assertThat(Cells.text(List.of(1))).isNull();
  }

  @Test
  void wholeNumbersOfAnyTypeAreKeys() {
    for (Number seven :
        new Number[] {7, 7L, (short) 7, 7.0, 7f, BigInteger.valueOf(7), new BigDecimal("7.00")}) {
      assertThat(Cells.key(seven, Long.class)).as("%s", seven.getClass()).isEqualTo(7);
      assertThat(Cells.key(seven, Integer.class)).as("%s", seven.getClass()).isEqualTo(7);
    }
    for (Number none :
        new Number[] {7.5, Double.NaN, 1e30, new BigDecimal("7.01"), BigInteger.TWO.pow(64)}) {
      assertThat(Cells.key(none, Long.class)).as("%s", none).isNull();
    }
    assertThat(Cells.key(1L << 40, Integer.class)).isNull();
    assertThat(Cells.key(1L << 40, Long.class)).isEqualTo(1L << 40);
  }

  @Test
  void otherKeysAreThemselvesOrTheirText() {
    UUID id = new UUID(1, 2);
    assertThat(Cells.key(id, UUID.class)).isEqualTo(id);
    assertThat(Cells.key(id, String.class)).isEqualTo(id.toString());
    assertThat(Cells.key(" a  ", String.class)).isEqualTo("a");
    assertThat(Cells.key("  ", String.class)).isNull();
    assertThat(Cells.key("7", Long.class)).isNull();
    assertThat(Cells.key(7, Object.class)).isEqualTo(7);
  }
}

package io.github.gmnn.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.cli.run.Palette;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ChartsOfPagesTest {
  @Test
  void ticksAreRoundNumbers() {
    assertThat(Axes.ticks(0, 1).stream().map(Axes::label))
        .containsExactly("0", "0.2", "0.4", "0.6", "0.8", "1");
    assertThat(Axes.ticks(0, 300).stream().map(Axes::label))
        .containsExactly("0", "50", "100", "150", "200", "250", "300");
    assertThat(Axes.ticks(0.83, 0.87).stream().map(Axes::label))
        .containsExactly("0.83", "0.84", "0.85", "0.86", "0.87");
  }

  @Test
  void axesPutTheirEndsAtTheEdges() {
    Axes axes = new Axes(0, 10, -1, 1);
    assertThat(axes.x(5)).isEqualTo((axes.x(0) + axes.x(10)) / 2);
    assertThat(axes.y(-1)).isEqualTo(axes.bottom());
    assertThat(axes.y(1)).isEqualTo(axes.top());
  }

  @Test
  void phasesOfEmAreMarked() {
    List<EpochReport> epochs = new ArrayList<>();
    add(epochs, Phase.PRE_TRAINING, 0, 0.5, 0.6, 0.7);
    add(epochs, Phase.M_STEP, 1, 0.8, 0.8);
    add(epochs, Phase.E_STEP, 1, 0.75, 0.9);
    assertThat(LearningCurves.spans(epochs))
        .containsExactly(
            new LearningCurves.Span(Phase.PRE_TRAINING, 0, 0, 3),
            new LearningCurves.Span(Phase.M_STEP, 1, 3, 5),
            new LearningCurves.Span(Phase.E_STEP, 1, 5, 7));
    Markup out = new Markup();
    LearningCurves.write(out, epochs, "accuracy");
    assertThat(out.toString())
        .contains("was 0.700 before EM and 0.900 in its E-steps (+0.200)")
        .contains("<title>M-step 1: epochs 4 to 5</title>")
        .contains("<title>E-step 1: epochs 6 to 7</title>")
        .contains(">pre-training</text>", ">M1</text>", ">E1</text>");
  }

  private static void add(
      List<EpochReport> epochs, Phase phase, int iteration, double... validation) {
    for (int i = 0; i < validation.length; i++) {
      epochs.add(
          new EpochReport(
              phase,
              iteration,
              i + 1,
              validation.length,
              1 - validation[i],
              OptionalDouble.of(validation[i]),
              Duration.ZERO,
              Duration.ZERO));
    }
  }

  @Test
  void withoutAnyFiniteLossThereIsNothingToDraw() {
    List<EpochReport> epochs =
        List.of(
            new EpochReport(
                Phase.PRE_TRAINING,
                0,
                1,
                1,
                Double.NaN,
                OptionalDouble.empty(),
                Duration.ZERO,
                Duration.ZERO));
    Markup out = new Markup();
    LearningCurves.write(out, epochs, "accuracy");
    assertThat(out).hasToString("");
  }

  @Test
  void theAxisOfValidationLeavesOutTheFirstTenthOfEachPhase() {
    double[] values = {0.1, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.9, 0.2, 0.7};
    List<LearningCurves.Span> spans =
        List.of(
            new LearningCurves.Span(Phase.PRE_TRAINING, 0, 0, 10),
            new LearningCurves.Span(Phase.M_STEP, 1, 10, 12));
    assertThat(LearningCurves.range(values, spans, 0.1).getMin())
        .as("a phase of two epochs has no first tenth")
        .isEqualTo(0.2);
    assertThat(LearningCurves.range(values, spans.subList(0, 1), 0.1).getMin()).isEqualTo(0.8);
    assertThat(LearningCurves.range(values, spans.subList(0, 1), 0).getMin()).isEqualTo(0.1);
  }

  @Test
  void whatLiesBelowTheAxisIsDrawnOnIt() {
    List<EpochReport> epochs = new ArrayList<>();
    add(epochs, Phase.PRE_TRAINING, 0, 0.1, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.9);
    Markup out = new Markup();
    LearningCurves.write(out, epochs, "accuracy");
    double bottom = new Axes(0, 1, 0, 1).bottom();
    assertThat(out.toString()).contains("points=\"69," + Markup.number(bottom) + " ");
  }

  @Test
  void logarithmicAxesHaveRoundNumbersAtAnyLength() {
    assertThat(Axes.powers(-1, 3).stream().map(power -> Axes.label(Math.pow(10, power))))
        .containsExactly("0.1", "1", "10", "100", "1000");
    assertThat(Axes.powers(-1, 0).stream().map(power -> Axes.label(Math.pow(10, power))))
        .containsExactly("0.1", "0.2", "0.5", "1");
    assertThat(
            Axes.powers(Math.log10(3), Math.log10(6)).stream()
                .map(power -> Axes.label(Math.pow(10, power))))
        .containsExactly("3", "3.5", "4", "4.5", "5", "5.5", "6");
  }

  @Test
  void lossesFarApartHaveAnAxisOfPowersOfTen() {
    List<EpochReport> epochs = new ArrayList<>();
    add(epochs, Phase.PRE_TRAINING, 0, -999, -99);
    add(epochs, Phase.M_STEP, 1, 0, -4);
    Markup out = new Markup();
    LearningCurves.write(out, epochs, "accuracy");
    String loss = out.toString().substring(out.toString().indexOf("training loss"));
    assertThat(loss).contains(">1</text>", ">10</text>", ">100</text>", ">1000</text>");
  }

  @Test
  void constantLossesOfAnySizeAreALevelLine() {
    for (double validation : new double[] {0.5, -1e20}) {
      List<EpochReport> epochs = new ArrayList<>();
      add(epochs, Phase.PRE_TRAINING, 0, validation, validation);
      Markup out = new Markup();
      LearningCurves.write(out, epochs, "accuracy");
      assertThat(out.toString()).contains("points=\"153,130 363,130\"").doesNotContain("NaN");
    }
  }

  @Test
  void everyClassHasItsOwnMark() {
    List<String> marks = new ArrayList<>();
    for (int c = 0; c < 4 * Palette.SIZE; c++) {
      Markup out = new Markup();
      Marks.open(out, c, 10, 20, 4, "fill", Marks.color(c)).close();
      marks.add(out.toString());
    }
    assertThat(marks).doesNotHaveDuplicates();
    assertThat(marks.get(0))
        .isEqualTo("<circle cx=\"10\" cy=\"20\" r=\"4\" fill=\"#0072b2\"></circle>");
    assertThat(marks.get(8)).isEqualTo("<path d=\"M6 16h8v8h-8z\" fill=\"#0072b2\"></path>");
  }

  @Test
  void columnsOfNumbersAreOnTheRightAndWhatIsNotANumberIsEmpty() {
    Markup out = new Markup();
    new SortableTable(List.of("node", "count", "share"))
        .row(List.of("<b>", 12, 0.25))
        .row(List.of(new SortableTable.Link("c", "id"), 3, Double.NaN))
        .write(out);
    assertThat(out.toString())
        .contains("<th scope=\"col\">node</th><th scope=\"col\" class=\"n\">count</th>")
        .contains("<td>&lt;b&gt;</td><td class=\"n\">12</td><td class=\"n\">0.250</td>")
        .contains("<td><a href=\"#id\">c</a></td><td class=\"n\">3</td><td class=\"n\"></td>");
  }

  @Test
  void someOfManyAreEvenlySpread() {
    assertThat(Neighborhoods.spread(List.of(0, 1, 2, 3, 4, 5), 3)).containsExactly(0, 2, 4);
    assertThat(Neighborhoods.spread(List.of(0, 1), 3)).containsExactly(0, 1);
  }

  @Test
  void wordsAreQuotedForAShell() {
    assertThat(Report.quoted("--data")).isEqualTo("--data");
    assertThat(Report.quoted("my data")).isEqualTo("'my data'");
    assertThat(Report.quoted("it's")).isEqualTo("'it'\\''s'");
    assertThat(Report.quoted("")).isEqualTo("''");
  }
}

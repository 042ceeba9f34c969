package io.github.gmnn.training.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.FeatureScaling;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingGroupTest {
  private final SettingGroup group = new SettingGroup();
  private final Setting<Integer> units =
      group.part().count("hiddenUnits", 16, 1).option().means("units");
  private final Setting<Double> dropout = group.rate("dropout", 0.5).means("dropout");
  private final Setting<FeatureScaling> scaling =
      group.choice("scaling", FeatureScaling.ROW).onSpark().means("scaling");
  private final Setting<Boolean> guard = group.flag("guard", true).means("guard");
  private final Setting<List<String>> names =
      group.<List<String>>value("names", List.of()).means("names");

  @Test
  void settingsAreCollectedInTheOrderOfTheirDeclaration() {
    assertThat(group.settings()).containsExactly(units, dropout, scaling, guard, names);
    assertThat(group.defaults().describe())
        .containsExactly(
            Map.entry("hiddenUnits", "16"),
            Map.entry("dropout", "0.5"),
            Map.entry("scaling", "ROW"),
            Map.entry("guard", "true"),
            Map.entry("names", "[]"));
  }

  @Test
  void aPartHasItsOwnSettingsAlone() {
    SettingGroup whole = new SettingGroup();
    whole.flag("before", true).means("before");
    SettingGroup part = whole.part();
    Setting<Boolean> inPart = part.flag("in", true).means("in");

    assertThat(part.settings()).containsExactly(inPart);
    assertThat(whole.settings()).hasSize(2).contains(inPart);
  }

  @Test
  void aDefaultThatTheSettingDoesNotTakeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group.notNegative("l2", Double.NaN).means("penalty"))
        .withMessageContaining("l2 must be finite and not negative");
  }

  @Test
  void aValueIsTakenByItsNameAsItIsOrByItsText() {
    Settings settings =
        group
            .defaults()
            .with("hiddenUnits", 8)
            .with("dropout", 0)
            .with("scaling", "binary-row")
            .with("guard", "False");

    assertThat(settings.get(units)).isEqualTo(8);
    assertThat(settings.get(dropout)).isZero();
    assertThat(settings.get(scaling)).isEqualTo(FeatureScaling.BINARY_ROW);
    assertThat(settings.get(guard)).isFalse();
    assertThat(settings.with("scaling", "NONE").get(scaling)).isEqualTo(FeatureScaling.NONE);
    assertThat(settings.given()).containsKeys("hiddenUnits", "guard").doesNotContainKey("names");
  }

  @Test
  void whatASettingDoesNotTakeIsSaid() {
    assertRefused("units", 8, "'units'", "hiddenUnits, dropout");
    assertRefused("hiddenUnits", 0, "hiddenUnits must be at least 1, got 0");
    assertRefused("hiddenUnits", "many", "a whole number", "'many'");
    assertRefused("hiddenUnits", 1.5, "a whole number", "'1.5'");
    assertRefused("dropout", "1", "dropout must be in [0, 1)");
    assertRefused("scaling", "log", "none, row, binary-row", "'log'");
    assertRefused("guard", "maybe", "true or false", "'maybe'");
    assertRefused("names", "a", "names has values that no text names");
  }

  private void assertRefused(String name, Object value, String... parts) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group.defaults().with(name, value))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void anOptionIsNamedAsPeopleTypeIt() {
    assertThat(units.option()).contains("hidden-units");
    assertThat(group.flag("x", true).option("y").means("x").option()).contains("y");
    assertThat(dropout.option()).isEmpty();
  }
}

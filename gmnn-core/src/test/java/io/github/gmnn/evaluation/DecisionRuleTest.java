package io.github.gmnn.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.training.ValidationMetric;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionRuleTest {
  @Test
  void aTextNamesARule() {
    assertThat(DecisionRule.parse("recall:fraud:0.9")).isEqualTo(DecisionRule.recall("fraud", 0.9));
    assertThat(DecisionRule.parse("precision:a:b:0.25"))
        .isEqualTo(DecisionRule.precision("a:b", 0.25));
    assertThat(DecisionRule.parse("metric:macro-f1"))
        .isEqualTo(DecisionRule.metric(ValidationMetric.MACRO_F1));
    assertThat(DecisionRule.parse("cost:fraud>fine=20,fine>fraud=1"))
        .isEqualTo(
            DecisionRule.costs(
                Map.of("fraud", Map.of("fine", 20.0), "fine", Map.of("fraud", 1.0))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recall:fraud:0.9",
        "precision:a:b:0.25",
        "metric:balanced-accuracy",
        "cost:fraud>fine=20.0,fine>fraud=1.0"
      })
  void itsTextIsThatOfTheRule(String text) {
    assertThat(DecisionRule.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "recall",
        "recall:0.9",
        "recall:fraud:much",
        "recall:fraud:1",
        "precision:fraud:0",
        "metric:roc-auc",
        "metric:beauty",
        "cost:",
        "cost:fraud=1",
        "cost:a>b=-1",
        "cost:a>b=NaN",
        "best"
      })
  void otherTextsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> DecisionRule.parse(text));
  }

  @Test
  void whatIsNotNamedCostsNothing() {
    DecisionRule.Costs costs = new DecisionRule.Costs(Map.of("a", Map.of("b", 3.0)));
    assertThat(costs.of("a", "b")).isEqualTo(3);
    assertThat(costs.of("a", "a")).isZero();
    assertThat(costs.of("b", "a")).isZero();
  }
}

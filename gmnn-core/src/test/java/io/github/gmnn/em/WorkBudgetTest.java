package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.TRIAL_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.VALIDATION_INTERVAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.training.internal.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkBudgetTest {
  private static final Settings ASKED = TrainerSettings.defaults();
  private static final Settings OF_KIND =
      ASKED.with(PRETRAIN_EPOCHS, 200).with(EM_ITERATIONS, 3).with(INFERENCE_EPOCHS, 200);

  @Test
  void aFitThatTakesNoMinuteStaysAsItIs() {
    assertThat(WorkBudget.suited(OF_KIND, ASKED, new FitWork(1.2e9, 4e8))).isSameAs(OF_KIND);
    assertThat(WorkBudget.trialEpochs(ASKED, List.of(new FitWork(1e9, 4e8)))).isEqualTo(60);
    assertThat(WorkBudget.allows(1e11)).isTrue();
  }

  @Test
  void whereValidationIsDearEveryFourthEpochHasOne() {
    Settings settings = WorkBudget.suited(OF_KIND, ASKED, new FitWork(1e9, 6e8));
    assertThat(settings.get(VALIDATION_INTERVAL)).isEqualTo(4);
    assertThat(settings.get(PRETRAIN_EPOCHS)).isEqualTo(200);
  }

  @Test
  void epochsOfAllStagesShareTheBudget() {
    Settings settings = WorkBudget.suited(OF_KIND, ASKED, new FitWork(3e9, 3e9));
    assertThat(settings.get(PRETRAIN_EPOCHS)).isEqualTo(100); // 400 epochs of 3.75e9
    assertThat(settings.get(INFERENCE_EPOCHS)).isEqualTo(100);
    Settings fewest = WorkBudget.suited(OF_KIND, ASKED, new FitWork(1e12, 0));
    assertThat(fewest.get(PRETRAIN_EPOCHS)).isEqualTo(60);
    assertThat(fewest.get(INFERENCE_EPOCHS)).isEqualTo(60);
  }

  @Test
  void theTrialsOfAllKindsShareABudgetOfTheirOwn() {
    List<FitWork> kinds = List.of(new FitWork(4e9, 0), new FitWork(16e9, 0));
    assertThat(WorkBudget.trialEpochs(ASKED, kinds)).isEqualTo(40);
    assertThat(WorkBudget.trialEpochs(ASKED, List.of(new FitWork(1e12, 0)))).isEqualTo(20);
    assertThat(WorkBudget.allows(8.1e11)).isFalse();
  }

  @Test
  void whatIsAskedForIsDone() {
    Settings asked =
        ASKED
            .with(TRIAL_EPOCHS, 70)
            .with(PRETRAIN_EPOCHS, 500)
            .with(INFERENCE_EPOCHS, 300)
            .with(VALIDATION_INTERVAL, 1);
    Settings ofKind = asked.with(EM_ITERATIONS, 3);
    assertThat(WorkBudget.suited(ofKind, asked, new FitWork(1e12, 1e12))).isSameAs(ofKind);
    assertThat(WorkBudget.trialEpochs(asked, List.of(new FitWork(1e12, 0)))).isEqualTo(70);
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.Forged;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Teacher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class CheckpointTest {
  private static final Logger log = LoggerFactory.getLogger(CheckpointTest.class);
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();
  private static final int EPOCHS = 20 + 4 * 15;

  @TempDir Path folder;

  static Stream<GmnnTrainer.Builder> trainers() {
    return Stream.of(
        SmallCitations.trainer(),
        SmallCitations.trainer().approximation(Approximations.multiSample(2)),
        SmallCitations.trainer().predictor(Predictor.PRODUCT).attributesInLearning(true),
        SmallCitations.trainer().teacher(Teacher.SELF),
        SmallCitations.trainer().nonAmortized(),
        SmallCitations.trainer().patience(4),
        SmallCitations.trainer().batchSize(40).maxNeighbors(3),
        SmallCitations.trainer()
            .inference(InferenceKinds.RandomPropagation.near())
            .pretrainEpochs(20)
            .inferenceEpochs(15)
            .freshLearningNetworks(2)
            .patience(6));
  }

  @ParameterizedTest
  @MethodSource("trainers")
  void aFitResumedAfterAnyEpochEndsWithTheIdenticalModel(GmnnTrainer.Builder builder)
      throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnTrainer trainer = builder.build(); // resumes without writing checkpoints again
    List<Path> copies = new ArrayList<>();
    GmnnModel<Integer> whole =
        builder
            .checkpoint(file, 1)
            .listener(
                report -> {
                  // the checkpoint of the epoch before is the newest one while this one ends
                  if (Files.exists(file)) {
                    copies.add(copy(file, folder.resolve("after-" + (copies.size() + 1))));
                  }
                  return true;
                })
            .fit(GRAPH);
    copies.add(file);
    int epochs = whole.history().epochs().size();
    assertThat(copies).hasSize(epochs);
    for (int last = 1; last <= epochs; last += 7) {
      GmnnModel<Integer> resumed = trainer.resume(copies.get(last - 1), GRAPH);
      assertThat(SmallCitations.distributions(resumed))
          .as("resumed after epoch %d", last)
          .isEqualTo(SmallCitations.distributions(whole));
      assertThat(resumed.state().networks().inference().parameters())
          .isEqualTo(whole.state().networks().inference().parameters());
      assertThat(resumed.state().networks().learning().parameters())
          .isEqualTo(whole.state().networks().learning().parameters());
      assertThat(resumed.history().epochs()).hasSize(epochs);
    }
  }

  private static Path copy(Path from, Path to) {
    try {
      return Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCheckpointOfOtherSettingsOrAnotherGraphIsRefused() throws IOException {
    Path file = folder.resolve("checkpoint");
    SmallCitations.trainer().checkpoint(file, 10).fit(GRAPH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallCitations.trainer().seed(99).build().resume(file, GRAPH))
        .withMessageContaining("other settings");
    Graph<Integer> relabelled =
        GRAPH.withLabels(GmnnTrainerTest.labels(GRAPH, GRAPH.trainingNodes()), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallCitations.trainer().build().resume(file, relabelled))
        .withMessageContaining("another graph");
    Files.write(file, new byte[] {1, 2, 3});
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> SmallCitations.trainer().build().resume(file, GRAPH))
        .withMessageContaining(file.toString());
  }

  /** What an attacker, or a fault of ours, may put into a checkpoint whose digest is right. */
  static Stream<UnaryOperator<Forged>> forgeries() {
    return Stream.of(
        f -> f.replacing("\"stage\" : \"", "\"stage\" : \"1000"),
        f -> f.replacing("\"stage\" : \"", "\"stage\" : \"-"),
        f -> f.replacing("\"stage\"", "\"estage\""),
        f -> f.replacing("\"epoch\" : \"", "\"epoch\" : \"1e30"),
        f -> f.replacing("\"epoch\" : \"", "\"epoch\" : \"x"),
        f -> f.replacing("\"epoch\" : \"", "\"epoch\" : \"0.5"),
        f -> f.replacing("\"bestPretrained.kept\" : \"2", "\"bestPretrained.kept\" : \"3"),
        f -> f.replacing("\"q\" : ", "\"other\" : "),
        f -> f.replacing("\"p\" : ", "\"other\" : "),
        f -> f.replacing("\"qParameters\" : 2", "\"qParameters\" : -1"),
        f -> f.replacing("\"bestPretrainedParameters\" : 2", "\"bestPretrainedParameters\" : 1"),
        f -> f.with("q/0.f32", Forged.floats(7, 1f)),
        f -> f.with("bestPretrained/0.f32", Forged.floats(7, 1f)),
        f -> f.with("q/0.f32", Forged.floats(f.entry("q/0.f32").length / 4, Float.NaN)),
        f -> f.with("qUpdater/0.f32", Forged.floats(3, 1f)),
        f -> f.replacing("\"annotating\" : ", "\"other\" : "),
        f -> f.with("annotating/0.f32", Forged.floats(7, 1f)),
        f -> f.with("distributionsOfP.f32", Forged.floats(5, 1f)),
        f -> f.without("distributionsOfP.f32"),
        f -> f.without("p/1.f32"),
        f -> f.with("more.f32", Forged.floats(5, 1f)),
        f -> f.replacing("\"kind\" : ", "\"sort\" : "),
        f -> f.replacing("\"completed\"", "\"complete\""),
        f -> f.replacing("\"version\" : 1", "\"version\" : 2"));
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void aForgedCheckpointIsRefusedBeforeTheFitGoesOn(UnaryOperator<Forged> forgery)
      throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnTrainer trainer = SmallCitations.trainer().predictor(Predictor.PRODUCT).build();
    SmallCitations.trainer()
        .predictor(Predictor.PRODUCT)
        .checkpoint(file, 1)
        .listener(report -> report.phase() != Phase.M_STEP || report.epoch() < 4)
        .fit(GRAPH);
    Files.write(file, forgery.apply(Forged.from(Files.readAllBytes(file))).bytes());
    assertThatExceptionOfType(ModelFormatException.class)
        .isThrownBy(() -> trainer.resume(file, GRAPH))
        .withMessageContaining(file.toString());
  }

  @Test
  void checkpointsByTimeAreWrittenToo() {
    Path file = folder.resolve("checkpoint");
    SmallCitations.trainer().checkpoint(file, Duration.ofNanos(1)).fit(GRAPH);
    assertThat(file).exists();
  }

  @Test
  void aProcessKilledAtAnyMomentGoesOnToTheIdenticalModel() throws Exception {
    Path file = folder.resolve("checkpoint");
    GmnnModel<Integer> whole = KilledFit.trainer(file).fit(GRAPH);
    Random moments = new Random(5);
    int kills = 0;
    int resumedInTheMiddle = 0;
    // every round starts a virtual machine that goes on from the last checkpoint and is killed
    while (kills < 20) {
      Files.deleteIfExists(file);
      Process child = KilledFit.start(file);
      int moment = 1 + moments.nextInt(EPOCHS - 1);
      while (epochsIn(file) < moment && child.isAlive()) {
        Thread.sleep(1);
      }
      Thread.sleep(moments.nextInt(10));
      child.destroyForcibly().waitFor();
      kills++;
      assertThat(file).as("the child wrote a checkpoint before it was killed").exists();
      int epochsBefore = epochsIn(file);
      resumedInTheMiddle += epochsBefore < EPOCHS ? 1 : 0;
      log.info("kill {}: resumed after epoch {} of {}", kills, epochsBefore, EPOCHS);
      GmnnModel<Integer> resumed = KilledFit.trainer(file).resume(file, GRAPH);
      assertThat(SmallCitations.distributions(resumed))
          .as("killed after epoch %d", epochsBefore)
          .isEqualTo(SmallCitations.distributions(whole));
    }
    assertThat(resumedInTheMiddle).isGreaterThan(10);
  }

  private static int epochsIn(Path checkpoint) throws IOException {
    return Files.exists(checkpoint) ? Checkpoint.read(checkpoint).history().epochs().size() : 0;
  }
}

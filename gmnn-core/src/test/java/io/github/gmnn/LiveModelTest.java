package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Graph;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveModelTest {
  private static final GmnnTrainer TRAINER = builder().build();

  private static GmnnTrainer.Builder builder() {
    return GmnnTrainer.builder().inference(InferenceKinds.robustPropagation()).pretrainEpochs(30);
  }

  /** Two groups of nodes that know each other. */
  private static Graph<String> graph() {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 40; i++) {
      builder.addNode("n" + i, Map.of(i < 20 ? "left" : "right", 1, "w" + i % 7, 0.5));
      builder.addEdge("n" + i, "n" + (i / 20 * 20 + (i + 1) % 20));
      builder.addEdge("n" + i, "n" + (i / 20 * 20 + (i + 3) % 20));
      if (i % 5 == 0) {
        builder.label("n" + i, i < 20 ? "L" : "R");
      }
      if (i % 10 == 5) {
        builder.validationNode("n" + i);
      }
    }
    return builder.build();
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aChangeIsInTheGraphAtOnceAndLearnedSoon() throws Exception {
    try (LiveModel<String> live = LiveModel.of(TRAINER, graph())) {
      List<LiveModel.Update<String>> updates = new CopyOnWriteArrayList<>();
      live.onUpdate(updates::add);
      assertThat(live.current().revision()).isZero();
      CompletableFuture<LiveModel.Version<String>> learned =
          live.submit(
              change ->
                  change.addNode("x", Map.of("right", 1, "brand new", 1)).addEdge("x", "n21"));
      assertThat(live.graph().contains("x")).isTrue();
      assertThat(live.predict("x").label()).isEqualTo("R");
      LiveModel.Version<String> version = get(learned);
      assertThat(version.revision()).isEqualTo(1);
      assertThat(version.model().predict("x").label()).isEqualTo("R");
      assertThat(version.model().featureNames()).contains("brand new");
      assertThat(live.predict("y", c -> c.addNode("y").addEdge("y", "n2")).label()).isEqualTo("L");
      get(live.submit(change -> change.label("x", "third")));
      assertThat(live.current().model().classes()).containsExactly("L", "R", "third");
      get(live.submit(change -> change.removeNode("x")));
      assertThat(live.current().model().keys()).doesNotContain("x");
      assertThat(updates).hasSizeGreaterThanOrEqualTo(2);
      assertThat(updates.get(0).failure()).isNull();
      assertThat(updates.get(0).drift().values().stream().mapToDouble(d -> d).sum())
          .isBetween(-1e-9, 1e-9);
    }
  }

  @Test
  void flippedNodesAreNamed() throws Exception {
    try (LiveModel<String> live = LiveModel.of(TRAINER, graph())) {
      List<LiveModel.Update<String>> updates = new CopyOnWriteArrayList<>();
      live.onUpdate(updates::add);
      get(
          live.submit(
              change -> {
                for (int i = 0; i < 40; i++) {
                  change.label("n" + i, i < 20 ? "R" : "L");
                }
              }));
      Predictions<String> now = live.current().model().predictions();
      Predictions<String> old = updates.get(0).before().model().predictions();
      assertThat(updates.get(0).flipped())
          .containsExactlyElementsOf(
              now.keys().stream()
                  .filter(key -> !now.of(key).label().equals(old.of(key).label()))
                  .toList());
    }
  }

  @Test
  void aFailingTrainingLeavesTheModelAndTheNextChangeTriesAgain() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    GmnnTrainer trainer =
        GmnnTrainer.builder()
            .inference(InferenceKinds.convolutions())
            .pretrainEpochs(5)
            .emIterations(0)
            .classWeights(Map.of("L", 2.0))
            .build();
    try (LiveModel<String> live = LiveModel.of(trainer, graph())) {
      live.onUpdate(update -> fails.set(update.failure() != null));
      live.onUpdate(
          update -> {
            throw new IllegalStateException("a bad listener");
          });
      CompletableFuture<LiveModel.Version<String>> failing =
          live.submit(
              change -> {
                for (int i = 0; i < 20; i += 5) {
                  change.label("n" + i, "other");
                }
              });
      assertThatThrownBy(() -> get(failing))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("classWeights names the class");
      assertThat(live.current().revision()).isZero();
      get(live.submit(change -> change.label("n0", "L")));
      assertThat(live.current().revision()).isEqualTo(1);
      assertThat(fails).isFalse();
    }
  }

  @Test
  void anErrorOfAListenerDoesNotEndTheThread() throws Exception {
    try (LiveModel<String> live = LiveModel.of(TRAINER, graph())) {
      live.onUpdate(
          update -> {
            throw new AssertionError("a bad listener");
          });
      get(live.submit(change -> change.addEdge("n1", "n4")));
      get(live.submit(change -> change.addEdge("n1", "n5")));
      assertThat(live.current().revision()).isEqualTo(2);
    }
  }

  @Test
  void aListenerThatStopsEveryFitDoesNotMakeItFitForever() throws Exception {
    AtomicInteger fits = new AtomicInteger();
    GmnnTrainer trainer =
        builder()
            .listener(
                report -> {
                  fits.addAndGet(report.epoch() == 1 ? 1 : 0);
                  return report.epoch() < 2;
                })
            .build();
    try (LiveModel<String> live = LiveModel.of(trainer, graph())) {
      get(
          live.submit(
              change -> {
                for (int i = 0; i < 40; i++) {
                  change.label("n" + i, i < 20 ? "L" : "R");
                }
              }));
      for (int waited = 0; fits.get() < 2 && waited < 60_000; waited += 10) {
        Thread.sleep(10); // the fit from scratch that so many labels call for
      }
      get(live.submit(change -> change.addEdge("n1", "n5")));
      assertThat(fits.get()).as("the first, and one from scratch").isEqualTo(2);
    }
  }

  @Test
  void changesThatComeWhileItTrainsAreLearnedTogether() throws Exception {
    try (LiveModel<String> live = LiveModel.of(TRAINER, graph())) {
      CountDownLatch first = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      live.onUpdate(
          update -> {
            first.countDown();
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      CompletableFuture<LiveModel.Version<String>> one =
          live.submit(change -> change.addEdge("n1", "n4"));
      first.await();
      List<CompletableFuture<LiveModel.Version<String>>> more =
          List.of(
              live.submit(change -> change.addEdge("n1", "n5")),
              live.submit(change -> change.addEdge("n1", "n6")));
      go.countDown();
      assertThat(get(one).revision()).isEqualTo(1);
      assertThat(get(more.get(0)).revision()).isEqualTo(2);
      assertThat(get(more.get(1)).revision()).isEqualTo(2);
    }
  }

  @Test
  void aClosedOneTakesNoChangesAndStillPredicts(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("live.model");
    Graph<String> graph = graph();
    LiveModel<String> live = LiveModel.of(TRAINER, graph, TRAINER.fit(graph), file);
    get(live.submit(change -> change.label("n1", "L")));
    live.close();
    live.close();
    assertThatThrownBy(() -> live.submit(change -> change.label("n2", "L")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(GmnnModel.load(file).keyedBy(String.class).predict("n1").distribution())
        .isEqualTo(live.predict("n1").distribution());
  }

  @Test
  void aRefitIsNeverWorseByValidation() {
    Graph<String> graph = graph();
    GmnnModel<String> model = TRAINER.fit(graph);
    double before = model.evaluate(graph.validationLabels()).accuracy();
    Graph<String> wrong =
        graph.with(change -> change.label("n1", "R").label("n2", "R").label("n21", "L"));
    GmnnModel<String> refitted = TRAINER.refit(wrong, model);
    assertThat(refitted.evaluate(graph.validationLabels()).accuracy())
        .isGreaterThanOrEqualTo(before);
  }

  @Test
  void aGraphWithoutFeaturesLivesToo() throws Exception {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 40; i++) {
      builder.addNode("n" + i);
    }
    for (int i = 0; i < 40; i++) {
      for (int step = 1; step < 6; step++) {
        builder.addEdge("n" + i, "n" + (i / 20 * 20 + (i + step) % 20));
      }
      if (i % 4 == 0) {
        builder.label("n" + i, i < 20 ? "L" : "R");
      }
      if (i % 8 == 4) {
        builder.validationNode("n" + i);
      }
    }
    GmnnTrainer trainer =
        GmnnTrainer.builder()
            .inference(InferenceKinds.robustStructure())
            .pretrainEpochs(30)
            .emIterations(0)
            .build();
    try (LiveModel<String> live = LiveModel.of(trainer, builder.build())) {
      AtomicInteger failures = new AtomicInteger();
      live.onUpdate(update -> failures.addAndGet(update.failure() == null ? 0 : 1));
      get(live.submit(change -> change.removeNode("n3").addNode("x").addEdge("x", "n25")));
      assertThat(live.predict("x").label()).isEqualTo("R");
      get(live.submit(change -> change.label("n1", "L")));
      assertThat(live.predict("n2").label()).isEqualTo("L");
      assertThat(failures).hasValue(0);
    }
  }
}

package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelSessionTest {
  private static final Graph<String> PATH =
      Graph.<String>builder()
          .addNode("a", Map.of("one", 1))
          .addNode("b", Map.of("one", 1))
          .addNode("c", Map.of("two", 1))
          .addNode("d", Map.of("two", 1))
          .addEdge("a", "b")
          .addEdge("b", "c")
          .addEdge("c", "d")
          .build();

  @TempDir private Path folder;
  private LabelSession session;

  private LabelSession open(Learner learner) throws IOException {
    return open(PATH, learner);
  }

  private LabelSession open(Graph<String> graph, Learner learner) throws IOException {
    LabelLog log = LabelLog.open(folder.resolve("labels.jsonl"));
    session = new LabelSession(graph, log, learner, Duration.ofHours(1));
    return session;
  }

  @AfterEach
  void close() throws IOException {
    if (session != null) {
      session.close();
    }
  }

  private static GmnnModel<String> fit(Graph<String> graph) {
    return Gmnn.builder()
        .inference(InferenceKinds.convolutions())
        .pretrainEpochs(5)
        .emIterations(0)
        .threads(1)
        .fit(graph);
  }

  private Fitted awaitRevision(int least) throws InterruptedException {
    long seen = -1;
    while (session.fitted().revision() < least) {
      seen = session.awaitChange(seen, 20_000);
    }
    return session.fitted();
  }

  @Test
  void aModelComesWithTheSecondClass() throws Exception {
    open(LabelSessionTest::fit).label("a", " x ");
    Fitted one = awaitRevision(1);
    assertThat(one.hasModel()).isFalse();
    assertThat(one.counts()).isEmpty();
    session.label("d", "y");
    Fitted two = awaitRevision(2);
    assertThat(two.hasModel()).isTrue();
    assertThat(two.classes()).containsExactly("x", "y");
    assertThat(two.counts().values().stream().mapToInt(n -> n).sum()).isEqualTo(4);
    assertThat(two.graph().labels()).isEqualTo(Map.of("a", "x", "d", "y"));
  }

  @Test
  void undoTakesBackLabelsOneByOneWithTheClassesTheyNamed() throws Exception {
    open(LabelSessionTest::fit).label("a", "x");
    session.label("b", "y");
    session.label("a", "z");
    assertThat(session.view().classes()).containsExactly("x", "y", "z");
    session.undo();
    assertThat(session.view().given()).isEqualTo(Map.of("a", "x", "b", "y"));
    assertThat(session.view().classes()).containsExactly("x", "y");
    session.undo();
    session.undo();
    assertThat(session.view().classes()).isEmpty();
    assertThat(session.view().canUndo()).isFalse();
    assertThatIllegalStateException().isThrownBy(session::undo).withMessageContaining("no label");
  }

  @Test
  void aSecondSessionGoesOnWhereTheFirstEnded() throws Exception {
    open(LabelSessionTest::fit).label("a", "x");
    session.label("b", "y");
    session.label("c", "y");
    session.undo();
    LabelSession.View before = session.view();
    session.close();
    open(LabelSessionTest::fit);
    assertThat(session.view().given()).isEqualTo(before.given());
    assertThat(session.view().classes()).isEqualTo(before.classes());
    assertThat(awaitRevision(1).hasModel()).isTrue();
    session.undo();
    assertThat(session.view().given()).isEqualTo(Map.of("a", "x"));
  }

  @Test
  void labelsOfTheDataAreLearnedAndItsValidationNodesMeasure() throws Exception {
    Graph<String> labelled = PATH.withLabels(Map.of("a", "x", "b", "x", "d", "y"), List.of("b"));
    open(labelled, LabelSessionTest::fit);
    Fitted fitted = awaitRevision(1);
    assertThat(session.view().training()).isEqualTo(Map.of("a", "x", "d", "y"));
    assertThat(fitted.validation().count()).isEqualTo(1);
    assertThat(fitted.graph().validationLabels()).isEqualTo(Map.of("b", "x"));
    session.label("b", "y"); // a person knows better
    assertThat(session.view().training()).containsEntry("b", "y");
    session.undo();
    assertThat(session.view().training()).doesNotContainKey("b");
  }

  @Test
  void wrongLabelsAreRefusedAndNotKept() throws Exception {
    open(LabelSessionTest::fit);
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(() -> session.label("e", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> session.label("a", "  "));
    assertThatIllegalArgumentException().isThrownBy(() -> session.label("a", "x".repeat(201)));
    assertThat(session.view().given()).isEmpty();
    session.close();
    open(LabelSessionTest::fit);
    assertThat(session.view().given()).isEmpty();
  }

  @Test
  void aFileOfOtherDataIsRefused() throws Exception {
    open(LabelSessionTest::fit).label("a", "x");
    session.close();
    session = null;
    Graph<String> other = Graph.<String>builder().addNode("q").build();
    LabelLog log = LabelLog.open(folder.resolve("labels.jsonl"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LabelSession(other, log, LabelSessionTest::fit))
        .withMessageContaining("'a', which is not in the data");
    log.close();
  }

  @Test
  void aFitThatFailsLeavesTheModelBeforeItAndTheNextOneWorks() throws Exception {
    Semaphore fail = new Semaphore(0);
    open(graph -> {
          if (fail.tryAcquire()) {
            throw new ArithmeticException("too large");
          }
          return fit(graph);
        })
        .label("a", "x");
    session.label("d", "y");
    while (!session.fitted().hasModel()) {
      awaitRevision(session.fitted().revision() + 1);
    }
    Fitted good = session.fitted();
    fail.release();
    session.label("b", "x");
    Fitted failed = awaitRevision(good.revision() + 1);
    assertThat(failed.model()).isSameAs(good.model());
    assertThat(failed.problem()).contains("too large");
    session.label("c", "y");
    Fitted next = awaitRevision(failed.revision() + 1);
    assertThat(next.problem()).isEmpty();
    assertThat(next.model()).isNotSameAs(good.model());
  }

  @Test
  void theNewestLabelsWin() throws Exception {
    BlockingQueue<Map<String, String>> begun = new LinkedBlockingQueue<>();
    CountDownLatch never = new CountDownLatch(1);
    Learner learner =
        graph -> {
          begun.add(graph.labels());
          if (graph.labels().size() == 2) {
            try {
              never.await(); // until there are newer labels
            } catch (InterruptedException e) {
              throw new CancellationException("interrupted");
            }
          }
          return fit(graph);
        };
    open(learner).label("a", "x");
    awaitRevision(1);
    session.label("d", "y");
    assertThat(begun.poll(20, TimeUnit.SECONDS)).hasSize(2);
    session.label("b", "x");
    assertThat(awaitRevision(2).graph().labels()).hasSize(3);
  }

  @Test
  void tenLabelsAreHeldBackInTurn() throws Exception {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 12; i++) {
      builder.addNode("n" + i, Map.of(i % 2 == 0 ? "even" : "odd", 1));
    }
    open(
        builder.build(),
        graph ->
            Gmnn.builder()
                .inference(InferenceKinds.perceptron())
                .pretrainEpochs(60)
                .emIterations(0)
                .threads(1)
                .fit(graph));
    for (int i = 0; i < 12; i++) {
      session.label("n" + i, i % 2 == 0 ? "x" : "y");
    }
    long seen = -1;
    while (session.fitted().validation() == null || session.fitted().validation().count() < 12) {
      seen = session.awaitChange(seen, 20_000);
    }
    assertThat(session.fitted().validation().share()).isEqualTo(1);
  }
}

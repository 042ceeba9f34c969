package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.advice.LabelAdvisor;
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
    return open(graph, Fitted.none(), learner);
  }

  private LabelSession open(Graph<String> graph, Fitted start, Learner learner) throws IOException {
    LabelLog log = LabelLog.open(folder.resolve("labels.jsonl"));
    session = new LabelSession(graph, start, log, learner, Duration.ofHours(1), Duration.ZERO);
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

  /** Who waits for a later revision than that of the answer would wait forever otherwise. */
  @Test
  void aLabelIsAnsweredByTheRevisionBeforeItIsLearned() throws Exception {
    open(LabelSessionTest::fit);
    for (int i = 0; i < 100; i++) {
      Fitted before = i % 2 == 0 ? session.label("a", "x") : session.undo();
      assertThat(before.revision()).isEqualTo(i);
      awaitRevision(i + 1);
    }
  }

  @Test
  void aModelToBeginWithStaysUntilThereAreFourLabelsAClass() throws Exception {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 12; i++) {
      builder.addNode("n" + i, Map.of(i % 2 == 0 ? "one" : "two", 1));
    }
    Graph<String> unlabelled = builder.classes(List.of("x", "y")).build();
    GmnnModel<String> model = fit(PATH.withLabels(Map.of("a", "x", "d", "y"), List.of()));
    open(unlabelled, Fitted.of(model, unlabelled), LabelSessionTest::fit);
    assertThat(session.fitted().counts().values().stream().mapToInt(n -> n).sum()).isEqualTo(12);
    assertThat(session.view().classes()).containsExactly("x", "y");
    for (int i = 0; i < 8; i++) {
      session.label("n" + i, i % 2 == 0 ? "x" : "y");
      Fitted now = awaitRevision(i + 1);
      assertThat(now.model() == model).as("after %s labels", i + 1).isEqualTo(i < 7);
    }
    session.undo();
    assertThat(awaitRevision(9).model()).isSameAs(model);
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
    assertThat(fitted.measured().accuracy().count()).isEqualTo(1);
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
        .isThrownBy(() -> new LabelSession(other, Fitted.none(), log, LabelSessionTest::fit))
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
    while (session.fitted().measured() == null
        || session.fitted().measured().accuracy().count() < 12) {
      seen = session.awaitChange(seen, 20_000);
    }
    assertThat(session.fitted().measured().accuracy().share()).isEqualTo(1);
  }

  /** Says how it was asked, and fits a model in any case. */
  private static final class Recording implements Learner {
    final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<GmnnModel<String>> next = new LinkedBlockingQueue<>();
    final BlockingQueue<GmnnModel<String>> starts = new LinkedBlockingQueue<>();
    int fewLabels;

    private GmnnModel<String> answer(String way, Graph<String> graph) {
      asked.add(way + " " + graph.trainingNodes().length);
      GmnnModel<String> prepared = next.poll();
      return prepared == null ? LabelSessionTest.fit(graph) : prepared;
    }

    @Override
    public GmnnModel<String> fit(Graph<String> graph) {
      return answer("fit", graph);
    }

    @Override
    public boolean fitsAnew(Graph<String> graph) {
      return graph.trainingNodes().length < fewLabels;
    }

    @Override
    public GmnnModel<String> refit(Graph<String> graph, GmnnModel<String> start) {
      starts.add(start);
      return answer("refit", graph);
    }

    String await() throws InterruptedException {
      return asked.poll(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aLabelIsLearnedByARefitAndAFitFromScratchFollowsWhenLabelsPause() throws Exception {
    Recording learner = new Recording();
    open(PATH.withLabels(Map.of("a", "x", "d", "y"), List.of()), learner);
    assertThat(learner.await()).isEqualTo("fit 2");
    awaitRevision(1);
    session.label("b", "x");
    assertThat(learner.await()).isEqualTo("refit 3");
    assertThat(learner.await()).as("half as many labels again").isEqualTo("fit 3");
    GmnnModel<String> whole = awaitRevision(3).model();
    session.undo();
    assertThat(learner.await()).isEqualTo("refit 2");
    assertThat(learner.await()).as("a label that was learned is gone").isEqualTo("fit 2");
    assertThat(awaitRevision(5).model()).isNotSameAs(whole);
  }

  @Test
  void amongFewLabelsOneMoreIsLearnedFromScratchAndOnceOnly() throws Exception {
    Recording learner = new Recording();
    learner.fewLabels = 4;
    open(PATH.withLabels(Map.of("a", "x", "d", "y"), List.of()), learner);
    awaitRevision(1);
    session.label("b", "x");
    awaitRevision(2);
    Thread.sleep(200); // the pause is over at once: a second fit would have begun
    session.label("c", "x");
    awaitRevision(3);
    assertThat(learner.asked).startsWith("fit 2", "fit 3", "refit 4");
  }

  @Test
  void oneLabelAmongManyIsLearnedByARefitAlone() throws Exception {
    Recording learner = new Recording();
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 8; i++) {
      builder.addNode("n" + i, Map.of("one", 1));
    }
    for (int i = 0; i < 6; i++) {
      builder.label("n" + i, i % 2 == 0 ? "x" : "y");
    }
    open(builder.build(), learner);
    awaitRevision(1);
    session.label("n6", "x");
    awaitRevision(2);
    session.label("n7", "x");
    awaitRevision(4);
    assertThat(learner.asked).containsExactly("fit 6", "refit 7", "refit 8", "fit 8");
  }

  @Test
  void aFitFromScratchThatValidationNodesObjectToIsNotShown() throws Exception {
    Map<String, String> truth = Map.of("a", "x", "b", "x", "c", "y", "d", "y");
    Graph<String> data =
        PATH.with(change -> change.addNode("e", Map.of("one", 1)))
            .withLabels(truth, List.of("b", "c"));
    GmnnModel<String> good = validated(data);
    GmnnModel<String> bad =
        validated(data.withLabels(Map.of("a", "y", "b", "y", "c", "x", "d", "x"), List.of("b")));
    assertThat(good.evaluate(Map.of("b", "x", "c", "y")).accuracy()).isEqualTo(1);
    assertThat(bad.evaluate(Map.of("b", "x", "c", "y")).accuracy()).isZero();
    Recording learner = new Recording();
    learner.next.addAll(List.of(good, good, bad));
    open(data, learner);
    awaitRevision(1);
    session.label("e", "x");
    for (String way : List.of("fit 2", "refit 3", "fit 3")) {
      assertThat(learner.await()).isEqualTo(way);
    }
    session.undo();
    assertThat(learner.await()).isEqualTo("refit 2");
    assertThat(learner.starts).as("none went on from the bad one").containsOnly(good);
  }

  private static GmnnModel<String> validated(Graph<String> graph) {
    return Gmnn.builder()
        .inference(InferenceKinds.perceptron())
        .pretrainEpochs(200)
        .emIterations(0)
        .threads(1)
        .fit(graph);
  }

  @Test
  void aFitThatWasStoppedIsNoAnswer() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Learner learner =
        graph -> {
          if (graph.labels().size() == 2) {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
              Thread.onSpinWait(); // until there are newer labels
            }
          }
          return fit(graph); // stops at once where the thread is interrupted
        };
    open(learner).label("a", "x");
    awaitRevision(1);
    session.label("d", "y");
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    session.label("b", "x");
    Fitted answer = awaitRevision(2);
    assertThat(answer.graph().labels()).hasSize(3);
    assertThat(answer.model().history().completed()).isTrue();
  }

  @Test
  void nodesAreAskedForBeforeAnythingIsKnownOfThem() throws Exception {
    open(LabelSessionTest::fit);
    session.adviseByDegree(); // as when the wait for vectors is over
    assertThat(session.next(9)).extracting(LabelAdvisor.Advice::key).startsWith("b").hasSize(4);
    session.label("b", "x");
    session.skip("d");
    assertThat(session.next(1)).extracting(LabelAdvisor.Advice::key).containsExactly("c");
  }
}

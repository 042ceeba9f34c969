package io.github.gmnn.cli.label;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.advice.GraphVectors;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session with its server, and the thread that gets to know the graph before the first label. */
public final class Labeling implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Labeling.class);

  /** Enough for these networks; 200 give the same accuracy where predictions are propagated. */
  private static final int EPOCHS = 50;

  /**
   * Labels a class below which a model is fitted anew at each; {@code hybrid} changes there too.
   */
  private static final int FEW_LABELS = 4;

  /** Nodes up to which a fit anew takes no longer than a person's glance; refits are less exact. */
  private static final int SMALL = 10_000;

  private static final int WARM_UP_NODES = 1_000;
  private static final int WARM_UP_REFITS = 5;

  private final LabelSession session;
  private final LabelServer server;

  private Labeling(LabelSession session, LabelServer server) {
    this.session = session;
    this.server = server;
  }

  /**
   * What is labelled, and how.
   *
   * @param data the graph; its test labels are not looked at
   * @param start a model to begin with; null without one
   * @param labels the file that keeps labels; made if it is not there
   * @param strategy which nodes are asked for
   * @param port where to serve on the loopback address; 0 for any that is free
   * @param token what requests must carry
   * @param truth the labels of all nodes in a demonstration; else empty
   */
  public record Plan(
      Dataset<String> data,
      GmnnModel<String> start,
      Path labels,
      AdviceStrategy strategy,
      int port,
      String token,
      Map<String, String> truth) {
    /** A plan without a model to begin with. */
    public Plan(
        Dataset<String> data,
        Path labels,
        AdviceStrategy strategy,
        int port,
        String token,
        Map<String, String> truth) {
      this(data, null, labels, strategy, port, token, truth);
    }
  }

  /** Starts to serve, and to fit if there are labels already. */
  public static Labeling start(Plan plan) throws IOException {
    return start(plan, new OneKindLearner(plan.data().graph().hasFeatures()));
  }

  static Labeling start(Plan plan, Learner learner) throws IOException {
    LabelLog log = LabelLog.open(plan.labels());
    LabelSession session = null;
    try {
      session = session(plan, log, learner);
      Labeling labeling = new Labeling(session, new LabelServer(session, plan));
      Thread preparing = new Thread(() -> labeling.prepare(plan), "gmnn-label-prepare");
      preparing.setDaemon(true);
      preparing.start();
      return labeling;
    } catch (IOException | RuntimeException e) {
      if (session != null) {
        session.close();
      }
      log.close();
      throw e;
    }
  }

  /**
   * Nodes that are known by their neighbours alone have no predictions of their own to propagate.
   */
  private static GmnnTrainer trainer(boolean hasFeatures) {
    return Gmnn.builder()
        .inference(
            hasFeatures ? InferenceKinds.robustPropagation() : InferenceKinds.robustConvolutions())
        .pretrainEpochs(EPOCHS)
        .emIterations(0)
        .seed(1)
        .build();
  }

  private static LabelSession session(Plan plan, LabelLog log, Learner learner) {
    Graph<String> graph = plan.data().graph();
    GmnnModel<String> start = plan.start();
    if (start == null) {
      return new LabelSession(graph, Fitted.none(), log, learner);
    }
    Set<String> classes = new LinkedHashSet<>(start.classes());
    classes.addAll(graph.classes());
    Graph<String> declared = graph.withClasses(List.copyOf(classes));
    return new LabelSession(declared, Fitted.of(start, declared), log, learner);
  }

  /** Fits by one kind of q, so that a refit can always go on from the model before it. */
  private static final class OneKindLearner implements Learner {
    private final GmnnTrainer trainer;

    OneKindLearner(boolean hasFeatures) {
      trainer = trainer(hasFeatures);
    }

    @Override
    public GmnnModel<String> fit(Graph<String> graph) {
      return trainer.fit(graph);
    }

    /** Among few labels one more may change everything: a few epochs more do not learn it. */
    @Override
    public boolean fitsAnew(Graph<String> graph) {
      return graph.nodeCount() <= SMALL
          || graph.trainingNodes().length < FEW_LABELS * graph.classes().size();
    }

    @Override
    public GmnnModel<String> refit(Graph<String> graph, GmnnModel<String> start) {
      return trainer.refit(graph, start);
    }
  }

  /** Looks at the graph, for cards and the map. Where that fails, degrees have to do. */
  private void prepare(Plan plan) {
    Graph<String> graph = plan.data().graph();
    try {
      NodeEmbeddings<String> vectors = GraphVectors.of(graph, 1);
      session.advise(LabelAdvisor.of(vectors, plan.strategy(), 1));
      server.show(NodeMap.of(vectors));
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.warn("the graph could not be analysed; the page continues without", e);
      session.adviseByDegree();
      server.showNoMap("There is no map: " + Quote.printable(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Lets the JVM compile, on a thread of its own, what the first labels would otherwise wait for: a
   * second or two of learning. Nothing else depends on it.
   */
  public void warmUp() {
    Thread warming = new Thread(Labeling::learnAnything, "gmnn-label-warm-up");
    warming.setDaemon(true);
    warming.start();
  }

  private static void learnAnything() {
    Graph<Integer> graph =
        CitationGraphGenerator.builder().nodes(WARM_UP_NODES).seed(1).build().generate().graph();
    GmnnTrainer trainer = trainer(true);
    GmnnModel<Integer> model = trainer.fit(graph);
    for (int i = 0; i < WARM_UP_REFITS; i++) {
      model = trainer.refit(graph, model);
    }
  }

  /** Where people open the page. */
  public String address() {
    return server.address();
  }

  @Override
  public void close() throws IOException {
    server.close();
    session.close();
  }
}

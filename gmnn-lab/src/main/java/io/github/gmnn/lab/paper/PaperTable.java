package io.github.gmnn.lab.paper;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.baseline.relational.RelationalClassifier;
import io.github.gmnn.cli.embedding.EmbeddingExperiment;
import io.github.gmnn.cli.embedding.EmbeddingTrial;
import io.github.gmnn.cli.links.LinkExperiment;
import io.github.gmnn.cli.links.LinkTrials;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.internal.ValueType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;

/** The experiments of the paper, and some on other graphs; each as the rows of its table. */
public enum PaperTable {
  /** Object classification with the public splits. */
  OBJECT {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.once(data, LABEL_PROPAGATION, ObjectTrials.labelPropagation(seed -> data));
        rows.once(data, "prm", Baselines.relational(data, RelationalClassifier::prm));
        rows.once(data, RMN, Baselines.relational(data, RelationalClassifier::rmn));
        rows.once(data, MLN, Baselines.relational(data, RelationalClassifier::mln));
        rows.object(data, "planetoid", Baselines.planetoid(data));
        rows.gmnn(data, GCN, b -> b.emIterations(0));
        rows.attention(data, seed -> data);
        rows.gmnn(data, GMNN, b -> b);
        rows.gmnn(data, "gmnn-attributes-in-p", b -> b.attributesInLearning(true));
      }
    }
  },

  /**
   * GMNN with settings chosen by validation: strategies, and whether p sees attributes. The row
   * with the highest mean validation accuracy is the one that counts.
   */
  BEST {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        for (Approximation each :
            List.of(Approximation.ANNEALING, Approximation.MAX, Approximation.MEAN)) {
          for (boolean attributes : new boolean[] {false, true}) {
            rows.gmnn(
                data,
                each + (attributes ? "-attributes-in-p" : ""),
                b -> b.approximation(each.strategy).attributesInLearning(attributes));
          }
        }
      }
    }
  },

  /** What q may be. */
  AMORTIZED {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "q-non-amortized", b -> b.nonAmortized().emIterations(3));
        rows.gmnn(data, "q-1-linear", b -> b.inferenceLayers(linear()));
        rows.gmnn(data, "q-1-linear-alone", b -> b.inferenceLayers(linear()).emIterations(0));
        for (int depth = 1; depth <= 3; depth++) {
          Layer[] layers = convolutions(depth, 0);
          rows.gmnn(data, "q-" + depth + "-gc", b -> b.inferenceLayers(layers));
        }
        Layer[] dropping = convolutions(3, DROPOUT);
        rows.gmnn(data, "q-3-gc-hidden-dropout", b -> b.inferenceLayers(dropping));
      }
    }
  },

  /** What p may be. */
  LEARNING_NETWORK {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(
            data, "p-1-mean-pooling", b -> b.learningLayers(MeanPoolingLayer.builder().build()));
        for (int depth = 1; depth <= 3; depth++) {
          Layer[] layers = convolutions(depth, 0);
          rows.gmnn(data, "p-" + depth + "-gc", b -> b.learningLayers(layers));
        }
      }
    }
  },

  /** The five strategies. */
  APPROXIMATIONS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        for (Approximation each : Approximation.values()) {
          rows.gmnn(data, each.toString(), b -> b.approximation(each.strategy));
        }
      }
    }
  },

  /** q taught by itself in place of p. */
  SELF_TRAINING {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "self-training", b -> b.teacher(Teacher.SELF));
        rows.gmnn(data, GMNN, b -> b);
      }
    }
  },

  /** Random splits of the public one's sizes. */
  RANDOM_SPLITS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.onSplits(data, PaperData.randomSplits(data));
      }
    }

    @Override
    public boolean hasSplits() {
      return true;
    }
  },

  /** Five training nodes per class. */
  FEW_SHOT {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.onSplits(data, PaperData.fewShot(data));
      }
    }

    @Override
    public boolean hasSplits() {
      return true;
    }
  },

  /** How q and p get on from one EM iteration to the next. */
  CONVERGENCE {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "gmnn-10-iterations", b -> b.emIterations(10));
      }
    }
  },

  /** A graph that is not in the paper: the page-page network of MUSAE. */
  FACEBOOK {
    @Override
    void addRows(Rows rows) throws IOException {
      Dataset<String> data = rows.data.facebook();
      rows.once(data, LABEL_PROPAGATION, ObjectTrials.labelPropagation(seed -> data));
      rows.gmnn(data, GCN, b -> b.emIterations(0));
      rows.gmnn(data, GMNN, b -> b);
    }
  },

  /** All graphs that are there, each split a row; one table of sets and methods. */
  GRAPHS(GraphMethod.COMPARED) {
    @Override
    void addRows(Rows rows) throws IOException {
      rows.onGraphs(split -> seed -> split.read());
    }
  },

  /** What EM gains where five nodes of each class have labels. */
  GRAPHS_FEW(GraphMethod.OF_EM) {
    @Override
    void addRows(Rows rows) throws IOException {
      rows.onGraphs(split -> seed -> PaperData.fewShot(split.read()).apply(seed));
    }
  },

  /** The choice of q without validation nodes, beside the kinds that it is between. */
  GRAPHS_UNVALIDATED(GraphMethod.OF_CHOICE) {
    @Override
    void addRows(Rows rows) throws IOException {
      rows.onGraphs(split -> seed -> PaperData.unvalidated(split.read()));
    }
  },

  /** The choice of q beside many recipes for it, none with EM. */
  REGRET(
      Stream.concat(
              Stream.of(GraphMethod.DEFAULT, GraphMethod.AUTO, GraphMethod.CHOICE),
              GraphMethod.RECIPES.stream())
          .toList()) {
    @Override
    void addRows(Rows rows) throws IOException {
      rows.onGraphs(split -> seed -> split.read());
    }
  },

  /** Link classification, with the paper's settings and with ours. */
  LINKS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Path ratings : rows.data.ratings()) {
        for (LinkExperiment.LinkPreset preset : LinkExperiment.LinkPreset.values()) {
          rows.addAll(
              LinkTrials.configurations(
                  ratings,
                  preset,
                  LineGraph.View.WHOLE_GRAPH,
                  preset.methodsOfPaper(),
                  rows.seeds));
        }
      }
    }
  },

  /** Embeddings without labels: by q alone, and with p. */
  UNSUPERVISED {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.embedding(data, DEEPWALK, Baselines.deepWalk(data));
        rows.embedding(data, "dgi", Baselines.infomax(data));
        EmbeddingExperiment.EmbeddingPreset settings =
            EmbeddingExperiment.EmbeddingPreset.of(data.name(), data.graph().nodeCount());
        rows.addAll(
            List.of(
                new EmbeddingTrial(data, settings, true).configuration(rows.seeds),
                new EmbeddingTrial(data, settings, false).configuration(rows.seeds)));
      }
    }
  };

  private static final String LABEL_PROPAGATION = "label-propagation";
  private static final String RMN = "rmn";
  private static final String MLN = "mln";
  private static final String DEEPWALK = "deepwalk";
  private static final String GCN = "gcn";
  private static final String GAT = "gat";
  private static final String GMNN = "gmnn";
  private static final double DROPOUT = 0.5;
  private static final int HIDDEN_UNITS = 16;
  private static final int ATTENTION_EPOCHS = 2_000;
  private static final int ATTENTION_PATIENCE = 100;

  /** Rows of several tables that train the same, by the one whose runs they share. */
  private static final Map<String, String> SAME_RUNS =
      Map.ofEntries(
          Map.entry("best/annealing", "object/gmnn"),
          Map.entry("best/annealing-attributes-in-p", "object/gmnn-attributes-in-p"),
          Map.entry("best/max", "approximations/max"),
          Map.entry("best/mean", "approximations/mean"),
          Map.entry("approximations/annealing", "object/gmnn"),
          Map.entry("amortized/q-2-gc", "object/gmnn"),
          Map.entry("learning-network/p-2-gc", "object/gmnn"),
          Map.entry("self-training/gmnn", "object/gmnn"),
          Map.entry("regret/default", "graphs/default"),
          Map.entry("regret/auto", "graphs/auto"));

  private final List<GraphMethod> columns;

  PaperTable() {
    this(List.of());
  }

  PaperTable(List<GraphMethod> columns) {
    this.columns = columns;
  }

  abstract void addRows(Rows rows) throws IOException;

  /** The methods that a table of all graphs compares; empty for the paper's tables. */
  List<GraphMethod> columns() {
    return columns;
  }

  /** Whether its rows are all graphs that are there. */
  boolean isOfGraphs() {
    return !columns.isEmpty();
  }

  /** Names the runs of a row: the same for rows that train the same. */
  public String runsOf(Configuration row) {
    String name = this + "/" + row.name();
    return SAME_RUNS.getOrDefault(name, name);
  }

  public List<Configuration> configurations(PaperData data, List<Long> seeds) throws IOException {
    Rows rows = new Rows(this, data, seeds);
    addRows(rows);
    return rows.configurations;
  }

  /** Whether the seeds of its runs name one of ten splits, too. */
  public boolean hasSplits() {
    return false;
  }

  /**
   * How many runs of a row are worth their time: the paper's 100 where a training takes less than
   * two seconds.
   */
  public int runs(Configuration row) {
    return switch (this) {
      case UNSUPERVISED -> row.name().equals(DEEPWALK) ? 10 : 5;
      case LINKS -> row.name().equals(RMN) || row.name().equals(MLN) ? 3 : 10;
      case FACEBOOK, CONVERGENCE -> 20;
      case GRAPHS, GRAPHS_FEW -> 3;
      case GRAPHS_UNVALIDATED, REGRET -> 1;
      default -> row.name().equals(GAT) ? 20 : 100;
    };
  }

  private static Layer linear() {
    return LinearLayer.builder().inputDropout(DROPOUT).build();
  }

  /** As the library's default, but of any depth, and with any dropout on hidden layers. */
  private static Layer[] convolutions(int depth, double hiddenDropout) {
    Layer[] layers = new Layer[depth];
    for (int i = 0; i < depth; i++) {
      GraphConvLayer.Builder layer =
          GraphConvLayer.builder().inputDropout(i == 0 ? DROPOUT : hiddenDropout);
      if (i < depth - 1) {
        layer.nOut(HIDDEN_UNITS).activation(Activation.RELU);
      }
      layers[i] = layer.build();
    }
    return layers;
  }

  @Override
  public String toString() {
    return ValueType.word(this);
  }

  /** Collects the rows of a table. */
  public static final class Rows {
    private static final int SPLITS = 10;

    private final PaperTable table;
    private final PaperData data;
    private final List<Long> seeds;
    private final List<Configuration> configurations = new ArrayList<>();

    private Rows(PaperTable table, PaperData data, List<Long> seeds) {
      this.table = table;
      this.data = data;
      this.seeds = seeds;
    }

    private List<Dataset<String>> citations() throws IOException {
      return data.citations();
    }

    private void addAll(List<Configuration> rows) {
      configurations.addAll(rows);
    }

    /** A method in which nothing is random. */
    private void once(Dataset<String> dataset, String name, Trial trial) {
      add(dataset, "object", name, "accuracy", seeds.subList(0, 1), trial);
    }

    private void object(Dataset<String> dataset, String name, Trial trial) {
      add(dataset, "object", name, "accuracy", seeds, trial);
    }

    private void embedding(Dataset<String> dataset, String name, Trial trial) {
      add(dataset, "embedding", name, "probeAccuracy", seeds, trial);
    }

    /** The methods that the paper compares on splits of its own. */
    private void onSplits(Dataset<String> dataset, LongFunction<Dataset<String>> splits) {
      add(
          dataset,
          "object",
          LABEL_PROPAGATION,
          "accuracy",
          seeds.subList(0, Math.min(SPLITS, seeds.size())), // of each split the same
          ObjectTrials.labelPropagation(splits));
      gmnn(dataset, splits, GCN, b -> b.emIterations(0));
      attention(dataset, splits);
      gmnn(dataset, splits, GMNN, b -> b);
    }

    /** Graph attention by itself; it ends by patience, as in its own paper. */
    private void attention(Dataset<String> dataset, LongFunction<Dataset<String>> splits) {
      TrainingPlan plan =
          TrainingPlan.of(TrainingPreset.ofDataset(dataset.name()), Architecture.GAT)
              .with(TrainingMethod.GCN);
      Trial trial =
          ObjectTrials.gmnn(
              splits,
              () ->
                  plan.builder()
                      .pretrainEpochs(ATTENTION_EPOCHS)
                      .patience(ATTENTION_PATIENCE)
                      .pretrainSelection(Selection.METRIC_THEN_LOSS));
      object(dataset, GAT, trial);
    }

    private void gmnn(
        Dataset<String> dataset, String name, UnaryOperator<GmnnTrainer.Builder> change) {
      gmnn(dataset, seed -> dataset, name, change);
    }

    private void gmnn(
        Dataset<String> dataset,
        LongFunction<Dataset<String>> splits,
        String name,
        UnaryOperator<GmnnTrainer.Builder> change) {
      Trial trial =
          ObjectTrials.gmnn(splits, () -> change.apply(GraphMethod.paper(dataset.name())));
      object(dataset, name, trial);
    }

    /** The methods of the table on every split. */
    private void onGraphs(Function<PaperData.Split, LongFunction<Dataset<String>>> data)
        throws IOException {
      for (PaperData.Split split : this.data.graphs()) {
        for (GraphMethod method : table.columns()) {
          add(split, method, data.apply(split));
        }
      }
    }

    /** A method on a split; of label propagation one run, in which nothing is random. */
    private void add(
        PaperData.Split split, GraphMethod method, LongFunction<Dataset<String>> ofSeed) {
      boolean once = method == GraphMethod.LABEL_PROPAGATION;
      configurations.add(
          new Configuration(
              split.dataset(),
              "object",
              method.toString(),
              method.preset(split.dataset()),
              Map.of(),
              Map.of(),
              once ? seeds.subList(0, 1) : seeds,
              Map.of(split.name(), method.trial(split.dataset(), ofSeed))));
    }

    private void add(
        Dataset<String> dataset,
        String task,
        String name,
        String metric,
        List<Long> seedsOfRow,
        Trial trial) {
      configurations.add(
          new Configuration(
              dataset.name(),
              task,
              name,
              GraphMethod.paperPreset(dataset.name()),
              Published.figure(
                  table.toString(), table == BEST ? "best" : name, dataset.name(), metric),
              seedsOfRow,
              trial));
    }
  }
}

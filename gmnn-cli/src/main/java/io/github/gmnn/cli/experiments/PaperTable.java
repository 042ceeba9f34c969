package io.github.gmnn.cli.experiments;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Teacher;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.Preset;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.LinkView;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.MeanPoolingLayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;

/** The experiments of the paper, each as the rows of its table. */
public enum PaperTable {
  /** Object classification with the public splits. */
  OBJECT {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.labelPropagation(data);
        rows.gmnn(data, "gcn", Published.GCN.get(data.name()), b -> b.emIterations(0));
        rows.gmnn(data, "gmnn", Published.GMNN.get(data.name()), b -> b);
        rows.gmnn(
            data,
            "gmnn-attributes-in-p",
            Published.GMNN_ATTRIBUTES.get(data.name()),
            b -> b.attributesInLearning(true));
      }
    }
  },

  /** Link classification, with the paper's settings and with ours. */
  LINKS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Path ratings : rows.data.ratings()) {
        for (LinkExperiment.Preset preset : LinkExperiment.Preset.values()) {
          rows.addAll(LinkTrials.settings(ratings, preset, LinkView.WHOLE_GRAPH, rows.seeds));
        }
      }
    }
  },

  /** Embeddings without labels: by q alone, and with p. */
  UNSUPERVISED {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        EmbeddingExperiment.Settings settings =
            EmbeddingExperiment.Settings.of(data.name(), data.graph().nodeCount());
        rows.add(new EmbeddingTrial(data, settings, true));
        rows.add(new EmbeddingTrial(data, settings, false));
      }
    }
  },

  /** What q may be. */
  AMORTIZED {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "q-non-amortized", null, builder -> builder.nonAmortized().emIterations(3));
        rows.gmnn(data, "q-1-linear", null, b -> b.inferenceLayers(linear()));
        for (int depth = 1; depth <= 3; depth++) {
          Layer[] layers = convolutions(depth);
          rows.gmnn(data, "q-" + depth + "-gc", null, b -> b.inferenceLayers(layers));
        }
      }
    }
  },

  /** What p may be. */
  LEARNING_NETWORK {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(
            data,
            "p-1-mean-pooling",
            null,
            b -> b.learningLayers(MeanPoolingLayer.builder().build()));
        for (int depth = 1; depth <= 3; depth++) {
          Layer[] layers = convolutions(depth);
          rows.gmnn(data, "p-" + depth + "-gc", null, b -> b.learningLayers(layers));
        }
      }
    }
  },

  /** Random splits of the public one's sizes. */
  RANDOM_SPLITS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        LongFunction<Dataset<String>> splits = PaperData.randomSplits(data);
        rows.gmnn(data, splits, "gcn", null, b -> b.emIterations(0));
        rows.gmnn(data, splits, "gmnn", null, b -> b);
      }
    }
  },

  /** Five training nodes per class. */
  FEW_SHOT {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        LongFunction<Dataset<String>> splits = PaperData.fewShot(data);
        rows.gmnn(data, splits, "gcn", null, b -> b.emIterations(0));
        rows.gmnn(data, splits, "gmnn", null, b -> b);
      }
    }
  },

  /** q taught by itself in place of p. */
  SELF_TRAINING {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "self-training", null, b -> b.teacher(Teacher.SELF));
        rows.gmnn(data, "gmnn", Published.GMNN.get(data.name()), b -> b);
      }
    }
  },

  /** The five strategies. */
  APPROXIMATIONS {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        for (Approximation each : Approximation.values()) {
          rows.gmnn(
              data,
              each.toString(),
              Published.gmnn(data.name(), each, false),
              b -> b.approximation(each.strategy));
        }
      }
    }
  },

  /** How q and p get on from one EM iteration to the next. */
  CONVERGENCE {
    @Override
    void addRows(Rows rows) throws IOException {
      for (Dataset<String> data : rows.citations()) {
        rows.gmnn(data, "gmnn-10-iterations", null, b -> b.emIterations(10));
      }
    }
  };

  private static final double DROPOUT = 0.5;
  private static final int HIDDEN_UNITS = 16;

  abstract void addRows(Rows rows) throws IOException;

  public List<Setting> settings(PaperData data, List<Long> seeds) throws IOException {
    Rows rows = new Rows(data, seeds);
    addRows(rows);
    return rows.settings;
  }

  private static Layer linear() {
    return LinearLayer.builder().inputDropout(DROPOUT).build();
  }

  /** As the library's default, but of any depth. */
  private static Layer[] convolutions(int depth) {
    Layer[] layers = new Layer[depth];
    for (int i = 0; i < depth; i++) {
      GraphConvLayer.Builder layer = GraphConvLayer.builder();
      if (i == 0) {
        layer.inputDropout(DROPOUT);
      }
      if (i < depth - 1) {
        layer.nOut(HIDDEN_UNITS).activation(Activation.RELU);
      }
      layers[i] = layer.build();
    }
    return layers;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Collects the rows of a table. */
  public static final class Rows {
    private final PaperData data;
    private final List<Long> seeds;
    private final List<Setting> settings = new ArrayList<>();

    private Rows(PaperData data, List<Long> seeds) {
      this.data = data;
      this.seeds = seeds;
    }

    private List<Dataset<String>> citations() throws IOException {
      return data.citations();
    }

    private void addAll(List<Setting> rows) {
      settings.addAll(rows);
    }

    private void add(EmbeddingTrial trial) {
      settings.add(trial.setting(seeds));
    }

    private void labelPropagation(Dataset<String> dataset) {
      add(
          dataset,
          "label-propagation",
          Published.LABEL_PROPAGATION.get(dataset.name()),
          seeds.subList(0, 1), // nothing random in it
          ObjectTrials.labelPropagation(seed -> dataset));
    }

    private void gmnn(
        Dataset<String> dataset,
        String name,
        Double published,
        UnaryOperator<GmnnTrainer.Builder> change) {
      gmnn(dataset, seed -> dataset, name, published, change);
    }

    private void gmnn(
        Dataset<String> dataset,
        LongFunction<Dataset<String>> splits,
        String name,
        Double published,
        UnaryOperator<GmnnTrainer.Builder> change) {
      Preset preset = Preset.ofDataset(dataset.name());
      add(
          dataset,
          name,
          published,
          seeds,
          ObjectTrials.gmnn(splits, () -> change.apply(preset.builder())));
    }

    private void add(
        Dataset<String> dataset,
        String name,
        Double published,
        List<Long> seedsOfRow,
        Trial trial) {
      settings.add(
          new Setting(
              dataset.name(),
              "object",
              name,
              Preset.ofDataset(dataset.name()).toString(),
              published == null ? Map.of() : Map.of("accuracy", published),
              seedsOfRow,
              trial));
    }
  }
}

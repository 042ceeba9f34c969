package io.github.gmnn.lab.paper;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import java.util.Locale;
import java.util.function.Supplier;

/** The columns of the table of all graphs. */
enum GraphMethod {
  LABEL_PROPAGATION("label propagation"),
  /** The robust perceptron, which sees no edges. */
  MLP("MLP") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return Gmnn.builder()
          .inference(InferenceKinds.robustNeighbors())
          .neighborsAsFeatures(false)
          .emIterations(0);
    }
  },
  GCN("GCN, paper") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return paper(dataset).emIterations(0);
    }
  },
  GMNN("GMNN, paper") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return paper(dataset);
    }
  },
  /** The default's q for as many epochs as its EM has. */
  LONGER("default's q alone, as long") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return Gmnn.builder().emIterations(0).pretrainEpochs(800).patience(260);
    }
  },
  /** The default's EM without p and without smoothing. */
  OWN_TEACHER("default, q its own teacher") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return Gmnn.builder().teacher(Teacher.SELF);
    }
  },
  DEFAULT("default"),
  AUTO("auto") {
    @Override
    GmnnTrainer.Builder settings(String dataset) {
      return Gmnn.auto();
    }
  };

  private final String title;

  GraphMethod(String title) {
    this.title = title;
  }

  /** The heading of its column. */
  String title() {
    return title;
  }

  /** All settings but seed and threads. */
  GmnnTrainer.Builder settings(String dataset) {
    return Gmnn.builder();
  }

  /** The paper's settings: those that it has for the data, else for Cora. */
  static GmnnTrainer.Builder paper(String dataset) {
    TrainingPreset preset = TrainingPreset.ofDataset(dataset);
    return preset.isPublished() ? preset.builder() : Gmnn.paper();
  }

  /** The name of its settings, by which runs are kept. */
  String preset(String dataset) {
    return this == GCN || this == GMNN ? paperPreset(dataset) : TrainingPreset.DEFAULT.toString();
  }

  /** The name of the paper's settings. */
  static String paperPreset(String dataset) {
    TrainingPreset preset = TrainingPreset.ofDataset(dataset);
    return preset.isPublished() ? preset.toString() : "paper";
  }

  /**
   * One run of it.
   *
   * @param dataset the name of the data
   * @param data reads a split
   */
  Trial trial(String dataset, Supplier<Dataset<String>> data) {
    return this == LABEL_PROPAGATION
        ? ObjectTrials.labelPropagation(seed -> data.get())
        : ObjectTrials.gmnn(
            seed -> data.get(), () -> settings(dataset).validationMetric(metric(dataset)));
  }

  /** What a data set is measured by: where most nodes are of one class, accuracy says nothing. */
  static ValidationMetric metric(String dataset) {
    return dataset.equals("minesweeper") ? ValidationMetric.ROC_AUC : ValidationMetric.ACCURACY;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

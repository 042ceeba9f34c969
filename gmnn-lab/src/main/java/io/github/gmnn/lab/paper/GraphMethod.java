package io.github.gmnn.lab.paper;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.nd4j.linalg.learning.config.Adam;

/** A column of the tables of all graphs. */
final class GraphMethod {
  static final GraphMethod LABEL_PROPAGATION =
      ofLibrary("label-propagation", "label propagation", builder -> builder);

  /** The robust perceptron, which sees no edges. */
  static final GraphMethod MLP =
      ofLibrary(
          "mlp",
          "MLP",
          builder -> builder.inference(InferenceKinds.robustPerceptron()).emIterations(0));

  static final GraphMethod GCN = ofPaper("gcn", "GCN, paper", builder -> builder.emIterations(0));
  static final GraphMethod GMNN = ofPaper("gmnn", "GMNN, paper", builder -> builder);

  /** The default's q for as many epochs as its EM has. */
  static final GraphMethod LONGER =
      ofLibrary(
          "longer",
          "default's q alone, as long",
          builder -> builder.emIterations(0).pretrainEpochs(800).patience(260));

  /** The default's EM without p and without smoothing. */
  static final GraphMethod OWN_TEACHER =
      ofLibrary(
          "own-teacher", "default, q its own teacher", builder -> builder.teacher(Teacher.SELF));

  static final GraphMethod DEFAULT = ofLibrary("default", "default", builder -> builder);
  static final GraphMethod AUTO = new GraphMethod("auto", "auto", false, dataset -> Gmnn.auto());

  /** The default's choice of q, and nothing after it. */
  static final GraphMethod CHOICE =
      ofLibrary("choice", "default's q alone", builder -> builder.emIterations(0));

  /** What the table of all graphs compares. */
  static final List<GraphMethod> COMPARED =
      List.of(LABEL_PROPAGATION, MLP, GCN, GMNN, LONGER, OWN_TEACHER, DEFAULT, AUTO);

  /** What tells how much EM gains, and how much of it is p's and smoothing's. */
  static final List<GraphMethod> OF_EM = List.of(LONGER, OWN_TEACHER, DEFAULT);

  /**
   * The kinds of q that the default tries on every graph and that read features, by their names.
   */
  private static final Map<String, InferenceKind> TRIED =
      Map.of(
          "appnp", InferenceKinds.robustPropagation(),
          "sage", InferenceKinds.robustOwnWeights(),
          "linkx", InferenceKinds.robustNeighbors());

  private static final List<String> TRIED_NAMES = List.of("appnp", "sage", "linkx");

  /** The default beside each kind that it chooses between. */
  static final List<GraphMethod> OF_CHOICE = ofChoice();

  /** Recipes for q alone, many more than the default tries. */
  static final List<GraphMethod> RECIPES = recipes();

  private final String name;
  private final String title;
  private final boolean ofPaper;
  private final Function<String, GmnnTrainer.Builder> settings;

  private GraphMethod(
      String name, String title, boolean ofPaper, Function<String, GmnnTrainer.Builder> settings) {
    this.name = name;
    this.title = title;
    this.ofPaper = ofPaper;
    this.settings = settings;
  }

  private static GraphMethod ofLibrary(
      String name, String title, UnaryOperator<GmnnTrainer.Builder> change) {
    return new GraphMethod(name, title, false, dataset -> change.apply(Gmnn.builder()));
  }

  private static GraphMethod ofPaper(
      String name, String title, UnaryOperator<GmnnTrainer.Builder> change) {
    return new GraphMethod(name, title, true, dataset -> change.apply(paper(dataset)));
  }

  private static List<GraphMethod> ofChoice() {
    List<GraphMethod> methods = new ArrayList<>(List.of(DEFAULT));
    for (String kind : TRIED_NAMES) {
      methods.add(ofLibrary("robust-" + kind, kind, builder -> builder.inference(TRIED.get(kind))));
    }
    methods.add(
        ofLibrary(
            "robust-mlp", "mlp", builder -> builder.inference(InferenceKinds.robustPerceptron())));
    methods.add(
        ofLibrary(
            "robust-structure",
            "structure",
            builder -> builder.inference(InferenceKinds.robustStructure())));
    return List.copyOf(methods);
  }

  /**
   * The three kinds of the default that read features, with every dropout and penalty, wider and
   * with rows that sum to one; plain convolutions likewise; and kinds that the default does not
   * try.
   */
  private static List<GraphMethod> recipes() {
    List<GraphMethod> recipes = new ArrayList<>();
    for (String kind : TRIED_NAMES) {
      for (double dropout : new double[] {0.2, 0.5, 0.8}) {
        for (double penalty : new double[] {5e-4, 5e-5}) {
          recipes.add(
              recipe(
                  kind + ", dropout " + dropout + ", L2 " + penalty,
                  builder -> builder.inference(TRIED.get(kind)).dropout(dropout).l2(penalty)));
        }
      }
      recipes.add(
          recipe(
              kind + ", 256 units",
              builder -> builder.inference(TRIED.get(kind)).hiddenUnits(256)));
      recipes.add(
          recipe(
              kind + ", rows sum to 1",
              builder -> builder.inference(TRIED.get(kind)).featureScaling(FeatureScaling.ROW)));
    }
    for (double dropout : new double[] {0.5, 0.8}) {
      for (double penalty : new double[] {5e-4, 5e-5}) {
        recipes.add(
            recipe(
                "gcn, dropout " + dropout + ", L2 " + penalty,
                builder -> convolutions(builder).dropout(dropout).l2(penalty)));
      }
    }
    recipes.add(
        recipe(
            "gcn, rows sum to 1",
            builder -> convolutions(builder).dropout(0.5).featureScaling(FeatureScaling.ROW)));
    recipes.add(recipe("mlp", builder -> builder.inference(InferenceKinds.robustPerceptron())));
    recipes.add(recipe("deep", builder -> builder.inference(InferenceKinds.robustDeep())));
    recipes.add(recipe("mean sage", builder -> builder.inference(InferenceKinds.sage())));
    recipes.add(recipe("decoupled", builder -> builder.inference(InferenceKinds.decoupled())));
    return List.copyOf(recipes);
  }

  private static GraphMethod recipe(String title, UnaryOperator<GmnnTrainer.Builder> change) {
    String name = title.replace(",", "").replace(' ', '-').toLowerCase(Locale.ROOT);
    return ofLibrary(name, title, builder -> change.apply(builder).emIterations(0));
  }

  /** The paper's two convolutions, trained as robust kinds are. */
  private static GmnnTrainer.Builder convolutions(GmnnTrainer.Builder builder) {
    return builder
        .inference(InferenceKinds.convolutions())
        .hiddenUnits(64)
        .bias(true)
        .inferenceUpdater(new Adam(0.01))
        .pretrainEpochs(400)
        .patience(100);
  }

  /** The heading of its column. */
  String title() {
    return title;
  }

  /** All settings but seed and threads. */
  GmnnTrainer.Builder settings(String dataset) {
    return settings.apply(dataset);
  }

  /** The paper's settings: those that it has for the data, else for Cora. */
  static GmnnTrainer.Builder paper(String dataset) {
    TrainingPreset preset = TrainingPreset.ofDataset(dataset);
    return preset.isPublished() ? preset.builder() : Gmnn.paper();
  }

  /** The name of its settings, by which runs are kept. */
  String preset(String dataset) {
    return ofPaper ? paperPreset(dataset) : TrainingPreset.DEFAULT.toString();
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
   * @param data the data of each seed
   */
  Trial trial(String dataset, LongFunction<Dataset<String>> data) {
    return this == LABEL_PROPAGATION
        ? ObjectTrials.labelPropagation(data)
        : ObjectTrials.gmnn(data, () -> settings(dataset).validationMetric(metric(dataset)));
  }

  /** What a data set is measured by: where most nodes are of one class, accuracy says nothing. */
  static ValidationMetric metric(String dataset) {
    return dataset.equals("minesweeper") ? ValidationMetric.ROC_AUC : ValidationMetric.ACCURACY;
  }

  @Override
  public String toString() {
    return name;
  }
}

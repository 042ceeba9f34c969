package io.github.gmnn.cli;

import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.Constants;
import io.github.gmnn.cli.training.Method;
import io.github.gmnn.cli.training.Overrides;
import io.github.gmnn.cli.training.PredictingNetwork;
import io.github.gmnn.cli.training.Preset;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.Calibration;
import java.util.Iterator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a classifier is trained. */
final class TrainingOptions {
  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "${COMPLETION-CANDIDATES}; gcn is q without EM. Default: ${DEFAULT-VALUE}.")
  private Method method = Method.GMNN;

  @Option(
      names = "--q",
      paramLabel = "KIND",
      description = "What q is: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Architecture q = Architecture.GC;

  @Option(
      names = "--approximation",
      paramLabel = "STRATEGY",
      description =
          "How q annotates nodes for p: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Approximation approximation = Approximation.ANNEALING;

  @Option(names = "--attributes-in-p", description = "Let p see the attributes beside the labels.")
  private boolean attributesInP;

  @Option(
      names = "--predictor",
      paramLabel = "NETWORK",
      description = "Which network predicts: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private PredictingNetwork predictor = PredictingNetwork.Q;

  @Option(
      names = "--preset",
      paramLabel = "PRESET",
      description =
          "Settings to start from, the published ones or the library's defaults:"
              + " ${COMPLETION-CANDIDATES}. Default: by the folder's name.")
  private Preset preset;

  @ArgGroup(exclusive = false, heading = "Settings in place of the preset's:%n")
  private final Single single = new Single();

  /** Single settings. */
  static final class Single {
    @Option(names = "--hidden", paramLabel = "N", description = "Units of the hidden layers.")
    private Integer hidden;

    @Option(names = "--dropout", paramLabel = "RATE", description = "Dropout of inputs.")
    private Double dropout;

    @Option(names = "--learning-rate", paramLabel = "RATE", description = "Of q and p.")
    private Double learningRate;

    @Option(
        names = "--weight-decay",
        paramLabel = "L2",
        description = "L2 penalty of the weights of q and p.")
    private Double weightDecay;

    @Option(names = "--pretrain-epochs", paramLabel = "N", description = "Epochs of q before EM.")
    private Integer pretrainEpochs;

    @Option(names = "--epochs", paramLabel = "N", description = "Epochs of each M- and E-step.")
    private Integer epochs;

    @Option(
        names = "--em-iterations",
        paramLabel = "N",
        description = "How often M and E alternate.")
    private Integer emIterations;

    @Option(
        names = "--scaling",
        paramLabel = "KIND",
        converter = ScalingWord.class,
        completionCandidates = ScalingWord.class,
        description = "How features are scaled: ${COMPLETION-CANDIDATES}. Default: the preset's.")
    private FeatureScaling scaling;

    @Option(
        names = "--calibration",
        paramLabel = "KIND",
        converter = CalibrationWord.class,
        completionCandidates = CalibrationWord.class,
        description =
            "What the temperature of probabilities is chosen on: ${COMPLETION-CANDIDATES}."
                + " Default: validation.")
    private Calibration calibration;

    private Overrides overrides() {
      return new Overrides(
          hidden,
          dropout,
          learningRate,
          weightDecay,
          pretrainEpochs,
          epochs,
          emIterations,
          scaling,
          calibration);
    }
  }

  /** What was asked for, on data of that name. */
  TrainingPlan plan(String dataset) {
    return new TrainingPlan(
        preset == null ? Preset.ofDataset(dataset) : preset,
        q,
        method,
        approximation,
        attributesInP,
        predictor,
        single.overrides());
  }

  /** A constant of the library by its word; picocli makes these by reflection. */
  private abstract static class Word<E extends Enum<E>>
      implements ITypeConverter<E>, Iterable<String> {
    private final Class<E> type;

    Word(Class<E> type) {
      this.type = type;
    }

    @Override
    public E convert(String value) {
      try {
        return Constants.parse(type, value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }

    @Override
    public Iterator<String> iterator() {
      return Constants.words(type).iterator();
    }
  }

  static final class ScalingWord extends Word<FeatureScaling> {
    ScalingWord() {
      super(FeatureScaling.class);
    }
  }

  static final class CalibrationWord extends Word<Calibration> {
    CalibrationWord() {
      super(Calibration.class);
    }
  }
}

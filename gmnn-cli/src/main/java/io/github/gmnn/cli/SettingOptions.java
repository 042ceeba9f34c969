package io.github.gmnn.cli;

import io.github.gmnn.cli.training.Overrides;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.ValueType;
import java.util.List;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The options that the library's settings have by their declarations, and two that join some. */
final class SettingOptions implements IModelTransformer {
  private static final String LEARNING_RATE = "--learning-rate";
  private static final String EPOCHS = "--epochs";

  @Override
  public CommandSpec transform(CommandSpec command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .exclusive(false)
            .heading("Settings that replace the preset's:%n")
            .addArg(
                OptionSpec.builder(LEARNING_RATE)
                    .type(Double.class)
                    .paramLabel("RATE")
                    .description("Of q; of p too with --q gc.")
                    .build())
            .addArg(
                OptionSpec.builder(EPOCHS)
                    .type(Integer.class)
                    .paramLabel("N")
                    .description("Epochs of each M- and E-step.")
                    .build());
    settings().forEach(setting -> group.addArg(option(setting, type(setting))));
    return command.addArgGroup(group.build());
  }

  /** What was given on a command line. */
  static Overrides read(CommandSpec command) {
    Settings given = TrainerSettings.defaults();
    for (Setting<?> setting : settings()) {
      Object value = command.findOption(name(setting)).getValue();
      if (value != null) {
        given = given.with(setting.name(), isFlag(setting) ? !isOn(setting) : value);
      }
    }
    return new Overrides(
        given, command.findOption(LEARNING_RATE).getValue(), command.findOption(EPOCHS).getValue());
  }

  private static List<Setting<?>> settings() {
    return TrainerSettings.all().stream().filter(setting -> setting.option().isPresent()).toList();
  }

  private static <T> OptionSpec option(Setting<T> setting, ValueType<?> type) {
    OptionSpec.Builder option = OptionSpec.builder(name(setting)).description(help(setting, type));
    if (isFlag(setting)) {
      return option.type(Boolean.class).arity("0").build();
    }
    return option
        .type(type.javaType())
        .paramLabel(type.label())
        .completionCandidates(words(type))
        .converters(text -> converted(setting, text))
        .build();
  }

  /** A flag turns round what is the default. */
  private static String name(Setting<?> setting) {
    return (isFlag(setting) && isOn(setting) ? "--no-" : "--") + setting.option().orElseThrow();
  }

  private static boolean isFlag(Setting<?> setting) {
    return setting.defaultValue() instanceof Boolean;
  }

  private static boolean isOn(Setting<?> setting) {
    return Boolean.TRUE.equals(setting.defaultValue());
  }

  private static ValueType<?> type(Setting<?> setting) {
    return setting.type().orElseThrow();
  }

  private static List<String> words(ValueType<?> type) {
    return type.choices().stream()
        .map(choice -> choice instanceof Enum<?> constant ? ValueType.word(constant) : "" + choice)
        .toList();
  }

  private static Object converted(Setting<?> setting, String text) {
    try {
      return setting.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static <T> String help(Setting<T> setting, ValueType<?> type) {
    String sentence = setting.sentence();
    String start = Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    String fallback =
        TrainingPreset.decide(setting) ? "the preset's" : word(setting, setting.defaultValue());
    return start
        + (isFlag(setting) && isOn(setting) ? ": no" : "")
        + (type.choices().isEmpty() || isFlag(setting) ? "" : ": ${COMPLETION-CANDIDATES}")
        + ". Default: "
        + fallback
        + ".";
  }

  private static <T> String word(Setting<T> setting, T value) {
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    return value instanceof Enum<?> constant ? ValueType.word(constant) : setting.print(value);
  }
}

package io.github.gmnn.spark;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.ValueType;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.Identifiable;
import scala.runtime.AbstractFunction1;

/** Spark's parameters of a trainer's settings, made from their declarations. */
final class SettingParams {
  private static final List<Setting<?>> SETTINGS =
      TrainerSettings.all().stream().filter(Setting::isOnSpark).toList();

  private SettingParams() {}

  /** The parameter of a setting, of the class that Spark has for its values. */
  @SuppressWarnings("unchecked") // the caller names the class that the switch below gives
  static <P extends Param<?>> P of(Identifiable parent, Setting<?> setting) {
    String name = setting.name();
    ValueType<?> type = setting.type().orElseThrow();
    return (P)
        switch (type.javaType().getSimpleName()) {
          case "Integer" -> new IntParam(parent, name, setting.sentence(), new Check<>(name));
          case "Long" -> new LongParam(parent, name, setting.sentence(), new Check<>(name));
          case "Double" -> new DoubleParam(parent, name, setting.sentence(), new Check<>(name));
          case "Boolean" -> new BooleanParam(parent, name, setting.sentence());
          default ->
              new Param<String>(
                  parent,
                  name,
                  setting.sentence() + ": one of " + type.choices(),
                  new Check<>(name));
        };
  }

  /** Some parameters with those of all settings, by name. */
  static Param<?>[] joined(Identifiable parent, Param<?>[] others) {
    Map<String, Param<?>> all = new TreeMap<>(Comparator.naturalOrder());
    SETTINGS.forEach(setting -> all.put(setting.name(), of(parent, setting)));
    Arrays.stream(others).forEach(param -> all.put(param.name(), param));
    return all.values().toArray(Param<?>[]::new);
  }

  /** Gives each parameter its setting's default. */
  static void setDefaults(Params params) {
    for (Setting<?> setting : SETTINGS) {
      Object value = setting.defaultValue();
      params.setDefault(
          params.getParam(setting.name()),
          value instanceof Enum<?> constant ? constant.name() : value);
    }
  }

  /** Sets what was set; what a kind of q brings along is not replaced by defaults. */
  static void apply(Params params, GmnnTrainer.Builder builder) {
    for (Setting<?> setting : SETTINGS) {
      Param<Object> param = params.getParam(setting.name());
      if (params.isSet(param)) {
        builder.set(setting.name(), params.getOrDefault(param));
      }
    }
  }

  /** Refuses what the setting refuses, in its words. By name, since settings do not travel. */
  private static final class Check<T> extends AbstractFunction1<T, Object> implements Serializable {
    private static final long serialVersionUID = 1L;
    private final String name;

    Check(String name) {
      this.name = name;
    }

    @Override
    public Object apply(T value) {
      TrainerSettings.defaults().with(name, value);
      return true;
    }
  }
}

package io.github.gmnn.training.internal;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.training.internal.Setting.Declaration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The settings of a trainer, which it collects as they are declared. */
public final class SettingGroup {
  private final @Nullable SettingGroup whole;
  private final List<Setting<?>> settings = new ArrayList<>();

  /** Makes a group without settings. */
  public SettingGroup() {
    this(null);
  }

  private SettingGroup(@Nullable SettingGroup whole) {
    this.whole = whole;
  }

  /** Returns a group whose settings belong to this one too. */
  public SettingGroup part() {
    return new SettingGroup(this);
  }

  /**
   * Declares a setting whose values no text can name.
   *
   * @param name its name, as the builder's method has it
   * @param defaultValue its default; may be null if that means something to the trainer
   */
  public <T extends @Nullable Object> Declaration<T> value(String name, T defaultValue) {
    return new Declaration<>(this, name, null, defaultValue);
  }

  /** Declares a whole number of at least {@code least}. */
  public Declaration<Integer> count(String name, int defaultValue, int least) {
    return new Declaration<>(this, name, ValueType.COUNT, defaultValue)
        .checked(value -> Checks.atLeast(least, value, name));
  }

  /** Declares a seed: any whole number. */
  public Declaration<Long> seed(String name, long defaultValue) {
    return new Declaration<>(this, name, ValueType.SEED, defaultValue);
  }

  /** Declares a probability in [0, 1). */
  public Declaration<Double> rate(String name, double defaultValue) {
    return new Declaration<>(this, name, ValueType.RATE, defaultValue)
        .checked(value -> Checks.dropRate(value, name));
  }

  /** Declares a finite number that is not negative. */
  public Declaration<Double> notNegative(String name, double defaultValue) {
    return new Declaration<>(
            this, name, ValueType.real(name.toUpperCase(Locale.ROOT)), defaultValue)
        .checked(value -> Checks.notNegative(value, name));
  }

  /** Declares what is so or not. */
  public Declaration<Boolean> flag(String name, boolean defaultValue) {
    return new Declaration<>(this, name, ValueType.FLAG, defaultValue);
  }

  /** Declares a choice of an enum's constants. */
  public <E extends Enum<E>> Declaration<E> choice(String name, E defaultValue) {
    return new Declaration<>(
        this, name, ValueType.choice(defaultValue.getDeclaringClass()), defaultValue);
  }

  <T extends @Nullable Object> Setting<T> add(Setting<T> setting) {
    settings.add(setting);
    if (whole != null) {
      whole.add(setting);
    }
    return setting;
  }

  /** Returns all settings in the order of their declaration. */
  public List<Setting<?>> settings() {
    return Collections.unmodifiableList(settings);
  }

  /** Returns the defaults. */
  public Settings defaults() {
    return Settings.of(this);
  }

  /**
   * Returns the setting of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Setting<?> named(String name) {
    return settings.stream()
        .filter(setting -> setting.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected the name of a setting, one of "
                        + settings
                        + ", found '"
                        + name
                        + "'"));
  }
}

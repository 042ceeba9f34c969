package io.github.gmnn.training.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a trainer's settings. Immutable. */
public final class Settings {
  private final SettingGroup declared;
  private final Map<Setting<?>, Object> values;

  private Settings(SettingGroup declared, Map<Setting<?>, Object> values) {
    this.declared = declared;
    this.values = values;
  }

  /** Returns the defaults of some settings. */
  static Settings of(SettingGroup declared) {
    return new Settings(declared, Map.of());
  }

  /**
   * Returns these settings with one changed.
   *
   * @throws IllegalArgumentException if the setting does not take the value
   */
  public <T extends @Nullable Object> Settings with(Setting<T> setting, T value) {
    Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
    changed.put(setting, setting.checked(value));
    return new Settings(declared, changed);
  }

  /**
   * Returns these settings with one changed that is known by its name.
   *
   * @param value one of the setting's type, or what text says of it
   * @throws IllegalArgumentException if there is no such setting or it does not take the value
   */
  public Settings with(String name, Object value) {
    return withValueOf(declared.named(name), value);
  }

  private <T extends @Nullable Object> Settings withValueOf(Setting<T> setting, Object value) {
    return with(setting, setting.valueOf(value));
  }

  /** Returns these settings with one at its default. */
  public Settings without(Setting<?> setting) {
    Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
    changed.remove(setting);
    return new Settings(declared, changed);
  }

  /** Returns others of the same settings, replaced by those that were given a value here. */
  public Settings over(Settings others) {
    Map<Setting<?>, Object> changed = new LinkedHashMap<>(others.values);
    changed.putAll(values);
    return new Settings(declared, changed);
  }

  /** Returns the value of a setting. */
  @SuppressWarnings("unchecked") // with() puts values of the setting's own type only
  public <T extends @Nullable Object> T get(Setting<T> setting) {
    return values.containsKey(setting) ? (T) values.get(setting) : setting.defaultValue();
  }

  /** Returns whether a setting was given a value. */
  public boolean isSet(Setting<?> setting) {
    return values.containsKey(setting);
  }

  /** Returns the values that were given, by name. */
  public Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    values.forEach((setting, value) -> given.put(setting.name(), value));
    return given;
  }

  /** Returns all that decides the result of a fit, by name, in the order of declaration. */
  public Map<String, String> describe() {
    Map<String, String> text = new LinkedHashMap<>();
    for (Setting<?> setting : declared.settings()) {
      if (setting.decidesResult()) {
        text.put(setting.name(), print(setting));
      }
    }
    return text;
  }

  /** Returns the text of a setting's value, for people. */
  public <T extends @Nullable Object> String print(Setting<T> setting) {
    return setting.print(get(setting));
  }

  /**
   * Checks that every setting that decides the result has a text of its own. What a lambda does has
   * none, and an object whose class gives no text may hold anything, so that another JVM cannot
   * tell whether it has the same: a checkpoint needs names.
   *
   * @throws IllegalArgumentException if one has none
   */
  public void requireNamed() {
    for (Setting<?> setting : declared.settings()) {
      Object value = get(setting);
      if (setting.decidesResult() && Names.isAmbiguous(value)) {
        throw new IllegalArgumentException(
            setting.name()
                + (Names.isUnnamed(value) ? " is a lambda" : " is a " + value.getClass().getName())
                + ", which has no name that a checkpoint or a log could keep: make it a record,"
                + " or a class with a toString that tells its settings");
      }
    }
  }
}

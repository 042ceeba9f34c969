package io.github.gmnn.training.internal;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Lets other modules of the library read the typed settings of a trainer, which its public class
 * does not show: their type is internal.
 */
public final class SettingsAccess {
  private static final Map<Class<?>, Function<Object, Settings>> READERS =
      new ConcurrentHashMap<>();

  private SettingsAccess() {}

  /** Says how the settings of a class are read; the class itself does. */
  public static <T> void register(Class<T> type, Function<T, Settings> reader) {
    READERS.put(type, trainer -> reader.apply(type.cast(trainer)));
  }

  /** Returns the settings of a trainer. */
  public static Settings of(Object trainer) {
    return Objects.requireNonNull(READERS.get(trainer.getClass()), "a registered class")
        .apply(trainer);
  }
}

package io.github.gmnn.model;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way between the public model and its state for this library's other modules. No public type
 * shows a state; so the model's class hands this one a way in and out when it is initialised.
 *
 * @param <M> the public model
 */
public final class ModelAccess<M> {
  private static volatile @Nullable ModelAccess<?> opened;

  private final Class<M> type;
  private final Function<M, ModelState<?>> stateOf;
  private final Function<ModelState<?>, M> modelOf;

  private ModelAccess(
      Class<M> type, Function<M, ModelState<?>> stateOf, Function<ModelState<?>, M> modelOf) {
    this.type = type;
    this.stateOf = stateOf;
    this.modelOf = modelOf;
  }

  /** Called by the model's class alone. */
  public static <M> void open(
      Class<M> type, Function<M, ModelState<?>> stateOf, Function<ModelState<?>, M> modelOf) {
    opened = new ModelAccess<>(type, stateOf, modelOf);
  }

  /** Returns the state of a model. */
  public static ModelState<?> stateOf(Object model) {
    return Objects.requireNonNull(opened).state(model);
  }

  /** Returns the model of a state. */
  public static <M> M modelOf(ModelState<?> state, Class<M> type) {
    try {
      Class.forName(type.getName(), true, type.getClassLoader()); // initialised, it has opened
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    return type.cast(Objects.requireNonNull(opened).modelOf.apply(state));
  }

  private ModelState<?> state(Object model) {
    return stateOf.apply(type.cast(model));
  }
}

package io.github.gmnn.training.internal;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a trainer, declared once by a {@link SettingGroup}: its name, what it means, its
 * type, its default, what values it takes, how it is printed, and by which doors it can be set
 * beside the builder. {@link Settings} holds the values.
 *
 * @param <T> the type of its values
 */
public final class Setting<T extends @Nullable Object> {
  private final String name;
  private final String sentence;
  private final @Nullable ValueType<T> type;
  private final T defaultValue;
  private final UnaryOperator<T> check;
  private final Function<T, String> print;
  private final boolean decidesResult;
  private final @Nullable String option;
  private final boolean onSpark;

  private Setting(Declaration<T> declared, String sentence) {
    this.name = declared.name;
    this.sentence = sentence;
    this.type = declared.type;
    this.defaultValue = declared.defaultValue;
    this.check = declared.check;
    this.print = declared.print;
    this.decidesResult = declared.decidesResult;
    this.option = declared.option;
    this.onSpark = declared.onSpark;
    if (defaultValue != null) {
      checked(defaultValue);
    }
  }

  /** Returns its name, as the builder's method has it. */
  public String name() {
    return name;
  }

  /** Returns what it is, as a phrase that starts a sentence or follows a colon. */
  public String sentence() {
    return sentence;
  }

  /** Returns the type of its values; empty if no text can name them. */
  public Optional<ValueType<T>> type() {
    return Optional.ofNullable(type);
  }

  /** Returns its default; null if that is left to the trainer. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns the name of its option on the command line, without dashes, if it has one. */
  public Optional<String> option() {
    return Optional.ofNullable(option);
  }

  /** Returns whether it is a parameter on Spark too. */
  public boolean isOnSpark() {
    return onSpark;
  }

  /**
   * Returns a value that this setting takes.
   *
   * @param value one of its type, or what text says of it
   * @throws IllegalArgumentException if it does not take it
   */
  public T valueOf(Object value) {
    if (type == null) {
      throw new IllegalArgumentException(
          name + " has values that no text names: call the builder's method for it");
    }
    return checked(type.of(Objects.requireNonNull(value, name)));
  }

  T checked(T value) {
    return check.apply(value);
  }

  /** Returns the text of a value, for people. */
  public String print(T value) {
    return print.apply(value);
  }

  boolean decidesResult() {
    return decidesResult;
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * A setting that is being declared; {@link #means} ends that.
   *
   * @param <T> the type of its values
   */
  public static final class Declaration<T extends @Nullable Object> {
    private final SettingGroup group;
    private final String name;
    private final @Nullable ValueType<T> type;
    private final T defaultValue;
    private UnaryOperator<T> check;
    private Function<T, String> print = Names::of;
    private boolean decidesResult = true;
    private @Nullable String option;
    private boolean onSpark;

    Declaration(SettingGroup group, String name, @Nullable ValueType<T> type, T defaultValue) {
      this.group = group;
      this.name = name;
      this.type = type;
      this.defaultValue = defaultValue;
      this.check = value -> Objects.requireNonNull(value, name);
    }

    /** Has values checked by a function, which may also copy them. */
    public Declaration<T> checked(UnaryOperator<T> newCheck) {
      check = newCheck;
      return this;
    }

    /** Has values printed by a function, which is also given the default. */
    public Declaration<T> printed(Function<T, String> newPrint) {
      print = newPrint;
      return this;
    }

    /** Says that results do not depend on it; it is not printed. */
    public Declaration<T> withoutInfluence() {
      decidesResult = false;
      return this;
    }

    /** Makes it an option of the command line by its own name: {@code --em-iterations}. */
    public Declaration<T> option() {
      return option(name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
    }

    /** Makes it an option of the command line. */
    public Declaration<T> option(String newName) {
      option = newName;
      return this;
    }

    /** Makes it a parameter on Spark. */
    public Declaration<T> onSpark() {
      onSpark = true;
      return this;
    }

    /**
     * Declares the setting.
     *
     * @param sentence what it is: a phrase without a full stop, for help texts
     * @throws IllegalArgumentException if it does not take its own default
     */
    public Setting<T> means(String sentence) {
      return group.add(new Setting<>(this, sentence));
    }
  }
}

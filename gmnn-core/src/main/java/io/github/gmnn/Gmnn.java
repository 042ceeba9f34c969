package io.github.gmnn;

/**
 * The entry point: {@code Gmnn.builder().seed(42).fit(graph)}.
 *
 * <pre>{@code
 * GmnnModel<String> model = Gmnn.builder().hiddenUnits(16).seed(42).fit(graph);
 * String label = model.predict("b").label();
 * }</pre>
 */
public final class Gmnn {
  private Gmnn() {}

  /**
   * Returns a builder that lets validation choose what q is and which network predicts, for graphs
   * of which it is not known whether neighbours are alike: {@code Gmnn.auto().seed(42).fit(graph)}.
   * See {@link InferenceKinds#auto()}.
   */
  public static GmnnTrainer.Builder auto() {
    return builder().inference(InferenceKinds.auto());
  }

  /** Returns a builder with the paper's settings for citation graphs. */
  public static GmnnTrainer.Builder builder() {
    return new GmnnTrainer.Builder();
  }
}

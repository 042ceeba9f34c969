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

  /**
   * Returns a builder for the links of a {@link io.github.gmnn.graph.link.LineGraph} whose features
   * are computed: {@code Gmnn.links().fit(lines.graph())}. q sees the features of a link and the
   * means around it, p the labels of the links around it by relation, its own left out. Classes
   * weigh the same however many links they have, and macro-F1 of the validation links chooses the
   * epoch.
   */
  public static GmnnTrainer.Builder links() {
    return LinkSettings.builder();
  }

  /** Returns a builder with the paper's settings for citation graphs. */
  public static GmnnTrainer.Builder builder() {
    return new GmnnTrainer.Builder();
  }
}

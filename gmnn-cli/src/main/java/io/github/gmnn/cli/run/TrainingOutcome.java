package io.github.gmnn.cli.run;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Dataset;

/**
 * What a training left behind, for files and reports.
 *
 * @param <K> type of the keys of nodes or links
 * @param data what it was trained on, and the labels held back
 * @param predictions the distributions of all nodes or links
 * @param model the model; null for methods that have none
 */
public record TrainingOutcome<K>(Dataset<K> data, Predictions<K> predictions, GmnnModel<K> model) {}

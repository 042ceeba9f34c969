/**
 * The server and the page of {@code gmnn label}: people label nodes, a model learns at each label.
 *
 * <p>{@link io.github.gmnn.cli.label.LabelSession} has the labels and the newest model, {@link
 * io.github.gmnn.cli.label.LabelLog} keeps the labels on disk, {@link
 * io.github.gmnn.cli.label.LabelServer} speaks HTTP.
 */
package io.github.gmnn.cli.label;

/** What the options of a training mean: presets, strategies, layers of q. Uses {@code run}. */
package io.github.gmnn.cli.training;

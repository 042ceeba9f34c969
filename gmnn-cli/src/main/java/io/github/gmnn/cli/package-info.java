/**
 * The command line: each command names the {@link io.github.gmnn.cli.run.Configuration}s it
 * compares, and one path runs them over seeds and threads and writes the table, the JSON and the
 * pictures.
 */
package io.github.gmnn.cli;

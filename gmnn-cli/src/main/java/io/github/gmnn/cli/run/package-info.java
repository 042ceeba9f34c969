/**
 * How a configuration is run over seeds and threads, and what comes of it: results, their table and
 * pictures. Uses no other package of the command line.
 */
package io.github.gmnn.cli.run;

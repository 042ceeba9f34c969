/**
 * The page of a run: one HTML file without anything outside it. Charts are inline SVG; all that
 * comes from data is escaped by {@link io.github.gmnn.cli.report.Markup}, through which everything
 * is written.
 */
package io.github.gmnn.cli.report;

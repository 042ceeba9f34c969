/** The experiments of the paper: its tables, their rows and data, and the page of results. */
package io.github.gmnn.lab.paper;

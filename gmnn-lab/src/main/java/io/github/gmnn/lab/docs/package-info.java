/**
 * The documents of the project: what is checked of them, and the site that is made of them. {@link
 * io.github.gmnn.lab.docs.Document} reads one, {@link io.github.gmnn.lab.docs.DocumentCheck} checks
 * all, {@link io.github.gmnn.lab.docs.Site} renders them.
 */
package io.github.gmnn.lab.docs;

package io.github.gmnn.io;

/**
 * One line of a ratings file: what one user thinks of another, and since when.
 *
 * @param source who rates
 * @param target who is rated
 * @param rating the rating, finite
 * @param time seconds since 1970
 */
public record Rating(String source, String target, double rating, long time) {}

package io.github.gmnn.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads lists of ratings, one {@code source,target,rating,time} a line, the form of SNAP's Bitcoin
 * trust networks; with or without a header line, plain or gzip. A time may have a fraction, which
 * is cut off.
 *
 * <p>Reads in one pass; memory grows with the ratings alone.
 */
public final class RatingsReader {
  private static final String COLUMNS = "source,target,rating,time";

  private RatingsReader() {}

  /**
   * Reads all ratings with the default options.
   *
   * @param path a file, or a folder with one {@code .csv} or {@code .csv.gz} file in it
   * @return the ratings in the file's order, unmodifiable
   * @throws DataFormatException if the file is missing or malformed
   * @throws IOException if reading fails
   */
  public static List<Rating> read(Path path) throws IOException {
    return read(path, new ReaderOptions());
  }

  /**
   * Reads all ratings.
   *
   * @param path a file, or a folder with one {@code .csv} or {@code .csv.gz} file in it
   * @param options the caps
   * @return the ratings in the file's order, unmodifiable
   * @throws DataFormatException if the file is missing or malformed
   * @throws IOException if reading fails
   */
  public static List<Rating> read(Path path, ReaderOptions options) throws IOException {
    Path file = Files.isDirectory(path) ? Folder.requireOnly(path, "csv") : path;
    List<Rating> ratings = new ArrayList<>();
    try (CsvReader csv = new CsvReader(new LineReader(file, options))) {
      LineReader lines = csv.lines();
      boolean first = true;
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        if (row.size() != 4) {
          throw lines.error("4 columns " + COLUMNS, row.size() + " columns");
        }
        double rating = number(row.get(2));
        // Only a header has no number where the rating stands, and only the first line is one.
        if (!(first && Double.isNaN(rating))) {
          ratings.add(rating(lines, row, rating));
        }
        first = false;
      }
      if (ratings.isEmpty()) {
        throw DataFormatException.of(file, "ratings " + COLUMNS, "none", null);
      }
    }
    return List.copyOf(ratings);
  }

  private static Rating rating(LineReader lines, List<String> row, double rating)
      throws DataFormatException {
    if (!Double.isFinite(rating)) {
      throw lines.error("a finite number as rating", DataFormatException.quote(row.get(2)));
    }
    double time = number(row.get(3));
    if (!(Math.abs(time) < 0x1p63)) {
      throw lines.error("a time in seconds", DataFormatException.quote(row.get(3)));
    }
    return new Rating(name(lines, row.get(0)), name(lines, row.get(1)), rating, (long) time);
  }

  private static String name(LineReader lines, String field) throws DataFormatException {
    String name = field.strip();
    if (name.isEmpty()) {
      throw lines.error("a name as source and target", "a blank one");
    }
    return name;
  }

  private static double number(String field) {
    String text = field.strip();
    return Numbers.parse(text, 0, text.length());
  }

  /**
   * One line of a ratings file: what one user thinks of another, and since when.
   *
   * @param source who rates
   * @param target who is rated
   * @param rating the rating, finite
   * @param time seconds since 1970
   */
  public record Rating(String source, String target, double rating, long time) {}
}

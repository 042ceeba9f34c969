package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads RDF in the form of N-Triples, plain or gzip: every triple is an edge from its subject to
 * its object, and its predicate is the type of the edge. The keys of nodes are IRIs without their
 * brackets, blank nodes as they are written ({@code _:b7}), and literals in quotes with their
 * language or datatype ({@code "1999"^^http://www.w3.org/2001/XMLSchema#int}); escapes are
 * resolved. Nodes are in the order in which they are first named.
 *
 * <p>What is to be predicted is often a triple itself: leave its predicate out with {@link
 * #without}, or it gives the labels away.
 *
 * <p>Immutable and thread-safe.
 */
public final class NTriplesReader {
  private final boolean literals;
  private final @Nullable FeatureSchema numbers;
  private final Set<String> leftOut;
  private final ReaderOptions options;

  private NTriplesReader(
      boolean literals,
      @Nullable FeatureSchema numbers,
      Set<String> leftOut,
      ReaderOptions options) {
    this.literals = literals;
    this.numbers = numbers;
    this.leftOut = leftOut;
    this.options = options;
  }

  /** Returns a reader that makes every triple an edge. */
  public static NTriplesReader create() {
    return new NTriplesReader(true, null, Set.of(), new ReaderOptions());
  }

  /** Returns this reader without triples whose object is a literal. */
  public NTriplesReader withoutLiterals() {
    return new NTriplesReader(false, numbers, leftOut, options);
  }

  /**
   * Returns this reader with numbers as features: a literal of a numeric datatype of XML Schema,
   * such as {@code xsd:integer}, {@code xsd:double} or {@code xsd:gYear}, is no node of its own but
   * a feature of its subject, named by the predicate. Columns are scaled like those of a table, to
   * mean 0 and deviation 1 over the subjects that have them; a node without a value is at the mean,
   * and of several values the mean counts.
   */
  public NTriplesReader numbersAsFeatures() {
    return numbersAsFeatures(FeatureSchema.UNNAMED);
  }

  /**
   * Returns the same reader for a model that was fitted to another file: with its columns, scaled
   * as they were there. Numbers of other predicates are left out.
   *
   * @param known {@code featureSchema()} of the model, of {@link #numbersAsFeatures()}
   */
  public NTriplesReader numbersAsFeatures(FeatureSchema known) {
    return new NTriplesReader(literals, Objects.requireNonNull(known, "known"), leftOut, options);
  }

  /**
   * Returns this reader without the triples of some predicates, those of calls before included.
   *
   * @param predicates IRIs without brackets
   */
  public NTriplesReader without(String... predicates) {
    Set<String> all = new HashSet<>(leftOut);
    Collections.addAll(all, predicates);
    return new NTriplesReader(literals, numbers, Set.copyOf(all), options);
  }

  /** Returns this reader with another cap on the bytes of a file. */
  public NTriplesReader maxBytes(long bytes) {
    return new NTriplesReader(literals, numbers, leftOut, options.withMaxBytesPerFile(bytes));
  }

  /**
   * Reads a file, in time linear in its size.
   *
   * @param file the file
   * @return a builder with the nodes and edges; add labels, then build
   * @throws DataFormatException if a line is no triple, or a literal not the number that its
   *     datatype says; the message names it
   * @throws IOException if reading fails
   */
  public Graph.Builder<String> read(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    Graph.Builder<String> builder = Graph.builder();
    NumericLiterals values = numbers == null ? null : new NumericLiterals(numbers);
    long triples = 0;
    try (LineReader lines = new LineReader(file, options)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        Triple triple = new Triple(lines, line);
        if (triple.isComment()) {
          continue;
        }
        String subject = triple.subject();
        String predicate = triple.predicate();
        boolean literal = triple.atLiteral();
        String object = triple.object();
        triple.end();
        triples++;
        if (leftOut.contains(predicate)) {
          continue;
        }
        if (values != null && literal && NumericLiterals.areNumbers(triple.datatype)) {
          double value = NumericLiterals.parse(triple.text);
          if (Double.isNaN(value)) {
            throw lines.error("a finite number", DataFormatException.quote(triple.text));
          }
          builder.addNode(subject);
          values.add(subject, predicate, value);
        } else if (literals || !literal) {
          builder.addNode(subject).addNode(object).addEdge(subject, object, predicate);
        }
      }
      lines.requireContent("triples");
    }
    if (triples == 0) {
      throw DataFormatException.of(file, "triples", "only comments", null);
    }
    if (values != null) {
      values.addTo(builder);
    }
    return builder;
  }

  /** A line, read from left to right. */
  private static final class Triple {
    private final LineReader lines;
    private final String line;
    private int at;

    /** What is in the quotes of the literal that was read. */
    private String text = "";

    /** Its datatype, empty if it has none. */
    private String datatype = "";

    Triple(LineReader lines, String line) {
      this.lines = lines;
      this.line = line;
      skipBlanks();
    }

    boolean isComment() {
      return at == line.length() || line.charAt(at) == '#';
    }

    String subject() throws DataFormatException {
      if (looksAt('<')) {
        return iri();
      }
      return blankNode("a subject, <IRI> or _:label");
    }

    String predicate() throws DataFormatException {
      if (!looksAt('<')) {
        throw error("a predicate, <IRI>");
      }
      return iri();
    }

    boolean atLiteral() {
      return looksAt('"');
    }

    String object() throws DataFormatException {
      if (looksAt('<')) {
        return iri();
      }
      return looksAt('"') ? literal() : blankNode("an object, <IRI>, _:label or \"literal\"");
    }

    void end() throws DataFormatException {
      if (!looksAt('.')) {
        throw error("a full stop after the object");
      }
      at++;
      skipBlanks();
      if (!isComment()) {
        throw error("nothing after the full stop");
      }
    }

    private boolean looksAt(char expected) {
      return at < line.length() && line.charAt(at) == expected;
    }

    private void skipBlanks() {
      while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
        at++;
      }
    }

    private String iri() throws DataFormatException {
      String iri = quoted('>', "the end of an <IRI>");
      if (iri.isBlank()) {
        throw error("an IRI between < and >");
      }
      skipBlanks();
      return iri;
    }

    private String blankNode(String expected) throws DataFormatException {
      int end = at;
      while (end < line.length() && " \t<\"#".indexOf(line.charAt(end)) < 0) {
        end++;
      }
      while (end > at && line.charAt(end - 1) == '.') {
        end--; // the full stop need not be set apart
      }
      if (!line.startsWith("_:", at) || end <= at + 2) {
        throw error(expected);
      }
      String label = line.substring(at, end);
      at = end;
      skipBlanks();
      return label;
    }

    private String literal() throws DataFormatException {
      StringBuilder key = new StringBuilder("\"");
      text = quoted('"', "the end of a literal");
      key.append(text).append('"');
      if (looksAt('@')) {
        int start = at;
        while (at < line.length()
            && (Character.isLetterOrDigit(line.charAt(at)) || "@-".indexOf(line.charAt(at)) >= 0)) {
          at++;
        }
        if (at == start + 1) {
          throw error("a language after @");
        }
        key.append(line, start, at);
      } else if (line.startsWith("^^<", at)) {
        at += 2;
        datatype = quoted('>', "the end of a datatype");
        key.append("^^").append(datatype);
      }
      skipBlanks();
      return key.toString();
    }

    /** What is between the character here and the closing one, its escapes resolved. */
    private String quoted(char closing, String expected) throws DataFormatException {
      StringBuilder text = new StringBuilder();
      for (at++; at < line.length() && line.charAt(at) != closing; at++) {
        char c = line.charAt(at);
        if (c == '\\') {
          at++;
          escape(text);
        } else {
          text.append(c);
        }
      }
      if (at >= line.length()) {
        throw error(expected);
      }
      at++;
      return text.toString();
    }

    private void escape(StringBuilder text) throws DataFormatException {
      char kind = at < line.length() ? line.charAt(at) : ' ';
      int plain = "tbnrf\"'\\".indexOf(kind);
      if (plain >= 0) {
        text.append("\t\b\n\r\f\"'\\".charAt(plain));
        return;
      }
      int digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
      int point = 0;
      for (int i = 1; i <= digits; i++) {
        int digit = at + i < line.length() ? Character.digit(line.charAt(at + i), 16) : -1;
        point = digit < 0 || point >> 24 != 0 ? -1 : point << 4 | digit;
        if (point < 0) {
          break;
        }
      }
      boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
      if (digits == 0 || point < 0 || surrogate || !Character.isValidCodePoint(point)) {
        throw error("an escape such as \\n or \\u00e4");
      }
      text.appendCodePoint(point);
      at += digits;
    }

    private DataFormatException error(String expected) {
      String rest = line.substring(Math.min(at, line.length()));
      return lines.error(
          expected, rest.isEmpty() ? "the end of the line" : DataFormatException.quote(rest));
    }
  }
}

package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NTriplesReaderTest {
  private static final String TRIPLES =
      """
      # a comment
      <http://a> <http://knows> <http://b> .

      <http://a> <http://knows> _:c1.
      _:c1 <http://name> "Jos\\u00e9 \\"J\\"\\n"@es . # another
      <http://b> <http://year> "1999"^^<http://int> .
      \t<http://b>\t<http://group>\t<http://g>\t.
      """;

  @TempDir Path folder;

  private Graph.Builder<String> read(NTriplesReader reader, String text) throws IOException {
    return reader.read(Files.writeString(folder.resolve("data.nt"), text));
  }

  @Test
  void triplesAreTypedEdges() throws IOException {
    Graph<String> graph = read(NTriplesReader.create(), TRIPLES).build();
    assertThat(graph.keys())
        .containsExactly(
            "http://a",
            "http://b",
            "_:c1",
            "\"José \"J\"\n\"@es",
            "\"1999\"^^http://int",
            "http://g");
    assertThat(graph.edgeTypes())
        .containsExactly("http://knows", "http://name", "http://year", "http://group");
    assertThat(graph.edges().orElseThrow().count()).isEqualTo(5);
    int edge = graph.edges().orElseThrow().typeStart(3);
    assertThat(graph.key(graph.edges().orElseThrow().source(edge))).isEqualTo("http://b");
    assertThat(graph.key(graph.edges().orElseThrow().target(edge))).isEqualTo("http://g");
  }

  @Test
  void commentsAloneAreRefused() {
    assertThatThrownBy(() -> read(NTriplesReader.create(), "# one\n\n  # another\n"))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("expected triples, found comments alone");
  }

  @Test
  void blanksBetweenTermsCanBeLeftOut() throws IOException {
    Graph<String> graph =
        read(NTriplesReader.create(), "_:a<p><b>.\n<b><p>_:c.d.# why\r\n<b><p>\"x\"@en-GB.\n")
            .build();
    assertThat(graph.keys()).containsExactly("_:a", "b", "_:c.d", "\"x\"@en-GB");
  }

  @Test
  void literalsAndPredicatesCanBeLeftOut() throws IOException {
    Graph<String> graph =
        read(NTriplesReader.create().withoutLiterals().without("http://group"), TRIPLES).build();
    assertThat(graph.edgeTypes()).containsExactly("http://knows");
    assertThat(graph.keys()).containsExactly("http://a", "http://b", "_:c1");
    NTriplesReader twice = NTriplesReader.create().without("http://group").without("http://year");
    assertThat(read(twice, TRIPLES).build().edgeTypes())
        .containsExactly("http://knows", "http://name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a <p> <b> . | a subject",
        "<a> p <b> . | a predicate",
        "<a> <p> b . | an object",
        "<a> <p> <b | the end of an <IRI>",
        "<a> <p> \"b . | the end of a literal",
        "<a> <p> <b> | a full stop",
        "<a> <p> <b> . <c> | nothing after",
        "<a> <p> \"\\x\" . | an escape",
        "<a> <p> \"\\u00zz\" . | an escape",
        "<a> <p> \"\\UFFFFFFFF\" . | an escape",
        "<a> <p> \"\\ | an escape",
        "<> <p> <b> . | an IRI",
        "_: <p> <b> . | a subject",
        "<a> <p> \"x\"@ . | a language",
        "<a> <p> \"\\uD83D\" . | an escape",
        "<a> <p> _:. | an object",
        "_:a | a predicate"
      })
  void whatIsNoTripleIsRefusedWithItsLine(String line, String expected) {
    assertThatThrownBy(() -> read(NTriplesReader.create(), "<x> <y> <z> .\n" + line + "\n"))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("data.nt")
        .hasMessageContaining("line 2")
        .hasMessageContaining(expected);
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> read(NTriplesReader.create(), "\n"))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("triples");
  }

  @Test
  void theCapOnBytesHolds() {
    assertThatThrownBy(() -> read(NTriplesReader.create().maxBytes(50), TRIPLES))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("50");
  }
}

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
        .hasMessageContaining("expected triples, found only comments");
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

  private static float[] row(Graph<String> graph, String key) {
    int node = graph.indexOf(key);
    return new float[] {
      graph.features().toDense().get(node, 0), graph.features().toDense().get(node, 1)
    };
  }

  private static String number(String subject, String predicate, String value, String type) {
    return "<%s> <%s> \"%s\"^^<http://www.w3.org/2001/XMLSchema#%s> .\n"
        .formatted(subject, predicate, value, type);
  }

  @Test
  void numbersBecomeFeaturesOfTheirSubjectsIfAskedTo() throws IOException {
    String text =
        TRIPLES
            + number("http://a", "http://size", "10", "integer")
            + number("http://b", "http://size", "2.5e1", "double")
            + number("http://b", "http://size", "35", "int")
            + number("http://new", "http://born", "1999", "gYear")
            + number("http://a", "http://day", "1999-01-02", "date");
    Graph<String> graph = read(NTriplesReader.create().numbersAsFeatures(), text).build();

    assertThat(graph.featureNames()).containsExactly("http://size", "http://born");
    assertThat(graph.featureSchema().features().get(0).mean()).isEqualTo(20);
    assertThat(graph.featureSchema().features().get(0).divisor()).isEqualTo(10);
    assertThat(row(graph, "http://a")).containsExactly(-1, 0);
    assertThat(row(graph, "http://b")).containsExactly(1, 0);
    assertThat(row(graph, "http://g")).containsExactly(0, 0);
    assertThat(graph.keys())
        .contains("http://new", "\"1999\"^^http://int") // of no datatype of numbers
        .contains("\"1999-01-02\"^^http://www.w3.org/2001/XMLSchema#date")
        .doesNotContain("\"35\"^^http://www.w3.org/2001/XMLSchema#int");

    NTriplesReader later = NTriplesReader.create().numbersAsFeatures(graph.featureSchema());
    String other =
        number("http://x", "http://other", "1", "int")
            + number("http://x", "http://size", "40", "int");
    Graph<String> second = read(later, TRIPLES + other).build();
    assertThat(second.featureSchema()).isEqualTo(graph.featureSchema());
    assertThat(row(second, "http://x")).containsExactly(2, 0);
  }

  @ParameterizedTest
  @CsvSource({"ten, integer", "INF, double", "1e39, double", "'', int", "NaN, float"})
  void aNumberThatIsNoneIsRefusedByItsLine(String value, String type) {
    assertThatThrownBy(
            () ->
                read(
                    NTriplesReader.create().numbersAsFeatures(),
                    number("http://a", "http://size", value, type)))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContainingAll("line 1", "a finite number");
  }
}

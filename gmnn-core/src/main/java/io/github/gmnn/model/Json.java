package io.github.gmnn.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.gmnn.io.ModelFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.JsonNodeFactory;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON within limits, so that reading costs time and memory linear in the bytes.
 *
 * <p>Tokens come from Jackson itself; the tree is one of the old copy inside ND4J's jars, whose
 * mapper fills the layers, but which is never given the bytes of a file. The limits are kept here,
 * each before the parser converts or stores anything: UTF-8 only, fields that are known, nesting,
 * digits of a number, how many values there are. A tree takes up to twenty bytes for each of the
 * text; the limits keep it below 100 MB.
 */
final class Json {
  static final int MAX_BYTES = 64 << 20;
  static final int MAX_DEPTH = 16;
  static final int MAX_NUMBER_LENGTH = 40;
  static final int MAX_CONTAINERS = 1 << 18;
  static final int MAX_FIELDS = 1 << 19;
  static final int MAX_VALUES = 1 << 20;

  /** Names of fields are neither interned nor kept in a table that all parsers share. */
  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints( // ours are lower, or the size of the whole
              StreamReadConstraints.builder()
                  .maxNumberLength(MAX_BYTES)
                  .maxStringLength(MAX_BYTES)
                  .build())
          .build();

  private static final ObjectMapper WRITER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Returns an object as UTF-8, indented.
   *
   * @throws IllegalArgumentException if it exceeds what {@link #parse} reads, or has text that is
   *     no Unicode
   */
  static byte[] write(ObjectNode node, Predicate<String> known) {
    try {
      String text = WRITER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
      byte[] bytes = encode(text);
      parse(bytes, known);
      return bytes;
    } catch (ModelFormatException e) {
      throw new IllegalArgumentException("this cannot be saved: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // strings do not fail
    }
  }

  /**
   * Encodes text, which must be whole Unicode: half a surrogate pair would come back as another
   * text.
   */
  static byte[] encode(String text) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "a text with half a surrogate pair cannot be saved: " + Shown.of(text), e);
    }
  }

  static String decode(ByteBuffer utf8) throws ModelFormatException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new ModelFormatException("expected text in UTF-8, found other bytes", e);
    }
  }

  /**
   * Parses one object and nothing after it.
   *
   * @param known which fields it may have; others are refused before their values are looked at
   */
  static ObjectNode parse(byte[] bytes, Predicate<String> known) throws ModelFormatException {
    if (bytes.length > MAX_BYTES) {
      throw new ModelFormatException(
          "expected a manifest of at most " + MAX_BYTES + " bytes, found " + bytes.length);
    }
    try (JsonParser parser = TOKENS.createParser(decode(ByteBuffer.wrap(bytes)))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new ModelFormatException("the manifest is no JSON object");
      }
      ObjectNode root = new TreeBuilder(parser, known).build();
      if (parser.nextToken() != null) {
        throw new ModelFormatException("the manifest is followed by something else");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new ModelFormatException("the manifest is no JSON: " + e.getOriginalMessage(), e);
    } catch (ModelFormatException e) {
      throw e;
    } catch (IOException e) {
      throw new ModelFormatException("the manifest cannot be read: " + e.getMessage(), e);
    }
  }

  /** Builds the tree of an object whose opening brace was read; counts as it goes. */
  private static final class TreeBuilder {
    private final JsonParser parser;
    private final Deque<JsonNode> open = new ArrayDeque<>();
    private final Predicate<String> known;
    private int containers;
    private int fields;
    private int values;

    TreeBuilder(JsonParser parser, Predicate<String> known) {
      this.parser = parser;
      this.known = known;
    }

    ObjectNode build() throws IOException {
      ObjectNode root = object();
      open.push(root);
      while (!open.isEmpty()) {
        JsonToken token = parser.nextToken();
        if (token == null) {
          throw new ModelFormatException("the manifest is no JSON: it ends too early");
        }
        switch (token) {
          case FIELD_NAME -> checkField(checkText(parser.currentName()));
          case START_OBJECT -> open(object());
          case START_ARRAY -> open(JsonNodeFactory.instance.arrayNode());
          case END_OBJECT, END_ARRAY -> open.pop();
          default -> add(scalar(token));
        }
      }
      return root;
    }

    private void checkField(String name) throws ModelFormatException {
      if (open.size() == 1 && !known.test(name)) {
        throw new ModelFormatException(
            "the manifest has the field "
                + Shown.of(name)
                + ", which this release does not know: it may be of a newer one");
      }
      if (++fields > MAX_FIELDS) {
        throw new ModelFormatException("the manifest has more than " + MAX_FIELDS + " fields");
      }
    }

    private void open(JsonNode container) throws ModelFormatException {
      if (++containers > MAX_CONTAINERS) {
        throw new ModelFormatException(
            "the manifest has more than " + MAX_CONTAINERS + " objects and lists");
      }
      if (open.size() == MAX_DEPTH) {
        throw new ModelFormatException("the manifest is nested deeper than " + MAX_DEPTH);
      }
      add(container);
      open.push(container);
    }

    private void add(JsonNode value) throws ModelFormatException {
      if (++values > MAX_VALUES) {
        throw new ModelFormatException("the manifest has more than " + MAX_VALUES + " values");
      }
      if (open.element() instanceof ObjectNode object) {
        object.set(currentName(value), value);
      } else {
        ((ArrayNode) open.element()).add(value);
      }
    }

    /** The name of the value just read; of a container's, that is one level up. */
    private String currentName(JsonNode value) {
      return value.isContainerNode()
          ? parser.getParsingContext().getParent().getCurrentName()
          : parser.getParsingContext().getCurrentName();
    }

    private JsonNode scalar(JsonToken token) throws IOException {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      return switch (token) {
        case VALUE_STRING -> nodes.textNode(checkText(parser.getText()));
        case VALUE_TRUE -> nodes.booleanNode(true);
        case VALUE_FALSE -> nodes.booleanNode(false);
        case VALUE_NULL -> nodes.nullNode();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token, nodes);
        default -> throw new ModelFormatException("the manifest is no JSON: unexpected " + token);
      };
    }

    private JsonNode number(JsonToken token, JsonNodeFactory nodes) throws IOException {
      if (parser.getTextLength() > MAX_NUMBER_LENGTH) {
        throw new ModelFormatException(
            "the manifest has a number of "
                + parser.getTextLength()
                + " characters, more than "
                + MAX_NUMBER_LENGTH);
      }
      if (token == JsonToken.VALUE_NUMBER_FLOAT) {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
          throw new ModelFormatException("the manifest has a number beyond all that are finite");
        }
        return nodes.numberNode(value);
      }
      return switch (parser.getNumberType()) {
        case INT -> nodes.numberNode(parser.getIntValue());
        case LONG -> nodes.numberNode(parser.getLongValue());
        default -> nodes.numberNode(parser.getBigIntegerValue());
      };
    }

    private static String checkText(String text) throws ModelFormatException {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else if (Character.isSurrogate(c)) {
          throw new ModelFormatException("the manifest has a text with half a surrogate pair");
        }
      }
      return text;
    }
  }
}

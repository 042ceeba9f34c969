package io.github.gmnn.cli.label;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/** JSON objects of texts and numbers, as requests and lines of the labels' file have them. */
final class FlatJson {
  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final ObjectMapper WRITER = new ObjectMapper();

  private FlatJson() {}

  /** Maps, lists, texts, numbers and null as JSON, without line ends. */
  static String write(Object value) {
    try {
      return WRITER.writeValueAsString(value);
    } catch (IOException e) {
      throw new IllegalStateException(e); // strings do not fail
    }
  }

  /**
   * Reads one object whose values are texts, numbers or booleans, each as its text.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static Map<String, String> read(String text) {
    try (JsonParser parser = TOKENS.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("expected a JSON object, found something else");
      }
      Map<String, String> fields = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value == null || !value.isScalarValue() || value == JsonToken.VALUE_NULL) {
          throw new IllegalArgumentException(
              "expected a text or a number in the field "
                  + Quote.of(name)
                  + ", found something else");
        }
        fields.put(name, parser.getText());
      }
      if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
        throw new IllegalArgumentException("expected one JSON object and nothing after it");
      }
      return fields;
    } catch (JsonProcessingException e) {
      throw noJson(e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw noJson(e.getMessage(), e);
    }
  }

  /** The parser quotes what it met, which may steer a terminal. */
  private static IllegalArgumentException noJson(@Nullable String why, IOException e) {
    return new IllegalArgumentException(
        "this is no JSON: " + Quote.printable(String.valueOf(why)), e);
  }
}

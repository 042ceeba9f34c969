package io.github.gmnn.model;

import io.github.gmnn.io.ModelFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.nd4j.shade.jackson.databind.JsonNode;

/**
 * A JSON object read strictly: a field that is missing, of another type or out of range is named.
 */
record Fields(JsonNode node) {
  Fields object(String name) throws ModelFormatException {
    return new Fields(require(name, JsonNode::isObject, "an object"));
  }

  boolean has(String name) {
    return node.has(name);
  }

  String text(String name) throws ModelFormatException {
    return require(name, JsonNode::isTextual, "a text").asText();
  }

  boolean flag(String name) throws ModelFormatException {
    return require(name, JsonNode::isBoolean, "true or false").asBoolean();
  }

  double number(String name) throws ModelFormatException {
    return require(name, JsonNode::isNumber, "a number").asDouble();
  }

  int integer(String name, int minimum) throws ModelFormatException {
    return require(
            name,
            value -> value.isInt() && value.asInt() >= minimum,
            "an integer of at least " + minimum)
        .asInt();
  }

  long integer64(String name) throws ModelFormatException {
    return require(name, value -> value.isInt() || value.isLong(), "an integer").asLong();
  }

  /** One of several constants, by its name. */
  <E extends Enum<E>> E choice(String name, E[] constants) throws ModelFormatException {
    String found = text(name);
    for (E constant : constants) {
      if (constant.name().equals(found)) {
        return constant;
      }
    }
    throw new ModelFormatException(
        "expected "
            + name
            + " to be one of "
            + Arrays.toString(constants)
            + ", found "
            + Shown.of(found));
  }

  List<JsonNode> list(String name) throws ModelFormatException {
    List<JsonNode> items = new ArrayList<>();
    require(name, JsonNode::isArray, "a list").forEach(items::add);
    return items;
  }

  List<String> texts(String name) throws ModelFormatException {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : list(name)) {
      if (!item.isTextual()) {
        throw new ModelFormatException("expected texts in " + name + ", found " + Shown.of(item));
      }
      texts.add(item.asText());
    }
    return List.copyOf(texts);
  }

  double[] numbers(String name) throws ModelFormatException {
    List<JsonNode> items = list(name);
    double[] numbers = new double[items.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!items.get(i).isNumber()) {
        throw new ModelFormatException(
            "expected numbers in " + name + ", found " + Shown.of(items.get(i)));
      }
      numbers[i] = items.get(i).asDouble();
    }
    return numbers;
  }

  /** The names of all fields, in their order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  Map<String, String> textsByName(String name) throws ModelFormatException {
    Map<String, String> texts = new LinkedHashMap<>();
    Fields fields = object(name);
    for (String key : fields.names()) {
      texts.put(key, fields.text(key));
    }
    return texts;
  }

  Map<String, Double> numbersByName(String name) throws ModelFormatException {
    Map<String, Double> numbers = new LinkedHashMap<>();
    Fields fields = object(name);
    for (String key : fields.names()) {
      numbers.put(key, fields.number(key));
    }
    return numbers;
  }

  private JsonNode require(String name, Predicate<JsonNode> holds, String expected)
      throws ModelFormatException {
    JsonNode value = node.path(name);
    if (!holds.test(value)) {
      throw new ModelFormatException(
          "expected " + expected + " for " + name + ", found " + Shown.of(value));
    }
    return value;
  }
}

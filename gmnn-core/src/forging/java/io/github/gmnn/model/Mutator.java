package io.github.gmnn.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * Forges files that are nearly right: other values in some fields of the manifest, of the kind that
 * stands there or not, and arrays of other lengths and values. Checksums and digest are made right,
 * so that what lies behind them is reached.
 */
public final class Mutator {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What no writer writes, or not there. */
  private static final List<String> VALUES =
      List.of(
          "-1",
          "0",
          "1",
          "2",
          "3",
          "64",
          "10000",
          "10001",
          "100000000",
          "2147483647",
          "-2147483648",
          "4294967297",
          "9223372036854775807",
          "99999999999999999999",
          "0.5",
          "-0.5",
          "1e-300",
          "1e300",
          "3e38",
          "\"NaN\"",
          "\"Infinity\"",
          "\"\"",
          "\"x\"",
          "\"\\u001b[2J\\n\"",
          "null",
          "true",
          "false",
          "[]",
          "{}",
          "[[]]",
          "[1,2,3]",
          "{\"a\":{}}",
          '"' + Canary.NAME + '"',
          "{\"@class\":\"" + Canary.NAME + "\"}",
          "[\"" + Canary.NAME + "\",{}]");

  private static final float[] FLOATS = {
    0, -1, 1e-45f, 3e38f, -3e38f, Float.NaN, Float.POSITIVE_INFINITY
  };

  private final IntUnaryOperator choose;

  /**
   * Makes one.
   *
   * @param choose gives a number below its argument
   */
  public Mutator(IntUnaryOperator choose) {
    this.choose = choose;
  }

  /** Returns a file with one to four changes. */
  public byte[] mutate(byte[] file) {
    Forged forged = Forged.from(file);
    for (int changes = 1 + choose.applyAsInt(4); changes > 0; changes--) {
      if (choose.applyAsInt(4) > 0) {
        changeField(forged);
      } else {
        changeArray(forged);
      }
    }
    return forged.bytes();
  }

  private void changeField(Forged forged) {
    forged.with("manifest.json", changeField(forged.json().getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns JSON with one to four changes in its fields and lists. */
  public byte[] mutateJson(byte[] json) {
    byte[] changed = json;
    for (int changes = 1 + choose.applyAsInt(4); changes > 0; changes--) {
      changed = changeField(changed);
    }
    return changed;
  }

  private byte[] changeField(byte[] json) {
    try {
      JsonNode root = JSON.readTree(json);
      List<JsonNode> containers = new ArrayList<>();
      collect(root, containers);
      JsonNode container = containers.get(choose.applyAsInt(containers.size()));
      JsonNode value =
          choose.applyAsInt(6) == 0
              ? containers.get(choose.applyAsInt(containers.size())).deepCopy()
              : JSON.readTree(VALUES.get(choose.applyAsInt(VALUES.size())));
      if (container instanceof ObjectNode object && !object.isEmpty()) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.get(choose.applyAsInt(names.size()));
        if (choose.applyAsInt(8) == 0) {
          object.remove(name);
        } else {
          object.set(name, value);
        }
      } else if (container instanceof ArrayNode list) {
        if (list.isEmpty() || choose.applyAsInt(3) == 0) {
          list.add(value);
        } else if (choose.applyAsInt(3) == 0) {
          list.remove(choose.applyAsInt(list.size()));
        } else {
          list.set(choose.applyAsInt(list.size()), value);
        }
      }
      return JSON.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // what was written by ourselves is JSON
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void changeArray(Forged forged) {
    String[] names = forged.names();
    String name = names[choose.applyAsInt(names.length)];
    if (name.equals("manifest.json")) {
      return;
    }
    byte[] content = forged.entry(name);
    switch (choose.applyAsInt(5)) {
      case 0 -> forged.without(name);
      case 1 ->
          forged.with(name, Arrays.copyOf(content, choose.applyAsInt(2 * content.length + 9)));
      case 2 -> forged.with(name + "x", content);
      default -> {
        if (content.length >= 4) {
          byte[] value = Forged.floats(FLOATS[choose.applyAsInt(FLOATS.length)]);
          System.arraycopy(value, 0, content, 4 * choose.applyAsInt(content.length / 4), 4);
        }
        forged.with(name, content);
      }
    }
  }
}

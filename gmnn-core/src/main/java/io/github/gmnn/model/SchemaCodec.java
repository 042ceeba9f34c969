package io.github.gmnn.model;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.io.ModelFormatException;
import java.util.ArrayList;
import java.util.List;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** A {@link FeatureSchema} as JSON: the names, and what each feature of a table was made of. */
final class SchemaCodec {
  private static final String NAMES = "names";
  private static final String TABLE = "table";
  private static final String COLUMN = "column";
  private static final String CATEGORY = "category";
  private static final String WORD = "word";
  private static final String LOG_SCALE = "logScale";

  private SchemaCodec() {}

  static void encode(FeatureSchema schema, ObjectNode node) {
    schema.names().forEach(node.putArray(NAMES)::add);
    if (!schema.isOfTable()) {
      return;
    }
    ArrayNode table = node.putArray(TABLE);
    for (Feature feature : schema.features()) {
      ObjectNode each = table.addObject().put(COLUMN, feature.column());
      switch (feature.kind()) {
        case NUMBER -> encodeNumber(feature, each);
        case CATEGORY -> each.put(CATEGORY, feature.value());
        case WORD -> each.put(WORD, feature.value());
      }
    }
  }

  private static void encodeNumber(Feature feature, ObjectNode node) {
    if (feature.logScale() > 0) {
      node.put(LOG_SCALE, feature.logScale());
    }
    node.put("mean", feature.mean()).put("divisor", feature.divisor());
  }

  static FeatureSchema decode(Fields node) throws ModelFormatException {
    List<String> names = node.texts(NAMES);
    try {
      FeatureSchema schema =
          node.has(TABLE)
              ? FeatureSchema.ofTable(features(node.list(TABLE)))
              : FeatureSchema.ofNames(names);
      if (!schema.names().equals(names)) {
        throw new ModelFormatException("expected the names of the features of the table");
      }
      return schema;
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the features do not fit: " + e.getMessage(), e);
    }
  }

  private static List<Feature> features(List<JsonNode> nodes) throws ModelFormatException {
    List<Feature> features = new ArrayList<>();
    for (JsonNode node : nodes) {
      Fields fields = new Fields(node);
      String column = fields.text(COLUMN);
      if (fields.has(CATEGORY)) {
        features.add(Feature.category(column, fields.text(CATEGORY)));
      } else if (fields.has(WORD)) {
        features.add(Feature.word(column, fields.text(WORD)));
      } else {
        features.add(
            Feature.number(
                column,
                fields.has(LOG_SCALE) ? (float) fields.number(LOG_SCALE) : 0,
                (float) fields.number("mean"),
                (float) fields.number("divisor")));
      }
    }
    return features;
  }
}

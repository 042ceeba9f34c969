package io.github.gmnn.model;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.network.NetworkDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.serde.JsonMappers;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.linalg.schedule.RampSchedule;
import org.nd4j.shade.jackson.annotation.JsonCreator;
import org.nd4j.shade.jackson.annotation.JsonProperty;
import org.nd4j.shade.jackson.annotation.JsonTypeInfo;
import org.nd4j.shade.jackson.core.JsonParser;
import org.nd4j.shade.jackson.databind.BeanDescription;
import org.nd4j.shade.jackson.databind.DeserializationConfig;
import org.nd4j.shade.jackson.databind.DeserializationContext;
import org.nd4j.shade.jackson.databind.DeserializationFeature;
import org.nd4j.shade.jackson.databind.JavaType;
import org.nd4j.shade.jackson.databind.JsonDeserializer;
import org.nd4j.shade.jackson.databind.JsonMappingException;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.JsonSerializer;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.SerializationConfig;
import org.nd4j.shade.jackson.databind.cfg.MapperConfig;
import org.nd4j.shade.jackson.databind.introspect.AnnotatedClass;
import org.nd4j.shade.jackson.databind.introspect.AnnotatedMember;
import org.nd4j.shade.jackson.databind.introspect.JacksonAnnotationIntrospector;
import org.nd4j.shade.jackson.databind.jsontype.TypeResolverBuilder;
import org.nd4j.shade.jackson.databind.module.SimpleDeserializers;
import org.nd4j.shade.jackson.databind.module.SimpleModule;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;
import org.nd4j.shade.jackson.databind.ser.BeanSerializerModifier;

/**
 * Writes network definitions as DL4J's JSON and reads them back.
 *
 * <p>DL4J's JSON names Java classes, and its own mapper loads whatever class a file names. Here a
 * name is only ever a key of a closed list: those of {@link KnownClasses} and those the caller
 * registered. The mapper that fills their fields has no notion of class names at all.
 */
public final class LayerCodec {
  private static final String CLASS = "@class";

  private final Map<String, Class<?>> classes = new HashMap<>();
  private final ObjectMapper mapper;

  /** Reads the known classes alone; a mapper is slow until it has met them. */
  private static final LayerCodec KNOWN = new LayerCodec(List.of());

  static LayerCodec of(Collection<Class<?>> registered) {
    return KnownClasses.BY_NAME.values().containsAll(registered)
        ? KNOWN
        : new LayerCodec(registered);
  }

  private LayerCodec(Collection<Class<?>> registered) {
    classes.putAll(KnownClasses.BY_NAME);
    registered.forEach(type -> classes.put(type.getName(), type));
    mapper =
        new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .setAnnotationIntrospector(new WithoutClassNames())
            .addMixIn(RampSchedule.class, RampScheduleCreator.class);
    SimpleModule module = new SimpleModule();
    module.setDeserializers(new AbstractTypes());
    module.addDeserializer(double.class, new Finite(0.0));
    module.addDeserializer(Double.class, new Finite(null));
    mapper.registerModule(module);
  }

  /** RampSchedule has a constructor that DL4J did not annotate. */
  @SuppressWarnings("unused") // its annotations are read
  private abstract static class RampScheduleCreator {
    @JsonCreator
    RampScheduleCreator(
        @JsonProperty("baseSchedule") ISchedule baseSchedule,
        @JsonProperty("numIter") int numIter) {}
  }

  /** Hides the annotations that make Jackson take the class of a value from the file. */
  private static final class WithoutClassNames extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable TypeResolverBuilder<?> findTypeResolver(
        MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
      return null;
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findPropertyTypeResolver(
        MapperConfig<?> config, AnnotatedMember member, JavaType baseType) {
      return null;
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findPropertyContentTypeResolver(
        MapperConfig<?> config, AnnotatedMember member, JavaType containerType) {
      return null;
    }
  }

  /** Reads values of interfaces and abstract classes by the closed list. */
  private final class AbstractTypes extends SimpleDeserializers {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable JsonDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription description)
        throws JsonMappingException {
      Class<?> base = type.getRawClass();
      boolean listed =
          type.isAbstract() && !base.isPrimitive() && !base.getName().startsWith("java.");
      return listed ? new OfList(base) : super.findBeanDeserializer(type, config, description);
    }
  }

  private final class OfList extends JsonDeserializer<Object> {
    private final Class<?> base;

    OfList(Class<?> base) {
      this.base = base;
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return read(context.readTree(parser), base);
    }
  }

  /**
   * Reads a number, which is finite, or NaN: DL4J says so that it is not set. Jackson would take
   * the text Infinity for a number too.
   */
  private static final class Finite extends JsonDeserializer<Double> {
    private final @Nullable Double ofNull;

    Finite(@Nullable Double ofNull) {
      this.ofNull = ofNull;
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      boolean unset = parser.getText().equals("NaN");
      if (!unset && !parser.currentToken().isNumeric()) {
        throw new ModelFormatException(
            "expected a finite number for "
                + Shown.of(parser.getCurrentName())
                + ", found "
                + Shown.of(parser.getText()));
      }
      return unset ? Double.NaN : parser.getDoubleValue();
    }

    @Override
    public @Nullable Double getNullValue(DeserializationContext context) {
      return ofNull;
    }
  }

  private <T> T read(JsonNode node, Class<T> base) throws IOException {
    String property = nameProperty(base);
    if (!(node instanceof ObjectNode object) || !object.path(property).isTextual()) {
      throw new ModelFormatException(
          "expected an object with "
              + property
              + " for a "
              + base.getSimpleName()
              + ", found "
              + Shown.of(node));
    }
    String name = object.path(property).asText();
    Class<?> type = classes.get(name);
    if (type == null) {
      throw new ModelFormatException(
          "the file names the class "
              + Shown.of(name)
              + ", which is not registered: pass your own classes to load");
    }
    if (!base.isAssignableFrom(type)) {
      throw new ModelFormatException(
          "expected a " + base.getSimpleName() + ", found " + type.getName());
    }
    ObjectNode fields = Json.object();
    fields.setAll(object);
    fields.remove(property);
    return base.cast(mapper.treeToValue(fields, type));
  }

  /** The field that DL4J's mapper writes the class of a value into. */
  private static String nameProperty(Class<?> base) {
    JsonTypeInfo annotation = base.getAnnotation(JsonTypeInfo.class);
    return annotation == null || annotation.property().isEmpty() ? CLASS : annotation.property();
  }

  /**
   * Returns a definition as one line of text: equal ones give equal texts.
   *
   * @param definition the network
   */
  public static String text(NetworkDefinition definition) {
    return tree(definition).toString();
  }

  /**
   * Writes a definition.
   *
   * @throws IllegalArgumentException if it would not come back: a class without a name, or with
   *     fields that JSON does not give back
   */
  static JsonNode encode(NetworkDefinition definition) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    JsonNode tree = tree(definition, noting(classes));
    try {
      if (tree(LayerCodec.of(classes).decode(tree)).equals(tree)) {
        return tree;
      }
    } catch (ModelFormatException e) {
      throw new IllegalArgumentException(
          "the layers cannot be saved, because they could not be loaded again: " + e.getMessage(),
          e);
    }
    throw new IllegalArgumentException(
        "the layers cannot be saved, because they would not come back as they are: "
            + Shown.of(tree));
  }

  /** DL4J's mapper, which notes the classes of the objects that it writes. */
  private static ObjectMapper noting(Set<Class<?>> classes) {
    BeanSerializerModifier notes =
        new BeanSerializerModifier() {
          @Override
          public JsonSerializer<?> modifySerializer(
              SerializationConfig config, BeanDescription written, JsonSerializer<?> serializer) {
            classes.add(written.getBeanClass());
            return serializer;
          }
        };
    return JsonMappers.getMapper()
        .copy()
        .registerModule(new SimpleModule().setSerializerModifier(notes));
  }

  private static JsonNode tree(NetworkDefinition definition) {
    return tree(definition, JsonMappers.getMapper());
  }

  private static JsonNode tree(NetworkDefinition definition, ObjectMapper writer) {
    ObjectNode node = Json.object();
    ArrayNode layers = node.putArray("layers");
    definition.layers().forEach(layer -> layers.add(writer.<JsonNode>valueToTree(layer)));
    node.set("updater", writer.valueToTree(definition.updater()));
    node.put("l2", definition.l2());
    return node;
  }

  NetworkDefinition decode(JsonNode node) throws ModelFormatException {
    Fields fields = new Fields(node);
    try {
      List<Layer> layers = new ArrayList<>();
      for (JsonNode layer : fields.list("layers")) {
        layers.add(read(layer, Layer.class));
      }
      IUpdater updater = read(node.path("updater"), IUpdater.class);
      return new NetworkDefinition(layers, updater, fields.number("l2"));
    } catch (ModelFormatException e) {
      throw e;
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof ModelFormatException cause) {
        throw cause;
      }
      throw new ModelFormatException("the layers cannot be read: " + e.getOriginalMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw new ModelFormatException("the layers cannot be read: " + firstLine(e), e);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}

package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Classifies the links of a generated market: who pays whom, and which payments are fraud. Gangs
 * send money round among themselves; few payments have been looked into.
 */
public final class LinkClassification {
  private static final int PEOPLE = 2_000;
  private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant FEBRUARY = Instant.parse("2026-02-01T00:00:00Z");

  private LinkClassification() {}

  public static void main(String[] args) {
    Random random = new Random(1);
    // docs:start
    LineGraph.Builder<Integer> builder =
        LineGraph.<Integer>builder().features(LineGraph.View.WHOLE_GRAPH);
    Map<LinkKey<Integer>, String> truth = addPayments(builder, JANUARY, 8_000, random);
    List<LinkKey<Integer>> looked = truth.keySet().stream().limit(400).toList();
    looked.forEach(key -> builder.label(key, truth.get(key)));
    builder.validation(looked.subList(0, 200)); // half of these choose the epoch
    LineGraph<Integer> payments = builder.build();

    GmnnModel<LinkKey<Integer>> model = Gmnn.links().fit(payments.graph());
    LinkKey<Integer> one = payments.graph().key(5_000);
    System.out.println(model.predict(one)); // with .probability("fraud"), .distribution()

    Map<LinkKey<Integer>, String> late = addPayments(builder, FEBRUARY, 1_000, random);
    System.out.println(model.predict(builder.build().graph()).evaluate(late)); // new links
    // docs:end
    looked.forEach(truth::remove);
    System.out.println(payments.graph() + ": " + model.evaluate(truth));
  }

  /** What a gang is paid it often pays back within hours. */
  private static Map<LinkKey<Integer>, String> addPayments(
      LineGraph.Builder<Integer> builder, Instant from, int count, Random random) {
    Map<LinkKey<Integer>, String> added = new LinkedHashMap<>();
    while (added.size() < count) {
      boolean fraud = random.nextInt(10) < 3; // every fifth person is of a gang
      int payer = fraud ? 5 * random.nextInt(PEOPLE / 5) : random.nextInt(PEOPLE);
      int payee = fraud ? 5 * random.nextInt(PEOPLE / 5) : random.nextInt(PEOPLE);
      Instant time = from.plusSeconds(random.nextInt(30 * 86_400));
      LinkKey<Integer> key = new LinkKey<>(payer, payee);
      if (builder.contains(key)) {
        continue;
      }
      builder.addLink(payer, payee, time);
      added.put(key, fraud ? "fraud" : "honest");
      LinkKey<Integer> back = new LinkKey<>(payee, payer);
      if (fraud && random.nextBoolean() && !builder.contains(back)) {
        builder.addLink(payee, payer, time.plusSeconds(random.nextInt(10_000)));
        added.put(back, "fraud");
      }
    }
    return added;
  }
}

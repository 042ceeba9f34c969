package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.ValidationMetric;
import io.github.gmnn.graph.LineGraph;
import io.github.gmnn.graph.LinkKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.nd4j.linalg.learning.config.Adam;

/**
 * Classifies the links of a generated market: who pays whom, and which payments are fraud. Gangs
 * trade among themselves; few payments have been looked into.
 */
public final class LinkClassification {
  private static final int PEOPLE = 2_000;

  private LinkClassification() {}

  public static void main(String[] args) {
    Random random = new Random(1);
    Map<LinkKey<Integer>, String> truth = new LinkedHashMap<>();
    // docs:start
    LineGraph.Builder<Integer> builder = LineGraph.builder();
    for (int i = 0; i < 4 * PEOPLE; i++) {
      int payer = random.nextInt(PEOPLE);
      int payee = partner(payer, random);
      LinkKey<Integer> key = new LinkKey<>(payer, payee);
      if (truth.putIfAbsent(key, isGang(payer) ? "fraud" : "honest") == null) {
        builder.addLink(payer, payee).attributes(key, Map.of("night", random.nextInt(2)));
      }
    }
    List<LinkKey<Integer>> validation = new ArrayList<>();
    Map<LinkKey<Integer>, String> unknown = new LinkedHashMap<>(truth);
    truth.forEach(
        (key, label) -> {
          int chance = random.nextInt(100);
          if (chance < 4) { // 4 % of the payments have been looked into
            builder.label(key, label);
            unknown.remove(key);
            if (chance < 2) {
              validation.add(key); // half of these choose the epoch
            }
          }
        });
    LineGraph<Integer> payments = builder.validation(validation).build();

    GmnnModel<LinkKey<Integer>> model =
        Gmnn.builder()
            .updater(new Adam(0.01))
            .l2(0)
            .validationMetric(ValidationMetric.MACRO_F1)
            .fit(payments.graph());

    for (LinkKey<Integer> key : unknown.keySet().stream().limit(5).toList()) {
      System.out.println(model.predict(key)); // with .probability("fraud"), .distribution()
    }
    // docs:end
    System.out.println(payments.graph() + ": " + model.evaluate(unknown));
  }

  private static boolean isGang(int person) {
    return person % 5 == 0;
  }

  /** Nine payments of ten stay among people of the same kind. */
  private static int partner(int payer, Random random) {
    boolean sameKind = random.nextInt(10) > 0;
    int payee = random.nextInt(PEOPLE);
    while (isGang(payee) != (isGang(payer) == sameKind)) {
      payee = random.nextInt(PEOPLE);
    }
    return payee;
  }
}

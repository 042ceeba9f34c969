package io.github.gmnn.examples;

import static io.github.gmnn.examples.data.FraudTable.logistic;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.examples.data.FraudTable;
import io.github.gmnn.examples.data.Payments;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ValidationMetric;
import java.util.List;
import java.util.Map;

/** From payments to a decision with a cost: which accounts hand stolen money on? */
public final class Fraud {
  private static final List<String> NUMBERS =
      List.of("amount", "hour", "hours since received", "share of received");

  /** A mule that nobody stops costs 500, looking into an account that is none 20. */
  private static final DecisionRule.Costs COSTS =
      new DecisionRule.Costs(Map.of("fraud", Map.of("ok", 500.0), "ok", Map.of("fraud", 20.0)));

  public static void main(String... args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int accounts = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    FraudTable table = new FraudTable(COSTS);
    for (int seed = 1; seed <= seeds; seed++) {
      Payments payments = new Payments(accounts, seed);
      Graph<Integer> graph = graph(payments, seed);
      Graph<Integer> summed = graph.withEdgeSummaries();
      table.add("label propagation", payments, graph, LabelPropagation.tuned().fit(graph));
      table.add("logistic regression, accounts", payments, graph, fit(logistic(), graph, seed));
      table.add("logistic regression, summaries", payments, summed, fit(logistic(), summed, seed));
      GmnnTrainer.Builder unaware = Gmnn.builder().inference(InferenceKinds.robustOwnWeights());
      table.add("GMNN, summaries", payments, summed, fit(unaware, summed, seed));
      GmnnTrainer.Builder aware = Gmnn.builder().inference(InferenceKinds.edges());
      table.add("GMNN, summaries and edges", payments, summed, fit(aware, summed, seed));
    }
    System.out.print(table);
  }

  /** Accounts and their payments, with 200 labels to train on and 200 to choose by. */
  static Graph<Integer> graph(Payments payments, long seed) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < payments.accounts(); i++) {
      builder.addNode(i, Map.of("log age", Math.log1p(payments.age(i))));
    }
    builder.edgeSchema(FeatureSchema.ofNames(NUMBERS));
    Payments.Payment[] received = new Payments.Payment[payments.accounts()];
    for (Payments.Payment payment : payments.all()) {
      Payments.Payment last = received[payment.payer()];
      double hours = last == null ? 2160 : (payment.seconds() - last.seconds()) / 3600.0;
      builder
          .addEdge(payment.payer(), payment.payee(), payment.how(), 1, payment.seconds())
          .edgeNumbers(
              payment.amount(),
              payment.seconds() / 3600 % 24,
              hours,
              last == null ? 0 : payment.amount() / last.amount());
      received[payment.payee()] = payment;
    }
    List<Integer> labelled = payments.sample(400, seed);
    labelled.forEach(account -> builder.label(account, payments.isFraud(account) ? "fraud" : "ok"));
    return builder.validation(Payments.everyOther(labelled)).build();
  }

  private static Predictions<Integer> fit(GmnnTrainer.Builder q, Graph<Integer> graph, long seed) {
    q.hiddenUnits(16).emIterations(0).validationMetric(ValidationMetric.ROC_AUC).seed(seed);
    return q.fit(graph).predictions();
  }

  private Fraud() {}
}

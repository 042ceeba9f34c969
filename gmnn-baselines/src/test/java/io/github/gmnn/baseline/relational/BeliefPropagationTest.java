package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.AllocatedBytes;
import io.github.gmnn.testing.RandomInputs;
import io.github.gmnn.testing.TextGraphs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BeliefPropagationTest {
  private static final int CLASSES = 3;
  private static final PropagationSettings EXACT = new PropagationSettings(0, 1e-13, 1000);

  /** A field on a drawn graph with random potentials. */
  private record Field(
      Neighbors neighbors, int[] known, DenseMatrix local, PairPotential form, double[] tables) {
    static Field of(String graph, PairPotential form, double strength, long seed) {
      return of(TextGraphs.parse(graph).adjacency(), form, strength, seed);
    }

    static Field of(Adjacency adjacency, PairPotential form, double strength, long seed) {
      List<Relation> relations = Relation.of(adjacency);
      Neighbors neighbors = Neighbors.of(relations);
      RandomStream random = RandomStream.of(seed);
      int[] known = new int[neighbors.count()];
      Arrays.fill(known, -1);
      PairPotentials potentials =
          new PairPotentials(form, CLASSES, relations, neighbors.relations());
      double[] parameters = new double[potentials.size()];
      Arrays.setAll(parameters, p -> strength * (2 * random.nextDouble() - 1));
      double[] tables = new double[potentials.tablesLength()];
      potentials.fill(parameters, tables);
      return new Field(
          neighbors, known, RandomInputs.dense(known.length, CLASSES, -1, 1, random), form, tables);
    }

    Field know(int node, int label) {
      known[node] = label;
      return this;
    }

    BeliefPropagation propagation(PropagationSettings settings, int threads) {
      return new BeliefPropagation(
          neighbors, known, local, form, tables, settings, Workers.of(threads));
    }

    /** The marginals of belief propagation, once it has converged. */
    double[] marginals(PropagationSettings settings) {
      BeliefPropagation propagation = propagation(settings, 1);
      assertThat(propagation.run().converged()).isTrue();
      return propagation.marginals();
    }

    /** The marginals by going through all labellings. */
    double[] enumerated() {
      double[] sums = new double[known.length * CLASSES];
      int[] labels = new int[known.length];
      enumerate(0, labels, sums);
      double total = sums[0] + sums[1] + sums[2];
      return Arrays.stream(sums).map(s -> s / total).toArray();
    }

    private void enumerate(int node, int[] labels, double[] sums) {
      if (node == labels.length) {
        double density = Math.exp(logDensity(labels));
        for (int n = 0; n < labels.length; n++) {
          sums[n * CLASSES + labels[n]] += density;
        }
        return;
      }
      for (int c = 0; c < CLASSES; c++) {
        if (known[node] < 0 || known[node] == c) {
          labels[node] = c;
          enumerate(node + 1, labels, sums);
        }
      }
    }

    /** The log potential of an entry. */
    double table(int entry, int neighborLabel, int label) {
      int table = neighbors.ways()[entry] * CLASSES * CLASSES;
      return tables[table + neighborLabel * CLASSES + label];
    }

    private double logDensity(int[] labels) {
      double log = 0;
      for (int n = 0; n < labels.length; n++) {
        log += local.get(n, labels[n]);
        for (int e = neighbors.starts()[n]; e < neighbors.starts()[n + 1]; e++) {
          int other = neighbors.nodes()[e];
          log += n < other ? table(e, labels[other], labels[n]) : 0;
        }
      }
      return log;
    }
  }

  @ParameterizedTest
  @CsvSource({"TABLE,1", "TABLE,4", "SAME_LABEL,1", "SAME_LABEL,2", "SAME_LABEL,3"})
  void marginalsAreExactOnTrees(PairPotential kind, long seed) {
    Field tree = Field.of("a-b b-c b-d d-e d-f g-h i", kind, 3, seed).know(5, 1);
    assertThat(tree.marginals(EXACT)).containsExactly(tree.enumerated(), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void marginalsAreExactOnLoopsThatAKnownLabelCuts(PairPotential kind) {
    Field loops = Field.of("a-b b-c c-d d-a d-e e-f f-a", kind, 2, 5).know(0, 2);
    assertThat(loops.marginals(EXACT)).containsExactly(loops.enumerated(), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void marginalsAreNearOnLoopsOfWeakTies(PairPotential kind) {
    Field loop = Field.of("a-b b-c c-a c-d d-a", kind, 0.2, 5);
    double[] exact = loop.enumerated();
    assertThat(loop.marginals(EXACT)).containsExactly(exact, within(2e-3));
    assertThat(loop.marginals(EXACT)[0]).isNotCloseTo(exact[0], within(1e-12)); // but not exact
  }

  /**
   * Two relations, one of them without direction; a and b are joined by both, d and e both ways.
   */
  private static Graph.Builder<String> typedTree() {
    Graph.Builder<String> tree = Graph.<String>builder().addMissingNodes().undirectedTypes("knows");
    return tree.addEdge("a", "b", "cites")
        .addEdge("b", "a", "knows")
        .addEdge("c", "b", "cites")
        .addEdge("b", "d", "knows")
        .addEdge("d", "e", "cites")
        .addEdge("e", "d", "cites")
        .addEdge("f", "d", "cites");
  }

  @ParameterizedTest
  @CsvSource({"TABLE,1", "TABLE,2", "TABLE,3", "SAME_LABEL,1", "SAME_LABEL,2"})
  void marginalsAreExactOnTreesOfTypedEdges(PairPotential form, long seed) {
    Field tree = Field.of(typedTree().build().adjacency(), form, 3, seed).know(5, 1);
    assertThat(tree.marginals(EXACT)).containsExactly(tree.enumerated(), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void marginalsAreExactOnLoopsOfTypedEdgesThatAKnownLabelCuts(PairPotential form) {
    Graph<String> graph = typedTree().addEdge("f", "a", "cites").addEdge("a", "e", "knows").build();
    Field loops = Field.of(graph.adjacency(), form, 2, 4).know(0, 2);
    assertThat(loops.marginals(EXACT)).containsExactly(loops.enumerated(), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void sweepsOverTypedEdgesAreThoseOfPlainLogs(PairPotential form) {
    Graph<String> graph = typedTree().addEdge("f", "a", "cites").addEdge("a", "e", "knows").build();
    Field field = Field.of(graph.adjacency(), form, 1, 5).know(2, 1);
    BeliefPropagation propagation = field.propagation(new PropagationSettings(0.2, 1e-300, 7), 1);
    propagation.run();
    assertThat(propagation.marginals()).containsExactly(naiveBeliefs(field, 7, 0.2), within(1e-11));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 8})
  void classesNeedNotFillTheLanes(int classes) {
    List<Relation> relations = Relation.of(TextGraphs.parse("a-b b-c").adjacency());
    Neighbors path = Neighbors.of(relations);
    for (PairPotential form : PairPotential.values()) {
      RandomStream random = RandomStream.of(classes);
      PairPotentials potentials = new PairPotentials(form, classes, relations, path.relations());
      double[] parameters = new double[potentials.size()];
      Arrays.setAll(parameters, p -> 2 * random.nextDouble() - 1);
      double[] table = new double[potentials.tablesLength()];
      potentials.fill(parameters, table);
      DenseMatrix local = RandomInputs.dense(3, classes, -1, 1, random);
      BeliefPropagation propagation =
          new BeliefPropagation(
              path, new int[] {-1, -1, -1}, local, form, table, EXACT, Workers.of(1));
      assertThat(propagation.run().converged()).isTrue();
      double[] middle = new double[classes];
      double total = 0;
      for (int b = 0; b < classes; b++) {
        double left = 0;
        double right = 0;
        for (int c = 0; c < classes; c++) {
          left += Math.exp(local.get(0, c) + table[c * classes + b]);
          right += Math.exp(local.get(2, c) + table[c * classes + b]);
        }
        middle[b] = left * right * Math.exp(local.get(1, b));
        total += middle[b];
      }
      for (int b = 0; b < classes; b++) {
        assertThat(propagation.marginals()[classes + b]).isCloseTo(middle[b] / total, within(1e-9));
      }
    }
  }

  /** Messages in plain logs, each from all others, as text books write them. */
  private static double[] naiveBeliefs(Field field, int sweeps, double damping) {
    Neighbors neighbors = field.neighbors();
    double[][] messages = new double[neighbors.nodes().length][CLASSES];
    for (int e = 0; e < messages.length; e++) {
      // What a node with a known label says is known from the start.
      int sender = neighbors.nodes()[e];
      messages[e] =
          field.known()[sender] < 0
              ? new double[] {-Math.log(CLASSES), -Math.log(CLASSES), -Math.log(CLASSES)}
              : naiveMessage(field, e, naiveLogBelief(field, messages, sender, -1));
    }
    for (int sweep = 0; sweep < sweeps; sweep++) {
      double[][] next = new double[messages.length][CLASSES];
      for (int u = 0; u < neighbors.count(); u++) {
        for (int e = neighbors.starts()[u]; e < neighbors.starts()[u + 1]; e++) {
          double[] others = naiveLogBelief(field, messages, u, e);
          int out = neighbors.mirrored()[e];
          double[] message = naiveMessage(field, out, others);
          for (int c = 0; c < CLASSES; c++) {
            double former = Math.exp(messages[out][c]);
            next[out][c] = Math.log(damping * former + (1 - damping) * Math.exp(message[c]));
          }
        }
      }
      messages = next;
    }
    double[] beliefs = new double[neighbors.count() * CLASSES];
    for (int u = 0; u < neighbors.count(); u++) {
      double[] belief = naiveLogBelief(field, messages, u, -1);
      Distribution.softmax(belief, 0, CLASSES);
      System.arraycopy(belief, 0, beliefs, u * CLASSES, CLASSES);
    }
    return beliefs;
  }

  private static double[] naiveMessage(Field field, int entry, double[] others) {
    double[] message = new double[CLASSES];
    for (int c = 0; c < CLASSES; c++) {
      for (int b = 0; b < CLASSES; b++) {
        message[c] += Math.exp(others[b] + field.table(entry, b, c));
      }
    }
    double sum = Arrays.stream(message).sum();
    return Arrays.stream(message).map(m -> Math.log(m / sum)).toArray();
  }

  private static double[] naiveLogBelief(Field field, double[][] messages, int node, int leftOut) {
    double[] log = new double[CLASSES];
    for (int c = 0; c < CLASSES; c++) {
      log[c] = field.known()[node] < 0 ? field.local().get(node, c) : -1000;
    }
    if (field.known()[node] >= 0) {
      log[field.known()[node]] = 0;
      return log;
    }
    int[] starts = field.neighbors().starts();
    for (int e = starts[node]; e < starts[node + 1]; e++) {
      for (int c = 0; c < CLASSES; c++) {
        log[c] += e == leftOut ? 0 : messages[e][c];
      }
    }
    return log;
  }

  private static Field random(PairPotential kind, double strength, long seed) {
    return Field.of(RandomInputs.graph(40, 4, RandomStream.of(seed)), kind, strength, seed);
  }

  @ParameterizedTest
  @CsvSource({"TABLE,0,1", "TABLE,0.3,2", "SAME_LABEL,0,1", "SAME_LABEL,0.3,2", "SAME_LABEL,0,3"})
  void sweepsAreThoseOfPlainLogs(PairPotential kind, double damping, long seed) {
    Field field = random(kind, 1, seed).know(3, 0).know(8, 2);
    BeliefPropagation propagation =
        field.propagation(new PropagationSettings(damping, 1e-300, 12), 1);
    assertThat(propagation.run().sweeps()).isEqualTo(12);
    assertThat(propagation.marginals())
        .containsExactly(naiveBeliefs(field, 12, damping), within(1e-11));
  }

  @Test
  void equalLabelsMayRepelEachOtherStrongly() {
    Field path = Field.of("a-b b-c", PairPotential.SAME_LABEL, 0, 1).know(0, 1);
    for (int c = 0; c < CLASSES; c++) {
      path.tables()[c * CLASSES + c] = -45;
    }
    assertThat(path.marginals(EXACT)).containsExactly(path.enumerated(), within(1e-9));
  }

  @Test
  void dampingMovesNoFixedPoint() {
    Field field = random(PairPotential.TABLE, 0.7, 4);
    assertThat(field.marginals(new PropagationSettings(0.6, 1e-13, 2000)))
        .containsExactly(field.marginals(EXACT), within(1e-9));
  }

  @Test
  void messagesThatSwingAreReportedAndDampedInTheEnd() {
    Field clique = Field.of("a-b a-c a-d b-c b-d c-d", PairPotential.SAME_LABEL, 0, 3);
    for (int c = 0; c < CLASSES; c++) {
      clique.tables()[c * CLASSES + c] = -3;
    }
    int sweeps = BeliefPropagation.CALM_AFTER;
    RelationalModel.Convergence swinging =
        clique.propagation(new PropagationSettings(0, 1e-6, sweeps), 1).run();
    assertThat(swinging.converged()).isFalse();
    assertThat(swinging.sweeps()).isEqualTo(sweeps);
    assertThat(swinging.residual()).isGreaterThan(0.01);
    RelationalModel.Convergence calmed =
        clique.propagation(new PropagationSettings(0, 1e-6, 500), 1).run();
    assertThat(calmed.converged()).isTrue();
    assertThat(calmed.sweeps()).isBetween(sweeps + 2, 400);
    RelationalModel.Convergence calm =
        clique.propagation(new PropagationSettings(0.5, 1e-6, 500), 1).run();
    assertThat(calm.converged()).isTrue();
    assertThat(calm.residual()).isLessThanOrEqualTo(1e-6);
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void threadsChangeNothing(PairPotential kind) {
    Field field = Field.of(RandomInputs.graph(20_000, 6, RandomStream.of(2)), kind, 0.5, 2);
    double[][] marginals = new double[2][];
    for (int t = 0; t < 2; t++) {
      BeliefPropagation propagation =
          field.propagation(new PropagationSettings(0.1, 1e-300, 5), t == 0 ? 1 : 3);
      propagation.run();
      marginals[t] = propagation.marginals();
    }
    assertThat(marginals[1]).isEqualTo(marginals[0]);
  }

  @Test
  void aHubOfTenThousandNeighborsHasADistribution() {
    int leaves = 10_000;
    int[] hub = new int[leaves];
    int[] ends = new int[leaves];
    Arrays.setAll(ends, i -> i + 1);
    Graph<Integer> star = Graph.ofEdges(leaves + 1, hub, ends, null);
    Field field = Field.of(star.adjacency(), PairPotential.TABLE, 5, 1);
    BeliefPropagation propagation = field.propagation(EXACT, 1);
    assertThat(propagation.run().converged()).isTrue();
    double[] marginals = propagation.marginals();
    assertThat(marginals[0] + marginals[1] + marginals[2]).isCloseTo(1, within(1e-12));
    assertThat(marginals).doesNotContain(Double.NaN);
  }

  @Test
  void productsThatWouldVanishAreSummedInLogs() {
    // 400 neighbours tell a node one label, 400 others another: e^3600 for each of them.
    int leaves = 800;
    int[] hub = new int[leaves];
    int[] ends = new int[leaves];
    Arrays.setAll(ends, i -> i + 1);
    Graph<Integer> star = Graph.ofEdges(leaves + 1, hub, ends, null);
    Field field = Field.of(star.adjacency(), PairPotential.SAME_LABEL, 0, 1);
    for (int c = 0; c < CLASSES; c++) {
      field.tables()[c * CLASSES + c] = 9;
    }
    for (int leaf = 1; leaf <= leaves; leaf++) {
      field.know(leaf, leaf <= leaves / 2 ? 0 : 1);
    }
    double first = Math.exp(field.local().get(0, 0));
    double second = Math.exp(field.local().get(0, 1));
    assertThat(field.marginals(EXACT)[0]).isCloseTo(first / (first + second), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PairPotential.class)
  void aSweepAllocatesNothing(PairPotential kind) {
    BeliefPropagation propagation = random(kind, 1, 1).propagation(EXACT, 1);
    assertThat(AllocatedBytes.perRun(0, propagation::sweep)).isZero();
  }

  @Test
  void potentialsThatSpreadTooFarAreRefused() {
    Field field = Field.of("a-b", PairPotential.SAME_LABEL, 0, 1);
    field.tables()[0] = 301;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> field.propagation(EXACT, 1))
        .withMessageContaining("301")
        .withMessageContaining("raise the penalty");
  }
}

package io.github.gmnn.baseline.relational;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The log potentials of linked nodes as functions of the parameters. Every type of edges has
 * parameters of its own; the table of a pair is the sum over the relations that link it.
 *
 * <p>A table is read by the node that looks at a neighbour: the neighbour's label b and its own
 * label c at {@code b * classes + c}.
 */
final class PairPotentials {
  private final PairPotential form;
  private final int classes;
  private final List<Relation> relations;
  private final int[][] ways;
  private final int[] offsets;
  private final int size;

  /**
   * @param form what a table is made of
   * @param classes number of classes
   * @param relations the relations
   * @param ways the sets of relations that link pairs; see {@link Neighbors#relations()}
   */
  PairPotentials(PairPotential form, int classes, List<Relation> relations, int[][] ways) {
    this.form = form;
    this.classes = classes;
    this.relations = relations;
    this.ways = ways;
    this.offsets = new int[relations.size()];
    int next = 0;
    for (Relation relation : relations) {
      if (!relation.inverse()) { // which come last and share the parameters of their type
        offsets[relation.type()] = next;
        next += form.parameters(classes, relation.directed());
      }
    }
    this.size = next;
  }

  /** The number of parameters. */
  int size() {
    return size;
  }

  PairPotential form() {
    return form;
  }

  int classes() {
    return classes;
  }

  /** The length of all tables together. */
  int tablesLength() {
    return ways.length * classes * classes;
  }

  /** The parameter of a relation for a pair of labels; -1 for none. */
  private int parameter(Relation relation, int neighbor, int own) {
    int source = relation.inverse() ? own : neighbor;
    int target = relation.inverse() ? neighbor : own;
    int place = form.parameter(source, target, classes, relation.directed());
    return place < 0 ? -1 : offsets[relation.type()] + place;
  }

  /** Something to do with each parameter that counts at a place of the tables. */
  @FunctionalInterface
  private interface Visitor {
    void visit(int parameter, int place);
  }

  private void forAll(Visitor visitor) {
    int place = 0;
    for (int[] way : ways) {
      for (int neighbor = 0; neighbor < classes; neighbor++) {
        for (int own = 0; own < classes; own++) {
          for (int r : way) {
            int parameter = parameter(relations.get(r), neighbor, own);
            if (parameter >= 0) {
              visitor.visit(parameter, place);
            }
          }
          place++;
        }
      }
    }
  }

  /** Fills in the tables, one for each way in which pairs are linked. */
  void fill(double[] parameters, double[] tables) {
    Arrays.fill(tables, 0);
    forAll((parameter, place) -> tables[place] += parameters[parameter]);
  }

  /** Sums the gradient at the tables into that at the parameters, overwriting it. */
  void collect(double[] tablesGradient, double[] gradient) {
    Arrays.fill(gradient, 0);
    forAll((parameter, place) -> gradient[parameter] += tablesGradient[place]);
  }

  /** Returns the weights of each relation, as {@link Dependency.Fitted} has them. */
  Map<String, double[]> weights(double[] parameters) {
    Map<String, double[]> weights = new LinkedHashMap<>();
    for (Relation relation : relations) {
      double[] ofRelation = new double[classes * classes];
      for (int own = 0; own < classes; own++) {
        for (int neighbor = 0; neighbor < classes; neighbor++) {
          int parameter = parameter(relation, neighbor, own);
          ofRelation[own * classes + neighbor] = parameter < 0 ? 0 : parameters[parameter];
        }
      }
      weights.putIfAbsent(relation.name(), ofRelation); // a type may have an inverse's name
    }
    return weights;
  }
}

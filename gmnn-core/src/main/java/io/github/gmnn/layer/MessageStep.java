package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Messages;
import io.github.gmnn.sparse.SparseInput;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Relations edge by edge: every node writes a message for each relation that it sends in, H[j]
 * W<sub>r</sub>, and one sparse product brings all of them to their receivers. Costs a product with
 * weights per message and O(units) per edge, however many relations there are.
 */
final class MessageStep implements RelationalStep {
  /** Sets of nodes whose messages are remembered: a training set, a validation set, and so on. */
  private static final int KEPT = 4;

  private final RelationWeights weights;
  private final Messages messages;

  /** The names of weights by direction, and of all parameters; texts are not made in passes. */
  private final String[] weightsOf;

  private final String[] names;
  private final Map<RowSet, Wanted> wanted =
      new LinkedHashMap<>(2 * KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RowSet, Wanted> eldest) {
          return size() > KEPT;
        }
      };

  /** The messages that some nodes receive. */
  private record Wanted(RowSet rows, BitSet members) {}

  MessageStep(RelationWeights weights, Messages messages) {
    this.weights = weights;
    this.messages = messages;
    this.weightsOf = new String[messages.directions()];
    Arrays.setAll(
        weightsOf, d -> weights.senders() > 0 ? RelationWeights.OF_SENDERS : weights.weights(d));
    this.names = weights.parameters().stream().map(Parameter::name).toArray(String[]::new);
  }

  private Wanted wanted(RowSet receivers) {
    return wanted.computeIfAbsent(
        receivers,
        nodes -> {
          RowSet rows = messages.mean().reach(nodes);
          BitSet members = new BitSet(messages.count());
          rows.within(0, messages.count(), members::set);
          return new Wanted(rows, members);
        });
  }

  private DenseMatrix table(Pass pass) {
    return pass.buffer("messages", messages.count(), weights.units());
  }

  @Override
  public void forward(Pass pass) {
    if (messages.count() == 0) {
      return;
    }
    DenseMatrix table = table(pass);
    RowSet rows = wanted(pass.outputRows()).rows;
    for (int b = 0; b < weights.bases(); b++) {
      pass.multiplyInput(pass.parameter(RelationWeights.basis(b)), weights.ofBasis(pass, b));
    }
    DenseMatrix[] parameters = parameters(pass);
    pass.workers()
        .forRows(
            rows,
            workPerMessage(pass),
            (from, to) -> write(pass, parameters, table.data(), from, to));
    DenseMatrix received = pass.buffer("received", pass.nodes(), weights.units());
    pass.propagate(messages.mean(), table, received);
    Dense.add(received, pass.output(), pass.workers());
  }

  private long workPerMessage(Pass pass) {
    int terms =
        weights.bases() > 0
            ? weights.bases()
            : pass.hasSparseInput()
                ? 1 + pass.inputEntries().matrix().nonZeros() / pass.nodes()
                : weights.inputs();
    return (long) terms * weights.width();
  }

  /** The weights by direction, or by basis. */
  private DenseMatrix[] parameters(Pass pass) {
    DenseMatrix[] parameters =
        new DenseMatrix[weights.bases() > 0 ? weights.bases() : messages.directions()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = weights.bases() > 0 ? weights.ofBasis(pass, i) : pass.parameter(weightsOf[i]);
    }
    return parameters;
  }

  /** Writes the messages {@code from..to-1}. */
  private void write(Pass pass, DenseMatrix[] parameters, float[] table, int from, int to) {
    int units = weights.units();
    int direction = messages.direction(from);
    SparseInput sparse = pass.hasSparseInput() ? pass.inputEntries() : null;
    for (int m = from; m < to; m++) {
      while (m >= messages.directionStart(direction + 1)) {
        direction++;
      }
      int sender = messages.sender(m);
      Arrays.fill(table, m * units, (m + 1) * units, 0f);
      if (weights.bases() > 0) {
        DenseMatrix coefficients = pass.parameter(RelationWeights.COEFFICIENTS);
        for (int b = 0; b < parameters.length; b++) {
          float[] ofBasis = parameters[b].data();
          add(coefficients.get(direction, b), ofBasis, sender * units, table, m * units, units);
        }
      } else if (sparse != null) {
        float[] w = parameters[direction].data();
        for (int e = sparse.rowStart(sender); e < sparse.rowEnd(sender); e++) {
          addWeights(sparse.value(e), w, row(m, sparse.columnIndex(e)), table, m);
        }
      } else {
        float[] w = parameters[direction].data();
        float[] h = pass.input().data();
        for (int i = 0; i < weights.inputs(); i++) {
          addWeights(h[sender * weights.inputs() + i], w, i, table, m);
        }
      }
    }
  }

  /** The row of weights for an input of a message: its own where nodes are their own features. */
  private int row(int message, int input) {
    return weights.senders() > 0 ? message : input;
  }

  /** Adds a row of weights, times the input that it belongs to, to a message. */
  private void addWeights(float value, float[] w, int row, float[] table, int message) {
    if (value != 0f) {
      int width = weights.width();
      int place = message * weights.units() + weights.firstUnit(row);
      add(value, w, row * width, table, place, width);
    }
  }

  private static void add(float a, float[] x, int xStart, float[] y, int yStart, int length) {
    for (int i = 0; i < length; i++) {
      y[yStart + i] += a * x[xStart + i];
    }
  }

  private static float product(float[] x, int xStart, float[] y, int yStart, int length) {
    float sum = 0;
    for (int i = 0; i < length; i++) {
      sum += x[xStart + i] * y[yStart + i];
    }
    return sum;
  }

  @Override
  public void backward(Pass pass) {
    clear(pass);
    if (messages.count() == 0) {
      return;
    }
    Wanted ofPass = wanted(pass.outputRows());
    DenseMatrix gradient = table(pass); // the messages themselves are needed no more
    messages.mean().applyTransposed(pass.outputGradient(), gradient, ofPass.rows, pass.workers());
    if (weights.bases() > 0) {
      backwardOfBases(pass, ofPass, gradient);
    } else {
      gradientOfWeights(pass, ofPass, gradient);
      if (pass.needsInputGradient()) {
        addToInputGradient(pass, ofPass, gradient);
      }
    }
  }

  /** What no message reaches has no gradient. */
  private void clear(Pass pass) {
    for (String name : names) {
      pass.gradient(name).fill(0f);
    }
  }

  /** dW_r = Σ_m H[sender of m]ᵀ G[m], a direction at a time, so that threads share nothing. */
  private void gradientOfWeights(Pass pass, Wanted ofPass, DenseMatrix gradient) {
    float[] g = gradient.data();
    pass.workers()
        .forParts(
            messages.directions(),
            direction -> {
              float[] out = pass.gradient(weightsOf[direction]).data();
              ofPass.rows.within(
                  messages.directionStart(direction),
                  messages.directionStart(direction + 1),
                  (from, to) -> gradientOfWeights(pass, g, out, from, to));
            });
  }

  private void gradientOfWeights(Pass pass, float[] g, float[] out, int from, int to) {
    int units = weights.units();
    int width = weights.width();
    for (int m = from; m < to; m++) {
      int sender = messages.sender(m);
      if (pass.hasSparseInput()) {
        SparseInput sparse = pass.inputEntries();
        for (int e = sparse.rowStart(sender); e < sparse.rowEnd(sender); e++) {
          int row = row(m, sparse.columnIndex(e));
          int place = m * units + weights.firstUnit(row);
          add(sparse.value(e), g, place, out, row * width, width);
        }
      } else {
        float[] h = pass.input().data();
        for (int i = 0; i < weights.inputs(); i++) {
          float value = h[sender * weights.inputs() + i];
          if (value != 0f) {
            add(value, g, m * units + weights.firstUnit(i), out, i * width, width);
          }
        }
      }
    }
  }

  /** dH[j] += Σ_m G[m] W_rᵀ over the messages that j sends. */
  private void addToInputGradient(Pass pass, Wanted ofPass, DenseMatrix gradient) {
    float[] g = gradient.data();
    float[] out = pass.inputGradient().data();
    int inputs = weights.inputs();
    int width = weights.width();
    DenseMatrix[] parameters = parameters(pass);
    long messagesPerNode = 1 + messages.count() / pass.nodes();
    pass.workers()
        .forRows(
            pass.inputRows(),
            messagesPerNode * inputs * width,
            (from, to) -> {
              for (int place = messages.sentStart(from); place < messages.sentStart(to); place++) {
                int m = messages.sent(place);
                if (ofPass.members.get(m)) {
                  int sender = messages.sender(m);
                  float[] w = parameters[messages.direction(m)].data();
                  for (int i = 0; i < inputs; i++) {
                    int start = m * weights.units() + weights.firstUnit(i);
                    out[sender * inputs + i] += product(w, i * width, g, start, width);
                  }
                }
              }
            });
  }

  private void backwardOfBases(Pass pass, Wanted ofPass, DenseMatrix gradient) {
    float[] g = gradient.data();
    int units = weights.units();
    DenseMatrix coefficients = pass.parameter(RelationWeights.COEFFICIENTS);
    DenseMatrix ofCoefficients = pass.gradient(RelationWeights.COEFFICIENTS);
    DenseMatrix[] ofBases = parameters(pass);
    DenseMatrix[] sums = new DenseMatrix[weights.bases()];
    Arrays.setAll(sums, b -> weights.ofBasisGradient(pass, b));
    pass.workers()
        .forParts(
            messages.directions(),
            direction -> {
              for (int b = 0; b < ofBases.length; b++) {
                float[] ofBasis = ofBases[b].data();
                double[] sum = new double[1];
                ofPass.rows.within(
                    messages.directionStart(direction),
                    messages.directionStart(direction + 1),
                    (from, to) -> {
                      for (int m = from; m < to; m++) {
                        sum[0] += product(ofBasis, messages.sender(m) * units, g, m * units, units);
                      }
                    });
                ofCoefficients.set(direction, b, (float) sum[0]);
              }
            });
    long messagesPerNode = 1 + messages.count() / pass.nodes();
    pass.workers()
        .forRows(
            pass.inputRows(),
            messagesPerNode * units * sums.length,
            (from, to) -> {
              for (DenseMatrix sum : sums) {
                Arrays.fill(sum.data(), from * units, to * units, 0f);
              }
              for (int place = messages.sentStart(from); place < messages.sentStart(to); place++) {
                int m = messages.sent(place);
                if (ofPass.members.get(m)) {
                  int direction = messages.direction(m);
                  for (int b = 0; b < sums.length; b++) {
                    float a = coefficients.get(direction, b);
                    add(a, g, m * units, sums[b].data(), messages.sender(m) * units, units);
                  }
                }
              }
            });
    for (int b = 0; b < sums.length; b++) {
      String basis = RelationWeights.basis(b);
      RelationalStep.backwardThrough(pass, pass.parameter(basis), sums[b], pass.gradient(basis));
    }
  }
}

/*
 * A sweep of loopy belief propagation in plain C, as the yardstick of the Java one: synchronous
 * sum-product, all messages from those of the sweep before. The number of classes is known to the
 * compiler. peers/belief_propagation.py builds and calls it:
 *
 *   gcc -O3 -march=native -shared -fPIC -DREAL=double -DCLASSES=4 -o belief.so belief_propagation.c
 *
 * Entry e of a node's row is a neighbour; its message lies at e, and the node's own to it at
 * mirrored[e]. A belief multiplies all messages of a row, scaled where the product becomes small;
 * what a node tells one neighbour is the belief divided by what that one told it.
 */
#define SMALL (sizeof(REAL) == 4 ? 1e-20 : 1e-200)

static void scale_by_sum(REAL *values) {
  REAL sum = 0;
  for (int c = 0; c < CLASSES; c++) sum += values[c];
  for (int c = 0; c < CLASSES; c++) values[c] /= sum;
}

static void believe(const REAL *restrict local, const REAL *restrict messages, int from, int to,
                    REAL *restrict belief) {
  for (int c = 0; c < CLASSES; c++) belief[c] = local[c];
  for (int e = from; e < to; e++) {
    REAL largest = 0;
    for (int c = 0; c < CLASSES; c++) {
      belief[c] *= messages[(long)e * CLASSES + c];
      largest = belief[c] > largest ? belief[c] : largest;
    }
    if (largest < SMALL) scale_by_sum(belief);
  }
  scale_by_sum(belief);
}

/*
 * Writes the messages that follow from those given, and returns the largest change. A table has a
 * potential for each pair of labels; without one, the same label has the potential 1 + gain.
 */
double sweep(int nodes, const int *restrict starts, const int *restrict mirrored,
             const REAL *restrict local, const REAL *restrict table, double gain,
             const REAL *restrict messages, REAL *restrict next, REAL *restrict beliefs) {
  REAL residual = 0;
  for (int n = 0; n < nodes; n++) {
    REAL *belief = beliefs + (long)n * CLASSES;
    believe(local + (long)n * CLASSES, messages, starts[n], starts[n + 1], belief);
    for (int e = starts[n]; e < starts[n + 1]; e++) {
      REAL others[CLASSES], message[CLASSES];
      for (int c = 0; c < CLASSES; c++) others[c] = belief[c] / messages[(long)e * CLASSES + c];
      scale_by_sum(others);
      if (table) {
        for (int c = 0; c < CLASSES; c++) message[c] = 0;
        for (int b = 0; b < CLASSES; b++)
          for (int c = 0; c < CLASSES; c++) message[c] += others[b] * table[b * CLASSES + c];
        scale_by_sum(message);
      } else {
        REAL all = 1 / (CLASSES + (REAL)gain);
        for (int c = 0; c < CLASSES; c++) message[c] = (1 + (REAL)gain * others[c]) * all;
      }
      long out = (long)mirrored[e] * CLASSES;
      for (int c = 0; c < CLASSES; c++) {
        REAL change = message[c] - messages[out + c];
        change = change < 0 ? -change : change;
        residual = change > residual ? change : residual;
        next[out + c] = message[c];
      }
    }
  }
  return residual;
}

package io.github.gmnn.compute;

import java.util.function.IntSupplier;
import jdk.incubator.vector.FloatVector;

/** Tells how long the processor's vectors are. */
final class VectorBits implements IntSupplier {
  @Override
  public int getAsInt() {
    return FloatVector.SPECIES_PREFERRED.vectorBitSize();
  }
}

package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.jspecify.annotations.Nullable;

/** Collects vertices on their way to a part. */
final class VertexBucket implements Packing.Bucket {
  private final boolean longIds;
  private final int featureCount;
  private final IntList numbers = new IntList();
  private final List<Object> ids = new ArrayList<>();
  private final IntList labels = new IntList();
  private final IntList roles = new IntList();
  private final IntList pointers = new IntList();
  private final IntList indices = new IntList();
  private final FloatList values = new FloatList();

  VertexBucket(boolean longIds, int featureCount) {
    this.longIds = longIds;
    this.featureCount = featureCount;
  }

  void add(int number, Object id, @Nullable Vector features, int column, int label, byte role) {
    numbers.add(number);
    ids.add(id);
    labels.add(label);
    roles.add(role);
    pointers.add(indices.size());
    if (features == null) {
      indices.add(column);
      values.add(1f);
      return;
    }
    SparseVector sparse = features.toSparse();
    for (int i = 0; i < sparse.indices().length; i++) {
      indices.add(sparse.indices()[i]);
      values.add((float) sparse.values()[i]);
    }
  }

  @Override
  public int size() {
    return numbers.size() + indices.size();
  }

  @Override
  public Vertices take() {
    pointers.add(indices.size());
    byte[] bytes = new byte[roles.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) roles.get(i);
    }
    Object keys =
        longIds ? ids.stream().mapToLong(id -> (Long) id).toArray() : ids.toArray(String[]::new);
    Vertices taken =
        new Vertices(
            numbers.toArray(),
            keys,
            new SparseArrays(featureCount, pointers.toArray(), indices.toArray(), values.toArray()),
            labels.toArray(),
            bytes);
    numbers.clear();
    ids.clear();
    labels.clear();
    roles.clear();
    pointers.clear();
    indices.clear();
    values.clear();
    return taken;
  }
}

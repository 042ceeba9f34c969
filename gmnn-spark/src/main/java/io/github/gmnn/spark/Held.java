package io.github.gmnn.spark;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

/** What executors keep until it is released, or the fit ends. */
final class Held implements AutoCloseable {
  private final Set<JavaRDD<?>> held = new LinkedHashSet<>();

  /** Holds what is persisted already. */
  <R extends JavaRDD<?>> R hold(R kept) {
    held.add(kept);
    return kept;
  }

  /** Makes data and holds it. */
  <V> JavaRDD<V> made(JavaRDD<V> data) {
    JavaRDD<V> kept = hold(data.persist(StorageLevel.MEMORY_AND_DISK()));
    kept.count();
    return kept;
  }

  void release(JavaRDD<?> kept) {
    kept.unpersist();
    held.remove(kept);
  }

  @Override
  public void close() {
    held.forEach(JavaRDD::unpersist);
    held.clear();
  }
}

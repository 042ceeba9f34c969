package io.github.gmnn.internal;

/** How relations are called. */
public final class RelationNames {
  /** What is put after the name of a relation for its edges turned round. */
  public static final String INVERSE = " inverse";

  private RelationNames() {}
}

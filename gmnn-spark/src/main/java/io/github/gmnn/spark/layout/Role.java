package io.github.gmnn.spark.layout;

/** What a node's label is for, as a byte of arrays. */
public final class Role {
  public static final byte UNLABELLED = 0;
  public static final byte TRAINING = 1;
  public static final byte VALIDATION = 2;

  private Role() {}
}

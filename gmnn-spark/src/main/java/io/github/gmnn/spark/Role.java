package io.github.gmnn.spark;

/** What a node's label is for, as a byte of arrays. */
final class Role {
  static final byte UNLABELLED = 0;
  static final byte TRAINING = 1;
  static final byte VALIDATION = 2;

  private Role() {}
}

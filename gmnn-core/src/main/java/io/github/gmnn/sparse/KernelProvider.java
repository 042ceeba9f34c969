package io.github.gmnn.sparse;

/** Chooses the kernels once, when first asked. */
public final class KernelProvider {
  private static final Kernels KERNELS = new ScalarKernels();

  private KernelProvider() {}

  static Kernels kernels() {
    return KERNELS;
  }

  /** Returns the name of the kernels in use: {@code scalar}, or {@code vector-} and the bits. */
  public static String name() {
    return KERNELS.name();
  }
}

package io.github.gmnn.kernel;

/** The kernels of every sort, in plain Java or on vectors. */
interface KernelSet {
  /** Returns whether the kernels run on vectors. */
  boolean usesVectors();

  DenseKernels dense();

  SparseKernels sparse();

  LayerKernels layer();

  MessageKernels messages();
}

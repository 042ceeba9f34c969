package io.github.gmnn.kernel;

/** The kernels of every sort, in plain Java or on vectors. */
interface KernelSet {
  /** Returns how many bits the processor's vectors have; 0 if the kernels use none. */
  int vectorBits();

  DenseKernels dense();

  SparseKernels sparse();

  LayerKernels layer();

  MessageKernels messages();
}

package io.github.gmnn.kernel;

/** The kernels that run anywhere. */
final class ScalarKernelSet implements KernelSet {
  @Override
  public boolean usesVectors() {
    return false;
  }

  @Override
  public DenseKernels dense() {
    return new ScalarDenseKernels();
  }

  @Override
  public SparseKernels sparse() {
    return new ScalarSparseKernels();
  }

  @Override
  public LayerKernels layer() {
    return new LayerKernels();
  }

  @Override
  public MessageKernels messages() {
    return new MessageKernels();
  }
}

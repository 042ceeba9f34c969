package io.github.gmnn.kernel;

/** The kernels on vectors: what {@link KernelProvider} looks up. */
final class VectorKernelSet implements KernelSet {
  @Override
  public boolean usesVectors() {
    return true;
  }

  @Override
  public DenseKernels dense() {
    return new VectorDenseKernels();
  }

  @Override
  public SparseKernels sparse() {
    return new VectorSparseKernels();
  }

  @Override
  public LayerKernels layer() {
    return new VectorLayerKernels();
  }

  @Override
  public MessageKernels messages() {
    return new VectorMessageKernels();
  }
}

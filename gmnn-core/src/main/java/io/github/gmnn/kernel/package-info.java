/**
 * The inner loops: those over dense and sparse matrices and those of layers, in plain Java and,
 * where the virtual machine has them, on vectors. Scalar and vector kernels do the same in the same
 * order, but for the last bits; {@code TwinDenseKernels} and {@code TwinSparseKernels} to the last
 * bit, so that they can do the first work of a virtual machine in place of vectors.
 *
 * <p>{@link io.github.gmnn.kernel.KernelProvider} chooses once for the whole library. The vector
 * kernels have a source set of their own, {@code src/vector}, as they need an incubator module.
 *
 * <p>Not for applications, whatever is public here. Depends on the JDK and SLF4J.
 */
@NullMarked
package io.github.gmnn.kernel;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// AttentionArrays: LayerKernelsTest
// EdgeRows: MessageKernelsTest
// LateDenseKernels: VectorDelayTest
// LateSparseKernels: VectorDelayTest
// ScalarDenseKernels: DenseKernelsTest
// ScalarSparseKernels: SparseKernelsTest
// SparseRows: SparseKernelsTest
// TwinDenseKernels: DenseKernelsTest
// TwinSparseKernels: SparseKernelsTest
// VectorAdam: VectorKernelsTest
// VectorDenseKernels: VectorKernelsTest
// VectorElementwise: VectorKernelsTest
// VectorGather: VectorKernelsTest
// VectorGemm: VectorKernelsTest
// VectorKernelSet: VectorKernelsTest
// VectorLayerKernels: VectorKernelsTest
// VectorMessageKernels: VectorKernelsTest
// VectorProducts: VectorKernelsTest
// VectorScatter: VectorKernelsTest
// VectorSparseKernels: VectorKernelsTest
// VectorWideGemm: VectorKernelsTest
// VirtualMachine: KernelProviderTest

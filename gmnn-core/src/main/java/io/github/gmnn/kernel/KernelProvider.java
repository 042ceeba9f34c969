package io.github.gmnn.kernel;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides once, when first asked, whether the kernels of the library run on vectors, and looks up
 * those that do: {@link DenseKernels#BEST}, {@link SparseKernels#BEST}, {@link LayerKernels#BEST}.
 *
 * <p>The vector kernels are used if Java was started with {@code --add-modules
 * jdk.incubator.vector}, on a HotSpot virtual machine of a version they were tested with, with its
 * optimising compiler C2, and on a processor with vectors of 256 bits and fused multiply-add.
 * Elsewhere, under GraalVM's compiler too, they would be far slower than the scalar kernels, which
 * are then used.
 *
 * <p>The system property {@code io.github.gmnn.kernel} changes that: {@code scalar} forces the
 * scalar kernels, {@code vector} lets Java versions have the vector kernels that they were not
 * tested with.
 */
public final class KernelProvider {
  /** The system property that says {@code scalar} or {@code vector}. */
  static final String PROPERTY = "io.github.gmnn.kernel";

  private static final int FIRST_TESTED_JAVA = 17;
  private static final int LAST_TESTED_JAVA = 25;

  /** What the vector kernels are written for. */
  private static final int VECTOR_BITS = 256;

  /** The kernels in use. */
  static final KernelSet KERNELS = decide() ? vectors() : new ScalarKernelSet();

  /** One for all kernels. */
  private static final VectorDelay DELAY = new VectorDelay();

  private KernelProvider() {}

  /** Returns the name of the kernels in use: {@code scalar}, or {@code vector-} and the bits. */
  public static String name() {
    return KERNELS.usesVectors() ? "vector-" + VECTOR_BITS : "scalar";
  }

  /** Makes the dense kernels to use. */
  static DenseKernels dense() {
    DenseKernels kernels = KERNELS.dense();
    return KERNELS.usesVectors()
        ? new LateDenseKernels(DELAY, new TwinDenseKernels(), kernels)
        : kernels;
  }

  /** Makes the sparse kernels to use. */
  static SparseKernels sparse() {
    SparseKernels kernels = KERNELS.sparse();
    return KERNELS.usesVectors()
        ? new LateSparseKernels(DELAY, new TwinSparseKernels(), kernels)
        : kernels;
  }

  /**
   * Makes the vector kernels. They are reached by name, since they can't be linked where the vector
   * module is missing.
   */
  private static KernelSet vectors() {
    try {
      Class<?> type = Class.forName("io.github.gmnn.kernel.VectorKernelSet");
      return (KernelSet) type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("there are no vector kernels", e);
    }
  }

  /** What the decision depends on. */
  record Environment(
      String wanted,
      boolean hotSpot,
      boolean jvmci,
      String vmInfo,
      int javaVersion,
      boolean vectorModule,
      int vectorBits,
      boolean fma) {
    static Environment current() {
      boolean vectorModule =
          ModuleLayer.boot()
              .findModule("jdk.incubator.vector")
              .map(KernelProvider.class.getModule()::canRead)
              .orElse(false);
      return new Environment(
          System.getProperty(PROPERTY, ""),
          VirtualMachine.isHotSpot(),
          VirtualMachine.usesJvmci(),
          System.getProperty("java.vm.info", ""),
          Runtime.version().feature(),
          vectorModule,
          vectorModule ? currentVectorBits() : 0,
          VirtualMachine.HAS_FMA);
    }

    private static int currentVectorBits() {
      try {
        return vectors().usesVectors() ? VirtualMachine.vectorBits() : 0;
      } catch (LinkageError e) {
        LoggerFactory.getLogger(KernelProvider.class).warn("The vector kernels can't be loaded", e);
        return 0;
      }
    }
  }

  /** Says why the vector kernels can't be used there, or nothing if they can. */
  static Optional<String> obstacle(Environment environment) {
    if (environment.wanted.equals("scalar")) {
      return Optional.of("the system property " + PROPERTY + " asks for them");
    }
    if (!environment.hotSpot) {
      return Optional.of("the vector kernels need a HotSpot virtual machine");
    }
    if (environment.jvmci) {
      return Optional.of("the vector kernels need the C2 compiler, not one that uses JVMCI");
    }
    if (environment.vmInfo.contains("interpreted") || environment.vmInfo.contains("client")) {
      return Optional.of("the vector kernels need the C2 compiler, which is off");
    }
    boolean tested =
        environment.javaVersion >= FIRST_TESTED_JAVA && environment.javaVersion <= LAST_TESTED_JAVA;
    if (!tested && !environment.wanted.equals("vector")) {
      return Optional.of(
          "the vector kernels were not tested on Java "
              + environment.javaVersion
              + "; -D"
              + PROPERTY
              + "=vector uses them all the same");
    }
    if (!environment.vectorModule) {
      return Optional.of(
          "start Java with --add-modules jdk.incubator.vector for the faster vector kernels");
    }
    if (environment.vectorBits < VECTOR_BITS) {
      return Optional.of("the processor's vectors have only " + environment.vectorBits + " bits");
    }
    if (!environment.fma) {
      return Optional.of("the processor has no fused multiply-add");
    }
    return Optional.empty();
  }

  private static boolean decide() {
    Logger log = LoggerFactory.getLogger(KernelProvider.class);
    Optional<String> obstacle = obstacle(Environment.current());
    obstacle.ifPresentOrElse(
        why -> log.info("Using the scalar kernels: {}", why),
        () -> log.info("Using the vector-{} kernels", VECTOR_BITS));
    return obstacle.isEmpty();
  }
}

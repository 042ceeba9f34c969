package io.github.gmnn.sparse;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the kernels once, when first asked.
 *
 * <p>The vector kernels are used if Java was started with {@code --add-modules
 * jdk.incubator.vector}, on a HotSpot virtual machine of a version they were tested with, with its
 * optimising compiler, and on a processor with vectors of 256 bits and fused multiply-add.
 * Elsewhere they would be far slower than the scalar kernels, which are then used. The system
 * property {@code io.github.gmnn.kernel=scalar} forces the scalar kernels.
 */
public final class KernelProvider {
  /** Set to {@code scalar}, this system property forces the scalar kernels. */
  static final String PROPERTY = "io.github.gmnn.kernel";

  private static final int FIRST_TESTED_JAVA = 17;
  private static final int LAST_TESTED_JAVA = 25;
  private static final Kernels KERNELS = choose();

  private KernelProvider() {}

  static Kernels kernels() {
    return KERNELS;
  }

  /** Returns the name of the kernels in use: {@code scalar}, or {@code vector-} and the bits. */
  public static String name() {
    return KERNELS.name();
  }

  /** What the choice depends on. */
  record Environment(
      String wanted,
      boolean hotSpot,
      String vmInfo,
      int javaVersion,
      boolean vectorModule,
      boolean fma) {
    static Environment current() {
      return new Environment(
          System.getProperty(PROPERTY, ""),
          VirtualMachine.isHotSpot(),
          System.getProperty("java.vm.info", ""),
          Runtime.version().feature(),
          ModuleLayer.boot()
              .findModule("jdk.incubator.vector")
              .map(KernelProvider.class.getModule()::canRead)
              .orElse(false),
          VirtualMachine.HAS_FMA);
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
    if (environment.vmInfo.contains("interpreted") || environment.vmInfo.contains("client")) {
      return Optional.of("the vector kernels need the C2 compiler, which is off");
    }
    if (environment.javaVersion < FIRST_TESTED_JAVA || environment.javaVersion > LAST_TESTED_JAVA) {
      return Optional.of("the vector kernels were not tested on Java " + environment.javaVersion);
    }
    if (!environment.vectorModule) {
      return Optional.of(
          "start Java with --add-modules jdk.incubator.vector for the faster vector kernels");
    }
    if (!environment.fma) {
      return Optional.of("the processor has no fused multiply-add");
    }
    return Optional.empty();
  }

  private static Kernels choose() {
    Logger log = LoggerFactory.getLogger(KernelProvider.class);
    Optional<String> obstacle = obstacle(Environment.current());
    if (obstacle.isEmpty()) {
      try {
        Kernels kernels = vectorKernels();
        log.info("Using the {} kernels", kernels.name());
        return kernels;
      } catch (ReflectiveOperationException | LinkageError e) {
        obstacle = Optional.of(String.valueOf(e.getCause() == null ? e : e.getCause()));
      }
    }
    log.info("Using the scalar kernels: {}", obstacle.get());
    return new ScalarKernels();
  }

  /** By name, since they can't be linked where the vector module is missing. */
  static Kernels vectorKernels() throws ReflectiveOperationException {
    return (Kernels)
        Class.forName("io.github.gmnn.sparse.VectorKernels").getDeclaredConstructor().newInstance();
  }
}

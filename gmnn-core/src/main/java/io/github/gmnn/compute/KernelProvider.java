package io.github.gmnn.compute;

import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides once, when first asked, whether the kernels of the library run on vectors, and gives each
 * package its kernels accordingly.
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

  private static final boolean VECTORS = decide();

  private KernelProvider() {}

  /** Returns the name of the kernels in use: {@code scalar}, or {@code vector-} and the bits. */
  public static String name() {
    return VECTORS ? "vector-" + VECTOR_BITS : "scalar";
  }

  /**
   * Returns the kernels of a kind to use: if those are vector kernels, an instance of the class
   * beside {@code kind} whose name has {@code Vector} before it. It is reached by name, since it
   * can't be linked where the vector module is missing.
   *
   * @param kind what the kernels can do
   * @param scalar makes kernels that run anywhere
   * @throws LinkageError if vectors are in use and there is no such class
   */
  public static <K> K best(Class<K> kind, Supplier<? extends K> scalar) {
    if (!VECTORS) {
      return scalar.get();
    }
    try {
      return kind.cast(instance(kind.getPackageName() + ".Vector" + kind.getSimpleName()));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the vector kernels are incomplete", e);
    }
  }

  private static Object instance(String className) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(className).getDeclaredConstructor();
    constructor.setAccessible(true); // Vector kernels are not public, wherever they are.
    return constructor.newInstance();
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
        return ((IntSupplier) instance("io.github.gmnn.compute.VectorBits")).getAsInt();
      } catch (ReflectiveOperationException | LinkageError e) {
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

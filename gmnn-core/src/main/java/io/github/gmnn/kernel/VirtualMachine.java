package io.github.gmnn.kernel;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** What the kernels need to know of the virtual machine they run on. */
public final class VirtualMachine {
  /**
   * Whether fused multiply-add is one instruction. Where it is not, {@link Math#fma} computes with
   * {@link java.math.BigDecimal} and must not be used.
   */
  public static final boolean HAS_FMA =
      isHotSpot() && option("UseFMA").map(Boolean::parseBoolean).orElse(false);

  private VirtualMachine() {}

  /**
   * Returns how many bits vectors have, 0 where the machine does not say. Asked without the vector
   * module, which takes a tenth of a second to load and which small fits do not need.
   */
  static int vectorBits() {
    return option("MaxVectorSize").map(bytes -> 8 * Integer.parseInt(bytes)).orElse(0);
  }

  /** Returns whether this is a HotSpot virtual machine, whose C2 knows the vector module. */
  static boolean isHotSpot() {
    return System.getProperty("java.vm.name", "").matches(".*(HotSpot|OpenJDK).*");
  }

  /**
   * Returns whether a compiler written in Java, such as GraalVM's, takes the place of C2. It may
   * not know the vector module's methods, and then makes an object of every vector.
   */
  static boolean usesJvmci() {
    return usesJvmci(option("UseJVMCICompiler"), System.getProperty("java.vm.version", ""));
  }

  /** As the option says; a machine that hides its options is known by its version. */
  static boolean usesJvmci(Optional<String> option, String vmVersion) {
    return option.map(Boolean::parseBoolean).orElse(vmVersion.contains("jvmci"));
  }

  private static Optional<String> option(String name) {
    try {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return Optional.ofNullable(options).map(o -> o.getVMOption(name).getValue());
    } catch (LinkageError | RuntimeException e) {
      return Optional.empty(); // A runtime image without jdk.management, or no such option.
    }
  }
}

package io.github.gmnn.sparse;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the kernels need to know of the virtual machine they run on. */
final class VirtualMachine {
  /**
   * Whether fused multiply-add is one instruction. Where it is not, {@link Math#fma} computes with
   * {@link java.math.BigDecimal} and must not be used.
   */
  static final boolean HAS_FMA = isHotSpot() && hasFma();

  private VirtualMachine() {}

  /** Returns whether this is a HotSpot virtual machine, whose C2 knows the vector module. */
  static boolean isHotSpot() {
    return System.getProperty("java.vm.name", "").matches(".*(HotSpot|OpenJDK).*");
  }

  private static boolean hasFma() {
    try {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return options != null && Boolean.parseBoolean(options.getVMOption("UseFMA").getValue());
    } catch (LinkageError | RuntimeException e) {
      return false; // A runtime image without jdk.management, or a machine without the option.
    }
  }
}

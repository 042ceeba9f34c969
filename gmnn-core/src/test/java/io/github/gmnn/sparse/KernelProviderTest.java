package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.sparse.KernelProvider.Environment;
import org.junit.jupiter.api.Test;

class KernelProviderTest {
  @Test
  void vectorKernelsAreUsedWhereAllIsThere() {
    for (int java = 17; java <= 25; java++) {
      assertThat(obstacle("", true, "mixed mode, sharing", java, true, true)).isEmpty();
    }
  }

  @Test
  void withoutTheModuleTheScalarKernelsAreUsedAndTheWayOutIsNamed() {
    assertThat(obstacle("", true, "mixed mode", 17, false, true))
        .contains("--add-modules jdk.incubator.vector");
  }

  @Test
  void thePropertyForcesTheScalarKernels() {
    assertThat(obstacle("scalar", true, "mixed mode", 17, true, true))
        .contains("io.github.gmnn.kernel");
  }

  @Test
  void untestedEnvironmentsGetTheScalarKernels() {
    assertThat(obstacle("", false, "mixed mode", 17, true, true)).contains("HotSpot");
    assertThat(obstacle("", true, "interpreted mode", 17, true, true)).contains("C2");
    assertThat(obstacle("", true, "mixed mode, emulated-client", 17, true, true)).contains("C2");
    assertThat(obstacle("", true, "mixed mode", 16, true, true)).contains("Java 16");
    assertThat(obstacle("", true, "mixed mode", 26, true, true)).contains("Java 26");
    assertThat(obstacle("", true, "mixed mode", 21, true, false)).contains("multiply-add");
  }

  @Test
  void theChoiceFitsThisVirtualMachine() {
    boolean vector = KernelProvider.obstacle(Environment.current()).isEmpty();
    assertThat(KernelProvider.name()).startsWith(vector ? "vector-" : "scalar");
  }

  private static String obstacle(
      String wanted, boolean hotSpot, String info, int java, boolean module, boolean fma) {
    Environment environment = new Environment(wanted, hotSpot, info, java, module, fma);
    return KernelProvider.obstacle(environment).orElse("");
  }
}

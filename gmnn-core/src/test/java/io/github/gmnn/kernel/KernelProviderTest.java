package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.kernel.KernelProvider.Environment;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelProviderTest {
  @Test
  void vectorKernelsAreUsedWhereAllIsThere() {
    for (int java = 17; java <= 25; java++) {
      assertThat(obstacle(java("", java))).isEmpty();
    }
  }

  @Test
  void withoutTheModuleTheScalarKernelsAreUsedAndTheWayOutIsNamed() {
    assertThat(obstacle(new Environment("", true, false, "mixed mode", 17, false, 0, true)))
        .contains("--add-modules jdk.incubator.vector");
  }

  @Test
  void thePropertyForcesTheScalarKernels() {
    assertThat(obstacle(java("scalar", 17))).contains("io.github.gmnn.kernel");
  }

  @Test
  void untestedJavaVersionsGetTheScalarKernelsUnlessThePropertyAsksForVectors() {
    assertThat(obstacle(java("", 16))).contains("Java 16");
    assertThat(obstacle(java("", 26))).contains("Java 26", "-Dio.github.gmnn.kernel=vector");
    assertThat(obstacle(java("vector", 26))).isEmpty();
  }

  @Test
  void otherMachinesGetTheScalarKernelsEvenIfThePropertyAsksForVectors() {
    for (String wanted : new String[] {"", "vector"}) {
      assertThat(obstacle(new Environment(wanted, false, false, "mixed mode", 17, true, 256, true)))
          .contains("HotSpot");
      assertThat(obstacle(new Environment(wanted, true, true, "mixed mode", 21, true, 256, true)))
          .contains("JVMCI");
      assertThat(
              obstacle(
                  new Environment(wanted, true, false, "interpreted mode", 17, true, 256, true)))
          .contains("C2");
      assertThat(
              obstacle(
                  new Environment(
                      wanted, true, false, "mixed mode, emulated-client", 17, true, 256, true)))
          .contains("C2");
      assertThat(obstacle(new Environment(wanted, true, false, "mixed mode", 21, true, 128, true)))
          .contains("only 128 bits");
      assertThat(obstacle(new Environment(wanted, true, false, "mixed mode", 21, true, 256, false)))
          .contains("multiply-add");
    }
  }

  @Test
  void aCompilerInPlaceOfC2IsKnownByTheOptionOrWhereThatIsHiddenByTheVersion() {
    String graal = "21.0.2+13-jvmci-23.1-b30";
    assertThat(VirtualMachine.usesJvmci(Optional.of("true"), graal)).isTrue();
    assertThat(VirtualMachine.usesJvmci(Optional.of("true"), "21.0.2+13")).isTrue();
    assertThat(VirtualMachine.usesJvmci(Optional.of("false"), graal)).isFalse();
    assertThat(VirtualMachine.usesJvmci(Optional.empty(), graal)).isTrue();
    assertThat(VirtualMachine.usesJvmci(Optional.empty(), "21.0.2+13")).isFalse();
  }

  @Test
  void theChoiceFitsThisVirtualMachine() {
    boolean vector = KernelProvider.obstacle(Environment.current()).isEmpty();
    assertThat(KernelProvider.name()).isEqualTo(vector ? "vector-256" : "scalar");
  }

  @Test
  void thisVirtualMachineUsesVectorsIfItHasThem() {
    Environment here = Environment.current();
    assumeTrue(here.vectorModule() && here.fma() && !here.jvmci() && here.wanted().isEmpty());
    assertThat(here.vectorBits()).as("VectorKernelSet can be loaded").isPositive();
    assumeTrue(here.vectorBits() >= 256 && here.javaVersion() <= 25);
    assertThat(KernelProvider.name()).isEqualTo("vector-256");
  }

  /** A machine that has all the vector kernels need, but perhaps for its version. */
  private static Environment java(String wanted, int version) {
    return new Environment(wanted, true, false, "mixed mode, sharing", version, true, 256, true);
  }

  private static String obstacle(Environment environment) {
    return KernelProvider.obstacle(environment).orElse("");
  }
}

package io.github.gmnn.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a part of a test in a virtual machine of its own, with the kernels of this one: what the
 * compiler makes of a loop must not depend on what other tests have run before.
 */
public final class FreshJvm {
  private FreshJvm() {}

  /**
   * Runs the main method of a class, and once more in another machine if it throws: for what is
   * true of nearly every machine. In about one of a hundred the compiler, whose threads run beside
   * the program, leaves vectors of an attention layer on the heap for good.
   */
  public static void runTwiceAtMost(Class<?> main, String... arguments) {
    try {
      run(main, arguments);
    } catch (AssertionError e) {
      run(main, arguments);
    }
  }

  /** Runs the main method of a class, which throws if something is wrong. */
  public static void run(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}

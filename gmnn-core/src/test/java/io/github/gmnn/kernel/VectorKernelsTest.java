package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VectorKernelsTest {
  /**
   * C2 inlines a method of ours or not, depending on what it happened to compile first. Vectors
   * that pass between methods which it did not join are objects on the heap, for good.
   */
  @Test
  void noMethodIsGivenOrReturnsAVector() throws Exception {
    assumeTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
    List<String> passed = new ArrayList<>();
    List<Class<?>> classes = vectorClasses();
    assertThat(classes).hasSizeGreaterThan(8);
    for (Class<?> type : classes) {
      for (Method method : type.getDeclaredMethods()) {
        boolean vectors =
            Stream.concat(
                    Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes()))
                .anyMatch(t -> t.getPackageName().equals("jdk.incubator.vector"));
        if (vectors) {
          passed.add(type.getSimpleName() + "." + method.getName());
        }
      }
    }
    assertThat(passed).isEmpty();
  }

  /** The classes whose names begin with Vector, beside those of the library. */
  private static List<Class<?>> vectorClasses()
      throws IOException, URISyntaxException, ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    Path root =
        Path.of(
            Class.forName("io.github.gmnn.kernel.VectorKernelSet")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().matches("Vector.*\\.class")).toList()) {
        String name =
            root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
        classes.add(Class.forName(name.substring(0, name.length() - ".class".length())));
      }
    }
    return classes;
  }
}

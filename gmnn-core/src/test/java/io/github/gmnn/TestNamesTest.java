package io.github.gmnn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds that the test of a class is found by its name: {@code FooTest} tests {@code Foo}, or the
 * package-info of {@code Foo} names the test that does.
 */
class TestNamesTest {
  private static final String HEADING = "// Tested by a test of another name:";

  /** A line below the heading: the class and its test. */
  private static final Pattern LINE = Pattern.compile("// (\\w+): (\\w+)");

  @TempDir private Path module;

  @ParameterizedTest
  @ValueSource(strings = {"gmnn-core", "gmnn-spark"})
  void everyClassWithLogicHasATestThatIsFoundByItsName(String name) throws IOException {
    assertThat(faults(root().resolve(name))).isEmpty();
  }

  @Test
  void aClassWithLogicNeedsATest() throws IOException {
    write("main/java/p/Sum.java", "class Sum { int of(int a, int b) { return a + b; } }");
    assertThat(faults(module)).containsExactly("p.Sum has no SumTest, and no line in package-info");
    write("test/java/q/SumTest.java", "class SumTest {}");
    assertThat(faults(module)).isEmpty();
  }

  @Test
  void aKernelOfTheVectorSourcesNeedsATest() throws IOException {
    write("vector/java/p/Sum.java", "class Sum { int of(int a, int b) { return a + b; } }");
    assertThat(faults(module)).hasSize(1);
  }

  @Test
  void packageInfoMayNameTheTest() throws IOException {
    write("main/java/p/Sum.java", "class Sum { int of(int a, int b) { return a + b; } }");
    write("test/java/p/NumbersTest.java", "class NumbersTest {}");
    packageInfo("// Sum: NumbersTest");
    assertThat(faults(module)).isEmpty();
  }

  @Test
  void aNamedTestExists() throws IOException {
    write("main/java/p/Sum.java", "class Sum { int of(int a, int b) { return a + b; } }");
    packageInfo("// Sum: NumbersTest");
    assertThat(faults(module)).containsExactly("p names NumbersTest, which does not exist");
  }

  @Test
  void aListedClassExistsAndHasNoTestOfItsOwn() throws IOException {
    write("main/java/p/Sum.java", "class Sum { int of(int a, int b) { return a + b; } }");
    write("test/java/p/SumTest.java", "class SumTest {}");
    packageInfo("// Product: SumTest\n// Sum: SumTest");
    assertThat(faults(module))
        .containsExactly(
            "p lists Product, which does not exist or has no logic",
            "p lists Sum, which has SumTest");
  }

  @Test
  void linesAreInOrder() throws IOException {
    write("main/java/p/A.java", "class A { int next(int a) { return a + 1; } }");
    write("main/java/p/B.java", "class B { int next(int a) { return a + 1; } }");
    write("test/java/p/NumbersTest.java", "class NumbersTest {}");
    packageInfo("// B: NumbersTest\n// A: NumbersTest");
    assertThat(faults(module)).containsExactly("p lists A below B");
  }

  @Test
  void whatOnlyHoldsValuesNeedsNoTest() throws IOException {
    write("main/java/p/Point.java", "record Point(int x, int y) {}");
    write("main/java/p/Color.java", "enum Color { RED, GREEN }");
    write("main/java/p/Listener.java", "interface Listener { void told(int of); }");
    write("main/java/p/Bad.java", "class Bad extends Error { Bad(String m) { super(m); } }");
    write(
        "main/java/p/Box.java",
        "class Box { final int a; Box(int a) { this.a = a; } int a() { return a; } }");
    assertThat(faults(module)).isEmpty();
  }

  @Test
  void logicMayStandInADefaultMethodOrANestedClass() throws IOException {
    write("main/java/p/A.java", "interface A { default int next(int a) { return a + 1; } }");
    write("main/java/p/B.java", "class B { class C { int next(int a) { return a + 1; } } }");
    assertThat(faults(module)).hasSize(2);
  }

  /** What a module's classes and lists have against the rule. */
  private static List<String> faults(Path module) throws IOException {
    Map<String, Set<String>> withLogic = new TreeMap<>();
    List<Path> lists = new ArrayList<>();
    for (String sources : List.of("main", "vector")) {
      List<Path> files = javaFiles(module.resolve("src/" + sources + "/java"));
      files.stream().filter(file -> name(file).equals("package-info")).forEach(lists::add);
      for (Path file : withLogic(files)) {
        withLogic.computeIfAbsent(room(module, file), room -> new TreeSet<>()).add(name(file));
      }
    }
    Set<String> tests =
        javaFiles(module.resolve("src/test/java")).stream()
            .map(TestNamesTest::name)
            .filter(name -> name.endsWith("Test"))
            .collect(Collectors.toSet());
    List<String> faults = new ArrayList<>();
    Set<String> listed = new TreeSet<>();
    for (Path file : lists) {
      String room = room(module, file);
      Set<String> classes = withLogic.getOrDefault(room, Set.of());
      String last = "";
      for (Map.Entry<String, String> line : lines(Files.readString(file))) {
        String type = line.getKey();
        listed.add(room + "." + type);
        if (!classes.contains(type)) {
          faults.add(room + " lists " + type + ", which does not exist or has no logic");
        } else if (tests.contains(type + "Test")) {
          faults.add(room + " lists " + type + ", which has " + type + "Test");
        }
        if (!tests.contains(line.getValue())) {
          faults.add(room + " names " + line.getValue() + ", which does not exist");
        }
        if (type.compareTo(last) <= 0) {
          faults.add(room + " lists " + type + " below " + last);
        }
        last = type;
      }
    }
    withLogic.forEach(
        (room, classes) ->
            classes.stream()
                .filter(type -> !tests.contains(type + "Test"))
                .filter(type -> !listed.contains(room + "." + type))
                .map(type -> type + " has no " + type + "Test, and no line in package-info")
                .forEach(fault -> faults.add(room + "." + fault)));
    return faults;
  }

  /** The lines between the heading and the end of the comment, class and test. */
  private static List<Map.Entry<String, String>> lines(String text) {
    int heading = text.indexOf(HEADING + "\n");
    if (heading < 0) {
      return List.of();
    }
    return text.substring(heading + HEADING.length() + 1)
        .lines()
        .map(LINE::matcher)
        .takeWhile(Matcher::matches)
        .map(line -> Map.entry(line.group(1), line.group(2)))
        .toList();
  }

  /** Those files in which a method does more than keep or return a value. */
  private static Set<Path> withLogic(List<Path> sources) throws IOException {
    Set<Path> found = new TreeSet<>();
    if (sources.isEmpty()) {
      return found;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      JavacTask parser =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      for (CompilationUnitTree unit : parser.parse()) {
        Path file = Path.of(unit.getSourceFile().toUri());
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitMethod(MethodTree method, Void unused) {
            BlockTree body = method.getBody();
            if (body != null && !body.getStatements().stream().allMatch(TestNamesTest::isPlain)) {
              found.add(file);
            }
            return super.visitMethod(method, null);
          }
        }.scan(unit, null);
      }
    }
    return found;
  }

  private static boolean isPlain(StatementTree statement) {
    if (statement instanceof ReturnTree result) {
      return result.getExpression() == null || isValue(result.getExpression());
    }
    if (statement instanceof ExpressionStatementTree expression) {
      ExpressionTree done = expression.getExpression();
      return done instanceof AssignmentTree assignment && isValue(assignment.getExpression())
          || done instanceof MethodInvocationTree call
              && List.of("super", "this").contains(call.getMethodSelect().toString());
    }
    return false;
  }

  private static boolean isValue(ExpressionTree expression) {
    return expression instanceof IdentifierTree
        || expression instanceof LiteralTree
        || expression instanceof MemberSelectTree;
  }

  private void packageInfo(String lines) throws IOException {
    write("main/java/p/package-info.java", "package p;\n\n" + HEADING + "\n" + lines + "\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = module.resolve("src").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** The package of a file, by its place below {@code src/main/java} or the like. */
  private static String room(Path module, Path file) {
    Path below = module.resolve("src").relativize(file.getParent());
    return below.subpath(2, below.getNameCount()).toString().replaceAll("[/\\\\]", ".");
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("CONTRIBUTING.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.MethodFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/**
 * Builds faults into the library, one at a time, and tells which of them the tests notice. {@code
 * build-support/mutants} starts it; {@code mutants.txt} says the faults and the tests.
 *
 * <p>Each fault is compiled alone against the classes as they are. Its tests run in this virtual
 * machine, in a class loader that has the faulty class before the others, until one fails. Tests
 * that fail without any fault, before or after all others, end the run: they would count as
 * noticing everything.
 */
public final class Mutants {
  private static final List<Path> SOURCES =
      List.of(
          Path.of("gmnn-core/src/main/java/io/github/gmnn"),
          Path.of("gmnn-baselines/src/main/java/io/github/gmnn"));
  private static final String PACKAGE = "io.github.gmnn.";

  /** How long tests may run before a fault counts as one that makes them run for ever. */
  private static final int LONGEST_MINUTES = 5;

  /**
   * Tests that would not meet the faulty class: DL4J's JSON mappers keep the classes of the first
   * class loader that they meet, and a process of its own has another class path.
   */
  private static final MethodFilter IN_THIS_LOADER =
      MethodFilter.excludeMethodNamePatterns(
          ".*configurationSurvivesJson",
          ".*numbersOfItsOwnAreBounded",
          ".*aProcessKilledAtAnyMoment.*");

  /** A fault: in which file, after which text, what becomes what, and who should notice. */
  private record Fault(String file, String after, String right, String wrong, List<String> tests) {
    String name() {
      String type = file.substring(file.lastIndexOf('/') + 1);
      return type + ": " + right + "  ->  " + (wrong.isEmpty() ? "nothing" : wrong);
    }
  }

  private final List<Path> classes;
  private final Path folder;

  private Mutants(List<Path> classes, Path folder) {
    this.classes = classes;
    this.folder = folder;
  }

  /**
   * Runs the faults.
   *
   * @param arguments the folders of classes and test classes as a class path, then parts of names
   *     of faults; {@code --check} among them ends the run once every fault is compiled
   */
  public static void main(String[] arguments) throws Exception {
    List<Fault> faults = new ArrayList<>(read(Path.of("build-support/mutants.txt")));
    List<String> wanted = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    boolean checkOnly = wanted.remove("--check");
    faults.removeIf(f -> !wanted.isEmpty() && wanted.stream().noneMatch(f.name()::contains));
    Path folder = Files.createTempDirectory("mutants");
    List<Path> classes =
        Stream.of(arguments[0].split(File.pathSeparator)).map(Path::of).toList();
    Mutants mutants = new Mutants(classes, folder);
    boolean good = mutants.compileAll(faults) && (checkOnly || mutants.run(faults));
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
    System.exit(good ? 0 : 1);
  }

  private Path output(int fault) {
    return folder.resolve("fault-" + fault);
  }

  /** Compiles all faults before any test runs, and tells of all that are out of date at once. */
  private boolean compileAll(List<Fault> faults) {
    int compiled = 0;
    for (int i = 0; i < faults.size(); i++) {
      try {
        checkTests(faults.get(i).tests());
        compile(faults.get(i), Files.createDirectories(output(i)));
        compiled++;
      } catch (IOException e) {
        System.out.println("OUT OF DATE " + e.getMessage());
      }
    }
    System.out.println(compiled + " of " + faults.size() + " faults compile");
    return compiled == faults.size();
  }

  private void checkTests(List<String> tests) throws IOException {
    for (String test : tests) {
      String file = (PACKAGE + test).replace('.', '/') + ".class";
      if (classes.stream().noneMatch(path -> Files.exists(path.resolve(file)))) {
        throw new IOException("no test " + test);
      }
    }
  }

  private boolean run(List<Fault> faults) throws Exception {
    List<String> tests = faults.stream().flatMap(f -> f.tests().stream()).distinct().toList();
    checkWithoutFault(tests);
    int caught = 0;
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      String noticed = firstFailure(fault.tests(), output(i));
      caught += noticed == null ? 0 : 1;
      System.out.println((noticed == null ? "SURVIVED " : "caught   ") + fault.name());
      System.out.println(noticed == null ? "" : "           by " + noticed);
    }
    checkWithoutFault(tests);
    System.out.println(caught + " of " + faults.size() + " faults caught");
    return caught == faults.size();
  }

  private void checkWithoutFault(List<String> tests) throws Exception {
    Path none = Files.createDirectories(folder.resolve("none"));
    List<String> failed = new ArrayList<>();
    for (String test : tests) {
      String failure = firstFailure(List.of(test), none);
      if (failure != null) {
        failed.add(failure);
      }
    }
    if (!failed.isEmpty()) {
      throw new IllegalStateException("without any fault there fail " + failed);
    }
  }

  private static List<Fault> read(Path list) throws IOException {
    List<Fault> faults = new ArrayList<>();
    String file = null;
    List<String> tests = List.of();
    String after = "";
    String right = null;
    for (String line : Files.readAllLines(list)) {
      String rest = line.length() < 2 ? "" : line.substring(2);
      switch (line.isEmpty() ? '#' : line.charAt(0)) {
        case '#' -> {}
        case '=' -> {
          String[] parts = rest.split(":");
          file = parts[0].strip();
          tests = List.of(parts[1].strip().split(" +"));
        }
        case '@' -> after = rest;
        case '-' -> right = rest;
        case '+' -> {
          faults.add(new Fault(file, after, right, rest, tests));
          after = "";
        }
        default -> throw new IOException(list + ": no idea what \"" + line + "\" means");
      }
    }
    return faults;
  }

  private void compile(Fault fault, Path output) throws IOException {
    Path source =
        SOURCES.stream()
            .map(folder -> folder.resolve(fault.file() + ".java"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new IOException("no file " + fault.file() + ".java"));
    String text = Files.readString(source);
    int from = text.indexOf(fault.after());
    int at = from < 0 ? -1 : text.indexOf(fault.right(), from);
    if (at < 0 || (fault.after().isEmpty() && text.indexOf(fault.right(), at + 1) >= 0)) {
      throw new IOException(
          "expected once in " + source + ": " + fault.after() + " ... " + fault.right());
    }
    String faulty =
        text.substring(0, at) + fault.wrong() + text.substring(at + fault.right().length());
    Path copy = Files.createDirectories(output.resolve("source")).resolve(source.getFileName());
    Files.writeString(copy, faulty);
    StringWriter messages = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> path = new ArrayList<>(classes.stream().map(Path::toString).toList());
      path.add(System.getProperty("java.class.path"));
      List<String> options =
          List.of(
              "--release",
              "17",
              "-nowarn",
              "-proc:none",
              "-cp",
              String.join(File.pathSeparator, path),
              "-d",
              output.toString());
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(copy))
              .call();
      if (!compiled) {
        throw new IOException(fault.name() + " does not compile:\n" + messages);
      }
    }
  }

  /** The first test that fails with the classes of a folder in place, or null. */
  private String firstFailure(List<String> tests, Path faulty) throws Exception {
    List<URL> urls = new ArrayList<>();
    urls.add(faulty.toUri().toURL());
    for (Path path : classes) {
      urls.add(path.toUri().toURL());
    }
    URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new));
    Callable<String> body =
        () -> {
          for (String test : tests) {
            String failure = failure(loader.loadClass(PACKAGE + test));
            if (failure != null) {
              return failure;
            }
          }
          return null;
        };
    FutureTask<String> task = new FutureTask<>(body);
    Thread thread = new Thread(task, "tests");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      return task.get(LONGEST_MINUTES, TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      return "tests that do not end";
    }
  }

  private static String failure(Class<?> test) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(test))
            .filters(EngineFilter.includeEngines("junit-jupiter", "jqwik"), IN_THIS_LOADER)
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    if (listener.getSummary().getTestsFoundCount() == 0) {
      throw new IllegalStateException(test + " has no tests");
    }
    List<Failure> failures = listener.getSummary().getFailures();
    return failures.isEmpty()
        ? null
        : test.getSimpleName()
            + "."
            + failures.get(0).getTestIdentifier().getDisplayName()
            + ": "
            + String.valueOf(failures.get(0).getException()).lines().findFirst().orElse("");
  }
}

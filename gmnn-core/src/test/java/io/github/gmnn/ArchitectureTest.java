package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.github.gmnn.layer.GraphLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "io.github.gmnn";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeGradleTestFixtures())
          .importPackages(ROOT);

  private static final int MOST_PUBLIC_TYPES = 110;

  /** A row of the table of packages, whose first cell names one. */
  private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+)`( itself)? \\| .*");

  @Test
  void aPackageUsesOnlyThoseAboveItInTheTable() throws IOException {
    assertThat(violations(documentedPackages())).isEmpty();
  }

  @Test
  void theTableHasEveryPackageOnce() throws IOException {
    Set<String> packages =
        CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    assertThat(documentedPackages()).containsExactlyInAnyOrderElementsOf(packages);
  }

  @Test
  void everyUseOfAPackageWouldBeNoticedIfThatStoodBelow() throws IOException {
    List<String> packages = documentedPackages();
    Set<String> uses = new TreeSet<>();
    for (Dependency dependency : dependencies()) {
      uses.add(use(dependency));
    }
    assertThat(uses).contains(ROOT + ".sparse uses " + ROOT + ".compute");
    assertThat(uses).contains(ROOT + ".graph uses " + ROOT + ".sparse");

    List<String> upsideDown = new ArrayList<>(packages);
    Collections.reverse(upsideDown);
    Set<String> noticed = new TreeSet<>();
    violations(upsideDown).forEach(v -> noticed.add(v.substring(0, v.indexOf(':'))));

    assertThat(noticed).isEqualTo(uses);
  }

  @Test
  void theLowestPackagesKnowNothingOfDeeplearning4jButItsBlas() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAnyPackage(ROOT + ".compute", ROOT + ".sparse", ROOT + ".graph", ROOT + ".io")
        .and()
        .haveNameNotMatching("io\\.github\\.gmnn\\.compute\\.Blas(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.deeplearning4j..", "org.nd4j..")
        .check(CLASSES);
  }

  @Test
  void noPublicTypeShowsAnInternalOne() {
    List<String> shown = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      if (isPublic(type) && !isInternal(type)) {
        shownTypes(type).stream()
            .filter(ArchitectureTest::isInternal)
            .forEach(internal -> shown.add(type.getName() + " shows " + internal.getName()));
      }
    }
    assertThat(shown).isEmpty();
    assertThat(CLASSES.stream().filter(ArchitectureTest::isInternal)).isNotEmpty();
  }

  /** A type that users can name is one to document, to keep, and to learn: add few. */
  @Test
  void publicTypesAreFew() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> isPublic(type) && !isInternal(type))
                .map(JavaClass::getName)
                .filter(name -> !name.endsWith("package-info")))
        .hasSizeLessThanOrEqualTo(MOST_PUBLIC_TYPES);
  }

  private static boolean isInternal(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName() + ".";
    return name.contains(".internal.")
        || name.contains(".model.")
        || name.contains(".kernel.")
        || name.contains(".em.");
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureTest::isPublic).orElse(true);
  }

  /** The types that callers and subclasses of a type see. */
  private static Set<JavaClass> shownTypes(JavaClass type) {
    Set<JavaClass> types = new HashSet<>(type.getAllRawInterfaces());
    types.addAll(type.getAllRawSuperclasses());
    for (JavaMember member : type.getMembers()) {
      if (member.getModifiers().contains(JavaModifier.PUBLIC)
          || member.getModifiers().contains(JavaModifier.PROTECTED)) {
        types.addAll(member.getAllInvolvedRawTypes());
      }
    }
    return types;
  }

  @Test
  void theLibraryNeitherPrintsNorEndsTheVirtualMachine() {
    ArchRuleDefinition.noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .check(CLASSES);
  }

  /** What shipped layers use, layers of applications can use. */
  @Test
  void shippedLayersUseNothingPackagePrivateButHelpersOfTheirOwn() {
    Map<String, Set<String>> helpers =
        Map.of(
            "EdgeAwareConvLayer",
            Set.of("EdgeMessages", "RelationalStep"),
            "GraphAttentionLayer",
            Set.of("AttentionEdges"),
            "RelationalConvLayer",
            Set.of("MessageStep", "OperatorStep", "RelationWeights", "RelationalStep"));
    Map<String, Set<String>> hidden = hiddenClassesUsedByLayers();
    assertThat(hidden.keySet())
        .contains("GraphConvLayer", "GraphSageLayer", "LinearLayer", "MeanPoolingLayer");
    hidden.forEach(
        (layer, used) ->
            assertThat(used)
                .as(layer)
                .containsExactlyInAnyOrderElementsOf(helpers.getOrDefault(layer, Set.of())));
  }

  /** For each layer, the classes of its package that it uses and an application could not. */
  private static Map<String, Set<String>> hiddenClassesUsedByLayers() {
    Map<String, Set<String>> result = new TreeMap<>();
    for (JavaClass origin : CLASSES) {
      JavaClass layer = topLevel(origin);
      if (!layer.isAssignableTo(GraphLayer.class) || layer.isEquivalentTo(GraphLayer.class)) {
        continue;
      }
      Set<String> used = result.computeIfAbsent(layer.getSimpleName(), name -> new TreeSet<>());
      for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isElsewhereInItsPackage(layer, target) && isHidden(target.getModifiers())) {
          used.add(topLevel(target).getSimpleName());
        }
      }
      for (JavaAccess<?> access : origin.getAccessesFromSelf()) {
        if (isElsewhereInItsPackage(layer, access.getTargetOwner())
            && access
                .getTarget()
                .resolveMember()
                .filter(member -> isHidden(member.getModifiers()))
                .isPresent()) {
          used.add(topLevel(access.getTargetOwner()).getSimpleName());
        }
      }
    }
    return result;
  }

  private static JavaClass topLevel(JavaClass type) {
    JavaClass result = type;
    while (result.getEnclosingClass().isPresent()) {
      result = result.getEnclosingClass().get();
    }
    return result;
  }

  private static boolean isElsewhereInItsPackage(JavaClass layer, JavaClass target) {
    return target.getPackageName().equals(layer.getPackageName())
        && !topLevel(target).equals(layer);
  }

  private static boolean isHidden(Set<JavaModifier> modifiers) {
    return !modifiers.contains(JavaModifier.PUBLIC) && !modifiers.contains(JavaModifier.PROTECTED);
  }

  /** The packages in the order of the table in ARCHITECTURE.md, the lowest one first. */
  private static List<String> documentedPackages() throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("ARCHITECTURE.md"))) {
      directory = directory.getParent();
    }
    List<String> packages = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("ARCHITECTURE.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        packages.add(row.group(1).equals(ROOT) ? ROOT : ROOT + "." + row.group(1));
      }
    }
    return packages;
  }

  /** The uses of packages that come later in the list than their users. */
  private static List<String> violations(List<String> packages) {
    return dependencies().stream()
        .filter(
            d ->
                packages.indexOf(d.getTargetClass().getBaseComponentType().getPackageName())
                    > packages.indexOf(d.getOriginClass().getPackageName()))
        .map(d -> use(d) + ": " + d.getDescription())
        .toList();
  }

  private static String use(Dependency dependency) {
    return dependency.getOriginClass().getPackageName()
        + " uses "
        + dependency.getTargetClass().getBaseComponentType().getPackageName();
  }

  /** Those from a package of the library to another. */
  private static List<Dependency> dependencies() {
    List<Dependency> result = new ArrayList<>();
    for (JavaClass origin : CLASSES) {
      for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
        boolean ours = target.equals(ROOT) || target.startsWith(ROOT + ".");
        if (ours && !target.equals(origin.getPackageName())) {
          result.add(dependency);
        }
      }
    }
    return result;
  }
}

package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SparkArchitectureTest {
  private static final String ROOT = "io.github.gmnn.spark";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** An item of the list of packages, which names one first. */
  private static final Pattern ITEM = Pattern.compile("- `(spark(?:\\.[a-z]+)?)`.*");

  @Test
  void aPackageUsesOnlyThoseAboveItInTheList() throws IOException {
    List<String> packages = documentedPackages();
    Set<String> uses = uses();
    assertThat(uses)
        .contains(ROOT + ".exchange uses " + ROOT + ".layout", ROOT + " uses " + ROOT + ".block");
    assertThat(uses)
        .allSatisfy(
            use -> {
              String[] ends = use.split(" uses ");
              assertThat(packages.indexOf(ends[1])).as(use).isLessThan(packages.indexOf(ends[0]));
            });
  }

  @Test
  void theListHasEveryPackageOnce() throws IOException {
    Set<String> packages =
        CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    assertThat(documentedPackages()).containsExactlyInAnyOrderElementsOf(packages);
  }

  /** All other packages are left out of the Javadoc. */
  @Test
  void applicationsSeeFiveTypes() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.getPackageName().equals(ROOT))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> type.getEnclosingClass().isEmpty())
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder(
            "GmnnClassifier",
            "GmnnSparkModel",
            "GraphParams",
            "SparkEmbedder",
            "SparkLabelPropagation");
  }

  @Test
  void noTypeThatApplicationsSeeShowsAnInternalOne() {
    List<String> shown = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      if (type.getPackageName().equals(ROOT) && type.getModifiers().contains(JavaModifier.PUBLIC)) {
        shownTypes(type).stream()
            .map(other -> other.getBaseComponentType().getName())
            .filter(name -> name.matches(Pattern.quote(ROOT) + "\\.[a-z]+\\..*"))
            .forEach(internal -> shown.add(type.getName() + " shows " + internal));
      }
    }
    assertThat(shown).isEmpty();
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

  /** The packages in the order of the list in ARCHITECTURE.md, the lowest one first. */
  private static List<String> documentedPackages() throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("ARCHITECTURE.md"))) {
      directory = directory.getParent();
    }
    List<String> packages = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("ARCHITECTURE.md"))) {
      Matcher item = ITEM.matcher(line);
      if (item.matches()) {
        packages.add("io.github.gmnn." + item.group(1));
      }
    }
    return packages;
  }

  /** Which packages of this module use which others of it. */
  private static Set<String> uses() {
    Set<String> uses = new TreeSet<>();
    for (JavaClass origin : CLASSES) {
      for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if ((target + ".").startsWith(ROOT + ".") && !target.equals(origin.getPackageName())) {
          uses.add(origin.getPackageName() + " uses " + target);
        }
      }
    }
    return uses;
  }
}

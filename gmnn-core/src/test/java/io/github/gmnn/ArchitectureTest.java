package io.github.gmnn;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.gmnn");

  @Test
  void aPackageDependsOnlyOnThoseBelowIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("sparse")
        .definedBy("io.github.gmnn.sparse")
        .layer("graph")
        .definedBy("io.github.gmnn.graph")
        .layer("io")
        .definedBy("io.github.gmnn.io")
        .layer("layer")
        .definedBy("io.github.gmnn.layer")
        .layer("network")
        .definedBy("io.github.gmnn.network")
        .layer("approximation")
        .definedBy("io.github.gmnn.approximation")
        .layer("trainer")
        .definedBy("io.github.gmnn")
        .layer("embedding")
        .definedBy("io.github.gmnn.embedding")
        .layer("relational")
        .definedBy("io.github.gmnn.relational")
        .whereLayer("embedding")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("relational")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("trainer")
        .mayOnlyBeAccessedByLayers("embedding", "relational")
        .whereLayer("approximation")
        .mayOnlyBeAccessedByLayers("trainer", "embedding", "relational")
        .whereLayer("network")
        .mayOnlyBeAccessedByLayers("approximation", "trainer", "embedding", "relational")
        .whereLayer("layer")
        .mayOnlyBeAccessedByLayers("network", "approximation", "trainer", "embedding", "relational")
        .whereLayer("io")
        .mayOnlyBeAccessedByLayers("trainer", "embedding", "relational")
        .check(CLASSES);
  }

  @Test
  void theLowestPackagesKnowNothingOfDeeplearning4jButItsBlas() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAnyPackage("io.github.gmnn.sparse", "io.github.gmnn.graph", "io.github.gmnn.io")
        .and()
        .haveNameNotMatching("io\\.github\\.gmnn\\.sparse\\.Blas(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.deeplearning4j..", "org.nd4j..")
        .check(CLASSES);
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
}

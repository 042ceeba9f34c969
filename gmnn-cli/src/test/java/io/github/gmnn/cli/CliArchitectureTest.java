package io.github.gmnn.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class CliArchitectureTest {
  @Test
  void aPackageUsesOnlyThoseBelowIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("run")
        .definedBy("io.github.gmnn.cli.run")
        .layer("training")
        .definedBy("io.github.gmnn.cli.training")
        .layer("trials")
        .definedBy("io.github.gmnn.cli.embedding", "io.github.gmnn.cli.links")
        .layer("report")
        .definedBy("io.github.gmnn.cli.report")
        .layer("label")
        .definedBy("io.github.gmnn.cli.label")
        .layer("commands")
        .definedBy("io.github.gmnn.cli")
        .whereLayer("commands")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("commands")
        .whereLayer("label")
        .mayOnlyBeAccessedByLayers("commands")
        .whereLayer("trials")
        .mayOnlyBeAccessedByLayers("report", "commands")
        .whereLayer("training")
        .mayOnlyBeAccessedByLayers("trials", "report", "commands")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.github.gmnn.cli"));
  }
}

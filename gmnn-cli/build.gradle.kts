plugins {
    application
}

configurations.runtimeOnly { extendsFrom(configurations["nd4jBackend"]) }

dependencies {
    implementation(project(":gmnn-core"))
    implementation(project(":gmnn-baselines"))
    implementation(libs.jackson.core) // the copy inside ND4J's jars is old and has no limits
    implementation(libs.picocli)
    implementation(libs.progressbar)
    implementation(libs.xchart) {
        // Needed for PDF, GIF and SVG alone, which we do not write.
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
        exclude(group = "com.madgag", module = "animated-gif-lib")
        exclude(group = "de.erichseifert.vectorgraphics2d", module = "VectorGraphics2D")
    }
    runtimeOnly(libs.slf4j.simple)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.archunit)
    testImplementation(libs.h2)
    testImplementation(project(":gmnn-adapters"))
    testRuntimeOnly(libs.junit.launcher)
}

// What tests here and in gmnn-lab use.
sourceSets["test"].java.srcDir("src/testFixtures/java")

// Forges files for tests, as for those of the core.
sourceSets["test"].java.srcDir("../gmnn-core/src/forging/java")

application {
    mainClass.set("io.github.gmnn.cli.Main")
    applicationDefaultJvmArgs = listOf("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED")
}

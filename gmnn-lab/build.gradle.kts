plugins {
    java
}

configurations.runtimeOnly { extendsFrom(configurations["nd4jBackend"]) }

dependencies {
    implementation(project(":gmnn-core"))
    implementation(project(":gmnn-baselines"))
    implementation(project(":gmnn-cli"))
    implementation(libs.picocli)
    implementation(libs.xchart) {
        // Needed for PDF, GIF and SVG alone, which we do not write.
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
        exclude(group = "com.madgag", module = "animated-gif-lib")
        exclude(group = "de.erichseifert.vectorgraphics2d", module = "VectorGraphics2D")
    }
    implementation(libs.jmh.core)
    annotationProcessor(libs.jmh.processor)
    runtimeOnly(libs.slf4j.simple)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testRuntimeOnly(libs.junit.launcher)
}

// The fixtures of the command line's tests, as in the Maven build.
sourceSets["test"].java.srcDir("../gmnn-cli/src/testFixtures/java")

// gradle :gmnn-lab:jmh --args="Fma -f 1"
tasks.register<JavaExec>("jmh") {
    group = "verification"
    description = "Runs the benchmarks."
    classpath = sourceSets["main"].runtimeClasspath
    mainClass.set("org.openjdk.jmh.Main")
    jvmArgs("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED")
}

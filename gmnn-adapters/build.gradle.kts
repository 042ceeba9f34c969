plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":gmnn-core"))
    // For GuavaGraphs alone: an application that hands over Guava's graphs has Guava.
    compileOnly(libs.guava)
    // For JGraphTGraphs alone: an application that hands over JGraphT's graphs has JGraphT.
    compileOnly(libs.jgrapht)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.guava)
    testImplementation(libs.jgrapht)
    testImplementation(libs.h2)
    testRuntimeOnly(libs.junit.launcher)
    testRuntimeOnly(libs.slf4j.simple)
}

// The fixtures of the core's tests, as in the Maven build.
sourceSets["test"].java.srcDir("../gmnn-core/src/testFixtures/java")

java {
    withJavadocJar()
}

tasks.named<Jar>("jar") {
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn.adapters")) }
}

tasks.withType<Javadoc>().configureEach {
    options.encoding = "UTF-8"
    (options as StandardJavadocDocletOptions).apply {
        addBooleanOption("Xdoclint:all,-missing", true)
        addBooleanOption("Werror", true)
    }
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["java"])
            pom {
                name.set("GMNN adapters")
                description.set("Graphs of Guava, of JGraphT and of a database (JDBC) for GMNN.")
            }
        }
    }
}

plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":gmnn-core"))

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testRuntimeOnly(libs.junit.launcher)
    testRuntimeOnly(libs.slf4j.simple)
}

// The fixtures of the core's tests, as in the Maven build.
sourceSets["test"].java.srcDir("../gmnn-core/src/testFixtures/java")

java {
    withJavadocJar()
}

tasks.named<Jar>("jar") {
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn.baseline")) }
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
                name.set("GMNN baselines")
                description.set("What GMNN is compared with: label propagation, RMN, MLN, PRM, DeepWalk, Deep Graph Infomax, Planetoid.")
            }
        }
    }
}

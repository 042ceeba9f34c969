plugins {
    `java-library`
    `java-test-fixtures`
    `maven-publish`
}

val hostNatives = rootProject.extra["hostNatives"] as String

// The vector kernels import an incubator module: they are compiled apart, after the main classes,
// which find them by name at run time.
sourceSets {
    create("vector") {
        compileClasspath += sourceSets["main"].output + sourceSets["main"].compileClasspath
    }
}

dependencies {
    // Excluded is what ND4J and DL4J name but no network here reaches: hardware reports, FTP,
    // archives, downloads, an unused JSON library. An application that wants one names it.
    api(libs.nd4j.api) {
        exclude(group = "com.github.oshi", module = "oshi-core")
        exclude(group = "commons-net", module = "commons-net")
        exclude(group = "org.apache.commons", module = "commons-compress")
        exclude(group = "commons-codec", module = "commons-codec")
        exclude(group = "com.google.code.gson", module = "gson")
        exclude(group = "org.deeplearning4j", module = "resources")
    }
    api(libs.dl4j.nn) {
        exclude(group = "com.github.oshi", module = "oshi-core")
        exclude(group = "commons-net", module = "commons-net")
        exclude(group = "org.apache.commons", module = "commons-compress")
        exclude(group = "commons-codec", module = "commons-codec")
        exclude(group = "com.google.code.gson", module = "gson")
        exclude(group = "org.deeplearning4j", module = "resources")
    }
    api(libs.guava)
    api(libs.jspecify) // says where null is meant; Guava brings it along anyway
    api(libs.slf4j.api)

    testFixturesApi(libs.jupiter.api)
    testFixturesApi(libs.assertj)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.jqwik)
    testImplementation(libs.archunit)
    testImplementation(libs.jgrapht)
    testImplementation(libs.jazzer)
    // DL4J's training statistics; without all they drag in, which is image and video codecs.
    testImplementation(libs.dl4j.statistics) { isTransitive = false }
    testImplementation(libs.dl4j.core) { isTransitive = false }
    testImplementation(libs.agrona)
    testRuntimeOnly(libs.junit.launcher)
    testRuntimeOnly(libs.slf4j.simple)
    // The ND4J backend is the application's choice: it is here for the tests alone.
    testRuntimeOnly(libs.nd4j.native)
    testRuntimeOnly(variantOf(libs.nd4j.native) { classifier(hostNatives) })
    testRuntimeOnly(variantOf(libs.openblas) { classifier(hostNatives) })
    testRuntimeOnly(variantOf(libs.javacpp) { classifier(hostNatives) })
    testRuntimeOnly(sourceSets["vector"].output)
}

java {
    withJavadocJar()
}

tasks.named<Jar>("jar") {
    from(sourceSets["vector"].output)
    manifest {
        attributes(
            mapOf(
                "Automatic-Module-Name" to "io.github.gmnn",
                // Models say which version trained them.
                "Implementation-Version" to project.version.toString(),
            ),
        )
    }
}

tasks.named<Jar>("sourcesJar") {
    from(sourceSets["vector"].allSource)
}

tasks.named<Javadoc>("javadoc") {
    exclude("**/internal/**", "**/persistence/**")
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
                name.set("GMNN core")
                description.set("Graph Markov Neural Networks on Deeplearning4j: hand it a graph with few labels, get a label distribution for every node.")
                licenses {
                    license {
                        name.set("Apache-2.0")
                        url.set("https://www.apache.org/licenses/LICENSE-2.0.txt")
                    }
                }
                developers {
                    developer { name.set("GMNN developers") }
                }
            }
        }
    }
}

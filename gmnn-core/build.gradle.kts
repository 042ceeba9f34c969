plugins {
    `java-library`
    `java-test-fixtures`
    `maven-publish`
}

// The vector kernels import an incubator module: they are compiled apart, after the main classes,
// which find them by name at run time.
sourceSets {
    create("vector") {
        compileClasspath += sourceSets["main"].output + sourceSets["main"].compileClasspath
    }
}

dependencies {
    // With ND4J's API. Excluded is what they name but no network here reaches: hardware reports,
    // FTP, archives, downloads, an unused JSON library. An application that wants one names it.
    api(libs.dl4j.nn) {
        exclude(group = "com.github.oshi", module = "oshi-core")
        exclude(group = "commons-net", module = "commons-net")
        exclude(group = "org.apache.commons", module = "commons-compress")
        exclude(group = "commons-codec", module = "commons-codec")
        exclude(group = "com.google.code.gson", module = "gson")
        exclude(group = "org.deeplearning4j", module = "resources")
    }
    implementation(libs.jackson.core) // the copy inside ND4J's jars is old and has no limits
    // Newer than what ND4J names, whose versions have known holes.
    runtimeOnly(libs.commons.io)
    runtimeOnly(libs.commons.lang)
    api(libs.jspecify) // says where null is meant
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
    testRuntimeOnly(sourceSets["vector"].output)
}

// Forges files, for tests here and in gmnn-spark.
sourceSets["test"].java.srcDir("src/forging/java")

tasks.named<Jar>("jar") {
    from(sourceSets["vector"].output)
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn")) }
}

tasks.named<Jar>("sourcesJar") {
    from(sourceSets["vector"].allSource)
}

tasks.named<Javadoc>("javadoc") {
    exclude("**/internal/**", "**/em/**", "**/kernel/**", "**/model/**")
    (options as StandardJavadocDocletOptions).overview = file("src/main/javadoc/overview.html").path
}

// What users need to test layers and strategies of their own, with its sources and Javadoc.
val testFixturesJavadoc by tasks.existing(Javadoc::class)
val testFixturesJavadocJar by tasks.registering(Jar::class) {
    archiveClassifier.set("test-fixtures-javadoc")
    from(testFixturesJavadoc)
}
val testFixturesSources by tasks.registering(Jar::class) {
    archiveClassifier.set("test-fixtures-sources")
    from(sourceSets["testFixtures"].allSource)
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["java"])
            artifact(testFixturesJavadocJar)
            artifact(testFixturesSources)
            pom {
                name.set("GMNN core")
                description.set("Graph Markov Neural Networks on Deeplearning4j: hand it a graph with few labels, get a label distribution for every node.")
            }
        }
    }
}

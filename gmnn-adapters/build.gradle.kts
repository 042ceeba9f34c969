plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":gmnn-core"))
    // For JGraphTGraphs alone: an application that hands over JGraphT's graphs has JGraphT.
    compileOnly(libs.jgrapht)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.jgrapht)
    testImplementation(libs.h2)
    testRuntimeOnly(libs.junit.launcher)
    testRuntimeOnly(libs.slf4j.simple)
}

tasks.named<Jar>("jar") {
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn.adapters")) }
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["java"])
            pom {
                name.set("GMNN adapters")
                description.set("Graphs of JGraphT and of a database (JDBC) for GMNN.")
            }
        }
    }
}

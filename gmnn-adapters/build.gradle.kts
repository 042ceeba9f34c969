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
    // For Neo4jGraphs and Neo4jWriter alone: the Bolt driver.
    compileOnly(libs.neo4j.driver)
    // For TinkerPopGraphs and TinkerPopWriter alone.
    compileOnly(libs.gremlin.core)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.guava)
    testImplementation(libs.jgrapht)
    testImplementation(libs.neo4j.driver)
    testImplementation(libs.gremlin.core)
    testImplementation(libs.h2)
    testImplementation(libs.duckdb)
    testImplementation(libs.postgresql)
    testImplementation(libs.tinkergraph)
    // Neo4j itself is under the GPL, version 3: for tests alone. Excluded is its binding of SLF4J,
    // of which there may be one.
    testImplementation(libs.neo4j.harness) {
        exclude(group = "org.neo4j", module = "neo4j-slf4j-provider")
    }
    testRuntimeOnly(libs.junit.launcher)
    testRuntimeOnly(libs.slf4j.simple)
}

// Neo4j, which tests start in their JVM, wants other versions of these than its driver and
// TinkerPop.
configurations.matching { it.name.startsWith("test") }.configureEach {
    resolutionStrategy.eachDependency {
        if (requested.group == "io.netty" && requested.name != "netty-tcnative-classes") {
            useVersion(libs.versions.netty.get())
        }
        if (requested.group == "org.antlr" && requested.name == "antlr4-runtime") {
            useVersion(libs.versions.antlr.get())
        }
    }
}

// What forges rows and the fixtures of the core's tests, as in the Maven build.
sourceSets["test"].java.srcDirs("../gmnn-core/src/forging/java", "../gmnn-core/src/testFixtures/java")

tasks.named<Jar>("jar") {
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn.adapters")) }
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["java"])
            pom {
                name.set("GMNN adapters")
                description.set("Graphs of Guava, JGraphT and TinkerPop and of databases (JDBC, Neo4j) for GMNN.")
            }
        }
    }
}

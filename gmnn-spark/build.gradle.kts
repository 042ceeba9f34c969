plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":gmnn-core"))
    // The cluster brings its own.
    compileOnly(libs.spark.mllib)
    // Spark names another scala-library than its compiler's other parts.
    compileOnly(libs.scala.library)

    testImplementation(libs.spark.mllib)
    testImplementation(libs.scala.library)
    testImplementation(project(":gmnn-baselines"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testImplementation(libs.archunit)
    testImplementation(libs.picocli) // the options of DataFolderRun
    testRuntimeOnly(libs.junit.launcher)
}

// Forges files, as in the Maven build.
sourceSets["test"].java.srcDir("../gmnn-core/src/forging/java")

tasks.named<Jar>("jar") {
    manifest { attributes(mapOf("Automatic-Module-Name" to "io.github.gmnn.spark")) }
}

tasks.named<Javadoc>("javadoc") {
    exclude("**/layout/**", "**/exchange/**", "**/block/**")
}

// What Spark's own start scripts give to every JVM.
tasks.withType<Test>().configureEach {
    // Separate executor processes take about a minute: -Pcluster runs them too.
    useJUnitPlatform { if (!project.hasProperty("cluster")) excludeTags("cluster") }
    maxHeapSize = "2g"
    jvmArgs(
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/java.net=ALL-UNNAMED",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
        "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.cs=ALL-UNNAMED",
        "--add-opens=java.base/sun.security.action=ALL-UNNAMED",
        "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
        "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
        "-Djdk.reflect.useDirectMethodHandle=false",
        "-Dio.netty.tryReflectionSetAccessible=true",
    )
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["java"])
            pom {
                name.set("GMNN on Apache Spark")
                description.set("Graph Markov Neural Networks on Apache Spark, for graphs that outgrow one machine.")
            }
        }
    }
}

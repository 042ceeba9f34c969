plugins {
    java
}

configurations.runtimeOnly { extendsFrom(configurations["nd4jBackend"]) }

dependencies {
    implementation(project(":gmnn-core"))
    implementation(libs.jmh.core)
    annotationProcessor(libs.jmh.processor)
    runtimeOnly(libs.slf4j.simple)
}

// gradle :gmnn-bench:jmh --args="Fma -f 1"
tasks.register<JavaExec>("jmh") {
    group = "verification"
    description = "Runs the benchmarks."
    classpath = sourceSets["main"].runtimeClasspath
    mainClass.set("org.openjdk.jmh.Main")
    jvmArgs("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED")
}

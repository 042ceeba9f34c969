plugins {
    java
}

val hostNatives = rootProject.extra["hostNatives"] as String

dependencies {
    implementation(project(":gmnn-core"))
    implementation(libs.jmh.core)
    annotationProcessor(libs.jmh.processor)
    runtimeOnly(libs.slf4j.simple)
    runtimeOnly(libs.nd4j.native)
    runtimeOnly(variantOf(libs.nd4j.native) { classifier(hostNatives) })
    runtimeOnly(variantOf(libs.openblas) { classifier(hostNatives) })
    runtimeOnly(variantOf(libs.javacpp) { classifier(hostNatives) })
}

// gradle :gmnn-bench:jmh --args="Fma -f 1"
tasks.register<JavaExec>("jmh") {
    group = "verification"
    description = "Runs the benchmarks."
    classpath = sourceSets["main"].runtimeClasspath
    mainClass.set("org.openjdk.jmh.Main")
    jvmArgs("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED")
}

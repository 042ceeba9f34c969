plugins {
    application
}

val hostNatives = rootProject.extra["hostNatives"] as String

dependencies {
    implementation(project(":gmnn-core"))
    runtimeOnly(libs.slf4j.simple)
    runtimeOnly(libs.nd4j.native)
    runtimeOnly(variantOf(libs.nd4j.native) { classifier(hostNatives) })
    runtimeOnly(variantOf(libs.openblas) { classifier(hostNatives) })
    runtimeOnly(variantOf(libs.javacpp) { classifier(hostNatives) })

    testImplementation(testFixtures(project(":gmnn-core")))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj)
    testRuntimeOnly(libs.junit.launcher)
}

application {
    mainClass.set("io.github.gmnn.examples.QuickStart")
    applicationDefaultJvmArgs = listOf("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED")
}

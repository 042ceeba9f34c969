plugins {
    application
}

configurations.runtimeOnly { extendsFrom(configurations["nd4jBackend"]) }

dependencies {
    implementation(project(":gmnn-core"))
    implementation(libs.guava)
    runtimeOnly(libs.slf4j.simple)

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

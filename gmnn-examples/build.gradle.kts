plugins {
    application
}

configurations.runtimeOnly { extendsFrom(configurations["nd4jBackend"]) }

dependencies {
    implementation(project(":gmnn-core"))
    implementation(project(":gmnn-baselines"))
    implementation(project(":gmnn-adapters"))
    implementation(libs.guava)
    // Deeplearning4j's training UI, for TrainingUi. Excluded is what its pages do not need: image
    // and video codecs of every platform (over a gigabyte), storage in files (which would take
    // Guava back to version 19), and scripts without a fixed version.
    implementation(libs.dl4j.vertx) {
        exclude(group = "org.deeplearning4j", module = "deeplearning4j-core")
        exclude(group = "org.mapdb", module = "mapdb")
        exclude(group = "org.xerial", module = "sqlite-jdbc")
        exclude(group = "io.aeron", module = "aeron-all")
        exclude(group = "org.webjars.npm", module = "core-js")
        exclude(group = "org.webjars.npm", module = "regenerator-runtime")
        exclude(group = "org.webjars.npm", module = "heap")
        exclude(group = "org.webjars.npm", module = "lodash.debounce")
        exclude(group = "org.webjars.npm", module = "graphlib")
        exclude(group = "org.webjars.npm", module = "lodash")
        exclude(group = "org.webjars.npm", module = "webcola")
        exclude(group = "org.webjars.bower", module = "cytoscape")
        exclude(group = "org.webjars.bower", module = "dagre")
    }
    implementation(libs.dl4j.core) { isTransitive = false }
    implementation(libs.dl4j.resources) { isTransitive = false }
    implementation(libs.agrona)
    // The database of DatabaseGraph.
    runtimeOnly(libs.h2)
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

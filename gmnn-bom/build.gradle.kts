plugins {
    `java-platform`
    `maven-publish`
}

dependencies {
    constraints {
        api(project(":gmnn-core"))
        api(project(":gmnn-adapters"))
        api(project(":gmnn-baselines"))
        api(project(":gmnn-spark"))
        // deeplearning4j-ui would take Guava back to version 19.
        api(libs.guava)
        api(libs.slf4j.api)
        api(libs.dl4j.nn)
        api(libs.dl4j.core)
        api(libs.dl4j.ui)
        api(libs.nd4j.api)
        api(libs.nd4j.native)
        api(libs.openblas)
        api(libs.javacpp)
    }
}

publishing {
    publications {
        create<MavenPublication>("library") {
            from(components["javaPlatform"])
            pom {
                name.set("GMNN versions")
                description.set("The versions of GMNN for the JVM and of what goes with it, for an application to import.")
            }
        }
    }
}

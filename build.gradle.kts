// The twin of the Maven build: same modules, dependencies and flags. BuildParityTest compares them.
plugins {
    `jvm-ecosystem` // how the formatter's dependencies are told apart from their Android variants
}

// The version and the versions of dependencies each stand in one place.
val revision = Regex("<revision>(.*)</revision>").find(file("pom.xml").readText())!!.groupValues[1]
val catalog = extensions.getByType<VersionCatalogsExtension>().named("libs")
fun versionOf(name: String) = catalog.findVersion(name).get().requiredVersion

// ND4J's native libraries are taken for the machine that builds, and for no other.
val operatingSystem = System.getProperty("os.name").lowercase()
val hostSystem = when {
    operatingSystem.startsWith("linux") -> "linux"
    operatingSystem.startsWith("mac") -> "macosx"
    else -> "windows"
}
val hostProcessor = if (System.getProperty("os.arch") == "aarch64") "arm64" else "x86_64"
val hostNatives = "$hostSystem-$hostProcessor"

// Warnings are errors. Named exceptions:
// -processing: the JMH and JUnit annotations that no processor claims are no mistake;
// -classfile: DL4J's class files carry annotations whose classes are not on the class path;
// -this-escape: unknown to JDK 17's compiler; DL4J's layer classes call overridable methods while
// they are constructed, and ours extend them.
val lint = "-Xlint:all,-processing,-classfile" +
    (if (JavaVersion.current() >= JavaVersion.VERSION_21) ",-this-escape" else "")

// Flags of every JVM that runs our code: the vector kernels need the incubator module, and ND4J
// loads native libraries. JavaCPP reads memory through sun.misc.Unsafe, of which JDK 24 warns.
val jvmFlags = listOf("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED") +
    (if (JavaVersion.current().majorVersion.toInt() >= 24) listOf("--sun-misc-unsafe-memory-access=allow") else emptyList())

// What Error Prone and NullAway check stands in pom.xml, and in .mvn what they need of the compiler.
fun ofPom(property: String) = Regex("<$property>(.*)</$property>").find(file("pom.xml").readText())!!.groupValues[1]
val errorProneFlags = ofPom("errorprone.flags")
val compilerFlags = file(".mvn/jvm.config").readLines()

subprojects {
    group = "io.github.gmnn"
    version = revision

    plugins.withType<JavaPlugin> {
        // The library leaves the ND4J backend to the application: its own modules have one for
        // their tests, and those that are run add it to runtimeOnly.
        val nd4jBackend = configurations.create("nd4jBackend") {
            isCanBeConsumed = false
            isCanBeResolved = false
        }
        // The core leaves these out, but an exclusion there does not hold for the backend's path. On
        // the whole configuration it would hold for Neo4j too, which tests of adapters start.
        fun addToBackend(notation: String) {
            val dependency = dependencies.create(notation) as ModuleDependency
            dependency.exclude(group = "org.apache.commons", module = "commons-compress")
            dependency.exclude(group = "commons-codec", module = "commons-codec")
            dependencies.add(nd4jBackend.name, dependency)
        }
        addToBackend("org.nd4j:nd4j-native:${versionOf("dl4j")}")
        addToBackend("org.nd4j:nd4j-native:${versionOf("dl4j")}:$hostNatives")
        addToBackend("org.bytedeco:openblas:${versionOf("openblas")}:$hostNatives")
        addToBackend("org.bytedeco:javacpp:${versionOf("javacpp")}:$hostNatives")
        configurations.named("testRuntimeOnly") { extendsFrom(nd4jBackend) }

        extensions.configure<JavaPluginExtension> {
            withSourcesJar()
            sourceCompatibility = JavaVersion.VERSION_17
            targetCompatibility = JavaVersion.VERSION_17
        }
        tasks.withType<JavaCompile>().configureEach {
            options.encoding = "UTF-8"
            // The vector kernels import an incubator module, which the release flag hides and of
            // which javac always warns; gmnn-core sets the flags of their compilation.
            if (name != "compileVectorJava") {
                options.release.set(17)
                options.compilerArgs.addAll(listOf(lint, "-Werror"))
            } else {
                options.compilerArgs.addAll(listOf("--add-modules", "jdk.incubator.vector", "$lint,-options"))
            }
        }
        dependencies.add("annotationProcessor", "com.google.errorprone:error_prone_core:${versionOf("errorprone")}")
        dependencies.add("annotationProcessor", "com.uber.nullaway:nullaway:${versionOf("nullaway")}")
        tasks.named<JavaCompile>("compileJava") {
            options.compilerArgs.addAll(
                listOf("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW", "-XDaddTypeAnnotationsToSymbol=true", "-Xplugin:ErrorProne $errorProneFlags"),
            )
            // NullAway does not see all annotations of arrays in class files, which is where an
            // incremental compilation would find the classes that did not change.
            options.isIncremental = false
            options.isFork = true
            options.forkOptions.jvmArgs = compilerFlags
        }
        tasks.withType<Test>().configureEach {
            useJUnitPlatform()
            testLogging { events("failed") }
            maxHeapSize = "3g"
            // The last two keep the JVM from warning of the agent that the fuzz tests load.
            jvmArgs(jvmFlags + listOf("-XX:+EnableDynamicAgentLoading", "-Xshare:off"))
            // Fuzz tests run their saved inputs as plain tests; only fuzzing itself instruments code.
            systemProperty("jazzer.hooks", if (System.getenv("JAZZER_FUZZ") == null) "false" else "true")
        }
        // Models say which version trained them.
        tasks.withType<Jar>().configureEach {
            manifest { attributes(mapOf("Implementation-Version" to revision)) }
        }
        tasks.withType<AbstractArchiveTask>().configureEach {
            isPreserveFileTimestamps = false
            isReproducibleFileOrder = true
        }
        tasks.named("check") { dependsOn(":checkFormat") }
    }

    // `gradle publish` fills build/release with artifacts and their checksums; with -Psign they are
    // signed by the gpg of this machine. The SBOM is made by Maven alone.
    plugins.withType<MavenPublishPlugin> {
        // What is published has its Javadoc; a platform has no classes.
        pluginManager.withPlugin("java-library") {
            extensions.configure<JavaPluginExtension> { withJavadocJar() }
            tasks.withType<Javadoc>().configureEach {
                options.encoding = "UTF-8"
                (options as StandardJavadocDocletOptions).apply {
                    bottom = "GMNN for the JVM, Apache License 2.0"
                    addBooleanOption("Xdoclint:all,-missing", true)
                    addBooleanOption("Werror", true)
                }
            }
        }
        val publishing = extensions.getByType<PublishingExtension>()
        val release = rootProject.layout.buildDirectory.dir("release")
        publishing.repositories {
            maven {
                name = "release"
                url = release.get().asFile.toURI()
            }
        }
        // Gradle publishes anew each time unless it knows what a publication writes.
        tasks.withType<PublishToMavenRepository>().configureEach {
            outputs.dir(release.map { it.dir("${project.group.toString().replace('.', '/')}/${project.name}") })
        }
        publishing.publications.withType<MavenPublication>().configureEach {
            pom {
                licenses {
                    license {
                        name.set("Apache-2.0")
                        url.set("https://www.apache.org/licenses/LICENSE-2.0.txt")
                    }
                }
                developers {
                    developer { name.set("GMNN developers") }
                }
            }
        }
        if (providers.gradleProperty("sign").isPresent) {
            pluginManager.apply("signing")
            extensions.configure<SigningExtension> {
                useGpgCmd()
                sign(publishing.publications)
            }
        }
    }
}

configurations.create("googleJavaFormat")

dependencies {
    "googleJavaFormat"(libs.googleJavaFormat)
}

tasks.register<JavaExec>("checkFormat") {
    group = "verification"
    description = "Fails when a source file is not formatted as google-java-format does it."
    classpath = configurations["googleJavaFormat"]
    mainClass.set("com.google.googlejavaformat.java.Main")
    jvmArgs(
        listOf("api", "code", "file", "parser", "tree", "util")
            .map { "--add-exports=jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED" },
    )
    val sources = fileTree(rootDir) { include("*/src/*/java/**/*.java") }
    inputs.files(sources)
    // The check writes nothing itself: Gradle knows by this file that it has passed.
    val passed = layout.buildDirectory.file("checkFormat/passed")
    outputs.file(passed)
    doLast { passed.get().asFile.writeText("") }
    args("--dry-run", "--set-exit-if-changed", "--skip-reflowing-long-strings")
    args(sources.files.map { it.path }.sorted())
}

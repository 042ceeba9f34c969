package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Holds the Maven build and the Gradle build together: what one of them names, the other does. */
class BuildParityTest {
  private static final Path ROOT = findRoot();

  /** What Gradle alone has to name: Surefire brings the launcher, junit-jupiter its API. */
  private static final Set<String> GRADLE_ONLY = Set.of("junit-launcher", "jupiter-api");

  private static final Map<String, String> SCOPE_OF_CONFIGURATION =
      Map.of(
          "api", "compile",
          "implementation", "compile",
          "compileOnly", "compile, optional",
          "runtimeOnly", "runtime",
          "testImplementation", "test",
          "testRuntimeOnly", "test",
          "testFixturesApi", "test",
          "annotationProcessor", "annotation processor");

  private static final Pattern CATALOG_VERSION = Pattern.compile("^([\\w-]+) = \"([^\"]+)\"$");

  private static final Pattern CATALOG_LIBRARY =
      Pattern.compile(
          "^([\\w-]+) = \\{ module = \"([^\"]+)\"(?:, version\\.ref = \"([^\"]+)\")? }$");

  private static final Pattern GRADLE_DEPENDENCY =
      Pattern.compile(
          "^ {4}(\\w+)\\("
              + "(?:(platform|variantOf|testFixtures)\\()?"
              + "(?:libs\\.([\\w.]+)|project\\(\":([\\w-]+)\"\\)|sourceSets\\[\"vector\"]\\.output)"
              + "(.*)$");

  private static final Pattern GRADLE_EXCLUSION =
      Pattern.compile("exclude\\(group = \"([^\"]+)\", module = \"([^\"]+)\"\\)");

  @Test
  void bothBuildsHaveTheSameModules() throws Exception {
    List<String> inGradle =
        matches(Pattern.compile("\"(gmnn-[a-z]+)\""), read("settings.gradle.kts"));
    assertThat(inGradle).as("modules in settings.gradle.kts").isEqualTo(modules());
  }

  private static List<String> modules() throws Exception {
    List<String> names = new ArrayList<>();
    for (Element module : descendants(pom("pom.xml"), "modules", "module")) {
      names.add(module.getTextContent());
    }
    return names;
  }

  @Test
  void bothBuildsHaveTheSameCoordinates() throws Exception {
    Element project = pom("pom.xml").getDocumentElement();
    assertThat(text(project, "version")).isEqualTo("${revision}");
    assertThat(read("build.gradle.kts"))
        .contains("group = \"" + text(project, "groupId") + "\"")
        .contains("Regex(\"<revision>(.*)</revision>\").find(file(\"pom.xml\").readText())")
        .contains("version = revision");
  }

  @Test
  void theVersionStandsInOnePlace() throws Exception {
    String version = mavenProperties().get("revision");
    assertThat(version).isNotEmpty();
    List<String> scripts = new ArrayList<>(List.of("build.gradle.kts", "settings.gradle.kts"));
    for (String module : modules()) {
      scripts.add(module + "/pom.xml");
      scripts.add(module + "/build.gradle.kts");
      Element parent = children(pom(module + "/pom.xml").getDocumentElement(), "parent").get(0);
      assertThat(text(parent, "version")).as(module).isEqualTo("${revision}");
    }
    for (String script : scripts) {
      assertThat(read(script)).as(script).doesNotContain(version);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/extend.md",
        "docs/start.md",
        "docs/databases.md",
        "gmnn-examples/consumer/pom.xml"
      })
  void whatUsersCopyNamesTheVersionsOfTheBuild(String file) throws Exception {
    Map<String, String> properties = mavenProperties();
    Map<String, String> expected = new TreeMap<>();
    for (String ours : List.of("gmnn-core", "gmnn-bom", "gmnn-baselines", "gmnn-adapters")) {
      expected.put(ours, properties.get("revision"));
    }
    Map.of(
            "junit-jupiter", "junit",
            "assertj-core", "assertj",
            "nd4j-native", "dl4j",
            "neo4j-java-driver", "neo4jDriver",
            "gremlin-core", "tinkerpop",
            "duckdb_jdbc", "duckdb",
            "jgrapht-core", "jgrapht")
        .forEach((artifact, name) -> expected.put(artifact, properties.get(name + ".version")));
    for (String artifact : List.of("openblas", "javacpp", "postgresql", "guava")) {
      expected.put(artifact, properties.get(artifact + ".version"));
    }
    Matcher named =
        Pattern.compile(
                "<artifactId>([\\w-]+)</artifactId>\\s*<version>([^<$]+)</version>"
                    + "|[\"`][\\w.]+:([\\w-]+):([\\w.-]+)(?::[\\w-]+)?[\"`]")
            .matcher(read(file));
    int found = 0;
    while (named.find()) {
      found++;
      String artifact = named.group(1) == null ? named.group(3) : named.group(1);
      String version = named.group(2) == null ? named.group(4) : named.group(2);
      if (expected.containsKey(artifact)) {
        assertThat(version).as("%s in %s", artifact, file).isEqualTo(expected.get(artifact));
      }
    }
    assertThat(found).as("dependencies in %s", file).isPositive();
  }

  @Test
  void bothBuildsHaveTheSameBackendForTheirOwnUse() throws Exception {
    Set<String> inMaven = new TreeSet<>();
    for (Element dependency :
        children(pom("pom.xml").getDocumentElement(), "dependencies", "dependency")) {
      assertThat(text(dependency, "scope")).isEqualTo("${nd4j.scope}");
      inMaven.add(
          text(dependency, "groupId")
              + ":"
              + text(dependency, "artifactId")
              + " "
              + text(dependency, "version").replaceAll("\\$\\{(.*)\\.version}", "$1")
              + (text(dependency, "classifier").isEmpty() ? "" : " natives"));
    }
    Set<String> inGradle = new TreeSet<>();
    Matcher added =
        Pattern.compile(
                "addToBackend\\(\"([\\w.]+:[\\w-]+):"
                    + "\\$\\{versionOf\\(\"(\\w+)\"\\)}(:\\$hostNatives)?\"\\)")
            .matcher(read("build.gradle.kts"));
    while (added.find()) {
      inGradle.add(
          added.group(1) + " " + added.group(2) + (added.group(3) == null ? "" : " natives"));
    }
    assertThat(inGradle).hasSize(4).isEqualTo(inMaven);
    for (String module : modules()) {
      boolean runsInMaven = read(module + "/pom.xml").contains("<nd4j.scope>runtime</nd4j.scope>");
      boolean runsInGradle =
          read(module + "/build.gradle.kts")
              .contains(
                  "configurations.runtimeOnly { extendsFrom(configurations[\"nd4jBackend\"]) }");
      assertThat(runsInGradle).as(module).isEqualTo(runsInMaven);
    }
  }

  @Test
  void bothBuildsPublishTheSameVersionsForApplications() throws Exception {
    Set<String> inMaven = new TreeSet<>();
    for (Element dependency :
        children(
            pom("gmnn-bom/pom.xml").getDocumentElement(),
            "dependencyManagement",
            "dependencies",
            "dependency")) {
      inMaven.add(
          text(dependency, "groupId")
              + ":"
              + text(dependency, "artifactId")
              + " "
              + resolve(text(dependency, "version")));
    }
    Map<String, Matcher> libraries = catalogLibraries();
    Set<String> inGradle = new TreeSet<>();
    for (String line : read("gmnn-bom/build.gradle.kts").split("\n")) {
      Matcher api =
          Pattern.compile(" {8}api\\((?:libs\\.([\\w.]+)|project\\(\":([\\w-]+)\"\\))\\)")
              .matcher(line);
      if (api.matches() && api.group(2) != null) {
        inGradle.add("io.github.gmnn:" + api.group(2) + " ours");
      } else if (api.matches()) {
        Matcher library = libraries.get(api.group(1).replace('.', '-'));
        inGradle.add(library.group(2) + " " + catalogVersions().get(library.group(3)));
      }
    }
    assertThat(inGradle).hasSizeGreaterThan(5).isEqualTo(inMaven);
  }

  @Test
  void bothBuildsCheckTheFormatInTheSameWay() throws Exception {
    // Spotless leaves long strings as they are, unless told otherwise
    assertThat(read("pom.xml")).doesNotContain("reflowLongStrings");
    assertThat(read("build.gradle.kts"))
        .contains("\"--skip-reflowing-long-strings\"")
        .contains("`jvm-ecosystem`");
  }

  @Test
  void bothBuildsCheckMainCodeInTheSameWay() throws Exception {
    Set<String> inMaven = new TreeSet<>();
    for (Element path : descendants(pom("pom.xml"), "annotationProcessorPaths", "path")) {
      String version = text(path, "version").replaceAll("\\$\\{(.*)\\.version}", "$1");
      inMaven.add(text(path, "groupId") + ":" + text(path, "artifactId") + " " + version);
    }
    Set<String> inGradle = new TreeSet<>();
    Matcher added =
        Pattern.compile(
                "dependencies\\.add\\(\"annotationProcessor\", \"([\\w.]+:[\\w-]+):"
                    + "\\$\\{versionOf\\(\"(\\w+)\"\\)}\"\\)")
            .matcher(read("build.gradle.kts"));
    while (added.find()) {
      inGradle.add(added.group(1) + " " + added.group(2));
    }
    assertThat(inGradle).hasSize(2).isEqualTo(inMaven);
    for (Element argument : descendants(pom("pom.xml"), "compilerArgs", "arg")) {
      String flag = argument.getTextContent();
      if (!flag.startsWith("-Xlint")) {
        assertThat(read("build.gradle.kts"))
            .contains(
                "\"" + flag.replaceAll("\\$\\{errorprone.flags}", "\\$errorProneFlags") + "\"");
      }
    }
  }

  @Test
  void bothBuildsDocumentTheSamePackages() throws Exception {
    String excluded =
        "io.github.gmnn.internal:io.github.gmnn.*.internal:io.github.gmnn.em:io.github.gmnn.kernel:io.github.gmnn.model";
    assertThat(read("gmnn-core/pom.xml"))
        .contains("<excludePackageNames>" + excluded + "</excludePackageNames>")
        .contains("src/main/javadoc/overview.html")
        .contains("<classifier>test-fixtures-javadoc</classifier>")
        .contains("<classifier>test-fixtures-sources</classifier>");
    assertThat(read("gmnn-core/build.gradle.kts"))
        .contains("exclude(\"**/internal/**\", \"**/em/**\", \"**/kernel/**\", \"**/model/**\")")
        .contains("overview = file(\"src/main/javadoc/overview.html\").path")
        .contains("archiveClassifier.set(\"test-fixtures-javadoc\")")
        .contains("archiveClassifier.set(\"test-fixtures-sources\")");

    String internal =
        "io.github.gmnn.spark.layout:io.github.gmnn.spark.exchange:io.github.gmnn.spark.block";
    assertThat(read("gmnn-spark/pom.xml"))
        .contains("<excludePackageNames>" + internal + "</excludePackageNames>");
    assertThat(read("gmnn-spark/build.gradle.kts"))
        .contains("exclude(\"**/layout/**\", \"**/exchange/**\", \"**/block/**\")");
  }

  @Test
  void bothBuildsNameTheSameVersions() throws Exception {
    Map<String, String> inMaven = new TreeMap<>();
    mavenProperties()
        .forEach(
            (name, value) -> {
              if (name.endsWith(".version")) {
                inMaven.put(name.replaceFirst("\\.version$", ""), value);
              }
            });
    assertThat(catalogVersions())
        .as("versions in gradle/libs.versions.toml")
        .containsExactlyInAnyOrderEntriesOf(inMaven);
  }

  @Test
  void bothBuildsPassTheSameFlags() throws Exception {
    Map<String, String> properties = mavenProperties();
    String script = read("build.gradle.kts");
    assertThat(script)
        .contains("\"-Xlint:" + properties.get("lint") + "\"")
        .contains("\"-Werror\"");
    for (String flag : properties.get("jvm.flags").split(" ")) {
      assertThat(script).as("flags of the JVM that runs the tests").contains("\"" + flag + "\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gmnn-core",
        "gmnn-baselines",
        "gmnn-adapters",
        "gmnn-cli",
        "gmnn-examples",
        "gmnn-spark",
        "gmnn-lab"
      })
  void bothBuildsNameTheSameDependencies(String module) throws Exception {
    assertThat(gradleDependencies(module))
        .as("dependencies in %s/build.gradle.kts", module)
        .containsExactlyInAnyOrderElementsOf(mavenDependencies(module));
  }

  private static Set<String> mavenDependencies(String module) throws Exception {
    Document pom = pom(module + "/pom.xml");
    Set<String> found = new TreeSet<>();
    for (Element dependency : children(pom.getDocumentElement(), "dependencies", "dependency")) {
      Set<String> exclusions = new TreeSet<>();
      for (Element exclusion : children(dependency, "exclusions", "exclusion")) {
        exclusions.add(text(exclusion, "groupId") + ":" + text(exclusion, "artifactId"));
      }
      String scope = text(dependency, "scope");
      found.add(
          describe(
              (scope.isEmpty() ? "compile" : scope.replace("provided", "compile, optional"))
                  + (text(dependency, "optional").equals("true") ? ", optional" : ""),
              text(dependency, "groupId") + ":" + text(dependency, "artifactId"),
              resolve(text(dependency, "version")),
              !text(dependency, "classifier").isEmpty(),
              exclusions));
    }
    for (Element path : descendants(pom, "annotationProcessorPaths", "path")) {
      found.add(
          describe(
              "annotation processor",
              text(path, "groupId") + ":" + text(path, "artifactId"),
              resolve(text(path, "version")),
              false,
              Set.of()));
    }
    return found;
  }

  private static Set<String> gradleDependencies(String module) throws Exception {
    Map<String, String> versions = catalogVersions();
    Map<String, Matcher> libraries = catalogLibraries();
    String block = dependenciesBlock(read(module + "/build.gradle.kts"));
    Set<String> found = new TreeSet<>();
    String[] lines = block.split("\n");
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].matches("^ {4}\\w.*")) {
        continue;
      }
      Matcher matcher = GRADLE_DEPENDENCY.matcher(lines[i]);
      assertThat(matcher.matches())
          .as("%s/build.gradle.kts: a dependency this test understands: %s", module, lines[i])
          .isTrue();
      String configuration = matcher.group(1);
      String scope = SCOPE_OF_CONFIGURATION.get(configuration);
      assertThat(scope).as("Maven scope of Gradle's configuration %s", configuration).isNotNull();
      if (matcher.group(4) != null) {
        boolean fixtures = "testFixtures".equals(matcher.group(2));
        found.add(
            describe(scope, "io.github.gmnn:" + matcher.group(4), "ours", fixtures, Set.of()));
        continue;
      }
      if (matcher.group(3) == null || "platform".equals(matcher.group(2))) {
        continue;
      }
      String alias = matcher.group(3).replace('.', '-');
      assertThat(libraries).as("gradle/libs.versions.toml").containsKey(alias);
      if (GRADLE_ONLY.contains(alias)) {
        continue;
      }
      if (configuration.equals("testImplementation")
          && block.contains("compileOnly(libs." + matcher.group(3) + ")")) {
        continue; // Maven's optional dependencies are there for the tests too
      }
      Set<String> exclusions = new TreeSet<>();
      if (matcher.group(5).contains("isTransitive = false")) {
        exclusions.add("*:*");
      }
      if (matcher.group(5).endsWith("{")) {
        while (!lines[++i].equals("    }")) {
          Matcher exclusion = GRADLE_EXCLUSION.matcher(lines[i]);
          if (exclusion.find()) {
            exclusions.add(exclusion.group(1) + ":" + exclusion.group(2));
          }
        }
      }
      Matcher library = libraries.get(alias);
      String version = library.group(3) == null ? "managed" : versions.get(library.group(3));
      found.add(
          describe(
              scope,
              library.group(2),
              version,
              matcher.group(5).contains("classifier(hostNatives)"),
              exclusions));
    }
    return found;
  }

  private static String describe(
      String scope, String module, String version, boolean natives, Set<String> exclusions) {
    return scope
        + " "
        + module
        + " "
        + version
        + (natives ? " natives" : "")
        + (exclusions.isEmpty() ? "" : " without " + exclusions);
  }

  private static String dependenciesBlock(String script) {
    int start = script.indexOf("\ndependencies {\n");
    return script.substring(
        start + "\ndependencies {\n".length(), script.indexOf("\n}\n", start) + 1);
  }

  private static Map<String, Matcher> catalogLibraries() throws IOException {
    Map<String, Matcher> libraries = new TreeMap<>();
    for (String line : read("gradle/libs.versions.toml").split("\n")) {
      Matcher matcher = CATALOG_LIBRARY.matcher(line);
      if (matcher.matches()) {
        libraries.put(matcher.group(1), matcher);
      }
    }
    return libraries;
  }

  private static Map<String, String> catalogVersions() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (String line : read("gradle/libs.versions.toml").split("\n")) {
      Matcher matcher = CATALOG_VERSION.matcher(line);
      if (matcher.matches()) {
        versions.put(matcher.group(1), matcher.group(2));
      }
    }
    return versions;
  }

  private static Map<String, String> mavenProperties() throws Exception {
    Map<String, String> properties = new TreeMap<>();
    Element project = pom("pom.xml").getDocumentElement();
    for (Element block : children(project, "properties")) {
      for (Node node = block.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element property) {
          properties.put(property.getTagName(), property.getTextContent());
        }
      }
    }
    return properties;
  }

  private static String resolve(String version) throws Exception {
    if (version.isEmpty()) {
      return "managed";
    }
    if (version.equals("${project.version}")) {
      return "ours";
    }
    Matcher property = Pattern.compile("\\$\\{(.+)}").matcher(version);
    return property.matches() ? mavenProperties().get(property.group(1)) : version;
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private static Document pom(String path) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(path).toFile());
  }

  /** The elements reached from {@code parent} by the given tag names, one step each. */
  private static List<Element> children(Element parent, String... tags) {
    List<Element> level = List.of(parent);
    for (String tag : tags) {
      List<Element> next = new ArrayList<>();
      for (Element element : level) {
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
          if (node instanceof Element child && child.getTagName().equals(tag)) {
            next.add(child);
          }
        }
      }
      level = next;
    }
    return level;
  }

  /** The elements {@code tag} directly inside an element {@code block} at any depth. */
  private static List<Element> descendants(Document document, String block, String tag) {
    List<Element> found = new ArrayList<>();
    var blocks = document.getElementsByTagName(block);
    for (int i = 0; i < blocks.getLength(); i++) {
      found.addAll(children((Element) blocks.item(i), tag));
    }
    return found;
  }

  private static String text(Element parent, String tag) {
    List<Element> found = children(parent, tag);
    return found.isEmpty() ? "" : found.get(0).getTextContent().trim();
  }

  private static String read(String path) throws IOException {
    return Files.readString(ROOT.resolve(path)).replace("\r\n", "\n");
  }

  private static Path findRoot() {
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null && !Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
    }
    if (directory == null) {
      throw new IllegalStateException("settings.gradle.kts is in no folder above the tests");
    }
    return directory;
  }
}

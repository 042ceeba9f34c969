package io.github.gmnn.lab.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of guides as they are written, but for the names of folders and for how often:
 * user's folders are small generated ones, {@code --runs} is one, and benchmarks are short. A
 * command that serves is asked one question, and one that asks a service has it started.
 */
final class DocumentedCommands {
  private static final Pattern OWN_DATA =
      Pattern.compile("--data (DIR|NEW|RATINGS|NEWER|customers|payments)\\b");
  private static final Pattern SET = Pattern.compile("--data (cora|CORA|bitcoin_otc|aifb)\\b");
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
  private static final int MINUTES = 10;

  private final Path folder;
  private final Path root;
  private final @Nullable Path sets;

  private DocumentedCommands(Path folder, Path root, @Nullable Path sets) {
    this.folder = folder;
    this.root = root;
    this.sets = sets;
  }

  /**
   * Commands of a repository.
   *
   * @param folder where they run
   * @param sets where the published sets are, or null to leave out commands that name one
   */
  static DocumentedCommands in(Path folder, Path root, @Nullable Path sets) throws IOException {
    DocumentedCommands commands = new DocumentedCommands(folder, root.toAbsolutePath(), sets);
    commands.writeData();
    return commands;
  }

  /**
   * Runs what can be run of a document, where the files of the commands before it are.
   *
   * @param faults takes a line for each that fails
   * @return how many were run
   */
  int run(Document document, List<String> faults) throws IOException, InterruptedException {
    Process service = null;
    int run = 0;
    for (String command : document.commands()) {
      String here = here(command);
      if (here == null) {
        continue;
      }
      if (command.startsWith("curl") && service == null) {
        service = shell(root + "/gmnn-examples/run ServeModel");
        address(service);
      }
      String fault = command.startsWith("./gmnn label") ? asked(here) : ended(here);
      if (fault != null) {
        faults.add(
            root.relativize(document.file().toAbsolutePath()) + ": " + command + "\n  " + fault);
      }
      run++;
    }
    if (service != null) {
      stop(service);
    }
    return run;
  }

  /** A command as it is run here, or null if it is not. */
  private @Nullable String here(String command) {
    String here =
        command.replaceAll("--runs \\d+", "--runs 1").replaceAll("--seconds \\d+", "--seconds 5");
    Matcher set = SET.matcher(here);
    if (set.find()) {
      if (sets == null) {
        return null;
      }
      String name = set.group(1).toLowerCase(Locale.ROOT);
      here = set.replaceFirst(Matcher.quoteReplacement("--data " + sets.resolve(name)));
    } else {
      here = OWN_DATA.matcher(here).replaceFirst(own -> "--data " + ownData(own.group(1)));
    }
    if (here.startsWith("./gmnn ")) {
      boolean label = here.startsWith("./gmnn label");
      return here.replaceFirst("\\./gmnn", root + "/gmnn") + (label ? " --no-open" : "");
    }
    if (here.startsWith("gmnn-")) {
      return root + "/" + here;
    }
    if (here.startsWith("java ")) {
      return here.replace("gmnn-lab/target", root + "/gmnn-lab/target")
          + " --sizes 20000 --calls 100";
    }
    if (here.startsWith("mvn -q -pl")) {
      String outside = here.replaceFirst("(-DoutputDirectory=)", "$1" + folder + "/");
      return outside + " -f " + root + "/pom.xml";
    }
    return here.startsWith("curl ") ? here.replaceFirst("curl ", "curl --fail --silent ") : null;
  }

  private static String ownData(String name) {
    return name.equals("RATINGS") || name.equals("NEWER") ? "RATINGS" : "DIR";
  }

  private Process shell(String command) throws IOException {
    return new ProcessBuilder("bash", "-c", "exec " + command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  /** Runs a command to its end; what went wrong, or null. */
  private @Nullable String ended(String command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder("bash", "-c", "exec " + command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      stop(process);
      return "still running after " + MINUTES + " minutes";
    }
    List<String> said = Files.readAllLines(output);
    String last = said.isEmpty() ? "" : said.get(said.size() - 1);
    return process.exitValue() == 0 ? null : "exit code " + process.exitValue() + ": " + last;
  }

  /** Starts the labelling page and asks it for its state; what went wrong, or null. */
  private @Nullable String asked(String command) throws IOException, InterruptedException {
    Process page = shell(command);
    try {
      URI address = address(page);
      HttpRequest state =
          HttpRequest.newBuilder(address.resolve("/api/state?" + address.getQuery())).build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(state, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? null : "status " + answer.statusCode();
    } finally {
      stop(page);
    }
  }

  /** The first address that a process prints. */
  private static URI address(Process process) throws IOException {
    List<String> said = new ArrayList<>();
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) {
        return URI.create(address.group());
      }
      said.add(line);
    }
    throw new IOException("it ended without an address: " + String.join("\n", said));
  }

  private static void stop(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.waitFor();
  }

  /** Three kinds of customers, who know those of their kind, and ratings among eighty people. */
  private void writeData() throws IOException {
    Random random = new Random(1);
    StringBuilder nodes = new StringBuilder("id,label,split,age,plan\n");
    StringBuilder edges = new StringBuilder("source,target,amount\n");
    String[] splits = {"train", "train", "test", ""}; // for --hold-validation
    for (int i = 0; i < 120; i++) {
      String split = splits[i / 3 % 4];
      nodes.append(i).append(',').append(split.isEmpty() ? "" : "kind" + i % 3).append(',');
      nodes.append(split).append(',').append(20 + 10 * (i % 3) + random.nextInt(15)).append(',');
      nodes.append(random.nextBoolean() ? "gold" : "basic").append('\n');
      int friend = (i + 3 * (1 + random.nextInt(39))) % 120;
      edges.append(i).append(',').append(friend).append(',').append(random.nextInt(100));
      edges.append('\n');
    }
    Files.createDirectories(folder.resolve("DIR"));
    Files.writeString(folder.resolve("DIR/nodes.csv"), nodes);
    Files.writeString(folder.resolve("DIR/edges.csv"), edges);
    StringBuilder ratings = new StringBuilder("source,target,rating,time\n");
    for (int i = 0; i < 900; i++) {
      int target = random.nextInt(80);
      ratings.append(random.nextInt(80)).append(',').append(target).append(',');
      ratings.append(target % 4 == 0 ? -5 : 5).append(',').append(i).append('\n');
    }
    Files.createDirectories(folder.resolve("RATINGS"));
    Files.writeString(folder.resolve("RATINGS/ratings.csv"), ratings);
  }
}

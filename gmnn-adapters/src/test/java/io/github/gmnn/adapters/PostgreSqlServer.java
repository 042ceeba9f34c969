package io.github.gmnn.adapters;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL server of its own for a test, by the programs that this machine has. */
final class PostgreSqlServer {
  private static final int SECONDS = 60;

  private final Path folder;
  private final Process process;
  private final String url;

  private PostgreSqlServer(Path folder, Process process, String url) {
    this.folder = folder;
    this.process = process;
    this.url = url;
  }

  /** The folder of PostgreSQL's programs, if they are there. */
  static Optional<Path> programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      folders.add(Path.of(folder));
    }
    Path packaged = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(packaged)) {
      try (Stream<Path> versions = Files.list(packaged)) {
        versions.map(version -> version.resolve("bin")).forEach(folders::add);
      }
    }
    return folders.stream()
        .filter(
            folder ->
                Files.isExecutable(folder.resolve("initdb"))
                    && Files.isExecutable(folder.resolve("postgres")))
        .findFirst();
  }

  static PostgreSqlServer start() throws IOException, InterruptedException {
    Path programs = programs().orElseThrow();
    Path folder = Files.createTempDirectory("gmnn-postgresql");
    Path data = folder.resolve("data");
    List<String> asUser = List.of();
    if (System.getProperty("user.name").equals("root")) { // whom PostgreSQL refuses
      asUser = List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups");
      run(folder, List.of("chown", "postgres", folder.toString()));
    }
    run(
        folder,
        words(
            asUser,
            programs.resolve("initdb"),
            "--pgdata=" + data,
            "--username=tester",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-sync"));
    int port = freePort();
    Process process =
        new ProcessBuilder(
                words(
                    asUser,
                    programs.resolve("postgres"),
                    "-D",
                    data,
                    "-p",
                    port,
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-c",
                    "unix_socket_directories=" + folder,
                    "-c",
                    "fsync=off"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    PostgreSqlServer server =
        new PostgreSqlServer(
            folder, process, "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=tester");
    server.await();
    return server;
  }

  private static List<String> words(List<String> first, Object... others) {
    List<String> words = new ArrayList<>(first);
    for (Object word : others) {
      words.add(word.toString());
    }
    return words;
  }

  private static void run(Path folder, List<String> words)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(words + " failed in " + folder);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void await() throws IOException, InterruptedException {
    for (int i = 0; i < SECONDS * 10 && process.isAlive(); i++) {
      try {
        DriverManager.getConnection(url).close();
        return;
      } catch (SQLException e) {
        Thread.sleep(100); // not yet
      }
    }
    String log = Files.readString(folder.resolve("log"));
    stop();
    throw new IOException("PostgreSQL does not answer: " + log);
  }

  String url() {
    return url;
  }

  void stop() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

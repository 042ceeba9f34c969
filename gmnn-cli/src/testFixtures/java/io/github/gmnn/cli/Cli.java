package io.github.gmnn.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A command line run inside this JVM.
 *
 * @param code the exit code
 * @param out what it printed to stdout
 * @param err what it printed to stderr
 */
public record Cli(int code, String out, String err) {
  public static synchronized Cli run(Object... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream capturedOut = new ByteArrayOutputStream();
    ByteArrayOutputStream capturedErr = new ByteArrayOutputStream();
    System.setOut(new PrintStream(capturedOut, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(capturedErr, true, StandardCharsets.UTF_8));
    try {
      String[] words = new String[args.length];
      for (int i = 0; i < args.length; i++) {
        words[i] = args[i].toString();
      }
      int code = GmnnCommand.execute(words);
      return new Cli(
          code,
          capturedOut.toString(StandardCharsets.UTF_8),
          capturedErr.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}

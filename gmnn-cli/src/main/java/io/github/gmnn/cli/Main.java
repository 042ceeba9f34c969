package io.github.gmnn.cli;

/** The command line of the examples and experiments. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true"); // pictures are drawn into files
    System.exit(GmnnCommand.execute(args));
  }
}

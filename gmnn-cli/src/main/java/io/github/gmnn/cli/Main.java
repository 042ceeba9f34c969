package io.github.gmnn.cli;

/** The main class of the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true"); // pictures are drawn into files
    System.exit(GmnnCommand.execute(args));
  }
}

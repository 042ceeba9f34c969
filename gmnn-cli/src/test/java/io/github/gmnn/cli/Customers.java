package io.github.gmnn.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A folder as people have it: 300 customers with numbers, categories, notes and gaps, of whom 60
 * are labelled; friends mostly have the same label.
 */
final class Customers {
  static final int COUNT = 300;
  static final int LABELLED = 60;

  private Customers() {}

  static boolean leaves(int customer) {
    return customer % 3 == 0;
  }

  static Path write(Path folder) throws IOException {
    Random random = new Random(7);
    StringBuilder nodes = new StringBuilder("ID;Label;age;income;plan;notes\n");
    StringBuilder edges = new StringBuilder("Source;Target;type\n");
    for (int i = 0; i < COUNT; i++) {
      boolean leaves = leaves(i);
      nodes.append("customer ").append(i).append(';');
      nodes.append(i >= LABELLED ? "" : leaves ? "leaves" : "stays").append(';');
      nodes.append(random.nextInt(20) == 0 ? "NA" : 30 + random.nextInt(30)).append(';');
      nodes.append(leaves ? 20_000 + random.nextInt(30_000) : 30_000 + random.nextInt(40_000));
      nodes.append(";").append(random.nextInt(4) == 0 == leaves ? "gold" : "basic").append(';');
      nodes.append("\"Called; asked for ").append(leaves ? "refund" : "upgrade");
      nodes.append(", case ").append(1000 + i).append("\"\n");
      for (int k = 0; k < 2; k++) {
        int friend = random.nextInt(COUNT);
        while (leaves(friend) != leaves && random.nextInt(5) > 0) {
          friend = random.nextInt(COUNT);
        }
        edges.append("customer ").append(i).append(";customer ").append(friend).append(";friend\n");
      }
    }
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return folder;
  }

  /** Two customers that were not there before, one of them with words and a plan never seen. */
  static Path writeNew(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("nodes.csv"),
        """
        ID;age;income;plan;notes
        anna;41;21000;basic;Called, asked for refund
        ben;39;66000;platinum;Called, asked for upgrade tomorrow
        """);
    Files.writeString(folder.resolve("edges.csv"), "source;target\n");
    return folder;
  }
}

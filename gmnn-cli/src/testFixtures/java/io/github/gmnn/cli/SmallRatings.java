package io.github.gmnn.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A ratings file of 900 links, in which some people are rated badly by all. */
public final class SmallRatings {
  private SmallRatings() {}

  public static Path write(Path folder) throws IOException {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder("source,target,rating,time\n");
    for (int i = 0; i < 900; i++) {
      int target = random.nextInt(80);
      int rating = random.nextInt(10) == 0 ? 1 : target % 4 == 0 ? -5 : 5;
      lines.append(random.nextInt(80)).append(',').append(target).append(',').append(rating);
      lines.append(",1\n");
    }
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("ratings.csv"), lines);
    return folder;
  }
}

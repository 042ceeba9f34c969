package io.github.gmnn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A fit in a virtual machine of its own, to be killed by {@link CheckpointTest}. */
final class KilledFit {
  private KilledFit() {}

  static GmnnTrainer trainer(Path checkpoint) {
    return SmallCitations.trainer().checkpoint(checkpoint, 1).build();
  }

  static Process start(Path checkpoint) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // the kernels must be the parent's: scalar and vector ones round differently
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      command.add("--add-modules=jdk.incubator.vector");
    }
    command.add("-Xmx512m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KilledFit.class.getName(), checkpoint.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    SmallCitations.trainer()
        .checkpoint(Path.of(arguments[0]), 1)
        .listener(
            report -> {
              try {
                Thread.sleep(3); // spreads the epochs over the moments of killing
              } catch (InterruptedException e) {
                return false;
              }
              return true;
            })
        .fit(SmallCitations.DATA.graph());
    Thread.sleep(60_000);
  }
}

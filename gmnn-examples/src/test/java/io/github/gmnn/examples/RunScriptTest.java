package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for bash")
class RunScriptTest {
  private static String run(int code, String... args) throws IOException, InterruptedException {
    String[] command = new String[args.length + 1];
    command[0] = Path.of("run").toAbsolutePath().toString();
    System.arraycopy(args, 0, command, 1, args.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GMNN_CLASS_PATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(text).isEqualTo(code);
    return text;
  }

  @Test
  void anExampleIsRunByItsName() throws Exception {
    assertThat(run(0, "QuickStart").lines()).contains("databases");
  }

  @Test
  void anUnknownNameIsAnsweredByThoseThereAre() throws Exception {
    assertThat(run(2, "QuickStop")).contains("QuickStart", "SaveAndLoad").hasLineCount(1);
    assertThat(run(2)).contains("QuickStart");
  }
}

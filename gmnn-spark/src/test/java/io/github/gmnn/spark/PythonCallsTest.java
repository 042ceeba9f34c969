package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import py4j.GatewayServer;

/**
 * The calls of PySpark as they arrive: py4j's own server on this side, and on the other the lines
 * that its Python half writes, in place of Python. A number without a point is an int there, one
 * with a point a double.
 */
class PythonCallsTest {
  private GatewayServer server;
  private Socket socket;
  private Writer toJava;
  private BufferedReader fromJava;

  /** What {@code vertices._jdf} and {@code edges._jdf} lead to. */
  public static final class DataFrames {
    private final Frames frames = Small.frames(Small.TYPED);

    /** Returns the vertices. */
    public Dataset<Row> vertices() {
      return frames.vertices();
    }

    /** Returns the edges. */
    public Dataset<Row> edges() {
      return frames.edges();
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = new GatewayServer(new DataFrames(), 0);
    server.start();
    socket = new Socket(server.getAddress(), server.getListeningPort());
    toJava = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
    fromJava =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    server.shutdown();
  }

  private String answer(String... lines) throws IOException {
    toJava.write(String.join("\n", lines) + "\ne\n");
    toJava.flush();
    return fromJava.readLine();
  }

  /** Sends a command and returns what Java answers, without the signs of success. */
  private String send(String... lines) throws IOException {
    String answer = answer(lines);
    assertThat(answer).as(() -> String.join(" ", lines)).startsWith("!y");
    return answer.substring(2);
  }

  /** Calls a method; arguments have the sign of their type before them. */
  private String call(String object, String method, String... arguments) throws IOException {
    String[] lines = new String[3 + arguments.length];
    lines[0] = "c";
    lines[1] = object.startsWith("r") ? object.substring(1) : object;
    lines[2] = method;
    System.arraycopy(arguments, 0, lines, 3, arguments.length);
    return send(lines);
  }

  private String classifier() throws IOException {
    String gmnn = send("i", GmnnClassifier.class.getName());
    call(gmnn, "setValidationIndicatorCol", "svalidation");
    call(gmnn, "setPretrainEpochs", "i2");
    call(gmnn, "setSeed", "i3");
    return call(gmnn, "setEmIterations", "i0");
  }

  @Test
  void aModelIsFittedSavedLoadedAndTransforms(@TempDir Path folder) throws IOException {
    String gmnn = classifier();
    call(gmnn, "setInferenceKind", "srgcn");
    call(gmnn, "setEdgeTypeCol", "stype");
    call(gmnn, "setTargets", "d0.5");
    String vertices = call("t", "vertices");
    String edges = call("t", "edges");
    String model = call(gmnn, "fit", vertices, edges);
    String path = "s" + folder.resolve("model").toUri();
    call(call(model, "write"), "save", path);
    String loaded = call("z:" + GmnnSparkModel.class.getName(), "load", path);
    String answers = call(call(loaded, "setEdges", edges), "transform", vertices);

    assertThat(call(answers, "count")).isEqualTo("L200");
    assertThat(call(loaded, "checksum")).isEqualTo(call(model, "checksum"));
    assertThat(call(call(model, "transform", vertices, edges), "count")).isEqualTo("L200");
  }

  @Test
  void aWholeNumberIsNotTakenWhereOneWithAPointIsMeant() throws IOException {
    String gmnn = classifier();

    assertThat(answer("c", gmnn.substring(1), "setTargets", "i1"))
        .startsWith("!x")
        .contains("setTargets([class java.lang.Integer]) does not exist");
  }

  @Test
  void parametersAreSetByThemselvesToo() throws IOException {
    String gmnn = classifier();
    call(gmnn, "set", call(gmnn, "maxNeighbors"), "i7");
    call(gmnn, "set", call(gmnn, "learningRate"), "d0.25");
    call(gmnn, "set", call(gmnn, "emGuard"), "bFalse");

    assertThat(call(gmnn, "getOrDefault", call(gmnn, "maxNeighbors"))).isEqualTo("i7");
    assertThat(call(gmnn, "getOrDefault", call(gmnn, "learningRate"))).isEqualTo("d0.25");
    assertThat(call(gmnn, "getOrDefault", call(gmnn, "emGuard"))).isEqualTo("bfalse");
    assertThat(call(gmnn, "explainParams")).contains("maxNeighbors: how many neighbours");
  }
}

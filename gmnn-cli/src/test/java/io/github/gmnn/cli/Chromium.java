package io.github.gmnn.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/** A headless browser with one page, driven by the DevTools protocol. */
public final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LISTENING = "DevTools listening on ";
  private static final int SECONDS = 90;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger nextId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
  private final String session;

  private Chromium(Process process, String address) throws Exception {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Answers())
            .get(SECONDS, TimeUnit.SECONDS);
    String target =
        call("Target.createTarget", Map.of("url", "about:blank"), null).get("targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true), null)
            .get("sessionId")
            .asText();
    for (String domain : List.of("Page", "Network", "Runtime", "Log")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Where the browser is, if it is installed. */
  public static Optional<Path> installed() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path program = Path.of(folder, "chromium");
      if (Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }

  public static Chromium start(Path program, Path profile) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "--window-size=1000,800",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = process.errorReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread rest = new Thread(() -> drain(lines));
        rest.setDaemon(true);
        rest.start(); // else its pipe fills and it stands still
        return new Chromium(process, line.substring(LISTENING.length()));
      }
    }
    throw new IOException("chromium ended before it listened");
  }

  private static void drain(BufferedReader lines) {
    try {
      while (lines.readLine() != null) {
        // what it says is of no interest
      }
    } catch (IOException e) {
      // closed with the browser
    }
  }

  /** Opens a file and waits until it is loaded. */
  public void open(Path page) throws Exception {
    open(page.toUri().toString());
  }

  /** Opens an address and waits until it is loaded. */
  public void open(String address) throws Exception {
    events.clear();
    loaded = new CompletableFuture<>();
    call("Page.navigate", Map.of("url", address));
    loaded.get(SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until an expression in the page is true. */
  public void await(String expression) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!evaluate("Boolean(" + expression + ")").asBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never true: " + expression);
      }
      Thread.sleep(20);
    }
  }

  /** The value of an expression in the page. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(answer.get("exceptionDetails").toString());
    }
    return answer.get("result").path("value");
  }

  void moveMouse(double x, double y) throws Exception {
    call("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
  }

  /** Clicks at a place of the window. */
  public void clickAt(double x, double y) throws Exception {
    moveMouse(x, y);
    for (String type : List.of("mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
    }
  }

  /** Clicks in the middle of an element, once it no longer moves. */
  public void click(String selector) throws Exception {
    String place =
        "(() => { const element = document.querySelector('"
            + selector
            + "'); element.scrollIntoView({block: 'nearest'});"
            + "const box = element.getBoundingClientRect();"
            + "return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()";
    JsonNode middle = evaluate(place);
    JsonNode before = null;
    while (!middle.equals(before)) {
      Thread.sleep(100);
      before = middle;
      middle = evaluate(place);
    }
    clickAt(middle.get("x").asDouble(), middle.get("y").asDouble());
  }

  /** Presses and releases a key: a letter, a digit or Enter. */
  public void press(String key) throws Exception {
    boolean enter = key.equals("Enter");
    String text = enter ? "\r" : key;
    int code = enter ? 13 : Character.toUpperCase(key.charAt(0));
    call(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyDown", "key", key, "text", text, "windowsVirtualKeyCode", code));
    call(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
  }

  /** Types a text where the focus is. */
  public void type(String text) throws Exception {
    call("Input.insertText", Map.of("text", text));
  }

  /** Gives the page another size. */
  public void resize(int width, int height) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** What the page asked for since it was opened. */
  public List<String> requests() {
    return events.stream()
        .filter(event -> event.get("method").asText().equals("Network.requestWillBeSent"))
        .map(event -> event.get("params").get("request").get("url").asText())
        .toList();
  }

  /** Errors and whatever else the page had to say. */
  public List<String> messages() {
    List<String> telling =
        List.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded");
    return events.stream()
        .filter(event -> telling.contains(event.get("method").asText()))
        .map(JsonNode::toString)
        .toList();
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    return call(method, parameters, session);
  }

  private JsonNode call(String method, Map<String, ?> parameters, String ofSession)
      throws Exception {
    int id = nextId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    Map<String, Object> message = new HashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (ofSession != null) {
      message.put("sessionId", ofSession);
    }
    socket.sendText(JSON.writeValueAsString(message), true).get(SECONDS, TimeUnit.SECONDS);
    JsonNode node = answer.get(SECONDS, TimeUnit.SECONDS);
    if (node.has("error")) {
      throw new AssertionError(method + ": " + node.get("error"));
    }
    return node.get("result");
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }

  /** Hands on what the browser says, which may come in parts. */
  private final class Answers implements WebSocket.Listener {
    private final StringBuilder parts = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
      parts.append(data);
      if (last) {
        receive(parts.toString());
        parts.setLength(0);
      }
      return WebSocket.Listener.super.onText(webSocket, data, last);
    }

    private void receive(String text) {
      JsonNode message;
      try {
        message = JSON.readTree(text);
      } catch (IOException e) {
        throw new IllegalStateException(text, e);
      }
      if (message.has("id")) {
        answers.remove(message.get("id").asInt()).complete(message);
        return;
      }
      events.add(message);
      if (message.get("method").asText().equals("Page.loadEventFired")) {
        loaded.complete(message);
      }
    }
  }
}

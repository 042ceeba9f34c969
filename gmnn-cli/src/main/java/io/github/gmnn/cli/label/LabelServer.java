package io.github.gmnn.cli.label;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.cli.run.Interval;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.model.TextRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link LabelSession} over HTTP, on the loopback address alone. Every request carries a token,
 * as {@code ?token=} or in the header {@code X-Token}, and names a loopback host; others are
 * refused, so that no page from elsewhere reaches it through the person's browser.
 */
final class LabelServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LabelServer.class);
  private static final int LARGEST_BODY = 1 << 16;
  private static final int MOST_DRAINED = 1 << 24;
  private static final int MOST_ADVICE = 50;
  private static final int MOST_LISTENERS = 32;
  private static final int MOST_CONNECTIONS = 256;
  private static final int SECONDS_TO_ASK = 30;
  private static final int HEARTBEAT_MILLIS = 15_000;
  private static final long REASONS_NANOS = 200_000_000;
  private static final long EXPLAIN_NANOS = 20_000_000_000L;
  private static final int UNKNOWN_CLASS = 0xffff;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(LabelServer::daemon);
  private final LabelSession session;
  private final NodeCards cards;
  private final byte[] token;
  private final Labeling.Plan plan;
  private final LabelPage page = LabelPage.read();
  private final AtomicInteger listeners = new AtomicInteger();
  private NodeMap map;
  private String noMap = "";

  /** An answer to a request, with its content. */
  private record Answer(int status, String type, byte[] content, String file) {
    static Answer json(int status, Object value) {
      byte[] content = FlatJson.write(value).getBytes(StandardCharsets.UTF_8);
      return new Answer(status, "application/json; charset=utf-8", content, "");
    }

    static Answer error(int status, String message) {
      return json(status, Map.of("error", message));
    }

    static Answer file(String type, byte[] content, String name) {
      return new Answer(200, type, content, name);
    }
  }

  @FunctionalInterface
  private interface Call {
    Answer answer(Map<String, String> query, String body) throws IOException;
  }

  private record Route(String method, Call call) {}

  private final Map<String, Route> routes = new HashMap<>();

  /**
   * Starts to serve.
   *
   * @param plan where, and what requests must carry
   */
  LabelServer(LabelSession session, Labeling.Plan plan) throws IOException {
    this.session = session;
    this.cards = new NodeCards(session.graph());
    this.plan = plan;
    this.token = plan.token().getBytes(StandardCharsets.UTF_8);
    addRoutes();
    limit("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
    limit("sun.net.httpserver.maxReqTime", SECONDS_TO_ASK);
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    server = HttpServer.create(new InetSocketAddress(loopback, plan.port()), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Keeps clients that say nothing, each of which has a thread, from being many or staying long.
   * The JDK's server knows such limits as properties of the process alone.
   */
  private static void limit(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "gmnn-label-http");
    thread.setDaemon(true);
    return thread;
  }

  private void addRoutes() {
    get("/api/state", (query, body) -> Answer.json(200, state()));
    get("/api/next", (query, body) -> Answer.json(200, next(query)));
    get("/api/node", (query, body) -> Answer.json(200, node(query)));
    post("/api/label", this::label);
    post(
        "/api/undo",
        (query, body) -> {
          Fitted before = session.undo();
          cards.forgetReasons();
          return Answer.json(200, state(before));
        });
    post(
        "/api/skip",
        (query, body) -> {
          session.skip(require(FlatJson.read(body), "node"));
          return Answer.json(200, state());
        });
    get("/api/predictions.csv", (query, body) -> predictions(query));
    get("/api/labels.csv", (query, body) -> labels(query));
    get("/api/model.gmnn", (query, body) -> model());
    get("/api/view", (query, body) -> Answer.json(200, view()));
    get("/api/uncertain", (query, body) -> Answer.json(200, uncertain()));
    get("/api/map", (query, body) -> map());
    get("/api/colors", (query, body) -> colors());
    if (!plan.truth().isEmpty()) {
      post("/api/expert", (query, body) -> expert());
    }
  }

  private void get(String path, Call call) {
    routes.put(path, new Route("GET", call));
  }

  private void post(String path, Call call) {
    routes.put(path, new Route("POST", call));
  }

  /** Where people open the page. */
  String address() {
    return "http://127.0.0.1:"
        + server.getAddress().getPort()
        + "/?token="
        + new String(token, StandardCharsets.UTF_8);
  }

  /** Brings where nodes lie, once it is known. */
  void show(NodeMap newMap) {
    synchronized (this) {
      map = newMap;
    }
    session.changed();
  }

  /** Says that nodes cannot be placed. */
  void showNoMap(String why) {
    synchronized (this) {
      noMap = why;
    }
    session.changed();
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", page.policy());
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("X-Frame-Options", "DENY");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      String path = exchange.getRequestURI().getPath();
      Answer answer = refusal(exchange);
      if (answer == null && path.equals("/api/events") && isMethod(exchange, "GET")) {
        tellOfChanges(exchange);
        return;
      }
      send(exchange, answer == null ? answer(exchange, path) : answer);
    } catch (IOException e) {
      LOG.debug("a request ended early", e); // the browser has gone
    } catch (RuntimeException e) {
      LOG.warn("a request failed", e);
    }
  }

  /** Why a request is not even looked at; else null. */
  private Answer refusal(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (host == null || !LOOPBACK.contains(host.replaceFirst(":[0-9]*$", ""))) {
      return Answer.error(403, "this server is only for this machine: use 127.0.0.1");
    }
    String given = exchange.getRequestHeaders().getFirst("X-Token");
    if (given == null) {
      try {
        given = query(exchange).get("token");
      } catch (IllegalArgumentException e) {
        return Answer.error(400, e.getMessage());
      }
    }
    if (given == null || !MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)) {
      return Answer.error(403, "the token is missing or wrong: open the address that was printed");
    }
    return null;
  }

  private Answer answer(HttpExchange exchange, String path) throws IOException {
    String body = readBody(exchange);
    if (body == null) {
      return Answer.error(413, "expected at most " + LARGEST_BODY + " bytes");
    }
    if (path.equals("/") && isMethod(exchange, "GET")) {
      return new Answer(200, "text/html; charset=utf-8", page.content(), "");
    }
    Route route = routes.get(path);
    if (route == null) {
      return Answer.error(404, "there is nothing called " + Quote.of(path));
    }
    if (!isMethod(exchange, route.method())) {
      return Answer.error(405, path + " is asked with " + route.method());
    }
    try {
      return route.call().answer(query(exchange), body);
    } catch (NoSuchElementException e) {
      return Answer.error(404, e.getMessage());
    } catch (IllegalArgumentException e) {
      return Answer.error(400, e.getMessage());
    } catch (IllegalStateException e) {
      return Answer.error(409, e.getMessage());
    } catch (IOException e) {
      LOG.warn("a label could not be written: {}", e.getMessage());
      return Answer.error(500, "the label could not be written: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("a request failed", e);
      return Answer.error(500, "this failed: " + e);
    }
  }

  private static boolean isMethod(HttpExchange exchange, String method) {
    return exchange.getRequestMethod().equals(method);
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    if (!answer.file().isEmpty()) {
      exchange
          .getResponseHeaders()
          .set("Content-Disposition", "attachment; filename=\"" + answer.file() + "\"");
    }
    byte[] content = answer.content();
    exchange.sendResponseHeaders(answer.status(), content.length == 0 ? -1 : content.length);
    exchange.getResponseBody().write(content);
  }

  /**
   * The body, or null if it is too large; what is too large is read, so that the answer arrives.
   * Read and not skipped: the stream passes {@code skip} on to its connection and would then wait
   * for bytes that are gone.
   */
  private static String readBody(HttpExchange exchange) throws IOException {
    InputStream in = exchange.getRequestBody();
    byte[] bytes = in.readNBytes(LARGEST_BODY + 1);
    if (bytes.length <= LARGEST_BODY) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    for (int drained = 0; drained < MOST_DRAINED; drained += bytes.length) {
      if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        break;
      }
    }
    return null;
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> query = new HashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    if (raw == null) {
      return query;
    }
    for (String pair : raw.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  private static String require(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "expected the field " + name + ", found " + Quote.of(fields.keySet()));
    }
    return value;
  }

  private static int number(Map<String, String> query, String name, int otherwise, int most) {
    String text = query.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return Math.min(value, most);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected a number of at least 1 for " + name + ", found " + Quote.of(text));
  }

  private Map<String, Object> state() {
    return state(session.fitted());
  }

  /**
   * The state with an answer, which need not be the newest: a caller waits for a later revision.
   */
  private Map<String, Object> state(Fitted fitted) {
    LabelSession.View labels = session.view();
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("nodes", session.graph().nodeCount());
    state.put("classes", labels.classes());
    state.put("labelled", labels.training().size());
    HeldBack measured = fitted.measured();
    state.put("validation", measured == null ? null : shown(measured.accuracy()));
    state.put("predicted", fitted.counts());
    state.put("revision", fitted.revision());
    state.put("fitMillis", fitted.millis());
    return state;
  }

  private static Map<String, Object> shown(Interval interval) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("accuracy", interval.share());
    shown.put("low", interval.low());
    shown.put("high", interval.high());
    shown.put("labels", interval.count());
    return shown;
  }

  private List<Map<String, Object>> next(Map<String, String> query) {
    int count = number(query, "count", 1, MOST_ADVICE);
    LabelSession.View labels = session.view();
    Fitted fitted = session.fitted();
    long until = System.nanoTime() + REASONS_NANOS;
    List<Map<String, Object>> found = new ArrayList<>();
    for (LabelAdvisor.Advice<String> advice : session.next(count)) {
      found.add(cards.card(advice.key(), advice.reason(), labels, fitted, until));
    }
    return found;
  }

  private Map<String, Object> node(Map<String, String> query) {
    String index = query.get("index");
    String node = index == null ? require(query, "id") : keyOf(index);
    session.requireNode(node);
    LabelSession.View labels = session.view();
    long wait = query.containsKey("explain") ? EXPLAIN_NANOS : REASONS_NANOS;
    Map<String, Object> card =
        cards.card(node, "", labels, session.fitted(), System.nanoTime() + wait);
    card.put("label", labels.all().get(node));
    card.put("index", session.graph().indexOf(node));
    card.put("degree", cards.degree(node));
    return card;
  }

  private String keyOf(String index) {
    try {
      return session.graph().key(Integer.parseInt(index));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new NoSuchElementException("there is no node with the number " + Quote.of(index));
    }
  }

  private Answer label(Map<String, String> query, String body) throws IOException {
    Map<String, String> fields = FlatJson.read(body);
    Fitted before = session.label(require(fields, "node"), require(fields, "label"));
    cards.forgetReasons();
    return Answer.json(200, state(before));
  }

  /** What the page shows beside the state. */
  private synchronized Map<String, Object> view() {
    LabelSession.View labels = session.view();
    Fitted fitted = session.fitted();
    Map<String, Integer> counts = new LinkedHashMap<>();
    labels.classes().forEach(name -> counts.put(name, 0));
    labels.training().values().forEach(label -> counts.merge(label, 1, Integer::sum));
    Map<String, Object> view = new LinkedHashMap<>(state());
    view.put("name", plan.data().name());
    view.put("counts", counts);
    view.put("given", labels.given().size());
    view.put("canUndo", labels.canUndo());
    view.put("learning", labels.learning());
    view.put("map", map != null);
    view.put("noMap", noMap);
    view.put("model", fitted.hasModel());
    view.put("problem", fitted.problem());
    view.put("demo", !plan.truth().isEmpty());
    view.put("truth", plan.truth().isEmpty() || !fitted.hasModel() ? null : truth(labels, fitted));
    return view;
  }

  private Map<String, Object> truth(LabelSession.View labels, Fitted fitted) {
    int right = 0;
    int count = 0;
    for (Prediction<String> prediction : fitted.predictions().all()) {
      if (!labels.all().containsKey(prediction.key())) {
        count++;
        right += prediction.label().equals(plan.truth().get(prediction.key())) ? 1 : 0;
      }
    }
    return count == 0 ? null : shown(Interval.of(right, count));
  }

  private Answer expert() throws IOException {
    List<LabelAdvisor.Advice<String>> next = session.next(1);
    if (next.isEmpty()) {
      throw new IllegalStateException("all nodes are labelled");
    }
    String node = next.get(0).key();
    Fitted before = session.label(node, plan.truth().get(node));
    cards.forgetReasons();
    return Answer.json(200, state(before));
  }

  private List<Map<String, Object>> uncertain() {
    Fitted fitted = session.fitted();
    if (!fitted.hasModel()) {
      return List.of();
    }
    LabelSession.View labels = session.view();
    return fitted.predictions().all().stream()
        .filter(prediction -> !labels.all().containsKey(prediction.key()))
        .sorted(Comparator.comparingDouble(Prediction::margin))
        .limit(20)
        .map(LabelServer::row)
        .toList();
  }

  private static Map<String, Object> row(Prediction<String> prediction) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("node", prediction.key());
    row.put("guess", prediction.label());
    row.put("probability", prediction.probability());
    row.put("margin", prediction.margin());
    return row;
  }

  private synchronized Answer map() {
    if (map == null) {
      throw new IllegalStateException("the map is not drawn yet");
    }
    return Answer.json(200, Map.of("x", map.x(), "y", map.y()));
  }

  /** Four bytes for each node: its class, low byte first, how uncertain it is, whether labelled. */
  private Answer colors() {
    Fitted fitted = session.fitted();
    LabelSession.View labels = session.view();
    List<String> keys = session.graph().keys();
    Map<String, Integer> classes = new HashMap<>();
    labels.classes().forEach(name -> classes.put(name, classes.size()));
    byte[] content = new byte[4 * keys.size()];
    List<Prediction<String>> all = fitted.hasModel() ? fitted.predictions().all() : List.of();
    for (int node = 0; node < keys.size(); node++) {
      String label = labels.all().get(keys.get(node));
      String shown = label != null ? label : all.isEmpty() ? null : all.get(node).label();
      int index = shown == null ? UNKNOWN_CLASS : classes.getOrDefault(shown, UNKNOWN_CLASS);
      content[4 * node] = (byte) index;
      content[4 * node + 1] = (byte) (index >> 8);
      content[4 * node + 2] =
          (byte) (label != null || all.isEmpty() ? 0 : 255 * (1 - all.get(node).margin()));
      content[4 * node + 3] = (byte) (label == null ? 0 : 1);
    }
    return new Answer(200, "application/octet-stream", content, "");
  }

  /** Whether cells that a spreadsheet would compute are to be marked. */
  private static boolean isForSpreadsheets(Map<String, String> query) {
    return query.containsKey("spreadsheet");
  }

  private Answer predictions(Map<String, String> query) throws IOException {
    Fitted fitted = session.fitted();
    if (!fitted.hasModel()) {
      throw new IllegalStateException("no predictions yet: label nodes of at least two classes");
    }
    StringWriter out = new StringWriter();
    Predictions<String> all = fitted.predictions();
    (isForSpreadsheets(query) ? all.csvForSpreadsheets() : all.csv()).writeTo(out);
    return csv(out, "predictions.csv");
  }

  private Answer labels(Map<String, String> query) throws IOException {
    StringWriter out = new StringWriter();
    List<Map.Entry<String, String>> given = List.copyOf(session.view().given().entrySet());
    TextRows.csv(
            given.stream().map(Map.Entry::getKey).toList(),
            List.of("label"),
            (row, cells) -> cells.add(given.get(row).getValue()),
            isForSpreadsheets(query))
        .writeTo(out);
    return csv(out, "labels.csv");
  }

  private static Answer csv(StringWriter out, String name) {
    byte[] content = out.toString().getBytes(StandardCharsets.UTF_8);
    return Answer.file("text/csv; charset=utf-8", content, name);
  }

  private Answer model() throws IOException {
    Fitted fitted = session.fitted();
    if (!fitted.hasModel()) {
      throw new IllegalStateException("no model yet: label nodes of at least two classes");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    fitted.model().save(out);
    return Answer.file("application/octet-stream", out.toByteArray(), "model.gmnn");
  }

  /** Sends the state now and at every change, until the browser goes. */
  private void tellOfChanges(HttpExchange exchange) throws IOException {
    if (listeners.incrementAndGet() > MOST_LISTENERS) {
      listeners.decrementAndGet();
      send(exchange, Answer.error(429, "there are already " + MOST_LISTENERS + " listeners"));
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      long seen = -1;
      while (!session.isClosed()) {
        long now = session.awaitChange(seen, HEARTBEAT_MILLIS);
        String event =
            now == seen ? ": still here\n\n" : "data: " + FlatJson.write(state()) + "\n\n";
        seen = now;
        out.write(event.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      listeners.decrementAndGet();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

package io.github.gmnn.graph.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LinkFeaturesTest {
  private static final double HOUR = 3600;
  private static final double NEVER = 1e9;

  record Link(int source, int target, double time) {}

  /** Self-loops, parallel links and equal times all occur. */
  private static List<Link> random(long seed, int nodes, int links) {
    Random random = new Random(seed);
    List<Link> list = new ArrayList<>();
    for (int i = 0; i < links; i++) {
      int hours = random.nextInt(3) == 0 ? random.nextInt(3000) : random.nextInt(12);
      list.add(new Link(random.nextInt(nodes), random.nextInt(nodes), HOUR * hours));
    }
    return list;
  }

  private static Graph<LinkKey<Integer>> graph(List<Link> links, LineGraph.View view) {
    LineGraph.Builder<Integer> builder = LineGraph.<Integer>builder().features(view);
    for (Link link : links) {
      builder.addLink(link.source, link.target, Instant.ofEpochSecond((long) link.time));
    }
    return builder.build().graph();
  }

  private static Map<String, Double> row(Graph<?> graph, int link) {
    CsrMatrix matrix = graph.features();
    Map<String, Double> values = new LinkedHashMap<>();
    graph.featureNames().forEach(name -> values.put(name, 0.0));
    for (int e = matrix.rowStart(link); e < matrix.rowEnd(link); e++) {
      values.put(graph.featureNames().get(matrix.columnIndex(e)), (double) matrix.value(e));
    }
    return values;
  }

  /** All features of a link by their definitions, each by looking at all links that it sees. */
  private static final class Naive {
    private final List<Link> links;
    private final LineGraph.View view;

    Naive(List<Link> links, LineGraph.View view) {
      this.links = links;
      this.view = view;
    }

    private List<Link> seen(Link link) {
      return view == LineGraph.View.WHOLE_GRAPH
          ? links
          : links.stream().filter(other -> other.time < link.time).toList();
    }

    private static double log(long count) {
      return Math.log1p(count);
    }

    private static double span(double seconds) {
      return Math.log1p(Math.min(seconds, NEVER) / HOUR);
    }

    private static long count(List<Link> list, Predicate<Link> test) {
      return list.stream().filter(test).count();
    }

    private static boolean joins(List<Link> list, int from, int to) {
      return list.stream().anyMatch(link -> link.source == from && link.target == to);
    }

    private static double share(List<Link> seen, Predicate<Link> ofNode) {
      List<Link> all = seen.stream().filter(ofNode).toList();
      long returned = count(all, link -> joins(seen, link.target, link.source));
      return all.isEmpty() ? 0 : (double) returned / all.size();
    }

    private static Set<Integer> ends(List<Link> seen, Predicate<Link> test, boolean targets) {
      return seen.stream()
          .filter(test)
          .map(link -> targets ? link.target : link.source)
          .collect(Collectors.toSet());
    }

    private static long common(Set<Integer> a, Set<Integer> b, Link link) {
      return a.stream().filter(w -> b.contains(w) && w != link.source && w != link.target).count();
    }

    private double mean(Link link, Predicate<Link> test, String feature) {
      return seen(link).stream()
          .filter(test)
          .mapToDouble(other -> degrees(other).get(feature))
          .average()
          .orElse(0);
    }

    private Map<String, Double> degrees(Link link) {
      List<Link> seen = seen(link);
      int u = link.source;
      int v = link.target;
      Map<String, Double> values = new LinkedHashMap<>();
      values.put("source out-degree", log(count(seen, other -> other.source == u)));
      values.put("source in-degree", log(count(seen, other -> other.target == u)));
      values.put("target out-degree", log(count(seen, other -> other.source == v)));
      values.put("target in-degree", log(count(seen, other -> other.target == v)));
      return values;
    }

    Map<String, Double> of(Link link) {
      List<Link> seen = seen(link);
      int u = link.source;
      int v = link.target;
      double t = link.time;
      Map<String, Double> values = degrees(link);
      values.put("is returned", joins(seen, v, u) ? 1.0 : 0);
      values.put("source's links that are returned", share(seen, other -> other.source == u));
      values.put("links to source that it returns", share(seen, other -> other.target == u));
      values.put("target's links that are returned", share(seen, other -> other.source == v));
      values.put("links to target that it returns", share(seen, other -> other.target == v));
      Set<Integer> fromU = ends(seen, other -> other.source == u, true);
      Set<Integer> fromV = ends(seen, other -> other.source == v, true);
      Set<Integer> toU = ends(seen, other -> other.target == u, false);
      Set<Integer> toV = ends(seen, other -> other.target == v, false);
      values.put("common targets", log(common(fromU, fromV, link)));
      values.put("common sources", log(common(toU, toV, link)));
      values.put("paths to target", log(common(fromU, toV, link)));
      values.put("paths to source", log(common(toU, fromV, link)));
      Predicate<Link> toTarget = other -> other.target == v;
      Predicate<Link> fromSource = other -> other.source == u;
      values.put("mean out-degree of target's sources", mean(link, toTarget, "source out-degree"));
      values.put("mean in-degree of target's sources", mean(link, toTarget, "source in-degree"));
      values.put(
          "mean out-degree of source's targets", mean(link, fromSource, "target out-degree"));
      values.put("mean in-degree of source's targets", mean(link, fromSource, "target in-degree"));

      values.put("age of source", age(seen, u, t));
      values.put("age of target", age(seen, v, t));
      values.put("since source gave", since(other -> other.source == u, t));
      values.put("since target received", since(other -> other.target == v, t));
      values.put("since source received", since(other -> other.target == u, t));
      values.put("since target gave", since(other -> other.source == v, t));
      double reverse =
          seen.stream()
              .filter(other -> other.source == v && other.target == u)
              .mapToDouble(Link::time)
              .min()
              .orElse(Double.POSITIVE_INFINITY);
      values.put(
          "between the directions",
          reverse == Double.POSITIVE_INFINITY ? span(NEVER) : span(Math.abs(reverse - t)));
      Map<String, Double> windows = new LinkedHashMap<>();
      windows.put("an hour", HOUR);
      windows.put("a day", 24 * HOUR);
      windows.put("a month", 720 * HOUR);
      windows.forEach(
          (name, width) -> {
            Predicate<Link> near = other -> Math.abs(other.time - t) <= width;
            values.put(
                "source gave within " + name,
                log(count(seen, near.and(other -> other.source == u))));
            values.put(
                "target received within " + name,
                log(count(seen, near.and(other -> other.target == v))));
          });
      if (view == LineGraph.View.WHOLE_GRAPH) {
        values.put("rest of source", rest(u, t));
        values.put("rest of target", rest(v, t));
        values.put("until source gives", until(other -> other.source == u, t));
        values.put("until target receives", until(other -> other.target == v, t));
        values.put(
            "until it is returned",
            reverse == Double.POSITIVE_INFINITY
                ? 0
                : Math.signum(reverse - t) * span(Math.abs(reverse - t)));
      }
      Map<String, Double> named = new LinkedHashMap<>();
      String prefix = view == LineGraph.View.WHOLE_GRAPH ? "link " : "past ";
      values.forEach((name, value) -> named.put(prefix + name, value));
      return named;
    }

    private static double age(List<Link> seen, int node, double time) {
      return seen.stream()
          .filter(link -> link.source == node || link.target == node)
          .mapToDouble(link -> time - link.time)
          .max()
          .stream()
          .map(Naive::span)
          .findAny()
          .orElse(0);
    }

    private double since(Predicate<Link> test, double time) {
      return links.stream()
          .filter(test)
          .mapToDouble(link -> time - link.time)
          .filter(gap -> gap > 0)
          .min()
          .stream()
          .map(Naive::span)
          .findAny()
          .orElse(span(NEVER));
    }

    private double until(Predicate<Link> test, double time) {
      return links.stream()
          .filter(test)
          .mapToDouble(link -> link.time - time)
          .filter(gap -> gap > 0)
          .min()
          .stream()
          .map(Naive::span)
          .findAny()
          .orElse(span(NEVER));
    }

    private double rest(int node, double time) {
      return span(
          links.stream()
              .filter(link -> link.source == node || link.target == node)
              .mapToDouble(link -> link.time - time)
              .max()
              .orElseThrow());
    }
  }

  @Property(tries = 30)
  void featuresAreWhatLookingAtAllLinksGives(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int nodes,
      @ForAll @IntRange(min = 1, max = 25) int count) {
    List<Link> links = random(seed, nodes, count);
    for (LineGraph.View view : LineGraph.View.values()) {
      Graph<LinkKey<Integer>> graph = graph(links, view);
      Naive naive = new Naive(links, view);
      for (int link = 0; link < count; link++) {
        Map<String, Double> expected = naive.of(links.get(link));
        Map<String, Double> found = row(graph, link);
        addAround(expected, graph, link, naive, links);
        assertThat(found.keySet()).containsExactlyElementsOf(expected.keySet());
        expected.forEach(
            (name, value) -> assertThat(found.get(name)).as(name).isCloseTo(value, within(1e-5)));
      }
    }
  }

  /** The means over neighbours, which the tests of adjacencies tell to be right. */
  private static void addAround(
      Map<String, Double> values, Graph<?> graph, int link, Naive naive, List<Link> links) {
    List<Integer> neighbours = neighbours(graph.adjacency().matrix(), link);
    for (String name : List.copyOf(values.keySet())) {
      values.put(
          "around " + name,
          neighbours.stream()
              .mapToDouble(other -> naive.of(links.get(other)).get(name))
              .average()
              .orElse(0));
    }
  }

  @Property(tries = 40)
  void laterLinksChangeNothingOfWhatOnlySawThePast(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 30) int count) {
    List<Link> links = random(seed, 5, count);
    double now = links.get(0).time;
    List<Link> before = links.stream().filter(link -> link.time <= now).toList();
    List<Link> withLater = new ArrayList<>(before);
    links.stream().filter(link -> link.time > now).forEach(withLater::add);
    Graph<LinkKey<Integer>> then = graph(before, LineGraph.View.PAST_ONLY);
    Graph<LinkKey<Integer>> today = graph(withLater, LineGraph.View.PAST_ONLY);
    for (int link = 0; link < before.size(); link++) {
      assertThat(row(today, link)).isEqualTo(row(then, link));
      for (String relation : then.adjacency().relations()) {
        assertThat(neighbours(today.adjacency().relation(relation).matrix(), link))
            .isEqualTo(neighbours(then.adjacency().relation(relation).matrix(), link));
      }
      assertThat(neighbours(today.adjacency().matrix(), link))
          .isEqualTo(neighbours(then.adjacency().matrix(), link));
    }
  }

  private static List<Integer> neighbours(CsrMatrix matrix, int row) {
    List<Integer> columns = new ArrayList<>();
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      columns.add(matrix.columnIndex(e));
    }
    return columns;
  }

  /** a→b at 0, b→a at 1, a→c at 3, c→b at 3, and a→b again at 50 hours. */
  private static final List<Link> SMALL =
      List.of(
          new Link(0, 1, 0),
          new Link(1, 0, HOUR),
          new Link(0, 2, 3 * HOUR),
          new Link(2, 1, 3 * HOUR),
          new Link(0, 1, 50 * HOUR));

  @Example
  void theWholeGraphByHand() {
    Map<String, Double> first = row(graph(SMALL, LineGraph.View.WHOLE_GRAPH), 0);
    assertThat(first).hasSize(70);
    assertThat(first.get("link source out-degree")).isCloseTo(Math.log(4), within(1e-6));
    assertThat(first.get("link source in-degree")).isCloseTo(Math.log(2), within(1e-6));
    assertThat(first.get("link is returned")).isEqualTo(1);
    assertThat(first.get("link source's links that are returned")).isCloseTo(2 / 3., within(1e-6));
    assertThat(first.get("link paths to target")).as("by c").isCloseTo(Math.log(2), within(1e-6));
    assertThat(first.get("link until it is returned")).isCloseTo(Math.log(2), within(1e-6));
    assertThat(first.get("link until source gives")).isCloseTo(Math.log(4), within(1e-6));
    assertThat(first.get("link source gave within a day")).isCloseTo(Math.log(3), within(1e-6));
    assertThat(first.get("link rest of source")).isCloseTo(Math.log(51), within(1e-6));
    assertThat(first.get("link age of source")).isZero();
  }

  @Example
  void thePastByHand() {
    Graph<LinkKey<Integer>> graph = graph(SMALL, LineGraph.View.PAST_ONLY);
    Map<String, Double> first = row(graph, 0);
    assertThat(first).hasSize(60);
    assertThat(first.get("past source out-degree")).isZero();
    assertThat(first.get("past is returned")).isZero();
    assertThat(first.get("past since source gave"))
        .isCloseTo(Math.log1p(NEVER / HOUR), within(1e-5));
    Map<String, Double> last = row(graph, 4);
    assertThat(last.get("past source out-degree")).isCloseTo(Math.log(3), within(1e-6));
    assertThat(last.get("past is returned")).isEqualTo(1);
    assertThat(last.get("past paths to target")).isCloseTo(Math.log(2), within(1e-6));
    assertThat(last.get("past between the directions")).isCloseTo(Math.log(50), within(1e-6));
    assertThat(last.get("past source gave within a day")).isZero();
    Map<String, Double> third = row(graph, 2);
    assertThat(third.get("past target in-degree")).as("c→b is at the same time").isZero();
  }

  @Example
  void withoutTimesStructureAloneIsSeen() {
    Graph<LinkKey<Integer>> graph =
        LineGraph.<Integer>builder()
            .features(LineGraph.View.WHOLE_GRAPH)
            .addLink(1, 2)
            .addLink(2, 1)
            .attributes(new LinkKey<>(1, 2), Map.of("amount", 7))
            .build()
            .graph();
    assertThat(graph.featureNames())
        .hasSize(35)
        .endsWith("attribute amount")
        .noneMatch(name -> name.contains("since"));
    assertThat(row(graph, 0).get("attribute amount")).isEqualTo(7);
    assertThat(graph.adjacency().relations())
        .doesNotContain(Adjacency.LinkRelation.AROUND_AT_SOURCE);
  }

  @Example
  void labelsHaveNoPartInThem() {
    LineGraph.Builder<Integer> builder =
        LineGraph.<Integer>builder()
            .features(LineGraph.View.WHOLE_GRAPH)
            .addLink(1, 2)
            .addLink(2, 3);
    Graph<LinkKey<Integer>> plain = builder.build().graph();
    Graph<LinkKey<Integer>> labelled =
        builder.label(new LinkKey<>(1, 2), "a").label(new LinkKey<>(2, 3), "b").build().graph();
    assertThat(row(labelled, 0)).isEqualTo(row(plain, 0));
    assertThat(row(labelled, 1)).isEqualTo(row(plain, 1));
  }

  @Example
  void thePastNeedsTimesAndAllLinksHaveOneOrNone() {
    assertThatThrownBy(
            () ->
                LineGraph.<Integer>builder()
                    .features(LineGraph.View.PAST_ONLY)
                    .addLink(1, 2)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PAST_ONLY")
        .hasMessageContaining("times");
    assertThatThrownBy(
            () ->
                LineGraph.<Integer>builder()
                    .addLink(1, 2)
                    .addLink(2, 1, Instant.ofEpochSecond(5))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 of 2 links have a time");
  }
}

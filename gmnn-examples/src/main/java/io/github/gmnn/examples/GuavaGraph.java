package io.github.gmnn.examples;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import io.github.gmnn.Gmnn;
import io.github.gmnn.Predictions;
import io.github.gmnn.adapters.GuavaGraphs;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Guava graph in, predictions out: which club do the members of a society belong to? */
public final class GuavaGraph {
  private static final List<String> CLUBS = List.of("chess", "rowing", "theatre");

  /** A node is any object with equals and hashCode. */
  record Member(int number, String club) {}

  private GuavaGraph() {}

  public static void main(String[] args) {
    MutableGraph<Member> friends = friendships(new Random(1));

    // The graph has no attributes: then each node is its own, and labels and edges must do.
    Graph.Builder<Member> builder = GuavaGraphs.from(friends);
    for (Member member : friends.nodes()) {
      if (member.number() < 15) { // of few members we know the club
        builder.label(member, member.club());
      }
    }
    Predictions<Member> predictions = Gmnn.builder().seed(1).fit(builder.build()).predictions();

    long right =
        friends.nodes().stream()
            .filter(member -> predictions.of(member).label().equals(member.club()))
            .count();
    System.out.println(right + " of " + friends.nodes().size() + " members are put in their club");
  }

  /** Friends are of the same club five times out of six. */
  private static MutableGraph<Member> friendships(Random random) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      members.add(new Member(i, CLUBS.get(i % CLUBS.size())));
    }
    MutableGraph<Member> graph = GraphBuilder.undirected().build();
    members.forEach(graph::addNode);
    while (graph.edges().size() < 1_200) {
      Member one = members.get(random.nextInt(members.size()));
      Member other = members.get(random.nextInt(members.size()));
      boolean meet = one.club().equals(other.club()) || random.nextInt(10) == 0;
      if (meet && !one.equals(other)) {
        graph.putEdge(one, other);
      }
    }
    return graph;
  }
}

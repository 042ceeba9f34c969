package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.testing.RandomInputs;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final List<String> TYPES = List.of("knows", "author", "cites");
  private static final Adjacency GRAPH =
      RandomInputs.typed(RandomInputs.graph(30, 3, RandomStream.of(1)), TYPES, RandomStream.of(2));
  private static final EdgeList EDGES = GRAPH.relationEdges().orElseThrow();
  private static final List<String> RELATIONS = List.of("cites", "nothing", "author");
  private static final List<String> INVERSES = List.of("author");
  private static final Messages MESSAGES = EDGES.messages(RELATIONS, INVERSES);

  private static Adjacency direction(int d) {
    return switch (d) {
      case 0 -> GRAPH.relation("cites");
      case 2 -> GRAPH.relation("author");
      case 3 -> GRAPH.relation("author").reversed();
      default -> throw new IllegalArgumentException("no edges of direction " + d);
    };
  }

  @Test
  void everyNodeHasAMessageForEachDirectionItSendsIn() {
    Set<List<Integer>> expected = new HashSet<>();
    for (int d : new int[] {0, 2, 3}) {
      CsrMatrix edges = direction(d).matrix();
      for (int e = 0; e < edges.nonZeros(); e++) {
        expected.add(List.of(d, edges.columnIndex(e)));
      }
    }
    Set<List<Integer>> actual = new HashSet<>();
    for (int m = 0; m < MESSAGES.count(); m++) {
      int d = MESSAGES.direction(m);
      assertThat(m).isBetween(MESSAGES.directionStart(d), MESSAGES.directionStart(d + 1) - 1);
      actual.add(List.of(d, MESSAGES.sender(m)));
    }
    assertThat(actual).isEqualTo(expected).hasSize(MESSAGES.count());
    assertThat(MESSAGES.directions()).isEqualTo(4);
  }

  @Test
  void aNodeReceivesTheMeanOfEachRelation() {
    DenseMatrix table = RandomInputs.dense(MESSAGES.count(), 2, -1, 1, RandomStream.of(3));
    DenseMatrix actual = DenseMatrix.zeros(30, 2);
    MESSAGES.mean().apply(table, actual, Workers.sequential());
    DenseMatrix expected = DenseMatrix.zeros(30, 2);
    for (int d : new int[] {0, 2, 3}) {
      DenseMatrix sent = DenseMatrix.zeros(30, 2);
      for (int m = MESSAGES.directionStart(d); m < MESSAGES.directionStart(d + 1); m++) {
        for (int c = 0; c < 2; c++) {
          sent.set(MESSAGES.sender(m), c, table.get(m, c));
        }
      }
      DenseMatrix mean = DenseMatrix.zeros(30, 2);
      direction(d).mean().apply(sent, mean, Workers.sequential());
      for (int i = 0; i < mean.data().length; i++) {
        expected.data()[i] += mean.data()[i];
      }
    }
    assertThat(actual.data()).containsExactly(expected.data(), within(1e-6f));
  }

  @Test
  void theMessagesOfANodeAreFoundByTheNode() {
    int found = 0;
    for (int node = 0; node < 30; node++) {
      for (int place = MESSAGES.sentStart(node); place < MESSAGES.sentStart(node + 1); place++) {
        assertThat(MESSAGES.sender(MESSAGES.sent(place))).isEqualTo(node);
        found++;
      }
    }
    assertThat(found).isEqualTo(MESSAGES.count());
  }

  @Test
  void theSendersOfSomeMessagesAreNamed() {
    RowSet senders = MESSAGES.senders(RowSet.of(MESSAGES.count(), new int[] {2}));
    assertThat(senders).isEqualTo(RowSet.of(30, new int[] {MESSAGES.sender(2)}));
    assertThat(MESSAGES.senders(RowSet.all(MESSAGES.count())).isAll()).isTrue();
  }

  @Test
  void messagesAreMadeOnce() {
    assertThat(EDGES.messages(List.copyOf(RELATIONS), INVERSES)).isSameAs(MESSAGES);
    assertThat(EDGES.messages(RELATIONS, List.of())).isNotSameAs(MESSAGES);
  }

  @Test
  void messagesMayHaveAnyOperator() {
    CsrMatrix mean =
        CsrMatrix.of(2, 3, new int[] {0, 2, 3}, new int[] {0, 2, 1}, new float[] {1, 1, 1});
    Messages messages = Messages.of(new int[] {0, 2, 2, 3}, new int[] {0, 1, 1}, mean);

    assertThat(messages.mean()).isSameAs(mean);
    assertThat(messages.direction(2)).isEqualTo(2);
    assertThat(messages.sent(messages.sentStart(1) + 1)).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Messages.of(new int[] {0, 2}, new int[] {0, 1, 1}, mean))
        .withMessageContaining("[0, 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Messages.of(new int[] {0, 3}, new int[] {0, 1, 1}, mean))
        .withMessageContaining("message 2 is sent by node 1");
  }
}

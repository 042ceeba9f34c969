package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.SharedData;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The public datasets have the sizes that they are known by. */
class PublicDataTest {
  @ParameterizedTest
  @CsvSource({
    "cora,      2708,   5278, 1433,  49216, 7, 140",
    "citeseer,  3327,   4552, 3703, 105165, 6, 120",
    "pubmed,   19717,  44324,  500, 988031, 3,  60",
    "facebook, 22470, 170823, 4714, 314583, 4,  80",
  })
  void datasetsHaveTheirSizes(
      String name, int nodes, int edges, int features, int nonZeros, int classes, int training)
      throws IOException {
    Dataset<String> data = DatasetReader.read(SharedData.folder(name));
    Graph<String> graph = data.graph();
    assertThat(data.name()).isEqualTo(name);
    assertThat(graph.nodeCount()).isEqualTo(nodes);
    assertThat(graph.edgeCount()).isEqualTo(edges);
    assertThat(graph.hasFeatures()).isEqualTo(features > 0);
    assertThat(graph.featureCount()).isEqualTo(features > 0 ? features : nodes);
    assertThat(graph.features().nonZeros()).isEqualTo(features > 0 ? nonZeros : nodes);
    assertThat(graph.classes()).hasSize(classes);
    assertThat(graph.trainingNodes()).hasSize(training);
    assertThat(graph.validationNodes()).hasSize(500);
    assertThat(data.testLabels()).hasSize(1_000);
  }

  @Test
  void citeseerHasItsIsolatedNodes() throws IOException {
    Graph<String> graph = DatasetReader.read(SharedData.folder("citeseer")).graph();
    int isolated = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (graph.adjacency().matrix().rowStart(node) == graph.adjacency().matrix().rowEnd(node)) {
        isolated++;
      }
    }
    assertThat(isolated).isEqualTo(48);
  }

  @ParameterizedTest
  @CsvSource({"bitcoin_alpha, 3783, 24186, 2844, 977", "bitcoin_otc, 5881, 35592, 3858, 2689"})
  void ratingsHaveTheirSizes(String name, int users, int links, int positive, int negative)
      throws IOException {
    List<RatingsReader.Rating> ratings = RatingsReader.read(SharedData.folder(name));
    Set<String> names = new HashSet<>();
    ratings.forEach(
        rating -> {
          names.add(rating.source());
          names.add(rating.target());
        });
    assertThat(ratings).hasSize(links);
    assertThat(names).hasSize(users);
    assertThat(ratings.stream().filter(rating -> rating.rating() > 3)).hasSize(positive);
    assertThat(ratings.stream().filter(rating -> rating.rating() < -3)).hasSize(negative);
  }
}

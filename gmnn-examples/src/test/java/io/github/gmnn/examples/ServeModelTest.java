package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.LiveModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class ServeModelTest {
  @Test
  void answersRequestsOfAllKindsWhileItLearns() throws IOException, InterruptedException {
    Graph<Integer> graph = CitationGraphGenerator.builder().nodes(800).build().generate().graph();
    GmnnTrainer trainer = Gmnn.paper().pretrainEpochs(20).emIterations(0).build();
    try (LiveModel<Integer> live = LiveModel.of(trainer, graph)) {
      HttpServer server = ServeModel.start(live, 0);
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(ServeModelLoad.load(address, graph, 40)).hasSize(40);
      assertThat(live.graph().nodeCount()).isEqualTo(804);
      live.submit(change -> {}).join(); // all before it is learned, so that the model stays
      assertThat(get(address + "/predict?node=9").body()).isEqualTo(live.predict(9) + "\n");
      HttpResponse<String> unknown = get(address + "/predict?node=-7");
      assertThat(unknown.statusCode()).isEqualTo(400);
      assertThat(unknown.body()).contains("-7").contains("is not a node");
      assertThat(get(address + "/label?node=9").statusCode()).isEqualTo(400);
      server.stop(0);
    }
  }

  private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}

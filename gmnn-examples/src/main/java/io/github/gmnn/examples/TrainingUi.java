package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.ProgressListener;
import java.io.IOException;
import java.time.Duration;
import org.deeplearning4j.ui.api.UIServer;
import org.deeplearning4j.ui.model.stats.StatsListener;
import org.deeplearning4j.ui.model.storage.InMemoryStatsStorage;

/** Deeplearning4j's training UI shows q in a browser while GMNN trains. */
public final class TrainingUi {
  private TrainingUi() {}

  public static void main(String[] args) throws IOException {
    Dataset<Integer> data = CitationGraphGenerator.builder().build().generate();
    UIServer ui = UIServer.getInstance(); // port 9000, or -Dorg.deeplearning4j.ui.port=...
    InMemoryStatsStorage statistics = new InMemoryStatsStorage();
    ui.attach(statistics);
    System.out.println("Training is shown at " + ui.getAddress() + "/train/overview");

    GmnnModel<Integer> model =
        Gmnn.paper()
            .seed(1)
            .inferenceListeners(new StatsListener(statistics)) // q; learningListeners for p
            .listener(ProgressListener.every(Duration.ofMillis(500), System.out::println))
            .fit(data.graph());

    System.out.println(model.evaluate(data.testLabels()));
    System.out.println("Press Enter to end");
    System.in.read();
    try {
      ui.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.search.SettingsSearch;
import io.github.gmnn.training.ClassWeighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsSearchTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @TempDir private Path folder;

  private static GmnnTrainer.Builder brief() {
    return Gmnn.paper().emIterations(0);
  }

  /** One epoch learns next to nothing, forty learn the words. */
  private static SettingsSearch search() {
    return SettingsSearch.of(SettingsSearchTest::brief)
        .choice("pretrainEpochs", GmnnTrainer.Builder::pretrainEpochs, 1, 40)
        .choice("hiddenUnits", GmnnTrainer.Builder::hiddenUnits, 2, 8)
        .seeds(1, 2);
  }

  @Test
  void theGridIsRankedByTheValidationNodes() {
    List<SettingsSearch.Progress> heard = new ArrayList<>();
    SettingsSearch.Result result = search().listener(heard::add).run(GRAPH);
    assertThat(result.trials()).hasSize(4);
    assertThat(result.trials()).isSortedAccordingTo((a, b) -> Double.compare(b.mean(), a.mean()));
    SettingsSearch.Result.Trial best = result.best();
    assertThat(best.settings()).containsEntry("pretrainEpochs", "40");
    // what a fit with the same settings gives, seed by seed
    Map<Integer, String> held = GRAPH.validationLabels();
    int units = Integer.parseInt(best.settings().get("hiddenUnits"));
    for (int i = 0; i < 2; i++) {
      GmnnModel<Integer> model =
          brief().pretrainEpochs(40).hiddenUnits(units).seed(i + 1).fit(GRAPH);
      assertThat(best.scores().get(i)).isCloseTo(model.evaluate(held).accuracy(), offset(1e-12));
    }
    assertThat(best.trainer().fit(GRAPH).evaluate(held).accuracy())
        .isCloseTo(best.scores().get(0), offset(1e-12));
    assertThat(heard).hasSize(8);
    assertThat(heard.get(7).done()).isEqualTo(8);
    assertThat(heard.get(7).total()).isEqualTo(8);
    List<String> lines = result.toString().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).contains("hiddenUnits", "pretrainEpochs", "validation ACCURACY");
  }

  @Test
  void aSearchGoesOnWhereItWasCutOff() throws IOException {
    Path log = folder.resolve("search.txt");
    SettingsSearch.Result whole = search().resume(log).run(GRAPH);
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(8);
    String cut = String.join("\n", lines.subList(0, 5)) + "\n" + lines.get(5).substring(0, 38);
    Files.writeString(log, cut + "\n");
    AtomicInteger fits = new AtomicInteger();
    SettingsSearch.Result resumed =
        search().resume(log).listener(progress -> fits.incrementAndGet()).run(GRAPH);
    assertThat(fits).hasValue(3);
    assertThat(resumed.toString()).isEqualTo(whole.toString());
    SettingsSearch.Result again =
        search().resume(log).listener(progress -> fits.incrementAndGet()).run(GRAPH);
    assertThat(fits).hasValue(3);
    assertThat(again.toString()).isEqualTo(whole.toString());
  }

  @Test
  void randomCombinationsAreDistinctAndFixedByTheSeed() {
    SettingsSearch.Result result = search().seeds(1).random(3, 5).threads(1).run(GRAPH);
    assertThat(result.trials())
        .extracting(SettingsSearch.Result.Trial::settings)
        .doesNotHaveDuplicates();
    assertThat(result.trials()).hasSize(3);
    assertThat(search().seeds(1).random(3, 5).run(GRAPH).toString()).isEqualTo(result.toString());
  }

  @Test
  void withoutValidationNodesThereIsNothingToChooseBy() {
    Graph<Integer> none = GRAPH.withLabels(Map.of(GRAPH.key(0), "topic-0"), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search().run(none))
        .withMessageContaining("no validation nodes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search().choice("hiddenUnits", GmnnTrainer.Builder::hiddenUnits, 3))
        .withMessageContaining("hiddenUnits");
  }

  @Test
  void weightsByHandDecideBetweenClasses() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 20; i++) {
      builder.addNode(i, Map.of("word", 1)).label(i, i < 5 ? "rare" : "common");
    }
    Graph<Integer> alike = builder.build();
    GmnnTrainer.Builder trainer = Gmnn.paper().pretrainEpochs(200).emIterations(0).l2(0).dropout(0);
    assertThat(trainer.fit(alike).predict(0).label()).isEqualTo("common");
    GmnnModel<Integer> weighted = trainer.classWeights(Map.of("rare", 9.0)).fit(alike);
    // 5 · 9 to 15 · 1
    assertThat(weighted.predict(0).probability("rare")).isCloseTo(0.75, offset(0.05));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().classWeights(Map.of("rare", -1.0)))
        .withMessageContaining("rare");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gmnn.paper().classWeights(Map.of("rarely", 1.0)).fit(alike))
        .withMessageContaining("rarely");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer.classWeighting(ClassWeighting.BALANCED).build())
        .withMessageContaining("one of them");
  }
}

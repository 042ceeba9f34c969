package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFormatTest {
  private static final KeyFormat<Place> FORMAT =
      new KeyFormat<>(Place.class, place -> place.row() + ":" + place.column(), Place::parse);

  @TempDir private Path folder;

  /** A key of an application. */
  record Place(int row, int column) {
    static Place parse(String text) {
      String[] parts = text.split(":");
      return new Place(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }
  }

  private static Graph<Place> graph() {
    return Graph.<Place>builder()
        .addNode(new Place(0, 0))
        .addNode(new Place(0, 1))
        .addEdge(new Place(0, 0), new Place(0, 1))
        .label(new Place(0, 0), "a")
        .label(new Place(0, 1), "b")
        .build();
  }

  private static GmnnTrainer.Builder brief() {
    return Gmnn.paper().pretrainEpochs(2).emIterations(0);
  }

  @Test
  void keysOfARecordAreSavedAndLoaded() throws IOException {
    GmnnModel<Place> model = brief().keyFormats(FORMAT).fit(graph());
    Path file = folder.resolve("model.gmnn");
    model.save(file);
    GmnnModel<Place> loaded = GmnnModel.load(file, List.of(FORMAT)).keyedBy(Place.class);
    assertThat(loaded.predictions().all()).isEqualTo(model.predictions().all());
    loaded.save(folder.resolve("again.gmnn"));
    assertThatThrownBy(() -> GmnnModel.load(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("Place: give load a KeyFormat");
  }

  @Test
  void linksBetweenSuchKeysAreSavedToo() throws IOException {
    LinkKey<Place> link = new LinkKey<>(new Place(1, 2), new Place(3, 4));
    LinkKey<Place> other = new LinkKey<>(new Place(1, 2), new Place(5, 6));
    Graph<LinkKey<Place>> links =
        LineGraph.<Place>builder()
            .addLink(link.source(), link.target())
            .addLink(other.source(), other.target())
            .label(link, "a")
            .label(other, "b")
            .build()
            .graph();
    Path file = folder.resolve("links.gmnn");
    brief().keyFormats(FORMAT).fit(links).save(file);
    assertThat(GmnnModel.load(file, List.of(FORMAT)).keyedByLinks(Place.class).keys())
        .containsExactly(link, other);
  }

  @Test
  void whatCannotBeSavedIsNamedBeforeTraining() {
    AtomicInteger epochs = new AtomicInteger();
    GmnnTrainer.Builder counted =
        brief()
            .listener(
                epoch -> {
                  epochs.incrementAndGet();
                  return true;
                });
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counted.keyFormats().fit(graph()))
        .withMessageContaining("Place[row=0, column=0]")
        .withMessageContaining("keyFormats");
    KeyFormat<Place> forgetful =
        new KeyFormat<>(Place.class, place -> "" + place.row(), text -> new Place(0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counted.keyFormats(forgetful).fit(graph()))
        .withMessageContaining("must give back an equal key");
    assertThat(epochs).hasValue(0);
  }

  @Test
  void aModelSaysAtOnceThatItsKeysCannotBeSaved() {
    Path file = folder.resolve("none.gmnn");
    GmnnModel<Place> model = brief().fit(graph());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.save(file))
        .withMessageContaining("KeyFormat");
    assertThat(file).doesNotExist();
  }

  @Test
  void aFormatThatCannotReadItsTextIsNamed() throws IOException {
    Path file = folder.resolve("model.gmnn");
    brief().keyFormats(FORMAT).fit(graph()).save(file);
    KeyFormat<Place> broken =
        new KeyFormat<>(
            Place.class,
            Place::toString,
            text -> {
              throw new IllegalStateException("no such place");
            });
    assertThatThrownBy(() -> GmnnModel.load(file, List.of(broken)))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("no such place");
  }
}

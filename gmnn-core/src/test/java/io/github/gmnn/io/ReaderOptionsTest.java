package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReaderOptionsTest {
  @TempDir Path temp;

  private void write(String file, String... lines) throws IOException {
    Files.write(temp.resolve(file), List.of(lines));
  }

  @Test
  void columnsAreReadByOtherNamesAndCellsAreMissing() throws IOException {
    write("nodes.csv", "Account,kind,age", "a,x,1", "b,y,-", "c,UNKNOWN,3", "d,x,5");
    write("edges.csv", "from,to", "a,b", "b,c");
    ReaderOptions options =
        new ReaderOptions()
            .withRenamed("account", "id")
            .withRenamed("KIND", "label")
            .withRenamed("from", "source")
            .withRenamed("to", "target")
            .withMissing("-", "unknown");
    Dataset<String> data = DatasetReader.read(temp, options);
    assertThat(data.graph().keys()).containsExactly("a", "b", "c", "d");
    assertThat(data.graph().classes()).containsExactly("x", "y");
    assertThat(data.graph().label(2)).isEqualTo(-1);
    assertThat(data.graph().featureNames()).containsExactly("age");
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(DatasetReader.columns(temp, options))
        .singleElement()
        .satisfies(
            column -> {
              assertThat(column.name()).isEqualTo("age");
              assertThat(column.missing()).isEqualTo(1);
            });
  }

  @Test
  void edgesThatEndAtNoNodeAreCountedOrRefused() throws IOException {
    write("nodes.csv", "id,label", "a,x", "b,y");
    write("edges.csv", "source,target", "a,b", "a,z", "y,z");
    List<Long> skipped = new ArrayList<>();
    Dataset<String> data =
        DatasetReader.read(temp, new ReaderOptions().skippingUnknownEdges(skipped::add));
    assertThat(data.graph().edgeCount()).isEqualTo(1);
    assertThat(skipped).containsExactly(2L);
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(temp))
        .withMessageContaining("line 3: expected an id of nodes.csv, found 'z'")
        .withMessageContaining("line 4");
    write("edges.csv", "source,target", "a,b");
    DatasetReader.read(temp, new ReaderOptions().skippingUnknownEdges(skipped::add));
    assertThat(skipped).hasSize(1);
  }

  @Test
  void theFirstTenErrorsOfAFileAreTold() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,label", "a,x", "b,y"));
    for (int i = 0; i < 30; i++) {
      lines.add(i % 3 == 0 ? "a,x" : i % 3 == 1 ? ",x" : "c,x,too,many");
    }
    write("nodes.csv", lines.toArray(String[]::new));
    write("edges.csv", "source,target", "a,b");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(temp))
        .satisfies(
            e -> {
              assertThat(e.getMessage().lines()).hasSize(11);
              assertThat(e.getMessage())
                  .contains("nodes.csv, line 6: expected 2 columns, found 4 columns")
                  .contains("(nothing was read after 10 errors)");
            });
    write("nodes.csv", "id,label", "a,x", "a,y", "b,y", "b,x");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(temp))
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(2));
  }

  @Test
  void theFirstErrorsOfALineFormatAreTold() throws IOException {
    write("net.txt", "a\tb", "a b", "b\tc\theavy", "c\td\t2");
    write("label.txt", "a\tx", "b\ty");
    write("train.txt", "a", "b");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(temp))
        .satisfies(
            e ->
                assertThat(e.getMessage().lines().toList())
                    .hasSize(2)
                    .allMatch(line -> line.contains(": expected ") && line.contains(", found ")));
  }

  @Test
  void aColumnToRenameThatIsNowhereIsAMisspeltNameUnlessAModelReads() throws IOException {
    write("nodes.csv", "id,label,age", "a,x,1", "b,y,2");
    write("edges.csv", "source,target,amount", "a,b,3");
    ReaderOptions misspelt =
        new ReaderOptions().withRenamed("AGE", "years").withRenamed("amuont", "weight");
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(temp, misspelt))
        .withMessageContaining("a column 'amuont' to rename")
        .withMessageContaining("id, label, age, source, target, amount");
    Dataset<String> data =
        DatasetReader.read(temp, new ReaderOptions().withRenamed("AGE", "years"));
    assertThat(data.graph().featureNames()).containsExactly("years");
    ReaderOptions later = misspelt.forModel(data.graph().featureSchema(), data.graph().classes());
    assertThat(DatasetReader.read(temp, later).graph().nodeCount()).isEqualTo(2);
  }
}

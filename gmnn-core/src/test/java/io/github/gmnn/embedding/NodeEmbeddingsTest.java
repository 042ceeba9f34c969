package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.Export;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeEmbeddingsTest {
  private static NodeEmbeddings<String> some() {
    return NodeEmbeddings.of(
        List.of("a", "b", "c", "zero"),
        DenseMatrix.wrap(4, 2, new float[] {1f, 0f, 2f, 0.1f, -1f, 1f / 3f, 0f, 0f}));
  }

  @Property(tries = 50)
  void nearestEqualsSortingAllBySimilarity(
      @ForAll @IntRange(min = 2, max = 50) int nodes,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll long seed) {
    RandomStream random = RandomStream.of(seed);
    DenseMatrix vectors = DenseMatrix.zeros(nodes, 3);
    for (int i = 0; i < vectors.data().length; i++) {
      vectors.data()[i] = random.nextInt(5) - 2;
    }
    NodeEmbeddings<Integer> embeddings =
        NodeEmbeddings.of(IntStream.range(0, nodes).boxed().toList(), vectors);
    List<Integer> expected =
        IntStream.range(1, nodes)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(
                        i -> -cosine(embeddings.vector(0), embeddings.vector(i)))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(count)
            .toList();
    assertThat(embeddings.nearest(0, count).stream().map(NodeEmbeddings.Neighbor::key).toList())
        .isEqualTo(expected);
  }

  private static double cosine(float[] a, float[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int j = 0; j < a.length; j++) {
      ab += (double) a[j] * b[j];
      aa += (double) a[j] * a[j];
      bb += (double) b[j] * b[j];
    }
    return aa == 0 || bb == 0 ? 0 : ab / (Math.sqrt(aa) * Math.sqrt(bb));
  }

  @Test
  void nearestOfAVectorOfOnesOwn() {
    List<NodeEmbeddings.Neighbor<String>> nearest = some().nearest(new float[] {0f, 5f}, 1);
    assertThat(nearest.get(0).key()).isEqualTo("c");
    assertThat(nearest.get(0).similarity()).isCloseTo(0.316, within(0.001));
  }

  @Test
  void savedEmbeddingsLoadBitForBit(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("vectors.txt");
    some().save(file);
    NodeEmbeddings<String> loaded = NodeEmbeddings.load(file);
    assertThat(loaded.keys()).containsExactly("a", "b", "c", "zero");
    assertThat(loaded.matrix().data()).isEqualTo(some().matrix().data());
    assertThat(Files.readString(file)).startsWith("4 2\na 1.0 0.0\nb 2.0 0.1\n");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void keysOfAnotherTypeComeBack(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("vectors.txt");
    NodeEmbeddings.of(List.of(10, 20), DenseMatrix.zeros(2, 1)).save(file);
    assertThat(NodeEmbeddings.load(file, Integer::valueOf).keys()).containsExactly(10, 20);
  }

  @Test
  void tsvHasALinePerNode(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("vectors.tsv");
    NodeEmbeddings.of(List.of("two words"), DenseMatrix.wrap(1, 2, new float[] {1f, -2f}))
        .writeTsv(file);
    assertThat(Files.readString(file)).isEqualTo("two words\t1.0\t-2.0\n");
  }

  @Test
  void csvAndJsonLinesHaveARowPerNode() throws IOException {
    NodeEmbeddings<String> embeddings =
        NodeEmbeddings.of(
            List.of("a,b", "=c"), DenseMatrix.wrap(2, 2, new float[] {1f, -2f, 0.5f, 1e-8f}));
    assertThat(text(embeddings.csv())).isEqualTo("node,d0,d1\n\"a,b\",1.0,-2.0\n=c,0.5,1.0E-8\n");
    assertThat(text(embeddings.csvForSpreadsheets()))
        .isEqualTo("node,d0,d1\n\"a,b\",1.0,-2.0\n'=c,0.5,1.0E-8\n");
    assertThat(text(embeddings.jsonLines()))
        .isEqualTo(
            "{\"node\":\"a,b\",\"vector\":[1.0,-2.0]}\n"
                + "{\"node\":\"=c\",\"vector\":[0.5,1.0E-8]}\n");
  }

  private static String text(Export export) throws IOException {
    StringWriter out = new StringWriter();
    export.writeTo(out);
    return out.toString();
  }

  @Test
  void aKeyThatTheFormCannotSayIsRefusedAndLeavesTheFileAlone(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("vectors.txt"), "before");
    NodeEmbeddings<String> embeddings =
        NodeEmbeddings.of(List.of("two words"), DenseMatrix.zeros(1, 1));
    assertThatThrownBy(() -> embeddings.save(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two words")
        .hasMessageContaining("TSV");
    assertThat(Files.readString(file)).isEqualTo("before");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|line 1: expected \"nodes dimensions\"",
        "hello|line 1",
        "-1 2|line 1",
        "2000000000 1000000000|line 1: expected sizes that fit the file",
        "1 2#a 1.0|line 2: expected a key and 2 finite values",
        "1 2#a 1.0 2.0 3.0|line 2",
        "1 2#a 1.0 NaN|line 2",
        "1 2#a 1.0 x|values, found 'x'",
        "2 1#a 1.0|line 3",
        "1 1#a 1.0#b 2.0|line 3: expected the end of the file",
        "2 1#a 1.0#a 2.0#|duplicate"
      })
  void aBrokenFileIsRefusedByLine(String text, String message, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("broken.txt"), text.replace('#', '\n'));
    assertThatThrownBy(() -> NodeEmbeddings.load(file))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("broken.txt")
        .hasMessageContaining(message);
  }

  @Test
  void aFileThatIsCutOffIsRefusedWhereverTheCut(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("embeddings.txt");
    some().save(file);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> NodeEmbeddings.load(file))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(DataFormatException.class);
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatIsNoRegularFileIsRefused(@TempDir Path folder) throws Exception {
    Path endless = Path.of("/dev/zero");
    assumeTrue(Files.exists(endless), "devices");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path file : List.of(endless, pipe, folder)) {
      assertThatThrownBy(() -> NodeEmbeddings.load(file))
          .isInstanceOf(DataFormatException.class)
          .hasMessageContaining("regular file");
    }
  }

  @Test
  void copiesAreHandedOut() {
    NodeEmbeddings<String> embeddings = some();
    embeddings.vector("a")[0] = 99f;
    embeddings.matrix().data()[0] = 99f;
    assertThat(embeddings.vector("a")).containsExactly(1f, 0f);
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> some().vector("x")).hasMessageContaining("'x'");
    assertThatThrownBy(() -> some().nearest("a", 0)).hasMessageContaining("got 0");
    assertThatThrownBy(() -> some().nearest(new float[3], 1)).hasMessageContaining("2 dimensions");
    assertThatThrownBy(() -> NodeEmbeddings.of(List.of("a"), DenseMatrix.zeros(2, 2)))
        .hasMessageContaining("1 keys");
  }
}

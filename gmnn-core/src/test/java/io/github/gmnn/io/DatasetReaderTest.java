package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeList;
import io.github.gmnn.testing.TextGraphs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetReaderTest {
  @TempDir Path temp;

  private static void assertIsTheGmnnFolder(Dataset<String> data) {
    Graph<String> graph = data.graph();
    assertThat(graph.keys()).containsExactly("a", "b", "c", "d", "e");
    assertThat(graph.adjacency().matrix())
        .isEqualTo(TextGraphs.parse("a-b c-d:2.5 e").adjacency().matrix());
    assertThat(graph.features())
        .isEqualTo(
            CsrMatrix.of(
                5,
                4,
                new int[] {0, 2, 3, 4, 4, 4},
                new int[] {0, 3, 2, 0},
                new float[] {1, 0.5f, 1, 1}));
    assertThat(graph.classes()).containsExactly("x", "y", "z");
    assertThat(graph.trainingNodes()).containsExactly(0, 1);
    assertThat(graph.validationNodes()).containsExactly(2);
    assertThat(graph.label(4)).as("a label outside the split is not used").isEqualTo(-1);
    assertThat(data.testLabels()).isEqualTo(Map.of("d", "y"));
  }

  @Test
  void readsTheFormatOfThePublishedCode() throws IOException {
    Dataset<String> data = DatasetReader.read(DataFolder.gmnn(temp).path());
    assertIsTheGmnnFolder(data);
    assertThat(data.name()).isEqualTo(temp.getFileName().toString());
  }

  @Test
  void readsCompressedFiles() throws IOException {
    assertIsTheGmnnFolder(DatasetReader.read(DataFolder.gmnn(temp).compressed().path()));
  }

  @Test
  void lineEndsByteOrderMarksAndBlankLinesDoNotMatter() throws IOException {
    DataFolder folder =
        DataFolder.gmnn(temp)
            .with("net.txt", "\uFEFFa\tb\t1\r\nb\ta\t1\r\n\r\nc\td\t2.5\r\ne\te\t1\r\n\r\n\r\n")
            .with("train.txt", "a\n\n \nb");
    assertIsTheGmnnFolder(DatasetReader.read(folder.path()));
  }

  @Test
  void weightsFeaturesDevAndTestMayBeMissing() throws IOException {
    DataFolder folder =
        DataFolder.gmnn(temp)
            .with("net.txt", "a\tb\nc\td\ne\te\n")
            .without("feature.txt")
            .without("dev.txt")
            .without("test.txt");
    Dataset<String> data = DatasetReader.read(folder.path());
    assertThat(data.graph().hasFeatures()).isFalse();
    assertThat(data.graph().featureCount()).isEqualTo(5);
    assertThat(data.graph().validationNodes()).isEmpty();
    assertThat(data.testLabels()).isEmpty();
  }

  @Test
  void nodesMayStandInTheFeaturesAlone() throws IOException {
    DataFolder folder = DataFolder.gmnn(temp).with("feature.txt", "lone\t0:1\nbare\nblank\t\n");
    Graph<String> graph = DatasetReader.read(folder.path()).graph();
    assertThat(graph.keys()).containsExactly("a", "b", "c", "d", "e", "lone", "bare", "blank");
  }

  @Test
  void namesMayBeAnyText() throws IOException {
    DataFolder folder =
        DataFolder.gmnn(temp)
            .with("net.txt", "Zürich HB\t東京\nc\td\n")
            .with("label.txt", "Zürich HB\tx\n東京\ty y\n")
            .with("train.txt", "東京\nZürich HB\n")
            .without("dev.txt")
            .without("test.txt");
    Graph<String> graph = DatasetReader.read(folder.path()).graph();
    assertThat(graph.classes()).containsExactly("x", "y y");
    assertThat(graph.label(graph.indexOf("東京"))).isEqualTo(1);
  }

  @Test
  void readsNodesAndEdgesAsCsv() throws IOException {
    new DataFolder(temp)
        .with(
            "nodes.csv",
            """
            id,label,split,word,"a ""b"", c"
            a,x,train,1,0
            "b, the
            second",y,train,,-2.5
            c,x,validation,0,0
            d,y,test,0,1e-3
            e,z,,0,0
            f,,,0,0
            """)
        .with("edges.csv", "source,target,weight\na,\"b, the\nsecond\",1\nc,d,2.5\n");
    Dataset<String> data = DatasetReader.read(temp);
    Graph<String> graph = data.graph();
    assertThat(graph.keys()).containsExactly("a", "b, the\nsecond", "c", "d", "e", "f");
    assertThat(graph.featureNames()).containsExactly("word", "a \"b\", c");
    assertThat(graph.features())
        .isEqualTo(
            CsrMatrix.of(
                6,
                2,
                new int[] {0, 1, 2, 2, 3, 3, 3},
                new int[] {0, 1, 1},
                new float[] {1, -1, (float) (1e-3 / 2.5)})); // the largest is 2.5
    assertThat(graph.adjacency().matrix())
        .isEqualTo(TextGraphs.parse("a-b c-d:2.5 e f").adjacency().matrix());
    assertThat(graph.classes()).containsExactly("x", "y", "z");
    assertThat(graph.trainingNodes()).containsExactly(0, 1);
    assertThat(graph.validationNodes()).containsExactly(2);
    assertThat(data.testLabels()).isEqualTo(Map.of("d", "y"));
  }

  @Test
  void csvEdgesHaveTypesAndTimes() throws IOException {
    DataFolder folder =
        new DataFolder(temp)
            .with("nodes.csv", "id,label\na,x\nb,y\nc,\n")
            .with("edges.csv", "time,source,target,Type\n7.9,a,b,knows\n-3,c,b,cites\n");
    Graph<String> graph = DatasetReader.read(folder.path()).graph();
    assertThat(graph.edgeTypes()).containsExactly("knows", "cites");
    EdgeList edges = graph.edges().orElseThrow();
    assertThat(edges.time(0)).isEqualTo(7);
    assertThat(edges.time(1)).isEqualTo(-3);
    assertThat(graph.key(edges.source(1))).isEqualTo("c");
    folder.with("edges.csv", "source,target,type\na,b,knows\nb,c, \n");
    assertThatThrownBy(() -> DatasetReader.read(folder.path()))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("edges.csv")
        .hasMessageContaining("line 3")
        .hasMessageContaining("a type");
    folder.with("edges.csv", "source,target,time\na,b,noon\n");
    assertThatThrownBy(() -> DatasetReader.read(folder.path()))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("a number as time")
        .hasMessageContaining("noon");
  }

  @Test
  void csvWithoutASplitTrainsOnAllLabels() throws IOException {
    new DataFolder(temp)
        .with("nodes.csv", "label,id\nx,a\ny,b\n,c\n")
        .with("edges.csv", "target,source\na,b\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(graph.trainingNodes()).containsExactly(0, 1);
    assertThat(graph.hasFeatures()).isFalse();
  }

  @Test
  void csvNeedsNoLabels() throws IOException {
    new DataFolder(temp).with("nodes.csv", "id\na\nb\n").with("edges.csv", "source,target\n");
    Graph<String> graph = DatasetReader.read(temp).graph();
    assertThat(graph.classes()).isEmpty();
    assertThat(graph.edgeCount()).isZero();
  }

  private DataFolder linqs() throws IOException {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      content.append("p" + i + "\t" + i % 2 + "\t0\t0.5\t" + (i % 3 == 0 ? "ML" : "AI") + "\n");
    }
    return new DataFolder(temp)
        .with("tiny.content", content.toString())
        .with("tiny.cites", "p0\tp1\np1 p2\np0\tunknown\n");
  }

  @Test
  void readsLinqsFilesAndDrawsASplit() throws IOException {
    Path folder = linqs().path();
    ReaderOptions options = new ReaderOptions().withSplit(2, 3, 4);
    Dataset<String> data = DatasetReader.read(folder, options);
    Graph<String> graph = data.graph();
    assertThat(graph.nodeCount()).isEqualTo(12);
    assertThat(graph.edgeCount()).as("one citation leads nowhere").isEqualTo(2);
    assertThat(graph.featureCount()).isEqualTo(3);
    assertThat(graph.features().nonZeros()).isEqualTo(18);
    assertThat(graph.classes()).containsExactly("AI", "ML");
    assertThat(graph.trainingNodes()).hasSize(4);
    assertThat(graph.validationNodes()).hasSize(3);
    assertThat(data.testLabels()).hasSize(4);
    assertThat(DatasetReader.read(folder, options).testLabels()).isEqualTo(data.testLabels());
    assertThat(DatasetReader.read(folder, options.withSplitSeed(99)).testLabels())
        .isNotEqualTo(data.testLabels());
  }

  @Test
  void readsCompressedLinqsFiles() throws IOException {
    Path folder = linqs().compressed().path();
    assertThat(
            DatasetReader.read(folder, new ReaderOptions().withSplit(2, 3, 4)).graph().edgeCount())
        .isEqualTo(2);
  }
}

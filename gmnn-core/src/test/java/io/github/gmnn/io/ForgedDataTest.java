package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.Outcome;
import io.github.gmnn.model.TextMutator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data that is nearly right: each is refused by its reader, in one line, or gives a graph of finite
 * numbers that a fit takes or refuses. A search of any length is {@link #main}.
 */
class ForgedDataTest {
  private static final int TRIES = 1000;

  private static final ReaderOptions OPTIONS =
      new ReaderOptions().withSplit(1, 1, 1).withMaxBytesPerFile(8 << 20);

  private static final List<String> TABLE_WORDS =
      List.of(
          "id",
          "label",
          "split",
          "source",
          "target",
          "weight",
          "type",
          "time",
          "train",
          "valid",
          "test",
          "a",
          "b",
          "2026-01-31",
          "2026-02-30T25:61",
          "-999999999-12-31",
          "31.12.2026",
          "$5",
          "12 %",
          ",000",
          "x y",
          "0.25",
          "-3");

  private static final List<String> TRIPLE_WORDS =
      List.of(
          "<",
          ">",
          "<http://a>",
          "_:",
          "_:b",
          "@en",
          "^^<http://int>",
          "^^<http://www.w3.org/2001/XMLSchema#double>",
          "\\u00e4",
          "\\u0000",
          "\\uD800",
          "\\U0010FFFF",
          "\\U00110000",
          "\\UFFFFFFFF",
          "\\n",
          "\\",
          "#",
          " .",
          "..");

  private static final String TRIPLES =
      """
      # a comment
      <http://a> <http://knows> <http://b> .
      <http://a> <http://knows> _:c1.
      _:c1 <http://name> "Jos\\u00e9 \\"J\\"\\n"@es . # another
      <http://b> <http://year> "1999"^^<http://int> .
      <http://a> <http://size> "17"^^<http://www.w3.org/2001/XMLSchema#integer> .
      <http://b> <http://size> "-2.5e1"^^<http://www.w3.org/2001/XMLSchema#double> .
      """;

  private static final List<String> RATINGS =
      List.of(
          "source,target,rating,time\na,b,5,1289241911.72836\nb,c,-3,1289241941\n\"c\",a,1,0\n",
          "6,2,4,1289241911\n6,5,2,1289241941\n");

  /** Folders of each format that a reader of folders tells apart, with every column it knows. */
  private static final Map<String, List<Map<String, String>>> FOLDERS =
      Map.of(
          "csv",
          List.of(
              Map.of(
                  "nodes.csv",
                  """
                  id,label,split,size,kind,words
                  a,x,train,1.5,red,"one, two three"
                  b,y,train,-2,blue,two four
                  c,x,validation,,red,one four
                  d,y,test,1e3,blue,NA
                  e,,,0,,
                  """,
                  "edges.csv",
                  """
                  source,target,weight,type,time
                  a,b,1,cites,2026-01-31
                  b,c,0.5,knows,2026-01-31T12:00
                  c,d,3,cites,17
                  d,e,1,knows,-1
                  """),
              Map.of(
                  "nodes.csv",
                  "id;label;size\na;x;1,5\nb;y;2,5\nc;x;0\n",
                  "edges.csv",
                  "source;target;weight\na;b;0,5\nb;c;1\n")),
          "gmnn",
          List.of(
              Map.of(
                  "net.txt",
                  "a\tb\t1\nb\ta\t1\nc\td\t2.5\ne\te\t1\n",
                  "feature.txt",
                  "a\t0:1.0 3:0.5\nb\t2:1\nc\t0:1\n",
                  "label.txt",
                  "a\tx\nb\ty\nc\tx\nd\ty\ne\tz\n",
                  "train.txt",
                  "a\nb\n",
                  "dev.txt",
                  "c\n",
                  "test.txt",
                  "d\n")),
          "linqs",
          List.of(
              Map.of(
                  "x.content",
                  "a 1 0 x\nb 0 1 y\nc 1 1 x\nd 0 0 y\ne 1 0 x\nf 0 1 y\n",
                  "x.cites",
                  "a b\nb c\nd e\ne f\n")));

  @TempDir Path folder;

  private static ForgedSearch.Target folders(String format, Path folder) throws IOException {
    ReaderOptions ofModel = ofModel(Files.createDirectories(folder.resolve("model")));
    List<Map<String, String>> seeds = FOLDERS.get(format);
    return random -> {
      TextMutator mutator = new TextMutator(random::nextInt, TABLE_WORDS);
      Map<String, String> seed = seeds.get(random.nextInt(seeds.size()));
      List<String> names = seed.keySet().stream().sorted().toList();
      int certain = random.nextInt(names.size());
      for (int i = 0; i < names.size(); i++) {
        String text = seed.get(names.get(i));
        Path file = folder.resolve(names.get(i));
        if (i == certain || random.nextInt(8) == 0) {
          Files.write(file, mutator.mutate(text));
        } else {
          Files.writeString(file, text);
        }
      }
      try {
        Dataset<String> data =
            DatasetReader.read(folder, random.nextInt(8) == 0 ? ofModel : OPTIONS);
        return Outcome.used(data.graph(), random);
      } catch (DataFormatException e) {
        return Outcome.refused(e);
      }
    };
  }

  /** Columns that become features as those of a model's training did. */
  private static ReaderOptions ofModel(Path folder) throws IOException {
    for (Map.Entry<String, String> file : FOLDERS.get("csv").get(0).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    GmnnModel<String> model =
        Gmnn.paper()
            .pretrainEpochs(1)
            .emIterations(0)
            .fit(DatasetReader.read(folder, OPTIONS).graph());
    return OPTIONS.forModel(model.featureSchema(), model.classes());
  }

  private static ForgedSearch.Target triples(Path folder) {
    Path file = folder.resolve("data.nt");
    return random -> {
      Files.write(file, new TextMutator(random::nextInt, TRIPLE_WORDS).mutate(TRIPLES));
      try {
        NTriplesReader reader = NTriplesReader.create().maxBytes(8 << 20);
        NTriplesReader literal = random.nextBoolean() ? reader.numbersAsFeatures() : reader;
        Graph.Builder<String> builder =
            (random.nextBoolean() ? literal : literal.withoutLiterals().without("http://year"))
                .read(file);
        Graph<String> graph = builder.addNode("one").addNode("other").build();
        return Outcome.used(graph.withLabels(Map.of("one", "x", "other", "y"), List.of()), random);
      } catch (DataFormatException e) {
        return Outcome.refused(e);
      }
    };
  }

  private static ForgedSearch.Target ratings(Path folder) {
    Path file = folder.resolve("ratings.csv");
    return random -> {
      String seed = RATINGS.get(random.nextInt(RATINGS.size()));
      Files.write(file, new TextMutator(random::nextInt, TABLE_WORDS).mutate(seed));
      try {
        for (RatingsReader.Rating rating : RatingsReader.read(file, OPTIONS)) {
          if (!Double.isFinite(rating.rating()) || rating.source().isBlank()) {
            throw new AssertionError(rating);
          }
        }
        return "read";
      } catch (DataFormatException e) {
        return Outcome.refused(e);
      }
    };
  }

  private static ForgedSearch.Target target(String what, Path folder) throws IOException {
    return switch (what) {
      case "triples" -> triples(folder);
      case "ratings" -> ratings(folder);
      default -> folders(what, folder);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "gmnn", "linqs", "triples", "ratings"})
  void dataIsRefusedOrRead(String what) throws IOException {
    int refused = ForgedSearch.refused(target(what, folder), TRIES);
    assertThat(refused).isBetween(TRIES / 10, TRIES - TRIES / 50); // neither all nor none
  }

  @Test
  void foldersOfAllFormatsAreReadAsTheyAre() throws IOException {
    for (String format : FOLDERS.keySet()) {
      for (Map<String, String> files : FOLDERS.get(format)) {
        Path whole = Files.createTempDirectory(folder, format);
        for (Map.Entry<String, String> file : files.entrySet()) {
          Files.writeString(whole.resolve(file.getKey()), file.getValue());
        }
        assertThat(DatasetReader.read(whole, OPTIONS).graph().nodeCount()).isPositive();
      }
    }
  }

  /** Searches: what to read, how many seconds, the first seed, how many at least. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("forged");
    ForgedSearch.run(
        arguments[0],
        target(arguments[0], folder),
        List.of(arguments).subList(1, arguments.length));
  }
}

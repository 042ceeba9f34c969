package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a file is told in a line each: file, line, expected and found. */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // ends a reader that reads for ever
class MalformedDataTest {
  @TempDir Path temp;

  private static void refused(Path folder, String... named) {
    refused(folder, new ReaderOptions(), named);
  }

  private static void refused(Path folder, ReaderOptions options, String... named) {
    DataFormatException thrown =
        catchThrowableOfType(DataFormatException.class, () -> DatasetReader.read(folder, options));
    assertThat(thrown).isNotNull();
    assertThat(thrown)
        .hasMessageContainingAll(named)
        .hasMessageContainingAll(": expected ", ", found ");
    assertThat(thrown.getMessage().lines()).hasSizeBetween(1, 11);
    assertThat(thrown.getMessage()).hasSizeLessThan(2_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "net.txt     | a              | line 1 | node<TAB>node | 'a'",
        "net.txt     | a~b~1~2        | line 1 | node<TAB>node | more columns",
        "net.txt     | a~b~1;~b~1     | line 2 | a node        | blank",
        "net.txt     | a~b~one        | line 1 | weight        | 'one'",
        "net.txt     | a~b~0          | line 1 | positive      | '0'",
        "net.txt     | a~b~-1         | line 1 | positive      | '-1'",
        "net.txt     | a~b~NaN        | line 1 | positive      | 'NaN'",
        "net.txt     | a~b~Infinity   | line 1 | positive      | 'Infinity'",
        "net.txt     | a~b~1e99       | line 1 | finite        | '1e99'",
        "net.txt     | a~b~0x1p3      | line 1 | weight        | '0x1p3'",
        "net.txt     | a~b~1f         | line 1 | weight        | '1f'",
        "feature.txt | a~0:1;a~1:1    | line 2 | one line      | 'a'",
        "feature.txt | a~0            | line 1 | id:value      | '0'",
        "feature.txt | a~-1:1         | line 1 | id:value      | '-1:1'",
        "feature.txt | a~16777216:1   | line 1 | 0..16777215   | '16777216:1'",
        "feature.txt | a~99999999999999999999:1 | line 1 | 0..16777215 | '9999999999",
        "feature.txt | a~x:1          | line 1 | id:value      | 'x:1'",
        "feature.txt | a~3:           | line 1 | id:value      | '3:'",
        "feature.txt | a~3:NaN        | line 1 | finite        | '3:NaN'",
        "feature.txt | a~3:1e39       | line 1 | finite        | '3:1e39'",
        "feature.txt | a~5:1 5:2      | line 1 | once          | 5 twice",
        "feature.txt | a~5:1 4:1 5:2  | line 1 | once          | 5 twice",
        "label.txt   | a              | line 1 | node<TAB>class | 'a'",
        "label.txt   | a~x~y          | line 1 | node<TAB>class | 'a",
        "label.txt   | a~x;ghost~x    | line 2 | net.txt       | 'ghost'",
        "label.txt   | a~             | line 1 | a class       | blank",
        "label.txt   | a~x;a~y        | line 2 | one class     | 'x'",
        "train.txt   | a;ghost        | line 2 | net.txt       | 'ghost'",
        "train.txt   | a;b;a          | line 3 | one place     | train.txt",
        "dev.txt     | a              | line 1 | one place     | train.txt",
        "test.txt    | c              | line 1 | one place     | dev.txt",
      })
  void wrongLines(String file, String text, String line, String expected, String found)
      throws IOException {
    DataFolder.gmnn(temp).with(file, text.replace('~', '\t').replace(';', '\n') + "\n");
    refused(temp, temp.resolve(file).toString(), line, expected, found);
  }

  @Test
  void aSplitNodeWithoutALabel() throws IOException {
    DataFolder.gmnn(temp).with("label.txt", "a\tx\nb\ty\n");
    refused(temp, "dev.txt, line 1", "a node with a label", "'c'");
  }

  @ParameterizedTest
  @CsvSource({"label.txt", "train.txt"})
  void missingFiles(String name) throws IOException {
    DataFolder.gmnn(temp).without(name);
    refused(temp, temp.resolve(name).toString(), "a file", "nothing of that name");
  }

  @ParameterizedTest
  @CsvSource({"net.txt", "feature.txt", "label.txt", "train.txt", "dev.txt", "test.txt"})
  void emptyFiles(String name) throws IOException {
    DataFolder.gmnn(temp).with(name, "\n \n");
    refused(temp, temp.resolve(name).toString(), "an empty file");
    DataFolder.gmnn(temp).with(name, "");
    refused(temp, temp.resolve(name).toString(), "an empty file");
  }

  @Test
  void missingFoldersAndFoldersOfNoFormat() throws IOException {
    refused(temp.resolve("nowhere"), "nowhere", "a data folder", "nothing of that name");
    refused(temp, temp.toString(), "net.txt, nodes.csv or a .content file");
    Path file = Files.writeString(temp.resolve("file"), "x");
    refused(file, "a data folder", "a file");
    Files.createDirectory(temp.resolve("net.txt"));
    refused(temp, "net.txt", "a file", "something else");
  }

  @ParameterizedTest
  @CsvSource({"feature.txt", "label.txt", "train.txt"})
  void bytesThatAreNotText(String name) throws IOException {
    byte[] latin = {'a', '\n', 'Z', (byte) 0xFC, 'r', '\n'};
    DataFolder.gmnn(temp).with("net.txt", latin).with(name, latin);
    refused(temp, "net.txt", "line 1", "node<TAB>node");
    DataFolder.gmnn(temp).with("net.txt", new byte[] {'a', '\t', 'b', '\n', 'Z', (byte) 0xFC});
    refused(temp, "net.txt, line 2", "UTF-8", "0xfc at byte 2");
    DataFolder.gmnn(temp).with(name, "a\0b\n");
    refused(temp, name + ", line 1", "text", "NUL");
  }

  @Test
  void truncatedUtf8AtTheEnd() throws IOException {
    DataFolder.gmnn(temp).with("train.txt", new byte[] {'a', '\n', (byte) 0xE6, (byte) 0x9D});
    refused(temp, "train.txt, line 2", "UTF-8", "0xe6 at byte 1");
  }

  @Test
  void utf16Text() throws IOException {
    DataFolder.gmnn(temp).with("net.txt", "a\tb\n".getBytes(StandardCharsets.UTF_16));
    refused(temp, "net.txt, line 1");
  }

  @Test
  void messagesStayInOneLineWhateverTheFileHolds() throws IOException {
    DataFolder.gmnn(temp).with("net.txt", "a\u2028\u0085\u001b[31m" + "x".repeat(500) + "\n");
    refused(temp, "net.txt, line 1", "\\u2028\\u0085\\u001b", "...'");
  }

  @Test
  void aLineBeyondTheCap() throws IOException {
    DataFolder.gmnn(temp).with("net.txt", "x".repeat(LineReader.MAX_LINE_BYTES + 100_000));
    refused(temp, "net.txt, line 1", "at most 16777216 bytes");
  }

  @Test
  void aFileBeyondTheCap() throws IOException {
    DataFolder.gmnn(temp);
    refused(temp, new ReaderOptions().withMaxBytesPerFile(10), "net.txt", "at most 10 bytes");
    new DataFolder(temp).compressed();
    refused(temp, new ReaderOptions().withMaxBytesPerFile(10), "net.txt.gz", "at most 10 bytes");
  }

  @Test
  void aDecompressionBomb() throws IOException {
    DataFolder.gmnn(temp).without("net.txt");
    byte[] chunk = "a\tb\t1\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(temp.resolve("net.txt.gz")))) {
      for (int i = 0; i < 250; i++) {
        out.write(chunk);
      }
    }
    refused(temp, "net.txt.gz", "no less than a 200th");
  }

  @Test
  void damagedGzip() throws IOException {
    DataFolder.gmnn(temp).compressed();
    Path net = temp.resolve("net.txt.gz");
    byte[] good = Files.readAllBytes(net);
    for (int length = 2; length < good.length; length++) {
      Files.write(net, Arrays.copyOf(good, length));
      refused(temp, "net.txt.gz", "gzip data", "damaged or cut");
    }
    for (int bit = 0; bit < 8 * good.length; bit++) {
      byte[] flipped = good.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(net, flipped);
      // Some bits mean nothing, such as the time stamp; the others must be told.
      Throwable thrown = catchThrowable(() -> DatasetReader.read(temp));
      assertThat(thrown == null || thrown instanceof DataFormatException).isTrue();
    }
  }

  @Test
  void gzipOfManyEmptyMembers() throws IOException {
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    new GZIPOutputStream(member).close();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 200_000; i++) {
      member.writeTo(all);
    }
    DataFolder.gmnn(temp).with("net.txt", all.toByteArray());
    refused(temp, "net.txt");
  }

  @Test
  void aSingleClass() throws IOException {
    DataFolder.gmnn(temp).with("label.txt", "a\tx\nb\tx\nc\tx\nd\tx\n");
    refused(temp, temp.toString(), "'x'");
    DataFolder.gmnn(temp).with("train.txt", "a\n");
    refused(temp, temp.toString(), "a single class, 'x'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nodes.csv | label             | line 1 | 'id'         | 'label'",
        "nodes.csv | id,f,f            | line 1 | distinct     | 'f'",
        "nodes.csv | id                | line 1 | nodes after  | the end",
        "nodes.csv | id;a,b            | line 2 | 1 columns    | 2 columns",
        "nodes.csv | id,f;a            | line 2 | 2 columns    | 1 columns",
        "nodes.csv | id;a;a            | line 3 | each id once | 'a'",
        "nodes.csv | id,f;a,1;b,x      | line 3 | column 'f'   | 'x'",
        "nodes.csv | ID,d;a,2020-01-31 | line 2 | column 'd'   | the date '2020-01-31'",
        "nodes.csv | id,f;a,1e60       | line 2 | finite       | '1e60'",
        "nodes.csv | id,f;~~,1         | line 2 | an id        | blank",
        "nodes.csv | id,label,split;a,x,tset  | line 2 | train, validation | 'tset'",
        "nodes.csv | id,label,split;a,,train  | line 2 | a label   | 'a'",
        "nodes.csv | id;~a             | line 2 | closing quote | end of the file",
        "nodes.csv | id;~a~b           | line 2 | a comma       | 'b'",
        "nodes.csv | id;a~b            | line 2 | quotes around | 'a",
        "edges.csv | source            | line 1 | 'target'     | 'source'",
        "edges.csv | source,target;n,ghost | line 2 | nodes.csv | 'ghost'",
        "edges.csv | source,target,weight;n,m,-2 | line 2 | positive | '-2'",
      })
  void wrongCsv(String file, String text, String line, String expected, String found)
      throws IOException {
    new DataFolder(temp)
        .with("nodes.csv", "id\nn\nm\n")
        .with("edges.csv", "source,target\nn,m\n")
        .with(file, text.replace('~', '"').replace(';', '\n') + "\n");
    refused(temp, temp.resolve(file).toString(), line, expected, found);
  }

  @Test
  void missingOrEmptyCsv() throws IOException {
    new DataFolder(temp).with("nodes.csv", "");
    refused(temp, "nodes.csv", "header", "an empty file");
    new DataFolder(temp).with("nodes.csv", "id\nn\n");
    refused(temp, "edges.csv", "a file", "nothing of that name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x.content | p                     | line 1 | paper, words, class | 1 columns",
        "x.content | p 1 0 ML;q 1 ML       | line 2 | 4 columns    | 3 columns",
        "x.content | p 1 zero ML           | line 1 | column 3     | 'zero'",
        "x.content | p 1 ML;p 1 ML         | line 2 | each paper   | 'p'",
        "x.cites   | p                     | line 1 | cited paper  | 1 columns",
        "x.cites   | p q r                 | line 1 | cited paper  | 3 columns",
      })
  void wrongLinqs(String file, String text, String line, String expected, String found)
      throws IOException {
    new DataFolder(temp)
        .with("x.content", "p\t1\tML\nq\t0\tAI\n")
        .with("x.cites", "p\tq\n")
        .with(file, text.replace(' ', '\t').replace(';', '\n') + "\n");
    refused(temp, temp.resolve(file).toString(), line, expected, found);
  }

  @Test
  void linqsFilesThatAreMissingAmbiguousOrTooSmallForTheSplit() throws IOException {
    DataFolder folder = new DataFolder(temp).with("x.content", "p\t1\tML\nq\t0\tAI\n");
    refused(temp, temp.toString(), "a .cites file", "none");
    folder.with("x.cites", "p\tq\n");
    refused(temp, temp.toString(), "20 per class / 500 / 1000", "'AI' has 1");
    folder.with("y.content", "p\t1\tML\n");
    refused(temp, temp.toString(), "one .content file", "'x.content' and 'y.content'");
  }
}

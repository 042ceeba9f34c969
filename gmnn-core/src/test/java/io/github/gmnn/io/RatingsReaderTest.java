package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatingsReaderTest {
  private static final String RATINGS = "6,2,4,1289241911.72836\n6,5,-10,1289241941\n";

  @TempDir Path temp;

  @Test
  void readsWithAndWithoutAHeader() throws IOException {
    new DataFolder(temp)
        .with("plain.csv", RATINGS)
        .with("header.csv", "from,to,how,when\n" + RATINGS);
    assertThat(RatingsReader.read(temp.resolve("plain.csv")))
        .containsExactly(
            new RatingsReader.Rating("6", "2", 4, 1_289_241_911),
            new RatingsReader.Rating("6", "5", -10, 1_289_241_941))
        .isEqualTo(RatingsReader.read(temp.resolve("header.csv")))
        .isUnmodifiable();
  }

  @Test
  void readsTheOnlyFileOfAFolderAndGzip() throws IOException {
    new DataFolder(temp).with("ratings.csv", RATINGS).compressed();
    assertThat(RatingsReader.read(temp)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a,b,1             | line 1 | 4 columns | 3 columns",
        "a,b,1,2,3         | line 1 | 4 columns | 5 columns",
        "a,b,1,2;a,b,x,2   | line 2 | rating    | 'x'",
        "a,b,1e999,2       | line 1 | rating    | '1e999'",
        "a,b,1,then        | line 1 | time      | 'then'",
        "a,b,1,1e19        | line 1 | time      | '1e19'",
        "a,,1,1            | line 1 | a name    | blank",
        "from,to,how,when  | expected | ratings | none",
      })
  void wrongLines(String text, String line, String expected, String found) throws IOException {
    new DataFolder(temp).with("ratings.csv", text.replace(';', '\n') + "\n");
    DataFormatException thrown =
        catchThrowableOfType(DataFormatException.class, () -> RatingsReader.read(temp));
    assertThat(thrown).hasMessageContainingAll("ratings.csv", line, expected, found);
  }

  @Test
  void missingAmbiguousAndEmptyFiles() throws IOException {
    assertThat(catchThrowableOfType(DataFormatException.class, () -> RatingsReader.read(temp)))
        .hasMessageContainingAll("a .csv file", "none");
    Path nowhere = temp.resolve("nowhere.csv");
    assertThat(catchThrowableOfType(DataFormatException.class, () -> RatingsReader.read(nowhere)))
        .hasMessageContainingAll("nowhere.csv", "nothing of that name");
    new DataFolder(temp).with("a.csv", "").with("b.csv", "");
    assertThat(catchThrowableOfType(DataFormatException.class, () -> RatingsReader.read(temp)))
        .hasMessageContainingAll("'a.csv' and 'b.csv'");
    assertThat(
            catchThrowableOfType(
                DataFormatException.class, () -> RatingsReader.read(temp.resolve("a.csv"))))
        .hasMessageContainingAll("a.csv", "none");
  }
}

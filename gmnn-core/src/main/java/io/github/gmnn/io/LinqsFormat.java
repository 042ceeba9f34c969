package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Split;
import io.github.gmnn.graph.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** LINQS citation data: a .content file of papers and a .cites file of citations. */
final class LinqsFormat {
  private static final Logger LOG = LoggerFactory.getLogger(LinqsFormat.class);

  private final ReaderOptions options;
  private final Graph.Builder<String> builder = Graph.builder();
  private final Map<String, String> labels = new LinkedHashMap<>();

  private LinqsFormat(ReaderOptions options) {
    this.options = options;
  }

  static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    LinqsFormat format = new LinqsFormat(options);
    format.readContent(Folder.requireOnly(folder, "content"));
    format.readCites(Folder.requireOnly(folder, "cites"));
    Split<String> split =
        options.model() != null
            ? new Split<>(List.of(), List.of(), List.copyOf(format.labels.keySet()))
            : format.drawSplit(folder);
    return Folder.dataset(
        folder.toString(),
        Folder.name(folder),
        options,
        format.builder,
        format.labels,
        split.trainKeys(),
        split.validationKeys(),
        split.testKeys());
  }

  private Split<String> drawSplit(Path folder) throws DataFormatException {
    try {
      return Splits.perClass(
          labels,
          options.split().trainPerClass(),
          options.split().validation(),
          options.split().test(),
          options.split().seed());
    } catch (IllegalArgumentException e) {
      throw DataFormatException.of(
          folder,
          "enough papers for a split of "
              + options.split().trainPerClass()
              + " per class / "
              + options.split().validation()
              + " / "
              + options.split().test(),
          DataFormatException.visible(String.valueOf(e.getMessage())),
          e);
    }
  }

  private void readContent(Path file) throws IOException {
    try (LineReader lines = new LineReader(file, options)) {
      int[] ends = new int[16];
      int width = -1;
      int[] indices = new int[0];
      float[] values = new float[0];
      for (String line = lines.next(); line != null; line = lines.next()) {
        String text = line.strip();
        ends = fieldEnds(text, ends);
        int fields = ends[0];
        if (fields < 2 || width >= 0 && fields != width) {
          throw lines.error(
              width < 0 ? "paper, words, class" : width + " columns", fields + " columns");
        }
        if (width < 0) {
          width = fields;
          indices = new int[width - 2];
          values = new float[width - 2];
        }
        String paper = text.substring(0, ends[1]);
        String label = text.substring(startAfter(text, ends[fields - 1]));
        if (labels.putIfAbsent(paper, label) != null) {
          throw lines.error("each paper once", DataFormatException.quote(paper) + " again");
        }
        int count = 0;
        for (int f = 2; f < fields; f++) {
          int from = startAfter(text, ends[f - 1]);
          float value = (float) Numbers.parse(text, from, ends[f]);
          if (!Float.isFinite(value)) {
            throw lines.error(
                "a finite number in column " + f,
                DataFormatException.quote(text.substring(from, ends[f])));
          }
          if (value != 0) {
            indices[count] = f - 2;
            values[count++] = value;
          }
        }
        if (width == 2) {
          builder.addNode(paper);
        } else {
          builder.addNode(paper, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
        }
      }
      lines.requireContent("paper, words, class");
      if (width > 2) {
        builder.featureCount(width - 2);
      }
    }
  }

  /** Where each field ends, from place 1; place 0 has their number. Fields are parted by blanks. */
  private static int[] fieldEnds(String text, int[] ends) {
    int[] result = ends;
    int fields = 0;
    for (int i = 1; i <= text.length(); i++) {
      if (i == text.length() || isBlank(text.charAt(i)) && !isBlank(text.charAt(i - 1))) {
        if (++fields == result.length) {
          result = Arrays.copyOf(result, 2 * fields);
        }
        result[fields] = i;
      }
    }
    result[0] = fields;
    return result;
  }

  private static int startAfter(String text, int end) {
    int start = end;
    while (isBlank(text.charAt(start))) {
      start++;
    }
    return start;
  }

  private static boolean isBlank(char c) {
    return c == '\t' || c == ' ';
  }

  private void readCites(Path file) throws IOException {
    long skipped = 0;
    int[] ends = new int[4];
    try (LineReader lines = new LineReader(file, options)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        String text = line.strip();
        ends = fieldEnds(text, ends);
        if (ends[0] != 2) {
          throw lines.error("cited paper, citing paper", ends[0] + " columns");
        }
        String cited = text.substring(0, ends[1]);
        String citing = text.substring(startAfter(text, ends[1]));
        // The published files cite papers that they have no content of.
        if (labels.containsKey(cited) && labels.containsKey(citing)) {
          builder.addEdge(citing, cited);
        } else {
          skipped++;
        }
      }
      lines.requireContent("cited paper, citing paper");
    }
    if (skipped > 0) {
      LOG.info("{}: skipped {} citations of papers without content", file, skipped);
    }
  }
}

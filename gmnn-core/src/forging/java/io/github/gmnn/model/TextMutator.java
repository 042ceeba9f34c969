package io.github.gmnn.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Forges text that is nearly right. It knows lines, words and what separates them: words become
 * other words of the format or of the same text, are doubled, swapped or left out, lines likewise;
 * some are repeated thousands of times. A few files are cut, packed, or get bytes that are no text.
 */
public final class TextMutator {
  private static final Pattern WORD = Pattern.compile("[^\\w.+-]|[\\w.+-]+");

  /** What hurts in any format. */
  private static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          "\n",
          "\r",
          "\t",
          "\"",
          "\"\"",
          ",",
          ";",
          "\0",
          "\uFEFF",
          "\u001b[2J",
          "\u202e",
          "\u2028",
          "\ud83d\ude00",
          "=1+1",
          "-1",
          "-0",
          "0",
          "1",
          "2",
          "0.5",
          ".",
          "-",
          "+",
          "1e-400",
          "1e400",
          "1e38",
          "3.4e38",
          "-3.4e38",
          "1e-45",
          "4.9e-324",
          "NaN",
          "Infinity",
          "1,000",
          "1 000",
          "2147483647",
          "2147483648",
          "-9223372036854775808",
          "9223372036854775807",
          "9007199254740993",
          "99999999999999999999",
          "0.1e",
          "0x10",
          "1f",
          "\u0661",
          "null",
          "?",
          "true",
          "I\u0307",
          "\u0130");

  private final IntUnaryOperator choose;
  private final List<String> dictionary;

  /**
   * Makes one.
   *
   * @param choose gives a number below its argument
   * @param words of the format
   */
  public TextMutator(IntUnaryOperator choose, List<String> words) {
    this.choose = choose;
    this.dictionary = new ArrayList<>(HOSTILE);
    dictionary.addAll(words);
    dictionary.addAll(words); // as likely as all that hurts elsewhere
  }

  /** Returns the bytes of a text with one to three changes. */
  public byte[] mutate(String text) {
    String changed = text;
    for (int changes = 1 + choose.applyAsInt(3); changes > 0; changes--) {
      changed = choose.applyAsInt(3) == 0 ? changeLine(changed) : changeWord(changed);
    }
    byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
    return switch (choose.applyAsInt(40)) {
      case 0 -> Arrays.copyOf(bytes, choose.applyAsInt(bytes.length + 1));
      case 1 -> packed(bytes);
      case 2 -> {
        byte[] gzip = packed(bytes);
        gzip[choose.applyAsInt(gzip.length)] ^= (byte) (1 << choose.applyAsInt(8));
        yield gzip;
      }
      case 3 -> {
        if (bytes.length > 0) {
          bytes[choose.applyAsInt(bytes.length)] = (byte) choose.applyAsInt(256);
        }
        yield bytes;
      }
      case 4 -> changed.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
      case 5 -> changed.getBytes(StandardCharsets.UTF_16);
      default -> bytes;
    };
  }

  private String changeWord(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    int at = choose.applyAsInt(words.size() + 1);
    String value =
        choose.applyAsInt(3) == 0 && !words.isEmpty()
            ? words.get(choose.applyAsInt(words.size()))
            : dictionary.get(choose.applyAsInt(dictionary.size()));
    if (at == words.size()) {
      return text + value;
    }
    switch (choose.applyAsInt(8)) {
      case 0 -> words.remove(at);
      case 1 -> words.add(at, value);
      case 2 -> Collections.swap(words, at, choose.applyAsInt(words.size()));
      case 3 -> words.set(at, words.get(at) + value);
      case 4 -> words.add(at, repeated(value + words.get(at)));
      default -> words.set(at, value);
    }
    return String.join("", words);
  }

  private String changeLine(String text) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    int at = choose.applyAsInt(lines.size());
    switch (choose.applyAsInt(6)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, lines.get(choose.applyAsInt(lines.size())));
      case 2 -> Collections.swap(lines, at, choose.applyAsInt(lines.size()));
      case 3 -> lines.set(at, '"' + lines.get(at) + '"');
      case 4 -> lines.add(at, repeated(lines.get(at) + "\n"));
      default -> lines.set(at, lines.get(at) + lines.get(choose.applyAsInt(lines.size())));
    }
    return String.join("\n", lines);
  }

  /** A few times as a rule, seldom so often that what is not linear shows. */
  private String repeated(String text) {
    int times = choose.applyAsInt(100) == 0 ? 1 << 15 : 1 + choose.applyAsInt(20);
    return text.repeat(Math.min(times, (1 << 18) / (text.length() + 1) + 1));
  }

  private static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return out.toByteArray();
  }
}

package io.quorate.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes bytes, of a text or of a file, at one to four places. */
public final class DamagedText {
  private static final int RUN = 40;
  private static final int MANY = 20_000;
  private static final List<String> WORDS =
      List.of(
          "null",
          "true",
          "-1",
          "1e999",
          "9223372036854775808",
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\n",
          "\t",
          "\r\n",
          "- ",
          "  ",
          "&a ",
          "*a",
          "<<: ",
          "!!java.lang.Object ",
          "\\u0000",
          "\u00ef\u00bb\u00bf",
          "\0",
          "{}",
          "[]",
          "\"\"",
          "#",
          "---\n",
          "0x",
          "~");

  private DamagedText() {}

  /** A changed copy. */
  public static byte[] of(byte[] sample, SplittableRandom random) {
    byte[] changed = sample;
    int times = 1 + random.nextInt(4);
    for (int n = 0; n < times; n++) {
      changed = change(changed, random);
    }
    return changed;
  }

  /** A changed copy of the bytes of a text, one a character. */
  public static String of(String sample, SplittableRandom random) {
    return new String(of(sample.getBytes(ISO_8859_1), random), ISO_8859_1);
  }

  private static byte[] change(byte[] bytes, SplittableRandom random) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(RUN));
    byte[] part = Arrays.copyOfRange(bytes, at, end);
    return switch (random.nextInt(9)) {
      case 0 -> joined(bytes, at, end, new byte[0]);
      case 1 -> Arrays.copyOf(bytes, at);
      case 2 -> joined(bytes, at, at, part);
      case 3 -> {
        random.nextBytes(part);
        yield joined(bytes, at, end, part);
      }
      case 4 -> {
        int from = random.nextInt(bytes.length + 1);
        byte[] other = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + RUN));
        yield joined(bytes, at, end, other);
      }
      case 5 -> {
        if (part.length > 0) {
          part[0] ^= (byte) (1 << random.nextInt(8));
        }
        yield joined(bytes, at, end, part);
      }
      case 6 ->
          random.nextInt(20) == 0
              ? joined(bytes, at, at, word(random).repeat(MANY / 4).getBytes(ISO_8859_1))
              : joined(bytes, at, at, word(random).getBytes(ISO_8859_1));
      default -> joined(bytes, at, end, word(random).getBytes(ISO_8859_1));
    };
  }

  private static String word(SplittableRandom random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private static byte[] joined(byte[] bytes, int keptTo, int keptFrom, byte[] between) {
    var joined = new ByteArrayOutputStream(bytes.length + between.length);
    joined.write(bytes, 0, keptTo);
    joined.writeBytes(between);
    joined.write(bytes, keptFrom, bytes.length - keptFrom);
    return joined.toByteArray();
  }

  /** Bytes for an error message: a character each, others than ASCII escaped. */
  static String shown(byte[] bytes) {
    StringBuilder shown = new StringBuilder();
    for (byte each : bytes) {
      int value = each & 0xff;
      shown.append(
          value >= ' ' && value < 0x7f ? String.valueOf((char) value) : "\\x%02x".formatted(value));
    }
    return shown.toString();
  }
}

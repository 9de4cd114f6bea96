package io.quorate.spec;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as "2GiB", "1.5MiB", "64KiB" or "1048576". */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
  /** What a size looks like, for messages. */
  public static final String EXAMPLES =
      "a size such as \"2GiB\", \"1.5MiB\" or \"1048576\" (bytes)";

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)\\s?(B|KiB|MiB|GiB)?");

  /** Refuses a negative number. */
  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("size of " + bytes + " bytes: expected zero or more");
    }
  }

  /** So many MiB. */
  public static ByteSize ofMebibytes(long mebibytes) {
    return new ByteSize(Math.multiplyExact(mebibytes, Unit.MiB.bytes));
  }

  /** Reads a size exactly; empty when it is malformed, too large, or no whole number of bytes. */
  public static Optional<ByteSize> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Unit unit = matcher.group(2) == null ? Unit.B : Unit.valueOf(matcher.group(2));
    BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit.bytes));
    try {
      return Optional.of(new ByteSize(bytes.longValueExact()));
    } catch (ArithmeticException notWholeOrTooLarge) {
      return Optional.empty();
    }
  }

  /** The shortest exact way to write it: the largest unit in which it has at most one decimal. */
  @Override
  public String toString() {
    for (Unit unit : new Unit[] {Unit.GiB, Unit.MiB, Unit.KiB}) {
      if (bytes >= unit.bytes) {
        BigDecimal amount =
            new BigDecimal(bytes).divide(BigDecimal.valueOf(unit.bytes)).stripTrailingZeros();
        if (amount.scale() <= 1) {
          return amount.toPlainString() + unit;
        }
      }
    }
    return Long.toString(bytes);
  }

  /** A size for people, to a tenth of the largest unit that it reaches. */
  public static String rounded(long bytes) {
    for (Unit unit : new Unit[] {Unit.GiB, Unit.MiB, Unit.KiB}) {
      if (bytes >= unit.bytes) {
        return new BigDecimal(bytes)
                .divide(BigDecimal.valueOf(unit.bytes), 1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + unit;
      }
    }
    return bytes + "B";
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }

  private enum Unit {
    B(1),
    KiB(1L << 10),
    MiB(1L << 20),
    GiB(1L << 30);

    final long bytes;

    Unit(long bytes) {
      this.bytes = bytes;
    }
  }
}

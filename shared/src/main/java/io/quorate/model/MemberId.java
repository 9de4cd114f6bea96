package io.quorate.model;

import io.quorate.wire.Wire;

/**
 * An etcd member id: 64 bits, written as etcdctl writes them, in lower-case hexadecimal without
 * leading zeros.
 */
@Wire.Text
public record MemberId(long bits) implements Comparable<MemberId> {
  /** Reads the hexadecimal form. */
  public static MemberId parse(String hex) {
    try {
      return new MemberId(Long.parseUnsignedLong(hex, 16));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "MemberId '" + hex + "': expected 1 to 16 hexadecimal digits", e);
    }
  }

  @Override
  public int compareTo(MemberId other) {
    return Long.compareUnsigned(bits, other.bits);
  }

  @Override
  public String toString() {
    return Long.toHexString(bits);
  }
}

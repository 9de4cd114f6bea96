package io.quorate.model;

import io.quorate.wire.Wire;

/**
 * An etcd cluster id: 64 bits, written as etcdctl writes them, in lower-case hexadecimal without
 * leading zeros.
 */
@Wire.Text
public record EtcdClusterId(long bits) implements Comparable<EtcdClusterId> {
  /** Reads the hexadecimal form. */
  public static EtcdClusterId parse(String hex) {
    try {
      return new EtcdClusterId(Long.parseUnsignedLong(hex, 16));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "EtcdClusterId '" + hex + "': expected 1 to 16 hexadecimal digits", e);
    }
  }

  @Override
  public int compareTo(EtcdClusterId other) {
    return Long.compareUnsigned(bits, other.bits);
  }

  @Override
  public String toString() {
    return Long.toHexString(bits);
  }
}

package io.quorate.x509;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/** Writes the few ASN.1 types, in DER, that a certificate and its request are made of. */
final class Der {
  static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

  /** Version 3 of a certificate, with its explicit tag. */
  static final byte[] VERSION_3 = {(byte) 0xa0, 0x03, 0x02, 0x01, 0x02};

  static final byte[] NO_ATTRIBUTES = {(byte) 0xa0, 0x00};

  /** 2.5.4.3. */
  static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};

  /** 2.5.29.17. */
  static final byte[] SUBJECT_ALTERNATIVE_NAME = {0x06, 0x03, 0x55, 0x1d, 0x11};

  /** 1.2.840.10045.4.3.2. */
  static final byte[] ECDSA_WITH_SHA256 = {
    0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
  };

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int IP_ADDRESS = 0x87;
  private static final int EXTENSIONS = 0xa3;
  private static final int SHORT_FORM = 0x80;
  private static final int BYTE = 8;
  private static final int LOW_BYTE = 0xff;

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(SEQUENCE, parts);
  }

  static byte[] set(byte[]... parts) {
    return tagged(SET, parts);
  }

  static byte[] text(String value) {
    return tagged(UTF8_STRING, value.getBytes(UTF_8));
  }

  /** A distinguished name of a common name alone. */
  static byte[] name(String commonName) {
    return sequence(set(sequence(COMMON_NAME, text(commonName))));
  }

  static byte[] integer(BigInteger value) {
    return tagged(INTEGER, value.toByteArray());
  }

  static byte[] octets(byte[] whole) {
    return tagged(OCTET_STRING, whole);
  }

  /**
   * A time before 2050.
   *
   * @param value as {@code YYMMDDhhmmssZ}
   */
  static byte[] utcTime(String value) {
    return tagged(UTC_TIME, value.getBytes(US_ASCII));
  }

  /**
   * A time from 2050 on.
   *
   * @param value as {@code YYYYMMDDhhmmssZ}
   */
  static byte[] generalizedTime(String value) {
    return tagged(GENERALIZED_TIME, value.getBytes(US_ASCII));
  }

  /** An address, as a general name. */
  static byte[] ipAddress(byte[] address) {
    return tagged(IP_ADDRESS, address);
  }

  static byte[] extensions(byte[] sequence) {
    return tagged(EXTENSIONS, sequence);
  }

  static byte[] bits(byte[] whole) {
    return tagged(BIT_STRING, new byte[1], whole);
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < SHORT_FORM) {
      out.write(length);
    } else {
      int bytes = length <= LOW_BYTE ? 1 : 2;
      out.write(SHORT_FORM | bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        out.write(length >> (i * BYTE));
      }
    }
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}

package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A body in AWS's own chunked framing, decoded: {@code size[;chunk-signature=…]CRLF bytes CRLF}, a
 * chunk of size 0, then trailers. Clients send it to S3 when they sign or checksum while sending.
 *
 * @param bytes what the caller meant to store
 * @param trailers by lower-case name, as in {@code x-amz-checksum-crc32}
 */
record AwsChunkedBody(byte[] bytes, Map<String, String> trailers) {
  private static final int LONGEST_LINE = 8192;

  /** Decodes it where it is: the bytes are changed. */
  static AwsChunkedBody decode(byte[] framed) throws IOException {
    Cursor in = new Cursor(framed);
    int decoded = 0;
    while (true) {
      String header = in.line();
      int semicolon = header.indexOf(';');
      int size = parseSize(semicolon < 0 ? header : header.substring(0, semicolon));
      if (size == 0) {
        return new AwsChunkedBody(Arrays.copyOf(framed, decoded), trailers(in));
      }
      in.moveTo(decoded, size);
      decoded += size;
      if (!in.line().isEmpty()) {
        throw new IOException("aws-chunked: a chunk of " + size + " bytes must end with CRLF");
      }
    }
  }

  private static int parseSize(String hex) throws IOException {
    try {
      return Integer.parseUnsignedInt(hex.trim(), 16);
    } catch (NumberFormatException e) {
      throw new IOException("aws-chunked: chunk size \"" + hex + "\" is not hexadecimal", e);
    }
  }

  private static Map<String, String> trailers(Cursor in) throws IOException {
    Map<String, String> trailers = new LinkedHashMap<>();
    while (in.hasMore()) {
      String line = in.line();
      int colon = line.indexOf(':');
      if (colon > 0) {
        trailers.put(
            line.substring(0, colon).trim().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).trim());
      }
    }
    return trailers;
  }

  private static final class Cursor {
    private final byte[] bytes;
    private int position;

    Cursor(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean hasMore() {
      return position < bytes.length;
    }

    String line() throws IOException {
      int end = position;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end == bytes.length || end - position > LONGEST_LINE) {
        throw new IOException("aws-chunked: no line end after byte " + position);
      }
      String line = new String(bytes, position, end - position, ISO_8859_1);
      position = end + 1;
      return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** Moves so many bytes to an earlier place. */
    void moveTo(int place, int size) throws IOException {
      if (size < 0 || size > bytes.length - position) {
        throw new IOException(
            "aws-chunked: chunk of " + size + " bytes, but " + (bytes.length - position) + " left");
      }
      System.arraycopy(bytes, position, bytes, place, size);
      position += size;
    }
  }
}

package io.quorate.model;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has; written as 64 lower-case hex digits. */
public final class Sha256 {
  private static final int CHUNK_BYTES = 64 * 1024;

  private Sha256() {}

  /** A digest that has seen nothing yet. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, though every Java platform has it", e);
    }
  }

  /** What a digest has seen; it begins anew. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Of these bytes. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /** Of all that is left of a stream, which its owner closes. */
  public static String of(InputStream bytes) throws IOException {
    MessageDigest digest = digest();
    byte[] chunk = new byte[CHUNK_BYTES];
    for (int read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
      digest.update(chunk, 0, read);
    }
    return hex(digest);
  }
}

package io.quorate.release;

import java.util.regex.Pattern;

/**
 * The archive of a release for one platform.
 *
 * @param platform operating system and processor, as in {@code linux-amd64}
 * @param sha256 of the archive, in hex
 * @param sizeBytes the archive's size
 */
public record ReleaseArchive(String platform, String sha256, long sizeBytes) {
  private static final Pattern PLATFORM = Pattern.compile("[a-z0-9]{1,20}-[a-z0-9]{1,20}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private static final long LARGEST = 1L << 40;

  public ReleaseArchive {
    if (!PLATFORM.matcher(platform).matches()) {
      throw new IllegalArgumentException(
          "platform '" + platform + "': expected a form such as linux-amd64");
    }
    if (!SHA256.matcher(sha256).matches()) {
      throw new IllegalArgumentException("SHA-256 '" + sha256 + "': expected 64 hex digits");
    }
    if (sizeBytes <= 0 || sizeBytes > LARGEST) {
      throw new IllegalArgumentException(
          "size " + sizeBytes + ": expected a number from 1 to " + LARGEST);
    }
  }
}

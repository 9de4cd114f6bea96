package io.quorate.localcloud.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;

/**
 * Bucket and key of a path-style address, decoded; either may be empty.
 *
 * @param bucket up to the second slash
 * @param key all after it
 */
public record S3Path(String bucket, String key) {
  /** Splits {@code /bucket/some/key}. */
  public static S3Path of(String path) {
    String decoded = URLDecoder.decode(path.replace("+", "%2B"), UTF_8).substring(1);
    int slash = decoded.indexOf('/');
    return slash < 0
        ? new S3Path(decoded, "")
        : new S3Path(decoded.substring(0, slash), decoded.substring(slash + 1));
  }
}

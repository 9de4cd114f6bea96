package io.quorate.s3;

import java.net.URI;
import java.util.Optional;

/**
 * Which bucket snapshots go to, and how it is reached; S3 itself or a service with its API.
 *
 * @param bucket the bucket
 * @param endpoint the service's URL; the SDK's own where it is absent
 * @param region the bucket's region; the SDK's own where it is absent
 * @param pathStyle whether the bucket's name goes into the path, not into the host name
 * @param kmsKey key that new objects are encrypted with; the bucket's default where it is absent
 */
public record S3Settings(
    String bucket,
    Optional<URI> endpoint,
    Optional<String> region,
    boolean pathStyle,
    Optional<String> kmsKey) {
  /** The same, in this region where none is set. */
  public S3Settings orIn(String otherwise) {
    return new S3Settings(
        bucket, endpoint, region.or(() -> Optional.of(otherwise)), pathStyle, kmsKey);
  }

  /** A bucket of S3, reached as the SDK does by default. */
  public static S3Settings of(String bucket) {
    return new S3Settings(bucket, Optional.empty(), Optional.empty(), false, Optional.empty());
  }
}

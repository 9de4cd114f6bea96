package io.quorate.s3;

import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What an error of S3 means to who uses the bucket. */
final class S3Failures {
  private static final int MOVED_PERMANENTLY = 301;
  private static final int TEMPORARY_REDIRECT = 307;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TIMED_OUT = 408;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  private S3Failures() {}

  /** Whether an object stands where one was to be created. */
  static boolean exists(S3Exception e) {
    return e.statusCode() == PRECONDITION_FAILED;
  }

  /** Whether another write to the same key was under way; worth another try at once. */
  static boolean collided(S3Exception e) {
    return e.statusCode() == CONFLICT;
  }

  /** The failure, with what was tried and on what. */
  static SnapshotStoreException of(String tried, String bucket, String key, SdkException e) {
    return new SnapshotStoreException(
        cause(e), tried + " s3://" + bucket + "/" + key + " failed: " + e.getMessage(), e);
  }

  /** Why, in one word. */
  static Cause cause(SdkException e) {
    return e instanceof S3Exception s3 ? answered(s3) : Cause.STORE_AWAY;
  }

  private static Cause answered(S3Exception e) {
    String code =
        Optional.ofNullable(e.awsErrorDetails())
            .map(AwsErrorDetails::errorCode)
            .orElse("")
            .toUpperCase(Locale.ROOT);
    if (code.equals("NOSUCHBUCKET")) {
      return Cause.BUCKET_MISSING;
    }
    if (code.startsWith("KMS.")) {
      return Cause.KEY_REFUSED;
    }
    if (code.equals("INVALIDOBJECTSTATE")) {
      return Cause.ARCHIVED;
    }
    return switch (e.statusCode()) {
      // The bucket of this name is in another region, or reached at the wrong endpoint.
      case MOVED_PERMANENTLY, TEMPORARY_REDIRECT -> Cause.BUCKET_MISSING;
      case UNAUTHORIZED, FORBIDDEN -> Cause.ACCESS_DENIED;
      case NOT_FOUND -> Cause.NOT_FOUND;
      case TIMED_OUT, CONFLICT, TOO_MANY -> Cause.STORE_AWAY;
      default -> e.statusCode() >= SERVER_ERROR ? Cause.STORE_AWAY : Cause.REFUSED;
    };
  }
}

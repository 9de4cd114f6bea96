package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.S3Path;

/** Names of S3's operations, which a request tells by method, path and parameters alone. */
final class S3Operation {
  private S3Operation() {}

  /** As in {@code PutObject}; "Unknown" for what the local cloud does not tell apart. */
  static String nameOf(HttpCall call) {
    FormParameters query = FormParameters.parse(call.query());
    S3Path path = S3Path.of(call.path());
    if (path.bucket().isEmpty()) {
      return "ListBuckets";
    }
    return path.key().isEmpty() ? onBucket(call.method(), query) : onObject(call, query);
  }

  private static String onBucket(String method, FormParameters query) {
    return switch (method) {
      case "GET" -> query.has("list-type") ? "ListObjectsV2" : readBucket(query);
      case "HEAD" -> "HeadBucket";
      case "PUT" -> query.values().isEmpty() ? "CreateBucket" : "PutBucketConfiguration";
      case "DELETE" -> query.values().isEmpty() ? "DeleteBucket" : "DeleteBucketConfiguration";
      case "POST" -> query.has("delete") ? "DeleteObjects" : "Unknown";
      default -> "Unknown";
    };
  }

  private static String readBucket(FormParameters query) {
    if (query.has("uploads")) {
      return "ListMultipartUploads";
    }
    if (query.has("versions")) {
      return "ListObjectVersions";
    }
    if (query.has("location")) {
      return "GetBucketLocation";
    }
    return "ListObjects";
  }

  private static String onObject(HttpCall call, FormParameters query) {
    boolean part = query.has("uploadId");
    return switch (call.method()) {
      case "GET" -> part ? "ListParts" : "GetObject";
      case "HEAD" -> "HeadObject";
      case "DELETE" -> part ? "AbortMultipartUpload" : "DeleteObject";
      case "POST" -> part ? "CompleteMultipartUpload" : "CreateMultipartUpload";
      case "PUT" -> put(part, call.header("x-amz-copy-source").isPresent());
      default -> "Unknown";
    };
  }

  private static String put(boolean part, boolean copy) {
    if (part) {
      return copy ? "UploadPartCopy" : "UploadPart";
    }
    return copy ? "CopyObject" : "PutObject";
  }
}

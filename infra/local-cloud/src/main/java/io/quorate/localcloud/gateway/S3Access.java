package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.S3Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What an S3 request does: several operations share one action. */
final class S3Access {
  private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

  private S3Access() {}

  static List<AccessRequest> of(ServiceRequest request) {
    S3Path path = S3Path.of(request.call().path());
    String bucket = "arn:aws:s3:::" + path.bucket();
    String object = bucket + "/" + path.key();
    return switch (request.operation()) {
      case "GetObject", "HeadObject" -> List.of(AccessRequest.of("s3:GetObject", object));
      case "PutObject", "CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload" ->
          List.of(put(request, object));
      case "CopyObject", "UploadPartCopy" ->
          List.of(put(request, object), AccessRequest.of("s3:GetObject", copySource(request)));
      case "DeleteObject" -> List.of(AccessRequest.of("s3:DeleteObject", object));
      case "DeleteObjects" -> deletes(request, bucket);
      case "AbortMultipartUpload" -> List.of(AccessRequest.of("s3:AbortMultipartUpload", object));
      case "ListParts" -> List.of(AccessRequest.of("s3:ListMultipartUploadParts", object));
      case "ListObjects", "ListObjectsV2", "HeadBucket" -> List.of(list(request, bucket));
      case "ListMultipartUploads" ->
          List.of(AccessRequest.of("s3:ListBucketMultipartUploads", bucket));
      case "ListObjectVersions" -> List.of(AccessRequest.of("s3:ListBucketVersions", bucket));
      case "ListBuckets" -> List.of(AccessRequest.of("s3:ListAllMyBuckets", "*"));
      default -> List.of(AccessRequest.of("s3:" + request.operation(), bucket));
    };
  }

  private static AccessRequest put(ServiceRequest request, String object) {
    // The parts of an upload make no object yet; its completion does.
    boolean creates =
        List.of("PutObject", "CompleteMultipartUpload", "CopyObject").contains(request.operation());
    Map<String, List<String>> conditions = new HashMap<>();
    conditions.put("s3:ObjectCreationOperation", List.of(String.valueOf(creates)));
    request
        .call()
        .header("If-None-Match")
        .ifPresent(value -> conditions.put("s3:if-none-match", List.of(value)));
    return new AccessRequest("s3:PutObject", object, conditions);
  }

  private static String copySource(ServiceRequest request) {
    String source = request.call().header("x-amz-copy-source").orElse("");
    S3Path path = S3Path.of(source.startsWith("/") ? source : "/" + source);
    return "arn:aws:s3:::" + path.bucket() + "/" + path.key();
  }

  private static List<AccessRequest> deletes(ServiceRequest request, String bucket) {
    List<AccessRequest> keys =
        KEY.matcher(new String(request.call().body(), UTF_8))
            .results()
            .map(key -> AccessRequest.of("s3:DeleteObject", bucket + "/" + key.group(1)))
            .toList();
    return keys.isEmpty() ? List.of(AccessRequest.of("s3:DeleteObject", bucket + "/*")) : keys;
  }

  private static AccessRequest list(ServiceRequest request, String bucket) {
    List<String> prefix =
        List.of(FormParameters.parse(request.call().query()).first("prefix").orElse(""));
    return new AccessRequest("s3:ListBucket", bucket, Map.of("s3:prefix", prefix));
  }
}

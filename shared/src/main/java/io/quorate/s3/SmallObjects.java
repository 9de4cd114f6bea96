package io.quorate.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.snapshot.SnapshotObjects;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Creates and reads whatever is not a snapshot's file: manifests, marks, the lineage, keys. Agents
 * write some of these, so none is read past what any of them may need: an object of 100 MB costs
 * its reader no more memory than one of 64 KiB.
 */
final class SmallObjects {
  private static final int NO_SUCH_RANGE = 416;
  private static final int ATTEMPTS = 5;

  private SmallObjects() {}

  /**
   * Creates an object, unless one stands there already; whether this call did.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException when S3 did not take it
   */
  static boolean createdNow(S3Client client, PutObjectRequest.Builder put, String content) {
    PutObjectRequest request = put.ifNoneMatch("*").build();
    for (int attempt = 1; ; attempt++) {
      try {
        client.putObject(request, RequestBody.fromString(content, UTF_8));
        return true;
      } catch (S3Exception e) {
        if (S3Failures.exists(e)) {
          return false;
        }
        if (!S3Failures.collided(e) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** A key that is to be created. */
  static PutObjectRequest.Builder pem(String bucket, String key) {
    return PutObjectRequest.builder().bucket(bucket).key(key).contentType("application/x-pem-file");
  }

  /**
   * An object's text.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException when S3 did not give it
   * @throws UnreadableRecordException where it is larger
   */
  static String text(S3Client client, String bucket, String key) {
    return text(client, GetObjectRequest.builder().bucket(bucket).key(key));
  }

  /** The same, asked for so. */
  static String text(S3Client client, GetObjectRequest.Builder get) {
    byte[] bytes = bytes(client, get);
    String key = get.build().key();
    if (bytes.length > SnapshotObjects.SMALL_BYTES) {
      throw new UnreadableRecordException(
          key + ": more than " + SnapshotObjects.SMALL_BYTES + " bytes; expected at most so many",
          null);
    }
    return new String(bytes, UTF_8);
  }

  /** One byte more than there may be is asked for; of an empty object S3 has no such range. */
  private static byte[] bytes(S3Client client, GetObjectRequest.Builder get) {
    try {
      return client.getObject(
          get.range("bytes=0-" + SnapshotObjects.SMALL_BYTES).build(), beginning());
    } catch (S3Exception e) {
      if (e.statusCode() == NO_SUCH_RANGE) {
        return new byte[0];
      }
      throw e;
    }
  }

  /** Whatever answers a range with the whole object is not read to its end. */
  private static ResponseTransformer<GetObjectResponse, byte[]> beginning() {
    return (response, content) -> {
      byte[] bytes = content.readNBytes(SnapshotObjects.SMALL_BYTES + 1);
      if (bytes.length > SnapshotObjects.SMALL_BYTES) {
        content.abort();
      }
      return bytes;
    };
  }
}

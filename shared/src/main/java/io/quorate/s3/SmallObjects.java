package io.quorate.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.snapshot.SnapshotObjects;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Reads whatever is not a snapshot's file: manifests, marks, the lineage, keys. Agents write some
 * of these, so none is read past what any of them may need: an object of 100 MB costs its reader no
 * more memory than one of 64 KiB.
 */
final class SmallObjects {
  private SmallObjects() {}

  /**
   * An object's text.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException when S3 did not give it
   * @throws UnreadableRecordException where it is larger
   */
  static String text(S3Client client, String bucket, String key) {
    byte[] bytes =
        client.getObject(GetObjectRequest.builder().bucket(bucket).key(key).build(), beginning());
    if (bytes.length > SnapshotObjects.SMALL_BYTES) {
      throw new UnreadableRecordException(
          key + ": more than " + SnapshotObjects.SMALL_BYTES + " bytes; expected at most so many",
          null);
    }
    return new String(bytes, UTF_8);
  }

  /** One byte more than there may be; the rest is not sent for. */
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

package io.quorate.s3;

import io.quorate.model.Sha256;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Downloads one object to a file, and hashes what it receives. */
public final class HashedDownload {
  private static final int CHUNK_BYTES = 64 * 1024;

  private final S3Client client;
  private final String bucket;
  private final String key;

  /** Of this object; the caller closes the client. */
  public HashedDownload(S3Client client, String bucket, String key) {
    this.client = client;
    this.bucket = bucket;
    this.key = key;
  }

  /**
   * Downloads to the file, which is overwritten; SHA-256 of what was received, in hex.
   *
   * @param progress told the bytes so far
   * @throws SnapshotStoreException when the bucket did not do what was asked
   * @throws IOException when the file could not be written
   */
  public String to(Path target, LongConsumer progress) throws IOException {
    try (ResponseInputStream<GetObjectResponse> body =
            client.getObject(of -> of.bucket(bucket).key(key));
        OutputStream file = Files.newOutputStream(target)) {
      return copy(body, file, progress);
    } catch (SdkException e) {
      throw S3Failures.of("downloading", bucket, key, e);
    }
  }

  private String copy(
      ResponseInputStream<GetObjectResponse> body, OutputStream file, LongConsumer progress)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    byte[] chunk = new byte[CHUNK_BYTES];
    long total = 0;
    for (int read = next(body, chunk); read >= 0; read = next(body, chunk)) {
      file.write(chunk, 0, read);
      digest.update(chunk, 0, read);
      total += read;
      progress.accept(total);
    }
    Long announced = body.response().contentLength();
    if (announced != null && announced != total) {
      throw new SnapshotStoreException(
          Cause.STORE_AWAY, broken() + ": it ended after " + total + " of " + announced + " bytes");
    }
    return Sha256.hex(digest);
  }

  /** An error of the connection is the bucket's, not the file's. */
  private int next(InputStream body, byte[] chunk) {
    try {
      return body.read(chunk);
    } catch (IOException e) {
      throw new SnapshotStoreException(Cause.STORE_AWAY, broken() + ": " + e, e);
    }
  }

  private String broken() {
    return "downloading s3://" + bucket + "/" + key + " broke off";
  }
}

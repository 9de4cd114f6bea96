package io.quorate.s3;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.TokenKeyStore;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

/** {@link TokenKeyStore} in a bucket, at {@code <cluster>/<uid>/auth/jwt/<signMethod>.pem}. */
public final class S3TokenKeyStore implements TokenKeyStore {
  /** Steps of an agent wait for it. */
  private static final Duration READ = Duration.ofSeconds(5);

  private final S3Client client;
  private final String bucket;

  /** In this bucket, which must exist and encrypts what it keeps. */
  public S3TokenKeyStore(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  @Override
  public String read(ClusterName cluster, ClusterUid uid, String signMethod)
      throws SecretUnavailableException {
    String key = key(cluster, uid, signMethod);
    GetObjectRequest.Builder get =
        GetObjectRequest.builder()
            .bucket(bucket)
            .key(key)
            .overrideConfiguration(call -> call.apiCallTimeout(READ));
    try {
      return SmallObjects.text(client, get);
    } catch (SdkException | UnreadableRecordException e) {
      throw unavailable("reading", key, e);
    }
  }

  @Override
  public void createOnce(ClusterName cluster, ClusterUid uid, String signMethod, String pem)
      throws SecretUnavailableException {
    String key = key(cluster, uid, signMethod);
    try {
      SmallObjects.createdNow(client, SmallObjects.pem(bucket, key), pem);
    } catch (SdkException e) {
      throw unavailable("creating", key, e);
    }
  }

  private static String key(ClusterName cluster, ClusterUid uid, String signMethod) {
    return cluster + "/" + uid + "/auth/jwt/" + signMethod + ".pem";
  }

  private SecretUnavailableException unavailable(String tried, String key, RuntimeException e) {
    String cause = e instanceof SdkException answered ? S3Failures.cause(answered) + ": " : "";
    return new SecretUnavailableException(
        cause + tried + " s3://" + bucket + "/" + key + " failed: " + e.getMessage(), e);
  }
}

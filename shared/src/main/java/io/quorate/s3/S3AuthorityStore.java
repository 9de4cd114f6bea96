package io.quorate.s3;

import io.quorate.certificate.AuthorityStore;
import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** {@link AuthorityStore} in a bucket, at {@code <cluster>/<uid>/pki/<authority>.pem}. */
public final class S3AuthorityStore implements AuthorityStore {
  private final S3Client client;
  private final String bucket;

  /** In this bucket, which must exist and encrypts what it keeps. */
  public S3AuthorityStore(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  @Override
  public Optional<String> read(ClusterName cluster, ClusterUid uid, Authority authority) {
    String key = key(cluster, uid, authority);
    try {
      return Optional.of(SmallObjects.text(client, bucket, key));
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    } catch (SdkException e) {
      throw unavailable("reading", key, e);
    }
  }

  @Override
  public String createOnce(ClusterName cluster, ClusterUid uid, Authority authority, String pem) {
    String key = key(cluster, uid, authority);
    try {
      if (SmallObjects.createdNow(client, SmallObjects.pem(bucket, key), pem)) {
        return pem;
      }
    } catch (SdkException e) {
      throw unavailable("creating", key, e);
    }
    return read(cluster, uid, authority)
        .orElseThrow(
            () ->
                new AuthorityUnavailableException(
                    "s3://" + bucket + "/" + key + " was there, and is gone again"));
  }

  private static String key(ClusterName cluster, ClusterUid uid, Authority authority) {
    return cluster + "/" + uid + "/pki/" + authority.word() + ".pem";
  }

  private AuthorityUnavailableException unavailable(String tried, String key, SdkException e) {
    return new AuthorityUnavailableException(
        tried + " s3://" + bucket + "/" + key + " failed: " + e.getMessage(), e);
  }
}

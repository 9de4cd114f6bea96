package io.quorate.s3;

import io.quorate.codec.JsonTree;
import io.quorate.codec.MirroredGenerationCodec;
import io.quorate.codec.Schema;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import io.quorate.state.MirroredLineage;
import io.quorate.store.LineageKeys;
import io.quorate.store.LineageMirror;
import io.quorate.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * The lineage mirror in a bucket, written once by {@code If-None-Match: *}:
 *
 * <ol>
 *   <li>{@code <cluster>/claim.json} claims the name for a UID;
 *   <li>{@code <cluster>/<uid>/lineage/<generation>.json} holds the bootstrap.
 * </ol>
 *
 * <p>A crash after either leaves an object that the next attempt finds to be its own, by UID and by
 * the bootstrap's nonce. Neither is ever overwritten or deleted by the controller.
 */
public final class S3LineageMirror implements LineageMirror {

  private final S3Client client;
  private final String bucket;

  /** A mirror in this bucket, which must exist. */
  public S3LineageMirror(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  @Override
  public Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap) {
    return record(
        cluster,
        uid,
        bootstrap,
        there -> there instanceof Bootstrap own && own.nonce().equals(bootstrap.nonce()));
  }

  @Override
  public Result recordLost(ClusterName cluster, ClusterUid uid, LostBootstrap ancestor) {
    return record(cluster, uid, ancestor, there -> there.fork().equals(ancestor.fork()));
  }

  private Result record(
      ClusterName cluster,
      ClusterUid uid,
      MirroredGeneration wanted,
      Predicate<MirroredGeneration> same) {
    String claimKey = LineageKeys.claim(cluster);
    String claim =
        JsonTree.write(
            Tree.builder()
                .with(Schema.ATTRIBUTE, Schema.VERSION)
                .with("cluster", cluster.value())
                .with("uid", uid.value())
                .build());
    if (!createdNow(claimKey, claim)) {
      String holder = Schema.read(existing(claimKey), claimKey, tree -> tree.string("uid"));
      if (!holder.equals(uid.value())) {
        return new Result.OtherCluster(holder);
      }
    }
    String key = LineageKeys.generation(cluster, uid, wanted.generation());
    if (!createdNow(key, JsonTree.write(MirroredGenerationCodec.write(wanted)))) {
      MirroredGeneration there = MirroredGenerationCodec.read(existing(key), key);
      if (!same.test(there)) {
        return Result.OtherBootstrap.of(there);
      }
    }
    return new Result.Recorded();
  }

  @Override
  public Optional<MirroredLineage> read(ClusterName cluster) {
    String claimKey = LineageKeys.claim(cluster);
    return found(claimKey)
        .map(claim -> Schema.read(claim, claimKey, tree -> tree.value("uid", ClusterUid::new)))
        .map(uid -> new MirroredLineage(uid, generations(cluster, uid)));
  }

  /** Generations follow one another: the first that is not there is none. */
  private List<MirroredGeneration> generations(ClusterName cluster, ClusterUid uid) {
    List<MirroredGeneration> generations = new ArrayList<>();
    for (Generation next = Generation.FIRST; ; next = next.next()) {
      String key = LineageKeys.generation(cluster, uid, next);
      Optional<Map<String, Object>> object = found(key);
      if (object.isEmpty()) {
        return generations;
      }
      generations.add(MirroredGenerationCodec.read(object.get(), key));
    }
  }

  private Optional<Map<String, Object>> found(String key) {
    try {
      return Optional.of(get(key));
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    } catch (SdkException e) {
      throw unavailable("reading", key, e);
    }
  }

  private Map<String, Object> get(String key) {
    return JsonTree.read(SmallObjects.text(client, bucket, key), key);
  }

  /** Whether this call created the object; false when one stands there already. */
  private boolean createdNow(String key, String content) {
    try {
      return SmallObjects.createdNow(
          client,
          PutObjectRequest.builder().bucket(bucket).key(key).contentType("application/json"),
          content);
    } catch (SdkException e) {
      throw unavailable("creating", key, e);
    }
  }

  private Map<String, Object> existing(String key) {
    try {
      return get(key);
    } catch (SdkException e) {
      throw unavailable("reading", key, e);
    }
  }

  private StoreUnavailableException unavailable(String currentStep, String key, SdkException e) {
    return new StoreUnavailableException(
        currentStep + " s3://" + bucket + "/" + key + " failed: " + e.getMessage(), e);
  }
}

package io.quorate.deployment;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.codec.Codecs;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.SpecWrites;
import io.quorate.store.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** The clusters of a deployment: applied, and read as anybody may. */
public final class Clusters {
  private final RecordStore store;

  /** The clusters in a deployment's tables. */
  public Clusters(LocalDeployment deployment) {
    this.store =
        new DynamoDbRecordStore(
            deployment.clients().dynamoDb(),
            new TableNames(
                deployment.resources().clustersTable(), deployment.resources().nodesTable()));
  }

  /** The tables below. */
  public RecordStore store() {
    return store;
  }

  /**
   * Applies a spec for the first time.
   *
   * @throws IllegalStateException when a cluster of this name exists
   */
  public void create(ClusterSpec spec) {
    SpecWrites.Applied applied =
        new SpecWrites(store)
            .apply(spec, ClusterUid.of(UUID.randomUUID()), Instant.now(), "quickstart");
    if (!(applied instanceof SpecWrites.Applied.Created)) {
      throw new IllegalStateException(
          "cluster " + spec.name() + " was not created: " + applied + "; use an empty --home");
    }
  }

  /** The cluster's status, where it was ever applied. */
  public Optional<Status> status(ClusterName cluster) {
    return read(Keys.status(cluster), Codecs.STATUS::read);
  }

  /** The cluster's lineage, where it was ever applied. */
  public Optional<Lineage> lineage(ClusterName cluster) {
    return read(Keys.lineage(cluster), Codecs.LINEAGE::read);
  }

  /** Who signs the cluster's certificates; empty where its connections are plain. */
  public Optional<AuthorityCertificates> authorities(ClusterName cluster) {
    return read(Keys.pki(cluster), Codecs.AUTHORITIES::read);
  }

  /** Every node's latest heartbeat. */
  public List<Heartbeat> heartbeats(ClusterName cluster) {
    return store.list(Table.NODES, cluster.value(), "").stream()
        .map(item -> Codecs.HEARTBEAT.read(item.attributes(), item.key().toString()))
        .toList();
  }

  private <T> Optional<T> read(Key key, BiFunction<Map<String, Object>, String, T> reader) {
    Item item = store.read(List.of(key)).get(key);
    return Optional.ofNullable(item)
        .map(found -> reader.apply(found.attributes(), found.key().toString()));
  }
}

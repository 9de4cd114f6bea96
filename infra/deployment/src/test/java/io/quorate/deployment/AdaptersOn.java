package io.quorate.deployment;

import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.localcloud.AwsEndpoint;
import io.quorate.localcloud.QuorateResources;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.s3.S3LineageMirror;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.s3.S3TokenKeyStore;
import io.quorate.secrets.TokenKeyStore;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The production adapters on one cloud, whose tables and bucket are made here. */
final class AdaptersOn implements Closeable {
  private final Closeable cloud;
  private final SdkClients clients;
  private final AwsEndpoint at;
  private final S3Client s3;
  private final QuorateResources resources;

  private AdaptersOn(AwsEndpoint at, Closeable cloud) {
    this.cloud = cloud;
    this.at = at;
    this.resources = QuorateResources.createOn(at);
    this.clients = new SdkClients(at, Principals.ADMINISTRATOR);
    this.s3 = s3(at);
  }

  private static S3Client s3(AwsEndpoint at) {
    return S3Client.builder()
        .endpointOverride(at.endpoint())
        .region(Region.of(at.region()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(Principals.ADMINISTRATOR, "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  static <C extends AwsEndpoint & Closeable> AdaptersOn cloud(C cloud) {
    return new AdaptersOn(cloud, cloud);
  }

  RecordStore store() {
    return new DynamoDbRecordStore(
        clients.dynamoDb(), new TableNames(resources.clustersTable(), resources.nodesTable()));
  }

  LineageMirror mirror() {
    return new S3LineageMirror(s3, resources.bucket());
  }

  TokenKeyStore tokenKeys() {
    return new S3TokenKeyStore(s3, resources.bucket());
  }

  /** A store of one cluster's snapshots, with a client of its own. */
  SnapshotStore snapshots(ClusterName cluster, ClusterUid uid) {
    return new S3SnapshotStore(s3(at), resources.bucket(), cluster, uid, Optional.empty());
  }

  /** Another client of the bucket; the caller closes it. */
  S3Client client() {
    return s3(at);
  }

  /** The bucket's name. */
  String bucket() {
    return resources.bucket();
  }

  @Override
  public void close() throws IOException {
    s3.close();
    clients.close();
    cloud.close();
  }
}

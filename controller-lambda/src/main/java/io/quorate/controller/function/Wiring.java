package io.quorate.controller.function;

import io.micronaut.context.annotation.Factory;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.autoscaling.AutoScalingCloud;
import io.quorate.controller.autoscaling.CallOutcomes;
import io.quorate.controller.bouncycastle.BouncyCastleAuthority;
import io.quorate.controller.bouncycastle.BouncyCastleTokenKeys;
import io.quorate.controller.lambda.LambdaHandover;
import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.ControllerPorts;
import io.quorate.controller.reconcile.Turn;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3AuthorityStore;
import io.quorate.s3.S3LineageMirror;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.s3.S3TokenKeyStore;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.SpecWrites;
import io.quorate.store.Table;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Puts the function together, once, at init. */
@Factory
final class Wiring {
  private static final String NOBODY = "quorate-warm-up";
  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

  @Singleton
  ControllerConfig config(ControllerSettings settings) {
    return ControllerConfig.of(settings);
  }

  @Singleton
  RecordStore store(ControllerConfig settings, DynamoDbClient client) {
    return new DynamoDbRecordStore(
        client, new TableNames(settings.clustersTable(), settings.nodesTable()));
  }

  @Singleton
  AutoScalingCloud cloud(AutoScalingClient groups, Ec2Client instances, CallOutcomes outcomes) {
    return new AutoScalingCloud(groups, instances, InstantSource.system(), outcomes);
  }

  @Singleton
  KnownInstances instances(AutoScalingCloud cloud) {
    return new KnownInstances(cloud, cloud::instancesOf, InstantSource.system());
  }

  @Singleton
  BulkReader bulk(ControllerConfig settings, AutoScalingCloud cloud, KnownInstances seen) {
    return new BulkReader(
        seen,
        (groups, terms) -> {
          BulkAnswer answer = cloud.describe(groups, terms);
          seen.saw(answer);
          return answer;
        },
        InstantSource.system(),
        settings.sweepInvocations());
  }

  @Singleton
  ClockName clockName() {
    return new ClockName(() -> UUID.randomUUID().toString());
  }

  @Singleton
  ControllerPorts ports(
      ControllerConfig settings,
      RecordStore store,
      AutoScalingCloud cloud,
      BulkReader bulk,
      ClockName clockName,
      S3Client s3,
      HostedZones zones) {
    return new ControllerPorts(
        store,
        new S3LineageMirror(s3, settings.bucket()),
        bulk,
        (cluster, uid) ->
            Optional.of(
                S3SnapshotStore.sharing(s3, settings.bucket(), cluster, uid, Optional.empty())),
        cloud,
        cloud,
        zones,
        new BouncyCastleAuthority(new S3AuthorityStore(s3, settings.bucket())),
        new BouncyCastleTokenKeys(new S3TokenKeyStore(s3, settings.bucket())),
        InstantSource.system(),
        clockName,
        () -> UUID.randomUUID().toString(),
        pause -> LockSupport.parkNanos(pause.toNanos()));
  }

  /** Each call asks about something that is not there. */
  @Singleton
  WarmUp warmUp(ControllerConfig settings, RecordStore store, AutoScalingCloud cloud, S3Client s3) {
    return new WarmUp(
        Map.of(
            "dynamodb", () -> store.list(Table.CLUSTERS, Keys.FLEET, ""),
            "autoscaling", () -> cloud.group(NOBODY),
            "ec2", () -> cloud.instances(List.of(new InstanceId("i-00000000000000000"))),
            "s3", () -> missing(s3, settings.bucket())));
  }

  private static void missing(S3Client s3, String bucket) {
    try {
      s3.headObject(head -> head.bucket(bucket).key(NOBODY));
    } catch (NoSuchKeyException e) {
      LOG.debug("warmup=s3 answer=missing", e);
    }
  }

  @Singleton
  Dispatcher dispatcher(
      ControllerConfig settings,
      ControllerPorts ports,
      KnownInstances instances,
      BulkReader bulk,
      LambdaHandover handover) {
    Turn turn = new Turn(ports, new Planner()::plan);
    return new Dispatcher(
        new Sweep(ports.store(), ports.clock()),
        instances::groupOf,
        turn::run,
        ports.clock(),
        new TurnExecutor(Dispatcher.LANES),
        new Shares(settings.sweepInvocations(), handover),
        Optional.of(bulk));
  }

  @Singleton
  SpecInvocation specInvocation(ControllerPorts ports) {
    return new SpecInvocation(
        new SpecWrites(ports.store()), ports.clock(), () -> ClusterUid.of(UUID.randomUUID()));
  }
}

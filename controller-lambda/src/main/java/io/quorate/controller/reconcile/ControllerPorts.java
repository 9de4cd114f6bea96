package io.quorate.controller.reconcile;

import io.quorate.controller.act.CertificateAuthority;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.act.TokenKeys;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Everything outside that a turn touches.
 *
 * @param store the two tables
 * @param mirror the lineage mirror
 * @param cloud Auto Scaling and EC2, to look at
 * @param snapshots the snapshots in the bucket
 * @param terminator Auto Scaling, to terminate by
 * @param hooks Auto Scaling, to answer lifecycle hooks
 * @param zones the hosted zones of DNS
 * @param certificates the authorities of clusters whose TLS is managed
 * @param tokenKeys the keys of etcd's tokens, where the spec leaves them to the controller
 * @param clock this controller's clock
 * @param clockName tells it from the clocks of other controllers; asked for by turns only
 * @param nonces fresh and unique at every call
 * @param pause how to wait
 */
public record ControllerPorts(
    RecordStore store,
    LineageMirror mirror,
    CloudReader cloud,
    SnapshotStores snapshots,
    InstanceTerminator terminator,
    LifecycleHooks hooks,
    HostedZones zones,
    CertificateAuthority certificates,
    TokenKeys tokenKeys,
    InstantSource clock,
    Supplier<String> clockName,
    Supplier<String> nonces,
    RetryDelay pause) {
  /** Without a bucket of snapshots and of authorities' keys. */
  public ControllerPorts(
      RecordStore store,
      LineageMirror mirror,
      CloudReader cloud,
      InstanceTerminator terminator,
      LifecycleHooks hooks,
      InstantSource clock,
      Supplier<String> clockName,
      Supplier<String> nonces,
      RetryDelay pause) {
    this(
        store,
        mirror,
        cloud,
        SnapshotStores.NONE,
        terminator,
        hooks,
        HostedZones.NONE,
        CertificateAuthority.NONE,
        TokenKeys.NONE,
        clock,
        clockName,
        nonces,
        pause);
  }
}

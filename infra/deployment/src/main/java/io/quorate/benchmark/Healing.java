package io.quorate.benchmark;

import io.quorate.deployment.Clusters;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.ClusterName;
import io.quorate.model.MemberId;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.time.Duration;

/** Breaks members of a cluster, and measures in seconds how long each takes to serve again. */
public final class Healing {
  /** A key that has a value in every cluster that is measured. */
  public static final String KEY = "k";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final LocalDeployment deployment;
  private final Clusters clusters;
  private final ClusterName name;
  private final EtcdAccess access;

  Healing(LocalDeployment deployment, Clusters clusters, ClusterName name, EtcdAccess access) {
    this.access = access;
    this.deployment = deployment;
    this.clusters = clusters;
    this.name = name;
  }

  /** Kills a member's etcd, and waits until a linearizable read through it succeeds again. */
  double killed(InstanceView victim) {
    Etcd etcd = etcd(victim);
    Stopwatch watch = new Stopwatch();
    deployment.instances().kill(victim.id(), ProcessTarget.OTHERS);
    return watch.until("its return", PATIENCE, () -> !etcd.range(KEY).isEmpty());
  }

  /**
   * Deletes a member's data directory, and waits until its instance serves as another member.
   *
   * @param each what is done besides at each look
   */
  double wiped(InstanceView victim, Runnable each) throws IOException {
    MemberId former = member(victim);
    Etcd etcd = etcd(victim);
    Stopwatch watch = new Stopwatch();
    deployment.instances().wipe(victim.id(), "etcd");
    return watch.until(
        "its replacement",
        PATIENCE,
        () -> {
          each.run();
          return replaced(etcd, victim, former);
        });
  }

  private static boolean replaced(Etcd etcd, InstanceView victim, MemberId former) {
    return etcd.members().entrySet().stream()
            .anyMatch(
                member ->
                    member.getValue().equals(victim.id())
                        && !member.getKey().equals(former.toString()))
        && !etcd.range(KEY).isEmpty();
  }

  private MemberId member(InstanceView instance) {
    return clusters.heartbeats(name).stream()
        .filter(beat -> beat.instance().value().equals(instance.id()))
        .flatMap(beat -> beat.identity().stream())
        .map(MemberIdentity::memberId)
        .findFirst()
        .orElseThrow();
  }

  private Etcd etcd(InstanceView instance) {
    return access.etcd(access.url(instance));
  }
}

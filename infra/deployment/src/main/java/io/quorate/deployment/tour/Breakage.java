package io.quorate.deployment.tour;

import io.quorate.deployment.ChangedByte;
import io.quorate.deployment.DamagedPages;
import io.quorate.deployment.EtcdProcesses;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the nodes were before something was broken, to see that it was noticed and mended. */
final class Breakage {
  private final LiveCluster cluster;
  private final List<InstanceView> victims;
  private final Map<String, Heartbeat> before = new HashMap<>();
  private final Map<String, List<Long>> etcdPids = new HashMap<>();

  private Breakage(LiveCluster cluster, Collection<InstanceView> victims) {
    this.cluster = cluster;
    this.victims = List.copyOf(victims);
    for (InstanceView victim : victims) {
      cluster.heartbeat(victim.id()).ifPresent(beat -> before.put(victim.id(), beat));
      etcdPids.put(victim.id(), pids(victim));
    }
  }

  /** Remembers how these are now. */
  static Breakage of(LiveCluster cluster, InstanceView... victims) {
    return new Breakage(cluster, List.of(victims));
  }

  private List<Long> pids(InstanceView victim) {
    return cluster.deployment().instances().list().stream()
        .filter(view -> view.id().equals(victim.id()))
        .flatMap(view -> EtcdProcesses.of(view).stream())
        .toList();
  }

  /** Kills processes of all victims. */
  void kill(ProcessTarget target) {
    victims.forEach(victim -> cluster.deployment().instances().kill(victim.id(), target));
  }

  /** Stops all processes of all victims in their tracks. */
  void freeze() {
    victims.forEach(
        victim -> cluster.deployment().instances().freeze(victim.id(), ProcessTarget.ALL));
  }

  /** Deletes the data directories of all victims. */
  void wipe() throws IOException {
    for (InstanceView victim : victims) {
      cluster.deployment().instances().wipe(victim.id(), "etcd");
    }
  }

  /** Zeroes pages of all victims' databases, and starts agents and etcds again. */
  void damagePages() throws IOException, InterruptedException {
    for (InstanceView victim : victims) {
      DamagedPages.make(cluster.deployment().instances(), victim);
    }
  }

  /** Changes one byte of a value in all victims' databases, and starts agents and etcds again. */
  void changeByte(String value) throws IOException, InterruptedException {
    for (InstanceView victim : victims) {
      ChangedByte.make(cluster.deployment().instances(), victim, value);
    }
  }

  /** Whether the records differ from before: in the cluster's phase, or in a victim's row. */
  boolean noticed() {
    Status status = cluster.status();
    return status.phase() != Phase.HEALTHY
        || status.operation().isPresent()
        || victims.stream().anyMatch(victim -> changed(status, victim));
  }

  private boolean changed(Status status, InstanceView victim) {
    Optional<Heartbeat> then = Optional.ofNullable(before.get(victim.id()));
    Optional<Heartbeat> now = cluster.heartbeat(victim.id());
    return status.terminated(new InstanceId(victim.id()))
        || now.isEmpty()
        || !now.get().serving()
        || then.filter(beat -> sameRun(beat, now.get())).isEmpty();
  }

  private static boolean sameRun(Heartbeat then, Heartbeat now) {
    return then.boot().nonce().equals(now.boot().nonce())
        && then.runs().starts() == now.runs().starts();
  }

  /** Whether every victim runs another etcd than before, as the member it was. */
  boolean sameMembersOnOtherProcesses() {
    return victims.stream()
        .allMatch(
            victim ->
                sameMember(victim)
                    && Collections.disjoint(pids(victim), etcdPids.get(victim.id())));
  }

  /** Whether every victim runs the very etcd of before. */
  boolean sameProcesses() {
    return victims.stream().allMatch(victim -> pids(victim).equals(etcdPids.get(victim.id())));
  }

  /** Whether every victim's agent is another one, and its etcd the same process as before. */
  boolean sameEtcdUnderAnotherAgent() {
    return sameProcesses() && victims.stream().allMatch(this::laterAgent);
  }

  private boolean laterAgent(InstanceView victim) {
    return cluster
        .heartbeat(victim.id())
        .filter(now -> !now.boot().nonce().equals(before(victim).boot().nonce()))
        .isPresent();
  }

  /** Whether every victim serves as another member than before, and no old one is listed. */
  boolean otherMembers() {
    return victims.stream().noneMatch(this::sameMember) && noneListed();
  }

  /** Whether no victim runs, and none of their members is listed. */
  boolean replaced() {
    List<String> running = cluster.running().stream().map(InstanceView::id).toList();
    return victims.stream().noneMatch(victim -> running.contains(victim.id())) && noneListed();
  }

  /**
   * Whether no victim's member is listed by the others any more.
   *
   * @throws IllegalStateException when an instance ended while its member was still listed
   */
  boolean leftBeforeTheEnd() {
    List<InstanceView> running = cluster.running();
    List<InstanceView> others = running.stream().filter(view -> !isVictim(view)).toList();
    boolean left = others.stream().allMatch(this::listsNone);
    if (!left && running.size() - others.size() < victims.size()) {
      throw new IllegalStateException("an instance ended before its member left");
    }
    return left;
  }

  private boolean isVictim(InstanceView view) {
    return victims.stream().anyMatch(victim -> victim.id().equals(view.id()));
  }

  private boolean noneListed() {
    return cluster.running().stream().allMatch(this::listsNone);
  }

  private boolean listsNone(InstanceView view) {
    return victims.stream()
        .noneMatch(victim -> cluster.etcd(view).members().containsKey(memberBefore(victim)));
  }

  private boolean sameMember(InstanceView victim) {
    return cluster
        .heartbeat(victim.id())
        .flatMap(Heartbeat::identity)
        .filter(now -> now.memberId().toString().equals(memberBefore(victim)))
        .isPresent();
  }

  private String memberBefore(InstanceView victim) {
    return before(victim).identity().orElseThrow().memberId().toString();
  }

  private Heartbeat before(InstanceView victim) {
    return Optional.ofNullable(before.get(victim.id()))
        .orElseThrow(
            () -> new IllegalStateException("instance " + victim.id() + " had no heartbeat"));
  }
}

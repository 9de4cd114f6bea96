package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.Holder;
import io.quorate.state.HookAnswer;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Of which instances nothing need be remembered any more: tombstone, holder record and row go
 * together. A holder record is what keeps a recovery from beginning while its disk may return (I1),
 * and a tombstone is what lets its member be removed, so that they go only if all of this holds:
 *
 * <ol>
 *   <li>EC2 has shown the instance terminated, or has forgotten it by two looks ({@link
 *       ForgottenInstances}): an earlier turn recorded its tombstone.
 *   <li>EC2, in the region and account where it was shown, does not know it any more, at two looks
 *       an hour apart, while it shows another instance of the group running. So it is never shown
 *       terminated again, and a row that comes late is a stranger's. An instance that never was let
 *       have data needs one look, two hours after its tombstone.
 *   <li>Its agent does not speak: its row has stood still while it was watched for that.
 *   <li>A quorum serves, by a list that is not older than the proven one; no list names it, neither
 *       that one nor one that a node tells.
 *   <li>It is no initial member of this generation: the lineage names those as holders for as long
 *       as the generation lives.
 *   <li>No command is open that may concern it, no decision about it is recorded, and no recovery
 *       that runs names it.
 * </ol>
 */
public final class PrunableInstances {
  /** Whoever was never let have data is asked about once, so long after its tombstone. */
  private static final Duration WITHOUT_DATA = ForgottenInstances.BETWEEN_LOOKS.multipliedBy(2);

  /** As many as one request to EC2 takes. */
  private static final int ASKED_AT_ONCE = 200;

  private PrunableInstances() {}

  /**
   * The terminated instances that may be forgotten soon: whether their rows stand still is
   * observed, and EC2 is asked about them.
   */
  public static Set<InstanceId> watched(Lineage lineage, Status status, Instant now) {
    Set<InstanceId> watched = new TreeSet<>();
    status
        .tombstones()
        .forEach(
            (instance, since) -> {
              if (longAgo(since, now) && placed(status, instance)) {
                watched.add(instance);
              }
            });
    watched.removeAll(kept(lineage, status));
    return watched;
  }

  /** Of a holder that EC2 showed nobody knows where, it can never be said that it forgot it. */
  private static boolean placed(Status status, InstanceId instance) {
    return Optional.ofNullable(status.data().holders().get(instance))
        .map(holder -> holder.seenIn().isPresent())
        .orElse(true);
  }

  /** Those of whom EC2 is asked in this turn whether it has forgotten them; a bounded number. */
  public static Set<InstanceId> asked(Lineage lineage, Status status, Instant now) {
    Set<InstanceId> asked = new TreeSet<>();
    watched(lineage, status, now).stream()
        .filter(instance -> due(status, instance, now))
        .limit(ASKED_AT_ONCE)
        .forEach(asked::add);
    return asked;
  }

  private static boolean due(Status status, InstanceId instance, Instant now) {
    Optional<Holder> holder = Optional.ofNullable(status.data().holders().get(instance));
    return holder.isPresent()
        ? holder.get().unknownSince().map(since -> longAgo(since, now)).orElse(true)
        : Optional.ofNullable(status.tombstones().get(instance))
            .filter(since -> !now.isBefore(since.plus(WITHOUT_DATA)))
            .isPresent();
  }

  private static boolean longAgo(Instant since, Instant now) {
    return !now.isBefore(since.plus(ForgottenInstances.BETWEEN_LOOKS));
  }

  /** Those that may be forgotten now, in order. */
  public static List<InstanceId> of(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    if (clusterState.status().operation().isPresent() || !holdersRecorded(clusterState)) {
      return List.of();
    }
    Set<InstanceId> named = named(clusterState);
    boolean proved = provedWithout(clusterState);
    return asked(view.lineage(), view.status(), view.observedAt()).stream()
        .filter(view.status()::terminated)
        .filter(instance -> !named.contains(instance))
        .filter(instance -> !listed(clusterState, instance))
        .filter(instance -> proved || neverHadData(clusterState, instance))
        .filter(instance -> forgotten(clusterState, instance))
        .toList();
  }

  /** Where nobody recorded who was let have data, everybody may have some. */
  private static boolean holdersRecorded(ClusterState clusterState) {
    Generation generation = clusterState.view().lineage().generation();
    return clusterState.view().lineage().state() == Lineage.State.UNBOOTSTRAPPED
        || clusterState.view().status().data().holders().values().stream()
            .anyMatch(holder -> holder.generation().equals(generation));
  }

  private static boolean provedWithout(ClusterState clusterState) {
    return clusterState.status().proven().isPresent()
        && clusterState.quorum().serves()
        && clusterState.quorum().membershipCurrent();
  }

  private static boolean neverHadData(ClusterState clusterState, InstanceId instance) {
    return !clusterState.status().data().holders().containsKey(instance)
        && clusterState.node(instance).flatMap(node -> node.heartbeat().identity()).isEmpty();
  }

  private static boolean forgotten(ClusterState clusterState, InstanceId instance) {
    ClusterView view = clusterState.view();
    Optional<Holder> holder = Optional.ofNullable(view.status().data().holders().get(instance));
    boolean silent =
        clusterState.node(instance).map(node -> clusterState.health().silent(node)).orElse(true);
    return silent
        && (holder.isPresent()
            ? ForgottenInstances.missedForLong(view, instance, holder.get())
            : view.records().unknownToEc2().contains(instance)
                && ForgottenInstances.showsAnother(view, instance));
  }

  /** Whether a list of members names it: the proven one, the current one, or one that is told. */
  private static boolean listed(ClusterState clusterState, InstanceId instance) {
    return !clusterState.members().listed(instance).isEmpty()
        || clusterState.nodes().stream()
            .filter(node -> !clusterState.health().gone(node.heartbeat().instance()))
            .map(ObservedNode::heartbeat)
            .map(Heartbeat::members)
            .anyMatch(members -> names(members).anyMatch(instance::equals));
  }

  private static Stream<InstanceId> names(List<MemberEntry> members) {
    return members.stream().flatMap(member -> InstanceId.named(member.name()).stream());
  }

  /** Whom a record names that tells of them for as long as it lives. */
  private static Set<InstanceId> kept(Lineage lineage, Status status) {
    Set<InstanceId> kept = new HashSet<>();
    lineage
        .bootstrap()
        .map(Bootstrap::voters)
        .ifPresent(voters -> voters.forEach(voter -> kept.add(voter.instance())));
    status
        .proven()
        .ifPresent(
            (ProvenMembership proven) -> {
              kept.addAll(proven.holders().values());
              names(proven.members()).forEach(kept::add);
            });
    return kept;
  }

  private static Set<InstanceId> named(ClusterState clusterState) {
    Status status = clusterState.status();
    Set<InstanceId> named = new HashSet<>(kept(clusterState.view().lineage(), status));
    status.tasks().open().ifPresent(open -> named.add(open.executor()));
    status.terminations().stream().map(Termination::instance).forEach(named::add);
    status.replacementRequests().stream().map(Termination::instance).forEach(named::add);
    status.group().hooks().stream().map(HookAnswer::instance).forEach(named::add);
    clusterState
        .view()
        .records()
        .recovery()
        .filter(recovery -> recovery.state().running())
        .map(Recovery::instances)
        .ifPresent(named::addAll);
    if (clusterState.view().group() instanceof GroupView.Observed group) {
      named.addAll(group.lifecycles().keySet());
    }
    clusterState
        .view()
        .instances()
        .forEach(
            (instance, state) -> {
              if (state != InstanceState.UNKNOWN) {
                named.add(instance);
              }
            });
    return named;
  }
}

package io.quorate.controller.observe;

import io.quorate.controller.plan.instances.PrunableInstances;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.Bootstrap;
import io.quorate.state.HookAnswer;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which rows of the nodes table are of strangers, and so no evidence. Any agent can write a row
 * under any name, and the controller deletes only those of instances that it knew ({@link
 * PrunableInstances}): one that is written again later is a stranger's.
 *
 * <p>A row is a stranger's only if all of this holds:
 *
 * <ol>
 *   <li>No record of the cluster names its instance: see {@link #named}. Who is let have data is
 *       recorded as a holder before it has any, so a stranger never had this generation's data, and
 *       no decision about data misses it. Where nobody recorded this generation's holders, every
 *       row counts.
 *   <li>The group answered in this turn and does not have the instance.
 *   <li>EC2 answered in this turn, twice, and does not know the instance, or shows it with another
 *       cluster's tag; and it does know every instance of the group, so that its listing is not an
 *       old one or another account's. A listing that failed makes nobody a stranger: unknown is
 *       unknown (I7).
 *   <li>The row does not prove the table older than the cluster: an instance that has ended may be
 *       the last one to know.
 * </ol>
 *
 * <p>What is left out makes a turn see what it would see if the instance had not reported yet. That
 * is safe: listings are eventually consistent, so a node launched just now may be left out for a
 * turn, and is then neither counted for the bootstrap nor joined until a listing shows it. An
 * instance that ended more than an hour ago, which EC2 has forgotten, keeps its row as evidence if
 * it ever was a holder.
 */
public final class Strangers {
  private Strangers() {}

  /** The strangers among these rows, by the group and the instances that this turn observed. */
  static Set<InstanceId> among(NodeRows rows, Records records, Listings listings) {
    if (!holdersRecorded(records.lineage(), records.status())) {
      return Set.of();
    }
    Set<InstanceId> suspects = new TreeSet<>(rows.ids());
    suspects.removeAll(named(records.lineage(), records.status(), records.recovery()));
    suspects.removeIf(
        id -> Optional.ofNullable(rows.nodes().get(id)).filter(records::olderThan).isPresent());
    return unknown(suspects, records.status().tombstones().keySet(), listings);
  }

  /**
   * Those of these instances that neither the group has nor EC2 knows, or that EC2 shows as another
   * cluster's; none where one of the two did not answer.
   *
   * @param suspects no record names them
   * @param terminated need not be shown by EC2, which forgets them
   */
  static Set<InstanceId> unknown(
      Set<InstanceId> suspects, Set<InstanceId> terminated, Listings listings) {
    if (!(listings.group() instanceof GroupView.Observed group) || group.lifecycles().isEmpty()) {
      return Set.of();
    }
    Set<InstanceId> left = new TreeSet<>(suspects);
    left.removeAll(listings.instances().keySet()); // The group, too: EC2 shows all of it.
    Set<InstanceId> shown = new TreeSet<>(suspects);
    shown.retainAll(listings.instances().keySet());
    shown.removeAll(group.lifecycles().keySet());
    boolean whole =
        group.lifecycles().keySet().stream()
            .allMatch(id -> listings.instances().containsKey(id) || terminated.contains(id));
    if (!whole) {
      return Set.of();
    }
    Set<InstanceId> strangers = new TreeSet<>();
    if (!left.isEmpty()) {
      strangers.addAll(listings.cloud().unknown(left).orElse(Set.of()));
    }
    if (!shown.isEmpty()) {
      strangers.addAll(listings.cloud().ofOtherClusters(listings.cluster(), shown));
    }
    return strangers;
  }

  /**
   * Those of these instances that no record names, and neither the group has nor EC2 knows; for a
   * command that only a person gives, and that looks at no holders.
   *
   * @param status where there is one
   */
  public static Set<InstanceId> among(
      ClusterName cluster,
      Collection<InstanceId> unreadable,
      Lineage lineage,
      Optional<Status> status,
      CloudReader cloud,
      String groupName) {
    Set<InstanceId> suspects = new TreeSet<>(unreadable);
    suspects.removeAll(named(lineage, status.orElseGet(Status::initial), Optional.empty()));
    if (suspects.isEmpty()) {
      return Set.of();
    }
    GroupView group = cloud.group(groupName);
    Set<InstanceId> asked = new TreeSet<>(suspects);
    if (group instanceof GroupView.Observed observed) {
      asked.addAll(observed.lifecycles().keySet());
    }
    return unknown(
        suspects,
        status.map(read -> read.tombstones().keySet()).orElse(Set.of()),
        new Listings(cluster, cloud, group, cloud.instances(asked)));
  }

  /** Before the first generation there is no data that anybody could hold. */
  private static boolean holdersRecorded(Lineage lineage, Status status) {
    return lineage.state() == Lineage.State.UNBOOTSTRAPPED
        || status.data().holders().values().stream()
            .anyMatch(holder -> holder.generation().equals(lineage.generation()));
  }

  /** Every instance that a record of the cluster names. */
  private static Set<InstanceId> named(
      Lineage lineage, Status status, Optional<Recovery> recovery) {
    Set<InstanceId> named = new HashSet<>(status.tombstones().keySet());
    lineage
        .bootstrap()
        .map(Bootstrap::voters)
        .ifPresent(voters -> voters.forEach(voter -> named.add(voter.instance())));
    named.addAll(status.data().holders().keySet());
    status.data().oldLogs().forEach(old -> named.add(old.instance()));
    status
        .proven()
        .ifPresent(
            proven -> {
              named.addAll(proven.holders().values());
              proven
                  .members()
                  .forEach(member -> InstanceId.named(member.name()).ifPresent(named::add));
            });
    status.operation().ifPresent(open -> named.add(open.executor()));
    status.tasks().open().ifPresent(open -> named.add(open.executor()));
    status.terminations().stream().map(Termination::instance).forEach(named::add);
    status.replacementRequests().stream().map(Termination::instance).forEach(named::add);
    named.addAll(status.stops().keySet());
    named.addAll(status.joinBackoffs().keySet());
    named.addAll(status.group().leaving().keySet());
    status.group().hooks().stream().map(HookAnswer::instance).forEach(named::add);
    recovery.ifPresent(running -> named.addAll(running.instances()));
    return named;
  }

  /**
   * What the cloud said in this turn.
   *
   * @param cluster about whom
   * @param cloud to be asked once more about who seems to be a stranger
   * @param group the group
   * @param instances what EC2 showed of the group's instances and of those that have rows
   */
  record Listings(
      ClusterName cluster,
      CloudReader cloud,
      GroupView group,
      Map<InstanceId, InstanceState> instances) {}

  /**
   * What the cluster's records say.
   *
   * @param lineage which generation lives
   * @param status what earlier turns left
   * @param recovery the recovery under way, or the last one
   * @param issued the newest token under which the table may have told a node anything
   * @param now when the turn looks
   */
  record Records(
      Lineage lineage,
      Status status,
      Optional<Recovery> recovery,
      FencingToken issued,
      Instant now) {
    private boolean olderThan(ObservedNode node) {
      return TableRollback.proof(node.heartbeat(), issued, lineage, now).isPresent();
    }
  }
}

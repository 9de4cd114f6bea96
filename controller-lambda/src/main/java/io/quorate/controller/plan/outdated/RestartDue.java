package io.quorate.controller.plan.outdated;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.certificates.ExpiredCertificates;
import io.quorate.controller.plan.certificates.TokenKeyDue;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DatabaseSize;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.group.Interruptions;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import io.quorate.state.MemberEntry;
import io.quorate.state.OwnCertificates;
import io.quorate.state.RollOutHalt;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which member is to restart its etcd next, so that it takes what the spec asks of its start, its
 * release included, or because an operator asks ({@link AskedRestarts}):
 *
 * <ol>
 *   <li>only one that tells what its etcd was started with, of an agent that knows the instruction;
 *   <li>nobody after one did not come back with these settings, or the release refused a snapshot
 *       ({@link RollOutHalt});
 *   <li>nobody unless everything else is well: by a current list all voters serve, as many as are
 *       desired and without a learner, and nothing is wrong with any of them;
 *   <li>nobody without whom the others are no quorum of all (I2);
 *   <li>nobody with a quota that the database has reached: etcd would refuse all writes;
 *   <li>nobody before the key of its tokens is in the bucket ({@link TokenKeyDue});
 *   <li>for another release: nobody before every node has it, nor under an alarm of etcd, nor while
 *       the member that changed last has not served for long enough ({@link Soak}), nor before a
 *       person approves the newer line where the spec asks for it ({@link FinalizationApproval});
 *   <li>followers first, the leader last.
 * </ol>
 */
public final class RestartDue {
  private RestartDue() {}

  /** What is due while a member runs with other settings. */
  public sealed interface Due {
    /**
     * This member is restarted now.
     *
     * @param asked how often its etcd had been started when an operator asked; empty where nobody
     *     did
     */
    record Now(
        ObservedNode node,
        MemberId member,
        String settings,
        Optional<EtcdVersion> release,
        Optional<Long> asked)
        implements Due {
      /** Whether it runs with other settings than these. */
      public boolean otherSettings() {
        return runs(node).settings().filter(with -> !with.equals(settings)).isPresent();
      }
    }

    /** Somebody is to be restarted, and waits. */
    record Waits(List<ObservedNode> outdated, String why) implements Due {}
  }

  /** Empty while every member runs as the spec asks, or nobody can tell. */
  public static Optional<Due> of(ClusterState clusterState) {
    String settings = StartSettings.of(clusterState.view().spec());
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    List<Due.Now> outdated =
        voters.stream()
            .flatMap(voter -> outdated(clusterState, voter, settings).stream())
            .sorted(order(clusterState))
            .toList();
    if (outdated.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        inTheWay(clusterState, voters, outdated.getFirst())
            .findFirst()
            .<Due>map(why -> new Due.Waits(outdated.stream().map(Due.Now::node).toList(), why))
            .orElse(outdated.getFirst()));
  }

  /** All that keeps the next member from being restarted; empty while none is due. */
  public static List<String> inTheWay(ClusterState clusterState) {
    String settings = StartSettings.of(clusterState.view().spec());
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    return voters.stream()
        .flatMap(voter -> outdated(clusterState, voter, settings).stream())
        .min(order(clusterState))
        .map(next -> inTheWay(clusterState, voters, next).toList())
        .orElse(List.of());
  }

  private static Stream<String> inTheWay(
      ClusterState clusterState, List<MemberEntry> voters, Due.Now next) {
    return Stream.<Stream<String>>of(
            halted(clusterState).stream().map(RollOuts::words),
            unwell(clusterState, voters),
            quota(clusterState, next).stream(),
            release(clusterState, next).stream(),
            TokenKeyDue.waits(clusterState).stream(),
            quorum(clusterState, voters, next).stream())
        .flatMap(Function.identity());
  }

  /** The halt, while the spec still asks for the settings that it is about. */
  public static Optional<RollOutHalt> halted(ClusterState clusterState) {
    return clusterState
        .status()
        .rollOutHalt()
        .filter(halt -> RollOuts.concerns(halt, clusterState.view().spec()));
  }

  /** A restart for another release alone changes no quota, and must not wait for room. */
  private static Optional<String> quota(ClusterState clusterState, Due.Now next) {
    return next.otherSettings() || next.asked().isPresent()
        ? DatabaseSize.aboveQuota(clusterState)
        : Optional.empty();
  }

  private static Optional<String> release(ClusterState clusterState, Due.Now next) {
    return next.release()
        .flatMap(
            release ->
                ReleaseTarget.waits(clusterState)
                    .or(() -> Soak.waits(clusterState))
                    .or(() -> FinalizationApproval.waits(clusterState)));
  }

  /** Whether so few vote that a restart of any ends the quorum: a person chooses when. */
  public static boolean tooFew(List<MemberEntry> voters) {
    return voters.size() - 1 < Membership.quorumOf(voters.size());
  }

  private static Optional<Due.Now> outdated(
      ClusterState clusterState, MemberEntry voter, String settings) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(node -> node.heartbeat().report().knows(CommandKind.RESTART_MEMBER))
        .map(
            node ->
                new Due.Now(
                    node,
                    voter.id(),
                    settings,
                    ReleaseTarget.due(clusterState, node),
                    AskedRestarts.pending(clusterState, node)))
        .filter(due -> due.release().isPresent() || due.otherSettings() || due.asked().isPresent());
  }

  private static EtcdRuns runs(ObservedNode node) {
    return node.heartbeat().runs();
  }

  private static Comparator<Due.Now> order(ClusterState clusterState) {
    return Comparator.comparing(
            (Due.Now one) -> clusterState.quorum().leads(one.node().heartbeat().instance()))
        .thenComparing(one -> one.node().heartbeat().instance());
  }

  private static Optional<String> quorum(
      ClusterState clusterState, List<MemberEntry> voters, Due.Now next) {
    InstanceId instance = next.node().heartbeat().instance();
    if (!clusterState.quorum().keptBeside(instance)) {
      return Optional.of("the others of " + voters.size() + " voters are no quorum without one");
    }
    return clusterState
        .status()
        .tasks()
        .open()
        .filter(task -> task.executor().equals(instance))
        .map(task -> task.kind() + " runs on " + instance);
  }

  /** All that is wrong with the voters, their list or their number. */
  static Stream<String> unwell(ClusterState clusterState, List<MemberEntry> voters) {
    Stream<Optional<String>> ofAll =
        Stream.of(
            list(clusterState),
            group(clusterState, voters),
            ExpiredCertificates.doubt(clusterState),
            DifferingVoters.of(clusterState)
                .map(verdict -> "the voters' data differ: see DATA_DIFFERS and DATA_DISPUTED"),
            UnansweredVoters.voters(clusterState).stream()
                .findFirst()
                .map(voter -> "the leader hears nothing of " + voter.id()));
    return Stream.concat(ofAll, voters.stream().map(voter -> unwell(clusterState, voter)))
        .flatMap(Optional::stream);
  }

  private static Optional<String> list(ClusterState clusterState) {
    if (!clusterState.quorum().membershipCurrent()) {
      return Optional.of("the member list is older than the one that a quorum proved last");
    }
    return ForeignLearners.awaited(clusterState).stream()
        .findFirst()
        .map(learner -> "learner " + learner.id() + " is not promoted yet");
  }

  private static Optional<String> group(ClusterState clusterState, List<MemberEntry> voters) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> Optional.of("the group is unknown");
      case GroupView.Observed group ->
          group.desired() == voters.size()
              ? Optional.empty()
              : Optional.of(voters.size() + " voters are listed, desired are " + group.desired());
    };
  }

  private static Optional<String> unwell(ClusterState clusterState, MemberEntry voter) {
    Optional<ObservedNode> node = clusterState.members().holderOf(voter);
    if (node.filter(clusterState.health()::serving).isEmpty()) {
      return Optional.of("member " + voter.id() + " does not serve");
    }
    String instance = node.get().heartbeat().instance().value();
    if (!clusterState.health().present(node.get())
        || Interruptions.announced(clusterState, node.get().heartbeat().instance())) {
      return Optional.of(instance + " is on its way out, or not in its group");
    }
    return node.get()
        .heartbeat()
        .report()
        .ownCertificates()
        .flatMap(OwnCertificates::unfit)
        .map(why -> "the certificates of " + instance + " do not fit: " + why);
  }
}

package io.quorate.simulation.invariant.instances;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.RemoveMember;
import io.quorate.command.RestartMember;
import io.quorate.command.SetPeerUrl;
import io.quorate.etcdmodel.Member;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Recovery;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Evidence;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Interruption;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Status;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I2, I4: what a controller records stands on what the tables show at that very moment, whether or
 * not harm follows from it this time. Nobody is named to go unless the others are a quorum without
 * it; nobody joins, leaves or restarts beside them unless all voters serve, nor with data that is
 * whole, nor beside its own voter; and the rows of those concerned are as the controller has read
 * them.
 */
public final class OnEvidence extends EventInvariant {
  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;

  public OnEvidence(SimWorld world, SimCluster simCluster, Voters voters) {
    super("I2 ON_EVIDENCE", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  /** It was first recorded that an instance is to be terminated. */
  public void marked(StoreModel.Written done, Status status, InstanceId instance) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    stops(done, evidence, status, instance, done.by() + " is to terminate " + instance);
  }

  /** It was recorded that the group is asked for a termination. */
  public void asked(StoreModel.Written done, Status status, InstanceId instance) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    stops(done, evidence, status, instance, done.by() + " asks for the termination of " + instance);
  }

  /**
   * A member whose machine goes stays listed, whatever its data: the others must be a quorum of
   * all.
   */
  private void stops(
      StoreModel.Written done, Evidence evidence, Status status, InstanceId instance, String what) {
    Optional<Recovery> rests = hibernated();
    if (rests.isPresent()) {
      unneeded(rests.get(), evidence, instance, what);
      return;
    }
    if (evidence.left(status, instance)) {
      moved(done, Set.of(), evidence, instance, what);
      return;
    }
    moved(done, evidence, instance, what);
    Optional<Heartbeat> row = evidence.row(instance);
    row.flatMap(
            r -> r.data().unusable() ? r.identity().map(MemberIdentity::memberId) : r.liveMember())
        .filter(member -> !evidence.quorumBeside(member))
        .ifPresent(
            member -> breaks(what + " though by no healthy voter's row the others are a quorum"));
  }

  private Optional<Recovery> hibernated() {
    Key key = Keys.recovery(simCluster.name());
    return Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .map(record -> Codecs.RECOVERY.read(record.attributes(), "recovery"))
        .filter(recovery -> recovery.state() == Recovery.State.HIBERNATED);
  }

  /** Whoever goes while a cluster hibernates never serves again, and the bucket has the data. */
  private void unneeded(Recovery rests, Evidence evidence, InstanceId instance, String what) {
    boolean serves =
        evidence
            .row(instance)
            .filter(row -> row.report().fenced().isEmpty())
            .flatMap(Heartbeat::liveMember)
            .isPresent();
    if (serves) {
      breaks(what + " though by its row it is not fenced");
    }
    boolean kept =
        rests
            .source()
            .flatMap(source -> world.bucket().manifest(simCluster.name(), source.snapshot()))
            .filter(world.bucket()::whole)
            .isPresent();
    if (!kept) {
      breaks(what + " though the bucket lacks the snapshot of " + rests.id());
    }
  }

  /** A voter that a person has just added, and may be about to start. */
  private Optional<Member> slow(RemoveMember remove) {
    return simCluster.leader().stream()
        .flatMap(leader -> leader.members().stream())
        .filter(member -> member.id().equals(remove.target()) && !member.learner())
        .filter(member -> !member.started() && simCluster.mayStillStart(member))
        .findFirst();
  }

  /** A voter is listed where its own machine is, by its own row. */
  private void listensThere(
      StoreModel.Written done, Evidence evidence, SetPeerUrl set, String what) {
    Optional<Heartbeat> row =
        simCluster.fleet().nodes().stream()
            .map(SimNode::machine)
            .filter(machine -> set.peerUrl().equals(simCluster.peerUrl(machine)))
            .flatMap(machine -> evidence.row(machine.instance().id()).stream())
            .filter(
                told ->
                    told.identity()
                        .filter(identity -> identity.memberId().equals(set.target()))
                        .isPresent())
            .findFirst();
    row.ifPresentOrElse(
        told -> moved(done, evidence, told.instance(), what),
        () -> breaks(what + " though by no row of the machine there it holds that member"));
  }

  /** An instruction was issued. */
  public void issued(StoreModel.Written done, CommandSlot slot) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    InstanceId executor = slot.command().header().executor();
    String what = done.by() + " issues " + slot.command();
    moved(done, evidence, executor, what);
    switch (slot.command()) {
      case RemoveMember remove -> {
        slow(remove)
            .ifPresent(
                ghost -> breaks(what + " though " + ghost + " was added within the join deadline"));
        if (!remove.onlyUnstarted()) {
          quorum(evidence, remove.target(), what);
          evidence
              .reportedDead(Evidence.read(simCluster, done), remove.target())
              .ifPresent(instance -> moved(done, evidence, instance, what));
        }
      }
      case JoinCluster join -> {
        joins(evidence, join, what);
        evidence
            .row(executor)
            .filter(row -> row.runs().damages() > 1)
            .ifPresent(row -> breaks(what + " though its disk damaged the data of two members"));
      }
      case RestartMember restart -> {
        if (!evidence.quorumBeside(restart.member()) || !evidence.allServe()) {
          breaks(what + " though by no healthy voter's row all voters serve");
        }
      }
      case SetPeerUrl set -> listensThere(done, evidence, set, what);
      case LeaveCluster leave -> {
        quorum(evidence, leave.member(), what);
        if (!evidence.othersServe(leave.member()) && !warned(evidence, leave)) {
          breaks(what + " though by no healthy voter's row all others serve");
        }
      }
      default -> breaks(what + ", which changes no membership");
    }
  }

  /** The cloud is about to take the instance of whom that is told, by its own row. */
  private static boolean warned(Evidence evidence, LeaveCluster leave) {
    return evidence
        .row(leave.header().executor())
        .flatMap(row -> row.report().interruption())
        .filter(Interruption::terminates)
        .isPresent();
  }

  private void joins(Evidence evidence, JoinCluster join, String what) {
    Optional<Heartbeat> row = evidence.row(join.header().executor());
    if (row.filter(r -> r.data() == DataState.INTACT && names(r, join)).isPresent()) {
      breaks(what + " to a node whose data is whole");
    }
    if (votes(join)) {
      breaks(what + " to a node whose own voter is listed");
    }
    if (join.formerMember().isPresent()) {
      quorum(evidence, join.formerMember().get(), what);
    } else if (!evidence.allServe()) {
      breaks(what + " though by no healthy voter's row all voters serve");
    }
  }

  /** One voter more that is lost together with another; where most disks are lost nobody knows. */
  private boolean votes(JoinCluster join) {
    return join.formerMember().isEmpty()
        && !voters.majorityLost()
        && !voters.logsMayDiffer()
        && voters.on(join.header().executor()).isPresent();
  }

  /** Only data of the member that is to go, or of any while none is, stands against a join. */
  private static boolean names(Heartbeat row, JoinCluster join) {
    return join.formerMember().isEmpty()
        || row.identity().map(MemberIdentity::memberId).equals(join.formerMember());
  }

  private void quorum(Evidence evidence, MemberId without, String what) {
    if (!evidence.quorumWithout(without)) {
      breaks(what + " though by no healthy voter's row the others are a quorum without it");
    }
  }

  /** Its own row is as it was read, and so is that of every voter that counted as healthy. */
  private void moved(StoreModel.Written done, Evidence evidence, InstanceId instance, String what) {
    moved(done, evidence.countedOn(Evidence.read(simCluster, done)), evidence, instance, what);
  }

  private void moved(
      StoreModel.Written done,
      Set<Heartbeat> counted,
      Evidence evidence,
      InstanceId instance,
      String what) {
    Evidence.read(simCluster, done).stream()
        .filter(row -> row.instance().equals(instance) || counted.contains(row))
        .forEach(
            was ->
                evidence
                    .row(was.instance())
                    .filter(is -> !sameState(was, is))
                    .ifPresent(is -> breaks(what + " by " + words(was) + ", now " + words(is))));
  }

  private static boolean sameState(Heartbeat was, Heartbeat is) {
    return was.boot().nonce().equals(is.boot().nonce()) && was.stateVersion() == is.stateVersion();
  }

  private static String words(Heartbeat row) {
    return "the row of "
        + row.instance()
        + " at state "
        + row.stateVersion()
        + " of boot "
        + row.boot().nonce();
  }
}

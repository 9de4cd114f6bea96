package io.quorate.simulation.invariant.instances;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Evidence;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I3, I7: nobody is marked for termination beside another change, and no voter whose data is whole
 * unless every healthy voter's row tells that it has missed it for {@code silentGrace}, in one and
 * the same raft term. A node that was removed and hangs since still names its member in its row: it
 * holds none, and nothing counts on it.
 */
public final class HungOnEvidence extends EventInvariant {
  /** By clocks that jump by ten minutes: the product's bound is twenty. */
  private static final Duration INVOCATION = Duration.ofMinutes(7);

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;

  public HungOnEvidence(SimWorld world, SimCluster simCluster, Voters voters) {
    super("I7 HUNG_ON_EVIDENCE", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  /** It was first recorded that an instance is to be terminated. */
  public void marked(StoreModel.Written done, Status status, InstanceId instance) {
    beside(done, status, instance);
    missed(done, instance);
  }

  /**
   * Only who carries out the open change may be marked beside it, or beside the mark of another
   * member. On one that holds no member nothing counts.
   */
  private void beside(StoreModel.Written done, Status status, InstanceId instance) {
    Optional<InstanceId> executor = status.operation().map(open -> open.executor());
    if (!isMember(new Evidence(simCluster, world.store(), done), instance)) {
      return;
    }
    boolean alone = status.operation().isEmpty() && othersHeldBack(done, status, instance);
    if (!alone && !executor.equals(Optional.of(instance))) {
      breaks(
          done,
          instance,
          "though there is "
              + status.operation()
              + " open, and to be terminated "
              + status.terminations());
    }
  }

  /**
   * Every other mark waits, for the others, but the one that hangs, are no quorum without its
   * voter, and nobody can be about to ask for it.
   */
  private boolean othersHeldBack(StoreModel.Written done, Status status, InstanceId instance) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    return status.terminations().stream()
        .filter(mark -> !mark.instance().equals(instance))
        .filter(mark -> isMember(evidence, mark.instance()))
        .allMatch(mark -> unasked(mark) && needed(evidence, mark.instance(), instance));
  }

  private boolean isMember(Evidence evidence, InstanceId instance) {
    return evidence
        .row(instance)
        .flatMap(Heartbeat::liveMember)
        .filter(member -> !voters.removed(member))
        .isPresent();
  }

  private static boolean needed(Evidence evidence, InstanceId instance, InstanceId hangs) {
    return evidence
        .row(instance)
        .flatMap(Heartbeat::liveMember)
        .filter(member -> !evidence.quorumBeside(member, hangs))
        .isPresent();
  }

  private boolean unasked(Termination mark) {
    Instant now = world.instant();
    return mark.askedAt().filter(at -> at.isAfter(now.minus(INVOCATION))).isEmpty();
  }

  /** It was recorded that the group is asked for a termination. */
  public void asked(StoreModel.Written done, Status status, InstanceId instance) {
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    if (!isMember(evidence, instance)) {
      return;
    }
    status.terminations().stream()
        .filter(mark -> !mark.instance().equals(instance))
        .filter(mark -> !unasked(mark))
        .findFirst()
        .ifPresent(mark -> breaks(done, instance, "while " + mark + " may be under way"));
  }

  private void missed(StoreModel.Written done, InstanceId instance) {
    List<Heartbeat> read = Evidence.read(simCluster, done);
    Optional<Heartbeat> own =
        read.stream().filter(row -> row.instance().equals(instance)).findFirst();
    Optional<MemberId> member = own.flatMap(Heartbeat::liveMember);
    if (member.isEmpty()) {
      return;
    }
    Set<Heartbeat> counted = new Evidence(simCluster, world.store(), done).countedOn(read);
    counted.removeIf(row -> row.instance().equals(instance));
    if (counted.stream().noneMatch(row -> Evidence.voters(row).contains(member.get()))) {
      return;
    }
    counted.stream()
        .filter(row -> row.viewOf(member.get()).filter(this::misses).isEmpty())
        .findFirst()
        .ifPresent(
            row ->
                breaks(
                    done,
                    instance,
                    "though "
                        + row.instance()
                        + " does not miss its member: "
                        + row.viewOf(member.get())));
    Set<Long> terms = new HashSet<>();
    counted.forEach(row -> terms.add(row.status().map(MemberStatus::raftTerm).orElse(0L)));
    if (terms.size() > 1) {
      breaks(done, instance, "though those that miss its member are in raft terms " + terms);
    }
  }

  private boolean misses(PeerView view) {
    return view.silentMillis() >= simCluster.graceMillis();
  }

  private void breaks(StoreModel.Written done, InstanceId instance, String why) {
    breaks(done.by() + " is to terminate " + instance + " " + why);
  }
}

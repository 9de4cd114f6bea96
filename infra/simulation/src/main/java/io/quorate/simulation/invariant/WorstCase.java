package io.quorate.simulation.invariant;

import io.quorate.instruction.InstructionEffect;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.RestartMember;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.counterfactual.Counterfactual;
import io.quorate.simulation.counterfactual.DecisionEffect;
import io.quorate.simulation.counterfactual.TrueVoter;
import io.quorate.simulation.counterfactual.TrueWorld;
import io.quorate.simulation.counterfactual.VoterState;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I2, I5: what a controller records, and what an agent does to the membership, would leave a quorum
 * and every acknowledged write, whatever single crash came next ({@link Counterfactual}).
 *
 * <p>It is asked of the true world, not of rows, but for what a decision cannot have known: that a
 * voter was whole when its last row was written that the controller read, and that row speaks for
 * it. An agent cannot have known what happened a moment ago, nor that a voter has lost its data
 * whose etcd still answers: it asks etcds, and reads no other node's row. One that promotes was
 * told to join while all voters served; what befell them since is not held against it, for to give
 * up then would take minutes, and the cluster would bear no more meanwhile.
 */
final class WorstCase extends EventInvariant {
  /** As long as a controller may take between recording that it asks and asking. */
  private static final Duration INVOCATION = Duration.ofMinutes(7);

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Instructed instructed;
  private final TrueMembership look;
  private final WhenWritten rows;
  private Set<MemberId> before = Set.of();
  private long joinIssued = Long.MAX_VALUE;

  WorstCase(SimWorld world, SimCluster simCluster, Voters voters, Instructed instructed) {
    super("I2 WORST_CASE", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    this.instructed = instructed;
    look = new TrueMembership(world, simCluster, voters);
    rows = new WhenWritten(world, simCluster);
  }

  /** It was recorded that an instance is to be terminated, or that the group is asked for it. */
  void terminates(StoreModel.Written done, Status status, InstanceId instance) {
    TrueWorld now = look.voters(rows.unknownTo(done).butOf(v -> v.instance().equals(instance)));
    for (Termination other : status.terminations()) {
      if (!other.instance().equals(instance) && mayLand(other)) {
        now = now.standing(other.instance(), VoterState.LOST);
      }
    }
    // That it is rightly called silent is judged elsewhere: what is terminated serves no more.
    boolean whole = now.voters().stream().anyMatch(v -> on(v, instance) && isWhole(v));
    TrueWorld silent = whole ? now.standing(instance, VoterState.STANDS_STILL) : now;
    judge(silent, List.of(new DecisionEffect.Terminates(instance)), false, done.by());
  }

  private boolean mayLand(Termination other) {
    return other.askedAt().filter(at -> at.isAfter(world.instant().minus(INVOCATION))).isPresent();
  }

  private static boolean on(TrueVoter voter, InstanceId instance) {
    return voter.instance().equals(instance);
  }

  private static boolean isWhole(TrueVoter voter) {
    return voter.standing() == VoterState.WHOLE;
  }

  /** An instruction was issued: its steps take place one by one. */
  void issued(StoreModel.Written done, InstructionSlot slot) {
    if (slot.instruction() instanceof JoinCluster join) {
      if (replacesUsableData(join)) {
        return;
      }
      joinIssued = world.scheduler().now();
    }
    if (slot.instruction() instanceof RestartMember) {
      return; // It stops nobody for good; OnEvidence judges it.
    }
    List<DecisionEffect> steps = steps(slot);
    UnknowableFacts unknown = rows.unknownTo(done).butOf(v -> isRemoved(v.member(), steps));
    String what = done.by() + " issues " + Instructed.words(slot);
    judge(look.voters(unknown), steps, slot.instruction() instanceof LeaveCluster, what);
  }

  /**
   * Tables that were both restored name a former member long gone: its node refuses the first step.
   */
  private boolean replacesUsableData(JoinCluster join) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(join.header().executor()))
        .flatMap(node -> node.machine().journal().stream())
        .anyMatch(journal -> journal.usableMember().isPresent());
  }

  private static boolean isRemoved(MemberId member, List<DecisionEffect> steps) {
    return steps.contains(new DecisionEffect.Removes(member));
  }

  private List<DecisionEffect> steps(InstructionSlot slot) {
    List<DecisionEffect> steps = new ArrayList<>();
    for (InstructionEffect effect : slot.instruction().effects()) {
      steps.add(
          switch (effect) {
            case InstructionEffect.Removes removes -> new DecisionEffect.Removes(removes.member());
            // The id it will get is not known yet.
            case InstructionEffect.Promotes promotes ->
                new DecisionEffect.Promotes(look.caughtUp(new MemberId(-1), promotes.instance()));
            case InstructionEffect.Restarts restarts ->
                throw new IllegalStateException("a restart is not judged by what it ends");
            case InstructionEffect.Stops stops -> new DecisionEffect.Terminates(stops.instance());
          });
    }
    return steps;
  }

  @Override
  public Optional<String> broken() {
    look.look();
    Set<MemberId> was = before;
    before = voters.now();
    if (!was.equals(before) && !was.isEmpty()) {
      changed(was, before);
    }
    return super.broken();
  }

  /** Agents changed the membership. */
  private void changed(Set<MemberId> was, Set<MemberId> is) {
    long moment = world.scheduler().now() - WhenWritten.MOMENT_MILLIS;
    long known = is.containsAll(was) ? Math.min(joinIssued, moment) : moment;
    UnknowableFacts justNow =
        (v, since) -> is.contains(v.member()) && (voters.awake(v.member()) || since > known);
    TrueWorld old = look.voters(was, justNow);
    List<DecisionEffect> steps = new ArrayList<>();
    was.stream()
        .filter(m -> !is.contains(m))
        .forEach(m -> steps.add(new DecisionEffect.Removes(m)));
    is.stream()
        .filter(m -> !was.contains(m))
        .forEach(m -> steps.add(new DecisionEffect.Promotes(look.voter(m, justNow))));
    boolean wished = was.stream().filter(m -> !is.contains(m)).anyMatch(instructed::leaves);
    judge(old, steps, wished, "an agent changed the membership");
  }

  private void judge(TrueWorld now, List<DecisionEffect> steps, boolean wished, String what) {
    if (voters.majorityLost() || voters.logsMayDiffer() || now.voters().isEmpty()) {
      return;
    }
    (wished ? Counterfactual.breachThoughWished(now, steps) : Counterfactual.breach(now, steps))
        .ifPresent(why -> breaks(what + ": " + why));
  }
}

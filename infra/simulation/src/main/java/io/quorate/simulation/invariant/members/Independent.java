package io.quorate.simulation.invariant.members;

import io.quorate.codec.Codecs;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.Optional;
import java.util.Set;

/**
 * Clusters are independent: where all faults are aimed at another cluster, this one, once healthy,
 * stays healthy, keeps its members, ends none of its instances, is instructed nothing, and
 * acknowledges writes without a gap.
 */
public final class Independent extends EventInvariant {
  private static final long GAP_MILLIS = 10_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Instructed instructed;
  private final Key status;
  private final long gap;
  private final boolean clockJumps;
  private boolean healthy;
  private Set<MemberId> members = Set.of();
  private int acknowledged;
  private long since;

  public Independent(SimWorld world, SimCluster simCluster, Voters voters, Instructed instructed) {
    super("INDEPENDENT", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    this.instructed = instructed;
    status = Keys.status(simCluster.name());
    // To a controller whose clock jumps all nodes seem silent between two turns: it says so.
    clockJumps =
        world.scenario().faults().stream()
            .anyMatch(fault -> fault.kind() == FaultKind.CONTROLLER_CLOCK_JUMP);
    gap = GAP_MILLIS + 3L * world.scenario().knob(Knob.WRITE_MILLIS);
    world.store().onWrite(this::written);
    simCluster.group().onControllerTerminates(this::terminates);
  }

  @Override
  public Optional<String> broken() {
    Optional<String> before = super.broken();
    if (before.isPresent() || !healthy) {
      return before;
    }
    long now = world.scheduler().now();
    int acks = simCluster.clients().acknowledged().size();
    if (acks != acknowledged) {
      acknowledged = acks;
      since = now;
    }
    if (members.isEmpty()) {
      members = voters.now();
      since = now;
    }
    if (!members.equals(voters.now()) || !members.stream().allMatch(voters::awake)) {
      return Optional.of("voters were " + members + ", are " + voters.now() + ", not all awake");
    }
    if (now - since > gap) {
      return Optional.of("no write was acknowledged for " + (now - since) + " ms");
    }
    return instructed.slots().values().stream()
        .filter(slot -> slot.open())
        .findFirst()
        .map(slot -> "it is told to " + Instructed.words(slot));
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put && put.key().equals(status)) {
        Status now = Codecs.STATUS.read(put.item().attributes(), "status");
        if (healthy && !clockJumps && now.phase() != Phase.HEALTHY) {
          breaks(done.by() + " shows it " + now.phase() + ": " + now.conditions());
        }
        healthy |= now.phase() == Phase.HEALTHY;
      }
    }
  }

  private void terminates(Instance instance) {
    breaks("a controller terminates " + instance.id());
  }
}

package io.quorate.controller.view;

import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Lineage;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What one turn knows of one cluster. What could not be learnt is marked unknown, never guessed
 * (I7).
 *
 * @param cluster the cluster
 * @param spec what its owner asks for
 * @param lineage which generation lives, and how it came to be
 * @param status what earlier turns left
 * @param slots every known node's instruction slot, where one was ever used
 * @param records the records beside these
 * @param nodes every node that ever registered, by instance
 * @param group the auto-scaling group
 * @param instances what EC2 said of each instance it was asked about; absence proves nothing
 * @param fleet how the other clusters fare
 * @param token this turn's fencing token
 * @param issued the newest token under which this table may have told a node anything
 * @param nonce fresh for this turn; ids minted by this turn's decision are made of it
 * @param observedAt when the turn looked, by the controller's clock
 */
public record ClusterView(
    ClusterName cluster,
    ClusterSpec spec,
    Lineage lineage,
    Status status,
    Map<InstanceId, CommandSlot> slots,
    ClusterRecords records,
    Map<InstanceId, ObservedNode> nodes,
    GroupView group,
    Map<InstanceId, InstanceState> instances,
    FleetView fleet,
    FencingToken token,
    FencingToken issued,
    String nonce,
    Instant observedAt) {
  public ClusterView {
    slots = Map.copyOf(slots);
    nodes = Map.copyOf(nodes);
    instances = Map.copyOf(instances);
  }

  /** A node's slot of a lane; empty where it was never used. */
  public Optional<CommandSlot> slot(Lane lane, InstanceId instance) {
    return Optional.ofNullable(
        switch (lane) {
          case MEMBERSHIP -> slots.get(instance);
          case MAINTENANCE -> records.taskSlots().get(instance);
        });
  }

  /** The slot that holds an open command; empty where it holds another, or none. */
  public Optional<CommandSlot> slot(OpenCommand open) {
    return slot(open.lane(), open.executor()).filter(slot -> slot.holds(open.commandId()));
  }

  /** What EC2 said of an instance; UNKNOWN where it said nothing. */
  public InstanceState instance(InstanceId id) {
    return instances.getOrDefault(id, InstanceState.UNKNOWN);
  }

  /** The same with another look at the fleet. */
  public ClusterView withFleet(FleetView seen) {
    return with(lineage, status, seen);
  }

  /** The same after the turn wrote these two records. */
  public ClusterView after(Lineage written, Status beside) {
    return with(written, beside, fleet);
  }

  private ClusterView with(Lineage nextLineage, Status nextStatus, FleetView nextFleet) {
    return new ClusterView(
        cluster,
        spec,
        nextLineage,
        nextStatus,
        slots,
        records,
        nodes,
        group,
        instances,
        nextFleet,
        token,
        issued,
        nonce,
        observedAt);
  }
}

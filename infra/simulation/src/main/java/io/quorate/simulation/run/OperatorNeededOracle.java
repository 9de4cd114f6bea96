package io.quorate.simulation.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What only a person can mend, and whether the status says so. */
final class OperatorNeededOracle {
  private static final Set<Condition.Type> OPERATOR_NEEDED =
      Set.of(
          Condition.Type.QUORUM_LOST,
          Condition.Type.MAJORITY_NOT_DURABLE,
          Condition.Type.NO_QUORUM,
          Condition.Type.UNSEEN,
          Condition.Type.BOOTSTRAP_STALLED,
          Condition.Type.TABLE_ROLLED_BACK);

  private static final Set<Condition.Type> WAITING =
      Set.of(
          Condition.Type.RECOVERY_WAITS,
          Condition.Type.NO_QUORUM,
          Condition.Type.UNSEEN,
          Condition.Type.QUORUM_LOST);

  private static final Set<Condition.Type> UNREADABLE =
      Set.of(Condition.Type.SPEC_INVALID, Condition.Type.RECORD_UNREADABLE);

  private final SimWorld world;

  OperatorNeededOracle(SimWorld world) {
    this.world = world;
  }

  /**
   * A restored table may bring back what somebody has put right since; logs that differ keep a
   * quorum that agrees on nothing, nor on a learner.
   */
  private boolean operatorNeeded(Condition.Type type, SimCluster simCluster) {
    return (needs(type) && !resumes(type, simCluster))
        || (restored() && UNREADABLE.contains(type))
        || joinFails(type, simCluster);
  }

  /** Where records were rebuilt, what is lost comes back once a person has approved it. */
  private boolean needs(Condition.Type type) {
    return has(FaultKind.EMPTY_TABLE)
        ? type == Condition.Type.TABLE_ROLLED_BACK
        : OPERATOR_NEEDED.contains(type);
  }

  /** Somebody has yet to try. */
  private boolean resumes(Condition.Type type, SimCluster simCluster) {
    return type == Condition.Type.TABLE_ROLLED_BACK
        && world.resuming().expected()
        && !world.resuming().tired(simCluster);
  }

  private static boolean joinFails(Condition.Type type, SimCluster simCluster) {
    return simCluster.logsMayDiffer() && type == Condition.Type.JOIN_FAILING;
  }

  /** An agent that starts beside the row of a newer release waits for what can read it. */
  private boolean rowUnreadable(SimCluster simCluster) {
    return livingRowUnreadable(simCluster)
        && shows(simCluster, c -> c.type() == Condition.Type.NODE_ROW_UNREADABLE);
  }

  private boolean livingRowUnreadable(SimCluster simCluster) {
    return world.store().tables().list(Table.NODES, simCluster.name().value(), "").stream()
        .filter(item -> living(simCluster, new InstanceId(item.key().sort())))
        .anyMatch(item -> !readable(item));
  }

  private static boolean living(SimCluster simCluster, InstanceId id) {
    return simCluster
        .group()
        .find(id)
        .filter(i -> i.state() != InstanceState.TERMINATED)
        .isPresent();
  }

  private static boolean readable(Item row) {
    try {
      Codecs.HEARTBEAT.read(row.attributes(), "row");
      return true;
    } catch (UnreadableRecordException e) {
      return false;
    }
  }

  /** Whether something is truly lost or blocked by a person, and shown to be. */
  boolean waits(SimCluster simCluster) {
    return sourceless(simCluster)
        || fencedForALostRecovery(simCluster)
        || detached(simCluster)
        || hangs(simCluster)
        || rowUnreadable(simCluster)
        || lost(simCluster)
        || foreign(simCluster);
  }

  /** Nothing is left that could be restored. */
  private boolean sourceless(SimCluster simCluster) {
    return world.recovers()
        && !world.bucket().anyWhole(simCluster.name())
        && shows(simCluster, c -> c.type() == Condition.Type.RECOVERY_WAITS);
  }

  /**
   * The table was emptied while a recovery fenced: that fence counts for no other, and what it
   * holds is salvaged by hand, or given up.
   */
  private boolean fencedForALostRecovery(SimCluster simCluster) {
    Key key = Keys.recovery(simCluster.name());
    Optional<String> recorded =
        Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
            .map(item -> Codecs.RECOVERY.read(item.attributes(), "recovery").id());
    return has(FaultKind.EMPTY_TABLE)
        && simCluster.fleet().running().stream()
            .flatMap(node -> node.machine().journal().flatMap(AgentJournal::fence).stream())
            .anyMatch(fence -> !recorded.equals(Optional.of(fence.recoveryId())))
        && shows(simCluster, c -> WAITING.contains(c.type()));
  }

  /** Data that came back to a disk after its journal was done with it, or came with another's. */
  private boolean foreign(SimCluster simCluster) {
    return simCluster.fleet().running().stream()
        .filter(node -> node.dataRolledBack() || node.diskOfAnother())
        .anyMatch(node -> shows(simCluster, c -> names(c, Condition.Type.DATA_FOREIGN, node)));
  }

  private boolean lost(SimCluster simCluster) {
    return (simCluster.waitsForOperator()
            || simCluster.logsMayDiffer()
            || neverBootstrapped(simCluster))
        && (unreadable(simCluster) || shows(simCluster, c -> operatorNeeded(c.type(), simCluster)));
  }

  /** A recorded termination of what somebody took out of the group. */
  private boolean detached(SimCluster simCluster) {
    return shows(simCluster, c -> c.type() == Condition.Type.TERMINATION_BLOCKED)
        && status(simCluster).stream()
            .flatMap(status -> status.terminations().stream())
            .anyMatch(intent -> simCluster.detached(intent.instance()));
  }

  /** A machine that hangs and that no controller may end, or that none has heard of. */
  private boolean hangs(SimCluster simCluster) {
    return simCluster.fleet().running().stream()
        .filter(SimNode::hangs)
        .anyMatch(node -> shows(simCluster, c -> tells(c, node, simCluster)));
  }

  private boolean tells(Condition condition, SimNode node, SimCluster simCluster) {
    InstanceId id = node.machine().instance().id();
    return names(condition, condition.type(), node)
        && switch (condition.type()) {
          case WAITING_FOR_NODES, NODE_NOT_REGISTERED, MEMBER_UNKNOWN -> true;
          case NODE_UNREACHABLE -> simCluster.detached(id) || neverBootstrapped(simCluster);
          case EXECUTOR_SILENT -> simCluster.detached(id);
          default -> false;
        };
  }

  private static boolean names(Condition condition, Condition.Type type, SimNode node) {
    return condition.type() == type
        && condition.message().contains(node.machine().instance().id().value());
  }

  private boolean shows(SimCluster simCluster, Predicate<Condition> what) {
    return status(simCluster).stream()
        .flatMap(status -> status.conditions().stream())
        .anyMatch(what);
  }

  /** The status as it is shown; empty when it is missing or unreadable. */
  Optional<Status> status(SimCluster simCluster) {
    Key key = Keys.status(simCluster.name());
    Item item = world.store().tables().read(List.of(key)).get(key);
    try {
      return Optional.ofNullable(item).map(i -> Codecs.STATUS.read(i.attributes(), "status"));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** A restored table may bring back a status that nobody can read: its journal says so then. */
  private boolean unreadable(SimCluster simCluster) {
    Item item =
        world
            .store()
            .tables()
            .read(List.of(Keys.status(simCluster.name())))
            .get(Keys.status(simCluster.name()));
    return restored() && item != null && status(simCluster).isEmpty();
  }

  private boolean restored() {
    return has(FaultKind.RESTORE_TABLE) || has(FaultKind.EMPTY_TABLE);
  }

  private boolean has(FaultKind kind) {
    return world.scenario().faults().stream().anyMatch(fault -> fault.kind() == kind);
  }

  /** An initial member was lost before the cluster first had a leader. */
  private static boolean neverBootstrapped(SimCluster simCluster) {
    return simCluster.leader().isEmpty()
        && simCluster.clients().acknowledged().isEmpty()
        && simCluster.fleet().nodes().stream()
            .anyMatch(n -> n.machine().destroyed() || n.affects());
  }
}

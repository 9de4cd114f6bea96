package io.quorate.simulation.run;

import io.quorate.codec.HeartbeatCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.node.Node;
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
final class ForAPerson {
  private static final Set<Condition.Type> FOR_A_PERSON =
      Set.of(
          Condition.Type.QUORUM_LOST,
          Condition.Type.MAJORITY_NOT_DURABLE,
          Condition.Type.NO_QUORUM,
          Condition.Type.BIRTH_STALLED,
          Condition.Type.TABLE_ROLLED_BACK);

  private static final Set<Condition.Type> UNREADABLE =
      Set.of(Condition.Type.SPEC_INVALID, Condition.Type.RECORD_UNREADABLE);

  private final World world;

  ForAPerson(World world) {
    this.world = world;
  }

  /**
   * A restored table may bring back what somebody has put right since; logs that differ keep a
   * quorum that agrees on nothing, nor on a learner.
   */
  private boolean forAPerson(Condition.Type type, ClusterSite site) {
    return (FOR_A_PERSON.contains(type) && !resumes(type, site))
        || (restored() && UNREADABLE.contains(type))
        || joinFails(type, site);
  }

  /** Somebody has yet to try. */
  private boolean resumes(Condition.Type type, ClusterSite site) {
    return type == Condition.Type.TABLE_ROLLED_BACK
        && world.resuming().expected()
        && !world.resuming().tired(site);
  }

  private static boolean joinFails(Condition.Type type, ClusterSite site) {
    return site.logsMayDiffer() && type == Condition.Type.JOIN_FAILING;
  }

  /** An agent that starts beside the row of a newer release waits for what can read it. */
  private boolean rowUnreadable(ClusterSite site) {
    return livingRowUnreadable(site)
        && shows(site, c -> c.type() == Condition.Type.NODE_ROW_UNREADABLE);
  }

  private boolean livingRowUnreadable(ClusterSite site) {
    return world.store().tables().list(Table.NODES, site.name().value(), "").stream()
        .filter(item -> living(site, new InstanceId(item.key().sort())))
        .anyMatch(item -> !readable(item));
  }

  private static boolean living(ClusterSite site, InstanceId id) {
    return site.group().find(id).filter(i -> i.state() != InstanceState.TERMINATED).isPresent();
  }

  private static boolean readable(Item row) {
    try {
      HeartbeatCodec.read(row.attributes(), "row");
      return true;
    } catch (UnreadableRecordException e) {
      return false;
    }
  }

  /** Whether something is truly lost or blocked by a person, and shown to be. */
  boolean waits(ClusterSite site) {
    return detached(site) || hangs(site) || rowUnreadable(site) || lost(site) || foreign(site);
  }

  /** Data that came back to a disk after its journal was done with it, or came with another's. */
  private boolean foreign(ClusterSite site) {
    return site.fleet().running().stream()
        .filter(node -> node.dataRolledBack() || node.diskOfAnother())
        .anyMatch(node -> shows(site, c -> names(c, Condition.Type.DATA_FOREIGN, node)));
  }

  private boolean lost(ClusterSite site) {
    return (site.waitsForPerson() || site.logsMayDiffer() || neverBorn(site))
        && (unreadable(site) || shows(site, c -> forAPerson(c.type(), site)));
  }

  /** A recorded termination of what somebody took out of the group. */
  private boolean detached(ClusterSite site) {
    return shows(site, c -> c.type() == Condition.Type.TERMINATION_BLOCKED)
        && status(site).stream()
            .flatMap(status -> status.terminations().stream())
            .anyMatch(intent -> site.detached(intent.instance()));
  }

  /** A machine that hangs and that no controller may end, or that none has heard of. */
  private boolean hangs(ClusterSite site) {
    return site.fleet().running().stream()
        .filter(Node::hangs)
        .anyMatch(node -> shows(site, c -> tells(c, node, site)));
  }

  private boolean tells(Condition condition, Node node, ClusterSite site) {
    InstanceId id = node.machine().instance().id();
    return names(condition, condition.type(), node)
        && switch (condition.type()) {
          case WAITING_FOR_NODES, NODE_NOT_REGISTERED, MEMBER_UNKNOWN -> true;
          case NODE_UNREACHABLE -> site.detached(id) || neverBorn(site);
          case EXECUTOR_SILENT -> site.detached(id);
          default -> false;
        };
  }

  private static boolean names(Condition condition, Condition.Type type, Node node) {
    return condition.type() == type
        && condition.message().contains(node.machine().instance().id().value());
  }

  private boolean shows(ClusterSite site, Predicate<Condition> what) {
    return status(site).stream().flatMap(status -> status.conditions().stream()).anyMatch(what);
  }

  /** The status as it is shown; empty when it is missing or unreadable. */
  Optional<Status> status(ClusterSite site) {
    Key key = Keys.status(site.name());
    Item item = world.store().tables().read(List.of(key)).get(key);
    try {
      return Optional.ofNullable(item).map(i -> StatusCodec.read(i.attributes(), "status"));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** A restored table may bring back a status that nobody can read: its journal says so then. */
  private boolean unreadable(ClusterSite site) {
    Item item =
        world
            .store()
            .tables()
            .read(List.of(Keys.status(site.name())))
            .get(Keys.status(site.name()));
    return restored() && item != null && status(site).isEmpty();
  }

  private boolean restored() {
    return world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.RESTORE_TABLE);
  }

  /** A founding member was lost before the cluster first had a leader. */
  private static boolean neverBorn(ClusterSite site) {
    return site.leader().isEmpty()
        && site.clients().acknowledged().isEmpty()
        && site.fleet().nodes().stream().anyMatch(n -> n.machine().destroyed() || n.beset());
  }
}

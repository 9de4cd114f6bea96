package io.quorate.simulation.invariant.members;

import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.state.Heartbeat;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I3: at most one instruction of a cluster is unclosed, and at most one node carries one out. What
 * a restored table forgot is not counted: no controller can know of it before its node reports, and
 * from then on nothing is instructed (I4 NOT_DOWNWARD).
 */
public final class OneChange implements Invariant {
  private final SimCluster simCluster;
  private final StoreModel store;
  private final Set<String> forgotten = new HashSet<>();
  private long looked = -1;

  public OneChange(SimCluster simCluster, StoreModel store) {
    this.simCluster = simCluster;
    this.store = store;
    store.onReplaced(this::forget);
  }

  private void forget() {
    simCluster.fleet().nodes().stream()
        .flatMap(node -> instruction(node).stream())
        .filter(header -> !written(header))
        .forEach(header -> forgotten.add(header.id()));
  }

  private boolean written(CommandHeader header) {
    Key key = Keys.command(simCluster.name(), Lane.MEMBERSHIP, header.executor());
    return Optional.ofNullable(store.tables().read(List.of(key)).get(key))
        .map(item -> CommandCodec.read(item.attributes(), "slot"))
        .filter(slot -> slot.command().header().id().equals(header.id()))
        .isPresent();
  }

  private static Optional<CommandHeader> instruction(SimNode node) {
    return node.machine()
        .journal()
        .flatMap(journal -> journal.progress())
        .map(progress -> progress.command().header());
  }

  @Override
  public String name() {
    return "I3 ONE_CHANGE";
  }

  @Override
  public Optional<String> broken() {
    List<SimNode> executing = new ArrayList<>();
    for (SimNode node : simCluster.fleet().nodes()) {
      if (!node.machine().destroyed()
          && node.machine().journalOnDisk().executing()
          && instruction(node).filter(header -> forgotten.contains(header.id())).isEmpty()
          && !answeredBefore(node)) {
        executing.add(node);
      }
    }
    if (executing.size() > 1) {
      return Optional.of(
          "several nodes carry out instructions: "
              + executing.stream().map(OneChange::words).toList());
    }
    if (looked == store.version()) {
      return Optional.empty();
    }
    looked = store.version();
    List<String> open =
        store
            .tables()
            .list(Table.CLUSTERS, simCluster.name().value(), Keys.slots(Lane.MEMBERSHIP))
            .stream()
            .filter(OneChange::open)
            .map(item -> item.key().sort())
            .toList();
    return open.size() > 1
        ? Optional.of("several instructions are unclosed: " + open)
        : Optional.empty();
  }

  /**
   * Its disk was set back to before its answer, or even to before a later instruction's: it learns
   * that before it carries out anything. Once it does so all the same, its row tells.
   */
  private boolean answeredBefore(SimNode node) {
    Key row = Keys.node(simCluster.name(), node.machine().instance().id());
    return Optional.ofNullable(store.tables().read(List.of(row)).get(row))
        .flatMap(TableRecords::row)
        .filter(told -> instruction(node).filter(header -> answered(told, header)).isPresent())
        .isPresent();
  }

  private static boolean answered(Heartbeat row, CommandHeader header) {
    return row.outcome().map(Outcome::commandId).equals(Optional.of(header.id()))
        || (row.currentStep().isEmpty() && header.token().before(row.seenToken()));
  }

  private static String words(SimNode node) {
    return node.machine().instance().id()
        + " "
        + node.machine()
            .journal()
            .flatMap(journal -> journal.progress())
            .map(p -> p.command().header().id() + " at " + p.step())
            .orElse("");
  }

  private static boolean open(Item item) {
    return CommandCodec.read(item.attributes(), item.key().toString()).state()
        != CommandSlot.State.CLOSED;
  }
}

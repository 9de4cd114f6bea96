package io.quorate.simulation.invariant;

import io.quorate.codec.InstructionCodec;
import io.quorate.instruction.InstructionSlot;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.store.StoreModel;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** I3: at most one instruction of a cluster is unclosed, and at most one node carries one out. */
final class OneChange implements Invariant {
  private final ClusterSite site;
  private final StoreModel store;
  private long looked = -1;

  OneChange(ClusterSite site, StoreModel store) {
    this.site = site;
    this.store = store;
  }

  @Override
  public String name() {
    return "I3 ONE_CHANGE";
  }

  @Override
  public Optional<String> broken() {
    List<Node> executing = new ArrayList<>();
    for (Node node : site.fleet().nodes()) {
      if (!node.machine().destroyed() && node.machine().executing()) {
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
        store.tables().list(Table.CLUSTERS, site.name().value(), Keys.INSTRUCTION).stream()
            .filter(OneChange::open)
            .map(item -> item.key().sort())
            .toList();
    return open.size() > 1
        ? Optional.of("several instructions are unclosed: " + open)
        : Optional.empty();
  }

  private static String words(Node node) {
    return node.machine().instance().id()
        + " "
        + node.machine()
            .journal()
            .flatMap(journal -> journal.progress())
            .map(p -> p.instruction().header().id() + " at " + p.step())
            .orElse("");
  }

  private static boolean open(Item item) {
    return InstructionCodec.read(item.attributes(), item.key().toString()).state()
        != InstructionSlot.State.CLOSED;
  }
}

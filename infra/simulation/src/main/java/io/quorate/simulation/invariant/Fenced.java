package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.instruction.InstructionHeader;
import io.quorate.model.FencingToken;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * I4: no controller's write has an effect but under the newest fencing token, and no agent takes an
 * instruction with an older token than it has seen.
 */
final class Fenced extends JudgedAtOnce {
  /** What the journal on a disk showed when it was last looked at. */
  private record Taken(FencingToken seen, Optional<String> instruction) {
    static final Taken NOTHING = new Taken(FencingToken.NONE, Optional.empty());
  }

  private final World world;
  private final ClusterSite site;
  private final Map<String, Taken> disks = new HashMap<>();

  Fenced(World world, ClusterSite site) {
    super("I4 FENCED", world);
    this.world = world;
    this.site = site;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    if (!done.by().startsWith("controller")) {
      return;
    }
    for (Write write : done.writes()) {
      Key key = write.key();
      if (key.table() == Table.CLUSTERS
          && key.partition().equals(site.name().value())
          && !key.equals(Keys.lease(site.name()))) {
        judge(done, key);
      }
    }
  }

  private void judge(StoreModel.Written done, Key key) {
    Key lease = Keys.lease(site.name());
    var item = world.store().tables().read(List.of(lease)).get(lease);
    Object newest = item == null ? "none" : item.attributes().getOrDefault("token", "none");
    Long sentUnder = done.tokens().get(site.name().value());
    if (sentUnder == null || !sentUnder.equals(newest)) {
      breaks(done.by() + " wrote " + key + " under token " + sentUnder + "; newest is " + newest);
    }
  }

  @Override
  public Optional<String> broken() {
    for (Node node : site.fleet().nodes()) {
      Optional<AgentJournal> journal = node.machine().journal();
      if (journal.isPresent() && super.broken().isEmpty() && !node.rolledBack()) {
        takesOlder(journal.get()).ifPresent(this::breaks);
      }
    }
    return super.broken();
  }

  /** Its journal shows another instruction under way than before, under a token before one seen. */
  private Optional<String> takesOlder(AgentJournal journal) {
    Optional<InstructionHeader> taken = journal.progress().map(p -> p.instruction().header());
    Taken before = disks.getOrDefault(journal.diskNonce(), Taken.NOTHING);
    Optional<String> id = taken.map(InstructionHeader::id);
    if (!before.seen().equals(journal.seenToken()) || !before.instruction().equals(id)) {
      disks.put(journal.diskNonce(), new Taken(journal.seenToken(), id));
    }
    if (taken.filter(header -> journal.seenToken().before(header.token())).isPresent()) {
      return Optional.of(
          journal.instance() + " works on " + taken.get() + " and forgets its token");
    }
    return taken
        .filter(header -> !id.equals(before.instruction()))
        .filter(header -> header.token().before(before.seen()))
        .map(
            header ->
                journal.instance()
                    + " took "
                    + header.id()
                    + " under token "
                    + header.token()
                    + " though it had seen "
                    + before.seen());
  }
}

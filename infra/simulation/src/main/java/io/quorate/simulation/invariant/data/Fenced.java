package io.quorate.simulation.invariant.data;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.command.CommandHeader;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * I4: no controller's write has an effect but under the newest fencing token and while its own turn
 * holds the lease, for a restored table hands out a token a second time; and no agent takes an
 * instruction with an older token or generation than it has seen, or of another UID.
 */
public final class Fenced extends EventInvariant {
  /** What the journal on a disk showed when it was last looked at. */
  private record Taken(
      FencingToken seen,
      Generation generation,
      Optional<ClusterUid> uid,
      Optional<String> command) {
    static final Taken NOTHING =
        new Taken(FencingToken.NONE, Generation.UNBOOTSTRAPPED, Optional.empty(), Optional.empty());

    static Taken of(AgentJournal journal) {
      return new Taken(
          journal.seenToken(),
          journal.seenGeneration(),
          journal.uid(),
          journal.progress().map(p -> p.command().header().id()));
    }

    boolean fences(CommandHeader header) {
      return header.token().before(seen)
          || header.generation().before(generation)
          || uid.filter(known -> !known.equals(header.uid())).isPresent();
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<String, Taken> disks = new HashMap<>();

  public Fenced(SimWorld world, SimCluster simCluster) {
    super("I4 FENCED", world);
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    if (!done.by().startsWith("controller")) {
      return;
    }
    for (Write write : done.writes()) {
      Key key = write.key();
      if (key.table() == Table.CLUSTERS
          && key.partition().equals(simCluster.name().value())
          && !key.equals(Keys.lease(simCluster.name()))) {
        judge(done, key);
      }
    }
  }

  private void judge(StoreModel.Written done, Key key) {
    Key lease = Keys.lease(simCluster.name());
    var item = world.store().tables().read(List.of(lease)).get(lease);
    Object newest = item == null ? "none" : item.attributes().getOrDefault("token", "none");
    Long sentUnder = done.tokens().get(simCluster.name().value());
    if (sentUnder == null || !sentUnder.equals(newest)) {
      breaks(done.by() + " wrote " + key + " under token " + sentUnder + "; newest is " + newest);
    }
    Object owner = item == null ? "nobody" : item.attributes().getOrDefault("owner", "nobody");
    if (!owner.equals(done.owners().get(simCluster.name().value()))) {
      breaks(done.by() + " wrote " + key + " while the lease was held by '" + owner + "'");
    }
  }

  @Override
  public Optional<String> broken() {
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<AgentJournal> journal = node.machine().journal();
      if (journal.isPresent() && super.broken().isEmpty() && !node.rolledBack()) {
        takesOlder(journal.get()).ifPresent(this::breaks);
      }
    }
    return super.broken();
  }

  /** Its journal shows another instruction under way than before, under a token before one seen. */
  private Optional<String> takesOlder(AgentJournal journal) {
    Optional<CommandHeader> taken = journal.progress().map(p -> p.command().header());
    Taken before = disks.getOrDefault(journal.diskId(), Taken.NOTHING);
    Taken now = Taken.of(journal);
    if (!now.equals(before)) {
      disks.put(journal.diskId(), now);
    }
    if (taken.filter(header -> journal.seenToken().before(header.token())).isPresent()) {
      return Optional.of(
          journal.instance() + " works on " + taken.get() + " and forgets its token");
    }
    return taken
        .filter(header -> !now.command().equals(before.command()))
        .filter(before::fences)
        .map(header -> journal.instance() + " took " + header + " though it had seen " + before);
  }
}

package io.quorate.simulation.invariant.instances;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Interruption;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * I9: an instance that the cloud takes, and whose member has left for that, is handed back to its
 * group soon, so that a successor comes while the notice runs. Only in peace, while all voters
 * serve: what heals another member may go first.
 */
public final class HandedBack implements Invariant {
  /** A turn comes each minute; the notice takes two. */
  private static final long BOUND_MILLIS = 90_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Map<InstanceId, Long> leftSince = new TreeMap<>();

  public HandedBack(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    world.store().onWrite(this::written);
  }

  @Override
  public String name() {
    return "I9 HANDED_BACK";
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.status(simCluster.name())))
        .flatMap(item -> TableRecords.status(item).stream())
        .forEach(
            status ->
                simCluster.group().instances().forEach(instance -> written(status, instance)));
  }

  private void written(Status status, Instance instance) {
    long now = world.scheduler().now();
    boolean left =
        status.group().leaves(instance.id())
            && status.operation().isEmpty()
            && !status.terminating(instance.id())
            && !status.terminated(instance.id());
    if (left && instance.announcedAt(now).filter(Interruption::terminates).isPresent()) {
      leftSince.putIfAbsent(instance.id(), now);
    } else {
      leftSince.remove(instance.id());
    }
  }

  @Override
  public Optional<String> broken() {
    if (leftSince.isEmpty()) {
      return Optional.empty();
    }
    long now = world.scheduler().now();
    boolean peace = atPeace(now);
    leftSince.replaceAll((id, since) -> peace && voters.on(id).isEmpty() ? since : now);
    leftSince.keySet().removeIf(id -> simCluster.group().find(id).filter(this::there).isEmpty());
    return leftSince.entrySet().stream()
        .filter(since -> now - since.getValue() > BOUND_MILLIS)
        .findFirst()
        .map(
            since ->
                since.getKey()
                    + ", which the cloud takes, is not handed back to its group, though its member"
                    + " left "
                    + (now - since.getValue()) / 1_000
                    + " s ago");
  }

  private boolean there(Instance instance) {
    return instance.counted() && instance.state() == InstanceState.RUNNING;
  }

  private boolean atPeace(long now) {
    return world.outages().calm()
        && !simCluster.waitsForOperator()
        && !voters.now().isEmpty()
        && voters.now().stream()
            .allMatch(
                member ->
                    voters.awake(member)
                        && voters.home(member).filter(n -> n.disturbedUntil() < now).isPresent());
  }
}

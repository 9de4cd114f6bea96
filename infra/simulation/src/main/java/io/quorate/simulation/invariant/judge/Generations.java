package io.quorate.simulation.invariant.judge;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The generations that the lineage record has named, and of the latest of them who votes, as its
 * latest leader has it: what the judges of recoveries have in common.
 */
public final class Generations {
  private final SimWorld world;
  private final SimCluster simCluster;
  private final List<Begun> all = new ArrayList<>();
  private final List<BiConsumer<Begun, Begun>> listeners = new ArrayList<>();
  private final Map<MemberId, SimNode> homes = new HashMap<>();
  private Set<MemberId> voters = Set.of();
  private long term;
  private Optional<ClusterUid> uid = Optional.empty();

  /**
   * A generation.
   *
   * @param bootstrap as the lineage record names it
   * @param at when that was written
   */
  public record Begun(Bootstrap bootstrap, long at) {
    /** The etcd cluster that it began with. */
    public EtcdClusterId cluster() {
      return bootstrap.clusterId();
    }
  }

  public Generations(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  /** To be told of each generation that follows another: first that one, then the new one. */
  public void onNext(BiConsumer<Begun, Begun> told) {
    listeners.add(told);
  }

  /** The latest. */
  public Optional<Begun> latest() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** The one of this cluster id. */
  public Optional<Begun> of(EtcdClusterId cluster) {
    return all.stream().filter(begun -> begun.cluster().equals(cluster)).findFirst();
  }

  /** The one that follows it. */
  public Optional<Begun> after(Begun begun) {
    int next = all.indexOf(begun) + 1;
    return next < all.size() ? Optional.of(all.get(next)) : Optional.empty();
  }

  /** Who votes in the latest, as far as a leader of it ever showed. */
  public Set<MemberId> voters() {
    return voters;
  }

  /** The node that a member was started on; empty for one that never ran. */
  public Optional<SimNode> home(MemberId member) {
    return Optional.ofNullable(homes.get(member));
  }

  /** The leader of the latest generation's latest term; empty while there is none. */
  public Optional<MemberView> leader() {
    return latest()
        .flatMap(
            begun ->
                simCluster.members().stream()
                    .filter(member -> member.cluster().equals(begun.cluster()))
                    .filter(MemberView::leads)
                    .reduce((one, other) -> one.term() > other.term() ? one : other));
  }

  /** Looks who votes now. */
  public void look() {
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .flatMap(ModelProcess::memberView)
          .ifPresent(member -> homes.putIfAbsent(member.member(), node));
    }
    leader()
        .filter(leader -> leader.settled() && leader.term() >= term)
        .ifPresent(
            leader -> {
              term = leader.term();
              voters = Set.copyOf(leader.voters());
            });
  }

  private void written(StoreModel.Written done) {
    String name = simCluster.name().value();
    for (Item item : done.puts(Table.CLUSTERS, name)) {
      if (item.key().equals(Keys.lineage(simCluster.name()))) {
        named(item).filter(next -> of(next.clusterId()).isEmpty()).ifPresent(this::begins);
      }
    }
  }

  private void begins(Bootstrap bootstrap) {
    Begun next = new Begun(bootstrap, world.scheduler().now());
    Optional<Begun> before = latest();
    all.add(next);
    if (before.isPresent()) {
      listeners.forEach(listener -> listener.accept(before.get(), next));
      voters = Set.of();
      term = 0;
    }
  }

  /** Of a cluster applied anew, the one that its bucket let begin: agents start no other. */
  private Optional<Bootstrap> named(Item item) {
    try {
      Lineage lineage = Codecs.LINEAGE.read(item.attributes(), "lineage");
      if (uid.isEmpty()) {
        uid = Optional.of(lineage.uid());
      }
      return lineage
          .bootstrap()
          .filter(
              begun ->
                  uid.get().equals(lineage.uid()) || lineage.state() == Lineage.State.COMMITTED);
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}

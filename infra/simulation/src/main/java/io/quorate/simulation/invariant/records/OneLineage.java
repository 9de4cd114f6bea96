package io.quorate.simulation.invariant.records;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.etcdmodel.MemberView;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I1: no etcd runs but of the generation that the lineage record names, or named before the table
 * was restored to an older state.
 */
public final class OneLineage implements Invariant {
  private final SimCluster simCluster;
  private final StoreModel store;
  private final Set<EtcdClusterId> seen = new HashSet<>();
  private final Set<EtcdClusterId> named = new HashSet<>();
  private final Set<EtcdClusterId> namedBeforeRestore = new HashSet<>();

  public OneLineage(SimCluster simCluster, StoreModel store) {
    this.simCluster = simCluster;
    this.store = store;
    store.onWrite(this::written);
    store.onReplaced(() -> namedBeforeRestore.addAll(named));
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put && put.key().equals(Keys.lineage(simCluster.name()))) {
        named(put.item()).ifPresent(named::add);
      }
    }
  }

  @Override
  public String name() {
    return "I1 ONE_LINEAGE";
  }

  @Override
  public Optional<String> broken() {
    for (MemberView member : simCluster.members()) {
      if (seen.add(member.cluster()) && !recorded(member.cluster())) {
        return Optional.of(
            "member "
                + member.member()
                + " runs in cluster "
                + member.cluster()
                + ", which the lineage record does not name");
      }
    }
    return Optional.empty();
  }

  private boolean recorded(EtcdClusterId id) {
    Key key = Keys.lineage(simCluster.name());
    return Optional.ofNullable(store.tables().read(List.of(key)).get(key))
            .flatMap(OneLineage::named)
            .equals(Optional.of(id))
        || namedBeforeRestore.contains(id);
  }

  private static Optional<EtcdClusterId> named(Item lineage) {
    try {
      return Optional.of(Codecs.LINEAGE.read(lineage.attributes(), "lineage"))
          .filter(read -> read.state() == Lineage.State.COMMITTED)
          .flatMap(Lineage::bootstrap)
          .map(Bootstrap::clusterId);
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}

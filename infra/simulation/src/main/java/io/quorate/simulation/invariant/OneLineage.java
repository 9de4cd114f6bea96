package io.quorate.simulation.invariant;

import io.quorate.codec.LineageCodec;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Birth;
import io.quorate.state.Lineage;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** I1: no etcd runs but of the generation that the lineage record names. */
final class OneLineage implements Invariant {
  private final ClusterSite site;
  private final StoreModel store;
  private final Set<EtcdClusterId> seen = new HashSet<>();

  OneLineage(ClusterSite site, StoreModel store) {
    this.site = site;
    this.store = store;
  }

  @Override
  public String name() {
    return "I1 ONE_LINEAGE";
  }

  @Override
  public Optional<String> broken() {
    for (Glance member : site.members()) {
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
    Key key = Keys.lineage(site.name());
    Item item = store.tables().read(List.of(key)).get(key);
    return item != null
        && Optional.of(LineageCodec.read(item.attributes(), "lineage"))
            .filter(lineage -> lineage.state() == Lineage.State.COMMITTED)
            .flatMap(Lineage::birth)
            .map(Birth::clusterId)
            .filter(id::equals)
            .isPresent();
  }
}

package io.quorate.simulation.invariant;

import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.etcd.Member;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * I1: a cluster lists nobody but at addresses that its own group's instances have, or had: no agent
 * adds itself to whatever cluster answers at an address that was its own cluster's once.
 */
final class ListsItsOwn implements Invariant {
  private final ClusterSite site;
  private int looked = -1;

  ListsItsOwn(ClusterSite site) {
    this.site = site;
  }

  @Override
  public String name() {
    return "I1 LISTS_ITS_OWN";
  }

  @Override
  public Optional<String> broken() {
    Optional<Glance> leader = site.leader();
    int members = leader.map(Glance::members).map(Collection::hashCode).orElse(looked);
    if (leader.isEmpty() || members == looked) {
      return Optional.empty();
    }
    looked = members;
    Set<String> own =
        site.fleet().nodes().stream().map(ListsItsOwn::peerUrl).collect(Collectors.toSet());
    return leader.get().members().stream()
        .map(Member::peerUrl)
        .filter(url -> !own.contains(url))
        .findFirst()
        .map(
            url ->
                "leader "
                    + leader.get().member()
                    + " lists a member at "
                    + url
                    + ", which no instance of its group ever had");
  }

  private static String peerUrl(Node node) {
    return "http://" + node.machine().address() + ":2380";
  }
}

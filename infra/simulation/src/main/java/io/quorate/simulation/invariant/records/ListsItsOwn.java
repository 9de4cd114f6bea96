package io.quorate.simulation.invariant.records;

import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberView;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.world.SimCluster;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * I1: a cluster lists nobody but at addresses that its own group's instances have, or had, and whom
 * a person added: no agent adds itself to whatever cluster answers at an address that was its own
 * cluster's once.
 */
public final class ListsItsOwn implements Invariant {
  private final SimCluster simCluster;
  private int looked = -1;

  public ListsItsOwn(SimCluster simCluster) {
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "I1 LISTS_ITS_OWN";
  }

  @Override
  public Optional<String> broken() {
    Optional<MemberView> leader = simCluster.leader();
    int members = leader.map(MemberView::members).map(Collection::hashCode).orElse(looked);
    if (leader.isEmpty() || members == looked) {
      return Optional.empty();
    }
    looked = members;
    Set<String> own =
        simCluster.fleet().nodes().stream()
            .map(node -> simCluster.peerUrl(node.machine()))
            .collect(Collectors.toSet());
    return leader.get().members().stream()
        .filter(member -> !simCluster.addedByHand(member))
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
}

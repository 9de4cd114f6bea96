package io.quorate.simulation.invariant;

import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.run.ClusterSite;
import java.util.Optional;

/**
 * I5: while a majority of the voters' disks survives, every leader has every acknowledged write.
 */
final class AckedSurvives implements Invariant {
  private final ClusterSite site;
  private final Voters voters;
  private long judgedTerm;
  private long pendingTerm;
  private long pendingIndex;

  AckedSurvives(ClusterSite site, Voters voters) {
    this.site = site;
    this.voters = voters;
  }

  @Override
  public String name() {
    return "I5 ACKED_SURVIVES";
  }

  @Override
  public Optional<String> broken() {
    if (mayBeLost()) {
      return Optional.empty();
    }
    Optional<String> read = site.clients().broken();
    if (read.isPresent()) {
      return read;
    }
    Optional<Glance> leader = site.leader().filter(glance -> glance.term() > judgedTerm);
    if (leader.isEmpty()) {
      return Optional.empty();
    }
    if (pendingTerm != leader.get().term()) {
      pendingTerm = leader.get().term();
      pendingIndex = leader.get().lastIndex();
    }
    if (leader.get().lastTerm() < pendingTerm || leader.get().applied() < pendingIndex) {
      return Optional.empty();
    }
    judgedTerm = pendingTerm;
    return lacking(leader.get());
  }

  @Override
  public Optional<String> brokenAtEnd() {
    return mayBeLost() ? Optional.empty() : site.leader().flatMap(this::lacking);
  }

  private boolean mayBeLost() {
    return voters.majorityLost() || voters.logsMayDiffer();
  }

  private Optional<String> lacking(Glance leader) {
    long lacking = site.clients().acknowledged().stream().filter(key -> !leader.has(key)).count();
    return lacking == 0
        ? Optional.empty()
        : Optional.of(
            "leader "
                + leader.member()
                + " of term "
                + leader.term()
                + " lacks "
                + lacking
                + " of "
                + site.clients().acknowledged().size()
                + " acknowledged writes");
  }
}

package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The three member commands that an operator would type to replace a dead member by hand. */
final class EtcdctlLike {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Removes the dead member, adds a learner with the same peer URL. */
  void replace(BareEtcd cluster, String name) {
    Etcd other = other(cluster, name);
    new Stopwatch()
        .until(
            "the removal", PATIENCE, () -> idOf(other, name).map(other::removeMember).orElse(true));
    new Stopwatch().until("the add", PATIENCE, () -> other.addLearner(cluster.peerUrl(name)));
  }

  /** Promotes the learner as soon as etcd lets it. */
  void promote(BareEtcd cluster, String name) {
    Etcd other = other(cluster, name);
    new Stopwatch()
        .until(
            "the promotion",
            PATIENCE,
            () ->
                other.members().entrySet().stream()
                    .filter(member -> member.getValue().endsWith("(learner)"))
                    .findFirst()
                    .map(member -> other.promote(member.getKey()))
                    .orElse(false));
  }

  private static Etcd other(BareEtcd cluster, String name) {
    return cluster.client(
        BareEtcd.names().stream().filter(n -> !n.equals(name)).findFirst().orElseThrow());
  }

  /** Asked anew at each try: without a leader there is no list. */
  private static Optional<String> idOf(Etcd etcd, String name) {
    return etcd.members().entrySet().stream()
        .filter(member -> member.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}

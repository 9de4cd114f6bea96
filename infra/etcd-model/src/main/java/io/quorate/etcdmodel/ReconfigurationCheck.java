package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Optional;

/** etcd's strict reconfiguration check, as the asked member sees the cluster. */
final class ReconfigurationCheck {
  /** etcdserver's {@code HealthInterval}. */
  static final long INTERVAL_MILLIS = 5_000;

  private static final double READY = 0.9;

  private ReconfigurationCheck() {}

  static Optional<String> mayAdd(Server server, boolean learner) {
    long voters = server.applied.voters();
    long started = server.applied.startedVoters();
    boolean alone = started == 1 && voters == 1;
    if (!learner && !alone && started < (voters + 1) / 2 + 1) {
      return Optional.of(EtcdError.NOT_ENOUGH_STARTED);
    }
    return voters == 1 || connected(server) >= (voters + 1) / 2 + 1
        ? Optional.empty()
        : Optional.of(EtcdError.UNHEALTHY);
  }

  static Optional<String> mayRemove(Server server, MemberId id) {
    Member member = server.applied.members().get(id);
    if (member != null && member.learner()) {
      return Optional.empty();
    }
    long remain = server.applied.voters() - (member != null ? 1 : 0);
    long started = server.applied.startedVoters() - (member != null && member.started() ? 1 : 0);
    if (started < remain / 2 + 1) {
      return Optional.of(EtcdError.NOT_ENOUGH_STARTED);
    }
    if (!id.equals(server.disk.memberId) && server.peers.activeSince(id).isEmpty()) {
      return Optional.empty();
    }
    long voters = server.applied.voters();
    return connected(server) - 1 < 1 + (voters - 1) / 2
        ? Optional.of(EtcdError.UNHEALTHY)
        : Optional.empty();
  }

  /** Only the leader knows. */
  static Optional<String> mayPromote(Server leader, MemberId id) {
    Progress learner = leader.raft.leading.progress().get(id);
    if (learner == null) {
      return Optional.of(EtcdError.MEMBER_NOT_FOUND);
    }
    if (learner.match < leader.disk.log.lastIndex() * READY) {
      return Optional.of(EtcdError.LEARNER_NOT_READY);
    }
    long voters = leader.applied.voters() + 1;
    long started = leader.applied.startedVoters() + 1;
    return started < voters / 2 + 1 ? Optional.of(EtcdError.NOT_ENOUGH_STARTED) : Optional.empty();
  }

  private static long connected(Server server) {
    long since = server.now() - INTERVAL_MILLIS;
    return server.applied.members().values().stream()
        .filter(m -> !m.learner())
        .filter(
            m ->
                m.id().equals(server.disk.memberId)
                    || server.peers.activeSince(m.id()).filter(t -> t < since).isPresent())
        .count();
  }
}

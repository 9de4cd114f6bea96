package io.quorate.command;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Become a voter of the running cluster, from an empty directory.
 *
 * @param header who is told, and by whom
 * @param formerMember the executor's own former member, dead with its data; it is removed first
 * @param clusterToken cluster token of the generation
 * @param clusterId cluster id that every contacted member must show
 * @param contacts client URLs of healthy voters, any of which may be asked
 * @param deadlineMillis how long adding, catching up and promoting may take together
 * @param lagLimit raft entries by which the learner may trail the leader when it is promoted
 * @param release the etcd release that it is to run; the installed one where absent
 */
public record JoinCluster(
    @Wire.Inline CommandHeader header,
    @Wire.Name("supersedes") Optional<MemberId> formerMember,
    String clusterToken,
    EtcdClusterId clusterId,
    List<String> contacts,
    long deadlineMillis,
    long lagLimit,
    Optional<EtcdVersion> release)
    implements Command {
  /** With the installed release. */
  public JoinCluster(
      CommandHeader header,
      Optional<MemberId> formerMember,
      String clusterToken,
      EtcdClusterId clusterId,
      List<String> contacts,
      long deadlineMillis,
      long lagLimit) {
    this(
        header,
        formerMember,
        clusterToken,
        clusterId,
        contacts,
        deadlineMillis,
        lagLimit,
        Optional.empty());
  }

  /** Refuses an empty list of contacts. */
  public JoinCluster {
    contacts = List.copyOf(contacts);
    if (contacts.isEmpty()) {
      throw new IllegalArgumentException(
          "join instruction " + header.id() + " names no contact: expected a healthy voter");
    }
  }

  @Override
  public CommandKind kind() {
    return CommandKind.JOIN;
  }

  @Override
  public Optional<MemberId> removes() {
    return formerMember;
  }

  @Override
  public Duration deadline() {
    return Duration.ofMillis(deadlineMillis);
  }
}

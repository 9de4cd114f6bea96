package io.quorate.command;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Leave the running cluster: hand over the leadership, have the own member removed, stop etcd and
 * archive its directory.
 *
 * @param header who is told, and by whom
 * @param clusterId cluster id that the executor's etcd, and every contact, must show
 * @param member the executor's own member
 * @param contacts client URLs of other healthy voters; one of them has to confirm the removal
 * @param deadlineMillis how long leaving may take
 */
public record LeaveCluster(
    @Wire.Inline CommandHeader header,
    EtcdClusterId clusterId,
    MemberId member,
    List<String> contacts,
    long deadlineMillis)
    implements Command {
  public LeaveCluster {
    contacts = List.copyOf(contacts);
    if (contacts.isEmpty()) {
      throw new IllegalArgumentException(
          "leave instruction "
              + header.id()
              + " names no contact: expected another voter, for the last one never leaves");
    }
  }

  @Override
  public CommandKind kind() {
    return CommandKind.LEAVE;
  }

  @Override
  public Optional<MemberId> removes() {
    return Optional.of(member);
  }

  @Override
  public Duration deadline() {
    return Duration.ofMillis(deadlineMillis);
  }
}

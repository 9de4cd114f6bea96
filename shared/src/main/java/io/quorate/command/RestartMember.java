package io.quorate.command;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Restart the own etcd, so that it takes the settings of the spec, or because an operator asks:
 * hand over the leadership, stop, start, and catch up. The member stays listed all the while.
 *
 * @param header who is told, and by whom
 * @param clusterId cluster id that the executor's etcd, and every contact, must show
 * @param member the executor's own member
 * @param contacts client URLs of the other healthy voters
 * @param settings what it is to be started with, as {@link io.quorate.spec.StartSettings} tells
 * @param deadlineMillis how long it may take
 * @param release the etcd release that it is to be started with; the one that runs where absent
 * @param startsBefore it is restarted although it has the settings, unless it was started more
 *     often than this; 0 where only settings and release count. Only agents with the ability {@link
 *     #ANEW_ABILITY} look at it
 */
public record RestartMember(
    @Wire.Inline CommandHeader header,
    EtcdClusterId clusterId,
    MemberId member,
    List<String> contacts,
    String settings,
    long deadlineMillis,
    Optional<EtcdVersion> release,
    @Wire.Sparse @Wire.Count long startsBefore)
    implements Command {
  /** What an agent tells that restarts an etcd which has the settings of the spec. */
  public static final String ANEW_ABILITY = "RESTART_ANEW";

  /** What an agent tells that takes its etcd to another release line, and back. */
  public static final String LINES_ABILITY = "RESTART_ACROSS_LINES";

  /** With the release that runs. */
  public RestartMember(
      CommandHeader header,
      EtcdClusterId clusterId,
      MemberId member,
      List<String> contacts,
      String settings,
      long deadlineMillis) {
    this(header, clusterId, member, contacts, settings, deadlineMillis, Optional.empty(), 0);
  }

  public RestartMember {
    contacts = List.copyOf(contacts);
    if (contacts.isEmpty()) {
      throw new IllegalArgumentException(
          "restart instruction "
              + header.id()
              + " names no contact: expected another voter, for the last one is never restarted");
    }
  }

  @Override
  public CommandKind kind() {
    return CommandKind.RESTART_MEMBER;
  }

  @Override
  public Optional<MemberId> removes() {
    return Optional.empty();
  }

  @Override
  public Duration deadline() {
    return Duration.ofMillis(deadlineMillis);
  }
}

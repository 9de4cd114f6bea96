package io.quorate.command;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Set a voter's peer URL back to the one that its own agent registered, through the executor's own
 * etcd. Never a learner's: etcd below 3.5.31 would make it a voter by that.
 *
 * @param header who is told, and by whom
 * @param clusterId cluster id that the executor's etcd must show
 * @param target the voter
 * @param peerUrl where it listens
 */
public record SetPeerUrl(
    @Wire.Inline CommandHeader header, EtcdClusterId clusterId, MemberId target, String peerUrl)
    implements Command {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @Override
  public CommandKind kind() {
    return CommandKind.SET_PEER_URL;
  }

  @Override
  public Duration deadline() {
    return DEADLINE;
  }
}

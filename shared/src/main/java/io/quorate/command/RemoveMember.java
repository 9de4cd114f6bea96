package io.quorate.command;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.Optional;

/**
 * Remove a member that is proven dead, one that never started, or a learner that nobody asked
 * Quorate for, through the executor's own etcd.
 *
 * @param header who is told, and by whom
 * @param clusterId cluster id that the executor's etcd must show
 * @param target the member to remove
 * @param onlyUnstarted whether it may be removed only while it never started: the executor looks
 *     again, for the list this was decided on may be old
 * @param because why it may go, for the executor's log
 * @param onlyLearner whether it may be removed only while it is a learner: somebody may have
 *     promoted it since; executors of older releases do not look
 */
public record RemoveMember(
    @Wire.Inline CommandHeader header,
    EtcdClusterId clusterId,
    MemberId target,
    boolean onlyUnstarted,
    String because,
    @Wire.Sparse @Wire.After("onlyUnstarted") boolean onlyLearner)
    implements Command {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  /** Whether it is a learner or a voter. */
  public RemoveMember(
      CommandHeader header,
      EtcdClusterId clusterId,
      MemberId target,
      boolean onlyUnstarted,
      String because) {
    this(header, clusterId, target, onlyUnstarted, because, false);
  }

  @Override
  public CommandKind kind() {
    return CommandKind.REMOVE_MEMBER;
  }

  @Override
  public Optional<MemberId> removes() {
    return Optional.of(target);
  }

  @Override
  public Duration deadline() {
    return DEADLINE;
  }
}

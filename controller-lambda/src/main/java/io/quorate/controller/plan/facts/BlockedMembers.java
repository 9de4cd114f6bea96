package io.quorate.controller.plan.facts;

import io.quorate.command.CommandEffect;
import io.quorate.command.CommandSlot;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Instances whose etcd may answer nothing for a while, because a command blocks it. Such a member
 * counts as not answering (I2), whatever its last heartbeat says, and nobody calls it hung:
 *
 * <ol>
 *   <li>of an open command, until it is closed;
 *   <li>of one that was closed without its executor's answer, for as long again as it might have
 *       taken: the call may have begun late.
 * </ol>
 */
public final class BlockedMembers {
  private BlockedMembers() {}

  /** All of them. */
  static Set<InstanceId> of(ClusterView view, Status status) {
    return Stream.concat(
            status.tasks().open().stream()
                .filter(open -> open.effects().contains(blocks(open.executor())))
                .map(OpenCommand::executor),
            view.records().taskSlots().values().stream()
                .filter(slot -> closedUnanswered(view, slot))
                .map(slot -> slot.command().header().executor()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a command blocks the member of an instance. */
  public static boolean blocked(ClusterState clusterState, InstanceId instance) {
    return of(clusterState.view(), clusterState.status()).contains(instance);
  }

  /** Why nobody joins: a newcomer's vote must not count before a blocked one answers again. */
  public static Optional<String> awaited(ClusterState clusterState) {
    return of(clusterState.view(), clusterState.status()).stream()
        .sorted()
        .findFirst()
        .map(instance -> "awaited is the end of what blocks the member on " + instance);
  }

  /** Why a silent member is not called hung: it may be blocked until its command's deadline. */
  public static Optional<String> doubt(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .status()
        .tasks()
        .open()
        .filter(open -> open.effects().contains(blocks(instance)))
        .flatMap(
            open ->
                open.deadline()
                    .map(by -> by.plus(clusterState.view().spec().timings().silentGrace()))
                    .filter(clusterState.view().observedAt()::isBefore)
                    .map(
                        by ->
                            "its member carries out "
                                + open.kind()
                                + " until "
                                + by.truncatedTo(ChronoUnit.SECONDS)));
  }

  private static boolean closedUnanswered(ClusterView view, CommandSlot slot) {
    InstanceId executor = slot.command().header().executor();
    String id = slot.command().header().id();
    boolean answered =
        Optional.ofNullable(view.nodes().get(executor))
            .flatMap(node -> node.heartbeat().outcome(slot.command().kind().lane()))
            .filter(outcome -> outcome.commandId().equals(id))
            .isPresent();
    Instant until =
        slot.closedAt().orElse(slot.command().header().issuedAt()).plus(slot.command().deadline());
    return slot.state() == CommandSlot.State.CLOSED
        && slot.command().effects().contains(blocks(executor))
        && !answered
        && view.observedAt().isBefore(until);
  }

  private static CommandEffect blocks(InstanceId instance) {
    return new CommandEffect.Blocks(instance);
  }
}
